from jax import lax


def if_inside(n):
    a = b = 0

    def loop_test(state):
        n, a, b = state
        return n > 0

    def loop_body(state):
        n, a, b = state

        def if_true(a, b):
            a = a + n
            return a, b

        def if_false(a, b):
            def if_true(b, a):
                b = b + n
                return b, a

            def if_false(b, a):
                a, b = b, a
                return b, a

            b, a = lax.cond(n % 3 == 1, if_true, if_false, b, a)
            return a, b

        a, b = lax.cond(n % 3 == 0, if_true, if_false, a, b)
        n -= 1
        return n, a, b

    n, a, b = lax.while_loop(loop_test, loop_body, (n, a, b))
    return a, b
