def variables_named_like_modules(jnp):
    lax = 0

    def loop_body(lax):
        lax += 2
        return lax

    lax = ng.while_(lambda lax: lax < jnp, loop_body, lax)
    jax = ng.if_(lax > 3, lambda: 1, lambda: 2)
    return jax + lax
