import jax.numpy as jnp
from jax import lax


def break_in_nested_ifs(n):
    s = 0
    did_break = False

    def loop_test(state):
        i, s, did_break = state
        return (i < 10) & jnp.logical_not(did_break)

    def loop_body(state):
        i, s, did_break = state

        def if_true(s, did_break):
            def if_true(s, did_break):
                def if_false(s):
                    s = s + 2
                    return s, did_break

                return lax.cond(s > 3, lambda s: (s, True), if_false, s)

            return lax.cond(
                i > n,
                if_true,
                lambda s, did_break: (s, did_break),
                s,
                did_break,
            )

        s, did_break = lax.cond(
            i > 2,
            if_true,
            lambda s, did_break: (s, did_break),
            s,
            did_break,
        )
        s = jnp.where(jnp.logical_not(did_break), s + 1, s)
        return i + 1, s, did_break

    s, did_break = lax.while_loop(loop_test, loop_body, (0, s, did_break))[1:]
    return s
