def huber(a):
    def if_true():
        return a * a / 2

    def if_false():
        return delta * (jnp.abs(a) - delta / 2)

    loss = ng.if_(jnp.abs(a) <= delta, if_true, if_false)
    return loss
