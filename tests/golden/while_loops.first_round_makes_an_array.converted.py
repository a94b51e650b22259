def first_round_makes_an_array(n):
    acc = 0
    did_break = False

    def loop_body(did_break, acc, n):
        acc = acc + jnp.arange(3) * n
        n -= 1
        did_break = ng.if_(n <= 0, lambda: True, lambda: did_break)
        return did_break, acc, n

    did_break, acc, n = ng.while_(
        lambda did_break, acc, n: ng.not_(did_break),
        loop_body,
        did_break,
        acc,
        n,
    )
    return acc
