from jax import lax


def late_breaks_nested(n):
    def loop_test(state):
        i, s, did_break_2 = state
        return ~did_break_2

    def loop_body(state):
        i, s, did_break_2 = state

        def loop_test(state):
            j, s, did_break_1 = state
            return ~did_break_1

        def loop_body(state):
            j, s, did_break_1 = state

            def loop_test(state):
                k, s, did_break = state
                return ~did_break

            def loop_body(state):
                k, s, did_break = state
                s = s + k * j + i
                k = k + 1
                return k, s, k >= n

            k, s, _ = lax.while_loop(loop_test, loop_body, (0, s, False))
            j = j + 1
            return j, s, j > k

        s = lax.while_loop(loop_test, loop_body, (0, s, False))[1]
        i = i + 1
        return i, s, i >= n

    i, s, _ = lax.while_loop(loop_test, loop_body, (0, 0, False))
    return s, i
