def float_state(x):
    k = 0

    def loop_body(x, k):
        x = x / 2
        k += 1
        return x, k

    x, k = ng.while_(lambda x, k: x > 0.01, loop_body, x, k)
    return k, x
