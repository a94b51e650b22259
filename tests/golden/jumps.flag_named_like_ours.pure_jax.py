import jax.numpy as jnp
from jax import lax


def flag_named_like_ours(did_break):
    def loop_test(state):
        item, did_break_1, loop_body = state
        return (item < 10) & ~did_break_1

    def loop_body(state):
        item, did_break_1, loop_body = state
        test = item > did_break
        return item + 1, test, jnp.where(test, loop_body, loop_body + item)

    loop_body = lax.while_loop(loop_test, loop_body, (0, False, 0))[-1]
    return loop_body
