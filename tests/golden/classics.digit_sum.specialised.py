from jax import lax


def digit_sum(n):
    s = 0

    def loop_test(state):
        n, s = state
        return n != 0

    def loop_body(state):
        n, s = state
        n, digit = divmod(n, 10)
        s += digit
        return n, s

    n, s = lax.while_loop(loop_test, loop_body, (n, s))
    return s
