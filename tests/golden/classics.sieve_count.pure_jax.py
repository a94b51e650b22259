import jax.numpy as jnp
from jax import lax


def sieve_count(n):
    def loop_body(i, count):
        def loop_test(state):
            j, prime, did_break = state
            return (j < i) & ~did_break

        def loop_body(state):
            j, prime, did_break = state
            test = i % j == 0
            return j + 1, ~test & prime, test

        prime = lax.while_loop(loop_test, loop_body, (2, True, False))[1]
        return jnp.where(prime, count + 1, count)

    count = lax.fori_loop(2, n, loop_body, 0)
    return count
