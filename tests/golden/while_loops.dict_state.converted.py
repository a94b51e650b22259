def dict_state(x):
    d = {'n': 0}

    def loop_body(x, d):
        d = {'n': d['n'] + x}
        x -= 1
        return x, d

    x, d = ng.while_(lambda x, d: x > 0, loop_body, x, d)
    return d
