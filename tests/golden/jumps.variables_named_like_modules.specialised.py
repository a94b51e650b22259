import jax.numpy as jnp_1
from jax import lax as lax_1


def variables_named_like_modules(jnp):
    lax = 0

    def loop_body(lax):
        lax += 2
        return lax

    lax = lax_1.while_loop(lambda lax: lax < jnp, loop_body, lax)
    jax = jnp_1.where(lax > 3, 1, 2)
    return jax + lax
