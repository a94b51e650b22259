def variables_named_like_modules(jnp):
    lax = 0

    def loop_body(lax):
        lax += 2
        return lax

    lax = lax.while_loop(lambda lax: lax < jnp, loop_body, lax)
    jax = jnp.where(lax > 3, 1, 2)
    return jax + lax
