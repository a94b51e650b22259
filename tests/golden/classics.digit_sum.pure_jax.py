from jax import lax


def digit_sum(n):
    def loop_test(state):
        n, s = state
        return n != 0

    def loop_body(state):
        n, s = state
        n, digit = divmod(n, 10)
        s = s + digit
        return n, s

    s = lax.while_loop(loop_test, loop_body, (n, 0))[-1]
    return s
