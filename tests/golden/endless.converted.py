# endless.count_from_a_run_time_value
def count_from_a_run_time_value(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i % 7 == 0, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(itertools.count, n),
        loop_body,
        ng.undefined(),
        did_return,
        test=lambda return_value, did_return: ng.not_(did_return),
    )
    return return_value

# endless.count_in_quarters
def count_in_quarters(x):
    did_return = False

    def loop_body(y, return_value, did_return):
        return ng.if_(y >= x, lambda: (y, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(itertools.count, 0.5, 0.25),
        loop_body,
        ng.undefined(),
        did_return,
        test=lambda return_value, did_return: ng.not_(did_return),
    )
    return return_value

# endless.count_until
def count_until(n):
    s = 0
    did_break = False

    def loop_body(i, did_break, s):
        def if_false(s):
            s += i
            return did_break, s

        return ng.if_(i >= n, lambda s: (True, s), if_false, s)

    did_break, s = ng.for_(
        ng.call(itertools.count), loop_body, did_break, s, test=lambda did_break, s: ng.not_(did_break)
    )
    return s

# endless.counter_with_a_name
def counter_with_a_name(n):
    counter = ng.call(itertools.count)
    did_break = False

    def loop_body(item, i, did_break):
        i = item
        did_break = ng.if_(i >= n, lambda: True, lambda: did_break)
        return i, did_break

    i, did_break = ng.for_(
        counter, loop_body, ng.undefined('i'), did_break, test=lambda i, did_break: ng.not_(did_break)
    )
    return ng.defined(i), ng.call(next, counter)

# endless.cycle_until
def cycle_until(n):
    s = 0
    did_break = False

    def loop_body(step, s, did_break):
        s += step
        did_break = ng.if_(s > n, lambda: True, lambda: did_break)
        return s, did_break

    s, did_break = ng.for_(
        ng.call(itertools.cycle, ng.list_([1, 2, 3])), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# endless.first_square_above
def first_square_above(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i * i > n, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(itertools.count, 2, 3),
        loop_body,
        ng.undefined(),
        did_return,
        test=lambda return_value, did_return: ng.not_(did_return),
    )
    return return_value

# endless.generated_until
def generated_until(n):
    did_return = False

    def numbers():
        i = 0
        while True:
            yield i
            i += 1

    def loop_body(i, return_value, did_return):
        return ng.if_(i > n, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(numbers), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# endless.known_end
def known_end(n):
    did_break = False

    def loop_body(i, did_break, n):
        def if_false(n):
            n += i
            return did_break, n

        return ng.if_(i >= 3, lambda n: (True, n), if_false, n)

    did_break, n = ng.for_(
        ng.call(itertools.count), loop_body, did_break, n, test=lambda did_break, n: ng.not_(did_break)
    )
    return n

# endless.nth_prime
def nth_prime(n):
    did_return = False
    found = 0

    def loop_body(candidate, found, return_value, did_return):
        did_break = False

        def loop_body(d, did_break):
            return ng.if_(candidate % d == 0, lambda: True, lambda: did_break)

        did_break = ng.for_(
            ng.call(range, 2, candidate), loop_body, did_break, test=lambda did_break: ng.not_(did_break)
        )

        def if_true(found):
            found += 1
            return found

        found = ng.if_(ng.not_(did_break), if_true, lambda found: found, found)
        return_value, did_return = ng.if_(
            found > n,
            lambda: (candidate, True),
            lambda: (return_value, did_return),
        )
        return found, return_value, did_return

    found, return_value, did_return = ng.for_(
        ng.call(itertools.count, 2),
        loop_body,
        found,
        ng.undefined(),
        did_return,
        test=lambda found, return_value, did_return: ng.not_(did_return),
    )
    return return_value

# endless.repeat_until
def repeat_until(n):
    s = 0
    did_break = False

    def loop_body(step, s, did_break):
        s += step
        did_break = ng.if_(s > n, lambda: True, lambda: did_break)
        return s, did_break

    s, did_break = ng.for_(
        ng.call(itertools.repeat, 3), loop_body, s, did_break, test=lambda s, did_break: ng.not_(did_break)
    )
    return s

# endless.zipped_and_mapped
def zipped_and_mapped(n):
    s = 0
    did_break = False

    def loop_body(item, s, did_break):
        i, (a, b) = item
        s += i + a * b
        did_break = ng.if_(s > n, lambda: True, lambda: did_break)
        return s, did_break

    s, did_break = ng.for_(
        ng.call(enumerate, ng.call(zip, ng.call(map, lambda k: k * k, ng.call(itertools.count, 1)), ng.call(itertools.count))),
        loop_body,
        s,
        did_break,
        test=lambda s, did_break: ng.not_(did_break),
    )
    return s
