from jax import lax


def two_breaks_first(n):
    def loop_test(state):
        n, s = state
        return (n < 40) & (n % 7 != 6) & (s <= 9)

    def loop_body(state):
        n, s = state
        s = s + 2
        n = n + 3
        return n, s

    n, s = lax.while_loop(loop_test, loop_body, (n, 0))
    return s, n
