import jax.numpy as jnp
from jax import lax


def test_calls(n):
    def more(k):
        return k > 2

    def loop_body(n):
        n -= 1
        return n

    n = lax.while_loop(lambda n: jnp.bool_(more(n)), loop_body, n)
    return n
