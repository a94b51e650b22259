def iterator_before_a_traced_break(x):
    draw = iter([x, 2, 3, 4])
    s = ng.call(next, draw)
    did_break = False

    def loop_body(did_break, s):
        s = s + 2
        did_break = ng.if_(s > 7, lambda: True, lambda: did_break)
        return did_break, s

    did_break, s = ng.while_(
        lambda did_break, s: ng.not_(did_break),
        loop_body,
        did_break,
        s,
    )
    return s, ng.call(next, draw)
