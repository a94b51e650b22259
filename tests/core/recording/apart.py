"""Programs of the pool whose record is not yet what plain Python does, with the reason. May only become shorter.

The whole pool was gone through for it, with the first two sets of arguments of each program.
"""

APART: dict[str, str] = {
    "chosen_texts.state_machine_with_break": "the header of a loop that is left by `break` under a changed text",
    "evaluation_order.loop_test_calls": "calls in the test of a loop whose first round is made before it",
    "objects.data_class_by_method": "methods of objects in a list, called from an unrolled loop",
    "caught.test_of_a_loop": "a loop's test that raises and is caught",
    "while_loops.jitted_loop_inside_a_loop": "plain Python does not show what `jax.jit` has compiled",
}
