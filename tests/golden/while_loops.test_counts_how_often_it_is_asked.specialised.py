import jax.numpy as jnp
from jax import lax


def test_counts_how_often_it_is_asked(n):
    looks = [0]

    def more():
        nonlocal looks
        looks[0] = looks[0] + 1
        return n > 0

    goes_on = more()

    def loop_test(state):
        goes_on, n, looks = state
        return jnp.bool_(goes_on)

    def loop_body(state):
        goes_on, n_before, looks_before = state
        looks[:] = looks_before
        nonlocal n
        n = n_before
        n -= 1
        goes_on = more()
        return goes_on, n, looks

    goes_on, n, looks[:] = lax.while_loop(loop_test, loop_body, (goes_on, n, looks))
    return looks[0]
