from jax import lax


def test_counts_how_often_it_is_asked(n):
    def loop_test(state):
        the_condition, n, looks_0 = state
        return the_condition

    def loop_body(state):
        the_condition, n, looks_0 = state
        n = n - 1
        looks = looks_0 + 1
        return n > 0, n, looks

    looks_0 = lax.while_loop(loop_test, loop_body, (n > 0, n, 1))[-1]
    return looks_0
