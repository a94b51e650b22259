# objects.attributes_of_several_kinds
def attributes_of_several_kinds(n):
    v = ng.call(Vector, 0, (1, 2.5))

    def loop_body(v):
        return ng.call(Vector, v.x + 1, (v.y[1], v.y[0] + v.x))

    v = ng.while_(lambda v: v.x < n, loop_body, v)
    return v.x, v.y

# objects.changed_in_place_and_anew
def changed_in_place_and_anew(n):
    c = ng.call(Counter, 0)

    def loop_body(i, c):
        ng.call(c.tick)

        def if_true(c):
            return ng.call(Counter, c.n * 2)

        return ng.if_(i % 2, if_true, lambda c: c, c)

    c = ng.for_(ng.call(range, n), loop_body, c)
    ng.call(c.tick)
    return c.n

# objects.changed_through_another_name
def changed_through_another_name(n):
    c = ng.call(Counter, 1)
    d = c

    def loop_body(i, c):
        return ng.call(Counter, c.n + i)

    c = ng.for_(ng.call(range, n), loop_body, c)
    ng.call(c.tick)
    return d.n

# objects.data_class_by_method
def data_class_by_method(n):
    account = ng.call(Account, 100)

    def loop_body(i, account):
        def if_true(account):
            return ng.call(account.pay, i)

        return ng.if_(i % 2, if_true, lambda account: account, account)

    account = ng.for_(ng.call(range, n), loop_body, account)
    return account.balance, account.fees

# objects.frozen_and_replaced
def frozen_and_replaced(n):
    total, step = (ng.call(Fraction, 0), ng.call(Fraction, 1))

    def loop_body(i, step, total):
        step = ng.call(replace, step, bottom=i)
        total = total + step
        return step, total

    step, total = ng.for_(ng.call(range, 1, n), loop_body, step, total)
    return total.top, total.bottom

# objects.in_a_loop
def in_a_loop(n):
    v, w = (ng.call(Vector, 0.0, 0.0), ng.call(Vector, 0.5, 0.25))

    def loop_body(_, v):
        return v + w * 2.0

    v = ng.for_(ng.call(range, n), loop_body, v)
    return v.x, v.y

# objects.in_a_tuple
def in_a_tuple(x):
    pair = (ng.call(Fraction, 1), ng.call(Fraction, 2))

    def if_true(pair):
        return ng.call(Fraction, x), pair[0]

    pair = ng.if_(x > 3, if_true, lambda pair: pair, pair)
    return pair[0].top, pair[1].top

# objects.in_branches
def in_branches(x):
    def if_true():
        return ng.call(Vector, x, 1)

    def if_false():
        def if_true():
            return ng.call(Vector, 1, x)

        def if_false():
            return ng.call(Vector, 0, 0)

        return ng.if_(x > 0, if_true, if_false)

    v = ng.if_(x > 3, if_true, if_false)
    return v.x + 10 * v.y

# objects.in_nested_loops
def in_nested_loops(n):
    v = ng.call(Vector, 1, 0)

    def loop_body(i, v):
        def loop_body(j, v):
            v = ng.call(Vector, v.x + j, v.y + i)

            def if_true(v):
                return ng.call(Vector, 0, v.y)

            return ng.if_(v.x > 4, if_true, lambda v: v, v)

        return ng.for_(ng.call(range, i), loop_body, v)

    v = ng.for_(ng.call(range, n), loop_body, v)
    return v.x, v.y

# objects.its_own_closure
def its_own_closure(x):
    c = ng.call(Counter, 1)
    read = lambda: c.n

    def if_true():
        nonlocal c
        c = ng.call(Counter, x)

    ng.if_(x > 1, if_true, lambda: None)
    ng.call(c.tick)
    return ng.call(read)

# objects.kept_best
def kept_best(x, y):
    best = ng.call(Pair, ng.call(Fraction, 0), 0)

    def loop_body(i, best):
        def if_true():
            return ng.call(Pair, ng.call(Fraction, i, y), i)

        return ng.if_(i < y, if_true, lambda: best)

    best = ng.for_(ng.call(range, x), loop_body, best)
    return best.first.top, best.first.bottom, best.second

# objects.known_to_a_closure
def known_to_a_closure(x):
    def reader(d):
        def read():
            return d.n

        return read

    c = ng.call(Counter, 1)
    read = ng.call(reader, c)

    def if_true():
        return ng.call(Counter, x)

    c = ng.if_(x > 1, if_true, lambda: c)
    ng.call(c.tick)
    return ng.call(read)

# objects.known_to_a_list
def known_to_a_list(x):
    c = ng.call(Counter, 1)
    others = ng.list_([[c]], depth=2)

    def if_true():
        return ng.call(Counter, x)

    c = ng.if_(x > 1, if_true, lambda: c)
    ng.call(c.tick)
    return others[0][0].n

# objects.linked
def linked(n):
    node = None

    def loop_body(i, node):
        return ng.call(Pair_of, i, node)

    node = ng.for_(ng.call(range, n), loop_body, node)
    return node.first

# objects.linked_to_a_known_end
def linked_to_a_known_end(n):
    node = ng.call(Pair_of, 0, None)

    def loop_body(i, node):
        return ng.call(Pair_of, i, node)

    node = ng.for_(ng.call(range, n), loop_body, node)
    return node.first

# objects.on_one_path
def on_one_path(x):
    v = ng.call(Vector, 1, 2)

    def if_true():
        return ng.call(Vector, x, 1)

    v = ng.if_(x > 3, if_true, lambda: v)
    v.x += 1
    return v.x + 10 * v.y

# objects.one_of_two_frozen
def one_of_two_frozen(x):
    a, b = (ng.call(Fraction, x), ng.call(Fraction, 3))
    best = ng.if_(x > 3, lambda: a, lambda: b)
    return best.top * 10 + best.bottom

# objects.one_of_two_that_change
def one_of_two_that_change(x):
    a, b = (ng.call(Counter, 1), ng.call(Counter, 2))
    c = ng.if_(x > 1, lambda: a, lambda: b)
    ng.call(c.tick)
    return a.n

# objects.parameter_bound_anew
def parameter_bound_anew(n):
    def moved(v, k):
        def loop_body(_, v):
            return ng.call(Box, v.width + 1, v.height * 2)

        v = ng.for_(ng.call(range, k), loop_body, v)
        return v

    start = ng.call(Box, 1, 1)
    end = ng.call(moved, start, n)
    return start.width, end.width, end.height

# objects.returned_early
def returned_early(x):
    def make(k):
        did_return = False

        def if_true(did_return):
            return ng.call(Account, k)

        def if_false(did_return):
            def loop_body(i, return_value, did_return):
                def if_true():
                    return_value = ng.call(Account, i, 1)
                    return return_value, True

                return ng.if_(i * i > k, if_true, lambda: (return_value, did_return))

            return_value, did_return = ng.for_(
                ng.call(range, k + 3),
                loop_body,
                ng.undefined(),
                did_return,
                test=lambda return_value, did_return: ng.not_(did_return),
            )

            def if_true():
                return ng.call(Account, 0, 2)

            return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

        return ng.if_(k > 3, if_true, if_false, did_return)

    account = ng.call(make, x)
    return account.balance, account.fees

# objects.with_break
def with_break(n):
    v = ng.call(Vector, 1, 1)
    did_break = False

    def loop_body(did_break, v):
        v = ng.call(Vector, v.y, v.x + v.y)
        did_break = ng.if_(v.y > n, lambda: True, lambda: did_break)
        return did_break, v

    did_break, v = ng.while_(
        lambda did_break, v: ng.not_(did_break),
        loop_body,
        did_break,
        v,
    )
    return v.x, v.y

# objects.with_objects_in_it
def with_objects_in_it(t):
    body = ng.call(Body, ng.call(Vector, 0.0, 0.0), ng.call(Vector, 1.0, 0.5))

    def loop_body(t):
        ng.call(body.step, 0.5)
        t -= 1
        return t

    t = ng.while_(lambda t: t > 0, loop_body, t)
    return body.position.x, body.velocity.y

# objects.with_slots
def with_slots(n):
    s = ng.call(Slotted, 3)

    def loop_body(i, s):
        return ng.call(Slotted, s.x + i)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s.x
