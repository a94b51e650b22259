def sieve_count(n):
    count = 0

    def loop_body(i, count):
        prime = True
        did_break = False

        def loop_body(j, prime, did_break):
            return ng.if_(i % j == 0, lambda: (False, True), lambda: (prime, did_break))

        prime, did_break = ng.for_(
            ng.call(range, 2, i), loop_body, prime, did_break, test=lambda prime, did_break: ng.not_(did_break)
        )

        def if_true(count):
            count += 1
            return count

        return ng.if_(prime, if_true, lambda count: count, count)

    count = ng.for_(ng.call(range, 2, n), loop_body, count)
    return count
