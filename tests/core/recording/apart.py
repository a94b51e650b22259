"""Programs of the pool whose record is not yet what plain Python does, with the reason. May only become shorter.

The whole pool was gone through for it, with the first two sets of arguments of each program.
"""

APART: dict[str, str] = {
    "calls.jit_inside": "plain Python does not show what `jax.jit` has compiled",
    "chosen_texts.captured": "a helper that a choice makes run twice is two calls",
    "chosen_texts.list_walked": "a text in a list is an item of a buffer, a number",
    "chosen_texts.state_machine_with_break": "the header of a loop that is left by `break` under a changed text",
    "classes.cached_closure": "a cache that Python asks, and the graph does not",
    "classes.methods_for_libraries": "a library calls the method once more than the graph",
    "definitions.lru_cached_traced": "a cache that Python asks, and the graph does not",
    "definitions.lru_closure": "a cache that Python asks, and the graph does not",
    "effects.raise_in_elif": "an assignment in the line of the test that leads to a raise",
    "evaluation_order.item_as_loop_target": "the loop's target is an item whose index a call in the body changes",
    "evaluation_order.loop_test_calls": "calls in the test of a loop whose first round is made before it",
    "filters.lambda_with_sum": "a lambda that `filter` calls one item at a time",
    "lists.helper_fills": "a list parameter that the helper fills",
    "methods.super_multi": "methods of several bases by `super`, one of which Python is not seen to call",
    "objects.data_class_by_method": "methods of objects in a list, called from an unrolled loop",
    "ordinary.heap_sort": "a helper whose loop is unrolled at first, called from an unrolled loop: two calls are one",
    "caught.handler_raises_another": "a handler that raises another error",
    "caught.raise_beside_calls": "a raise beside calls in one statement",
    "caught.test_of_a_loop": "a loop's test that raises and is caught",
    "evaluation_order.reader": "a call that changes what stands beside it",
    "ordinary.same_tree": "a loop whose first round is made before it, in a called function",
    "walrus.with_else": "a loop in one line that binds in its test",
    "while_loops.if_inside": "one-line `elif` and `else` in a loop",
    "while_loops.jitted_loop_inside_a_loop": "plain Python does not show what `jax.jit` has compiled",
}
