from jax import lax


def not_test(n):
    def loop_test(state):
        done, i = state
        return ~done

    def loop_body(state):
        done, i = state
        i = i + 1
        done = i >= n
        return done, i

    i = lax.while_loop(loop_test, loop_body, (False, 0))[-1]
    return i
