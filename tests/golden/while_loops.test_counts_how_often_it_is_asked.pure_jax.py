from jax import lax


def test_counts_how_often_it_is_asked(n):
    def loop_test(state):
        n, looks_0, the_condition = state
        return the_condition

    def loop_body(state):
        n, looks_0, the_condition = state
        n = n - 1
        looks = looks_0 + 1
        return n, looks, n > 0

    looks_0 = lax.while_loop(loop_test, loop_body, (n, 1, n > 0))[1]
    return looks_0
