import jax.numpy as jnp
from jax import lax


def sieve_count(n):
    count = 0

    def loop_body(i, count):
        prime = True
        did_break = False

        def loop_test(state):
            k, prime, did_break = state
            return (k < jnp.maximum(i - 2, 0)) & jnp.logical_not(did_break)

        def loop_body(state):
            k, prime, did_break = state
            j = 2 + k
            prime, did_break = lax.cond(
                i % j == 0,
                lambda: (False, True),
                lambda: (prime, did_break),
            )
            return k + 1, prime, did_break

        prime, did_break = lax.while_loop(loop_test, loop_body, (0, prime, did_break))[1:]
        return jnp.where(prime, count + 1, count)

    count = lax.fori_loop(2, n, loop_body, count)
    return count
