def only_a_break(n):
    def loop_body():
        pass

    ng.while_(lambda: ng.not_(n < 100), loop_body)
    return n
