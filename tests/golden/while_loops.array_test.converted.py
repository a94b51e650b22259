def array_test(v):
    def loop_body(v):
        return v * 2

    v = ng.while_(lambda v: jnp.sum(v) < 50, loop_body, v)
    return v
