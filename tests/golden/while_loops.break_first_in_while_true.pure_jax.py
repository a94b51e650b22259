from jax import lax


def break_first_in_while_true(n):
    def loop_test(state):
        n, steps = state
        return n > 1

    def loop_body(state):
        n, steps = state
        the_value = lax.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)
        steps = steps + 1
        return the_value, steps

    steps = lax.while_loop(loop_test, loop_body, (n, 0))[-1]
    return steps
