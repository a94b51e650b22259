from jax import lax


def nested(n):
    t = 0
    i = 0

    def loop_test(state):
        i, t = state
        return i < n

    def loop_body(state):
        i, t = state
        j = 0

        def loop_test(state):
            j, t = state
            return j < i

        def loop_body(state):
            j, t = state
            t += j
            j += 1
            return j, t

        j, t = lax.while_loop(loop_test, loop_body, (j, t))
        i += 1
        return i, t

    i, t = lax.while_loop(loop_test, loop_body, (i, t))
    return t
