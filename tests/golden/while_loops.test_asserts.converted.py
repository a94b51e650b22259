def test_asserts(x):
    s = 0

    def below(a):
        ng.assert_(a < 100, lambda: a)
        return a < x

    def loop_body(s):
        return s + 3

    s = ng.while_(lambda s: ng.call(below, s), loop_body, s)
    return s
