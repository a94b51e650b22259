def python_draws_once_a_round(x):
    draw = iter([1, 2, 3, 4]).__next__
    k = 0
    did_break = False

    def loop_body(did_break, x, k):
        x = x + ng.call(draw)
        k += 1
        did_break = ng.if_(k >= 3, lambda: True, lambda: did_break)
        return did_break, x, k

    did_break, x, k = ng.while_(
        lambda did_break, x, k: ng.not_(did_break),
        loop_body,
        did_break,
        x,
        k,
    )
    return x
