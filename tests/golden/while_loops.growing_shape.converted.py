def growing_shape(n):
    v = jnp.zeros(1)

    def loop_body(n, v):
        v = jnp.concatenate([v, v])
        n -= 1
        return n, v

    n, v = ng.while_(lambda n, v: n > 0, loop_body, n, v)
    return v
