def not_test(n):
    done = False
    i = 0

    def loop_body(done, i):
        i += 1
        done = i >= n
        return done, i

    done, i = ng.while_(lambda done, i: ng.not_(done), loop_body, done, i)
    return i
