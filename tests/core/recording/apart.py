"""Programs of the pool whose record is not yet what plain Python does, with the reason. May only become shorter.

The whole pool was gone through for it, with the first two sets of arguments of each program.
"""

APART: dict[str, str] = {
    "calls.jit_inside": "plain Python does not show what `jax.jit` has compiled",
    "chosen_texts.list_walked": "a text in a list is an item of a buffer, a number",
    "chosen_texts.state_machine_with_break": "the header of a loop that is left by `break` under a changed text",
    "classes.cached_closure": "a cache that Python asks, and the graph does not",
    "definitions.lru_closure": "a cache that Python asks, and the graph does not",
    "effects.raise_in_elif": "an assignment in the line of the test that leads to a raise",
    "evaluation_order.item_as_loop_target": "the loop's target is an item whose index a call in the body changes",
    "evaluation_order.loop_test_calls": "calls in the test of a loop whose first round is made before it",
    "lists.helper_fills": "a list parameter that the helper fills",
    "objects.data_class_by_method": "methods of objects in a list, called from an unrolled loop",
    "caught.handler_raises_another": "a handler that raises another error",
    "caught.raise_beside_calls": "a raise beside calls in one statement",
    "caught.test_of_a_loop": "a loop's test that raises and is caught",
    "evaluation_order.reader": "a call that changes what stands beside it",
    "ordinary.same_tree": "a loop whose first round is made before it, in a called function",
    "while_loops.if_inside": "one-line `elif` and `else` in a loop",
    "while_loops.jitted_loop_inside_a_loop": "plain Python does not show what `jax.jit` has compiled",
}
