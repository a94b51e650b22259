def first_round_promotes(x):
    s = 0
    did_break = False

    def loop_body(did_break, s, x):
        s = s + x * 0.5
        x = x - 1
        did_break = ng.if_(x < 1, lambda: True, lambda: did_break)
        return did_break, s, x

    did_break, s, x = ng.while_(
        lambda did_break, s, x: ng.not_(did_break),
        loop_body,
        did_break,
        s,
        x,
    )
    return s, x
