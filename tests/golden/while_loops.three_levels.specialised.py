from jax import lax


def three_levels(n):
    c = 0
    i = 0

    def loop_test(state):
        i, c = state
        return i < n

    def loop_body(state):
        i, c = state
        j = 0

        def loop_test(state):
            j, c = state
            return j < n

        def loop_body(state):
            j, c = state
            k = 0

            def loop_test(state):
                k, c = state
                return k < n

            def loop_body(state):
                k, c = state
                c += 1
                k += 1
                return k, c

            k, c = lax.while_loop(loop_test, loop_body, (k, c))
            j += 1
            return j, c

        j, c = lax.while_loop(loop_test, loop_body, (j, c))
        i += 1
        return i, c

    i, c = lax.while_loop(loop_test, loop_body, (i, c))
    return c
