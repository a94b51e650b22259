import jax.numpy as jnp
from jax import lax


def flag_named_like_ours(did_break):
    loop_body = 0
    did_break_1 = False

    def loop_test(state):
        item, did_break_1, loop_body = state
        return (item < 10) & jnp.logical_not(did_break_1)

    def loop_body_1(state):
        item, did_break_1, loop_body = state

        def if_false(loop_body):
            loop_body = loop_body + item
            return did_break_1, loop_body

        did_break_1, loop_body = lax.cond(
            item > did_break,
            lambda loop_body: (True, loop_body),
            if_false,
            loop_body,
        )
        return item + 1, did_break_1, loop_body

    did_break_1, loop_body = lax.while_loop(loop_test, loop_body_1, (0, did_break_1, loop_body))[1:]
    return loop_body
