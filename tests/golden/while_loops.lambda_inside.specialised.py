from jax import lax


def lambda_inside(n):
    s = 0

    def loop_test(state):
        s, n = state
        return n > 0

    def loop_body(state):
        s, n_before = state
        nonlocal n
        n = n_before
        f = lambda a: a + n
        s = f(s)
        n -= 1
        return s, n

    s, n = lax.while_loop(loop_test, loop_body, (s, n))
    return s
