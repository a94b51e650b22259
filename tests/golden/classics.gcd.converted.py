def gcd(a, b):
    def loop_body(b, a):
        a, b = b, a % b
        return b, a

    b, a = ng.while_(lambda b, a: b, loop_body, b, a)
    return a
