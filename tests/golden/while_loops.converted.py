# while_loops.after_if
def after_if(n):
    k = ng.if_(n > 2, lambda: 2, lambda: 1)

    def loop_body(n):
        n -= k
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n

# while_loops.and_test
def and_test(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = ng.while_(lambda i: ng.and_(i < 10, lambda: i * i < n * n), loop_body, i)
    return i

# while_loops.array_in_test
def array_in_test(v):
    def loop_body(v):
        return v * 2

    v = ng.while_(lambda v: v < 50, loop_body, v)
    return v

# while_loops.array_state
def array_state(v, n):
    def loop_body(n, v):
        v = v * 2
        n -= 1
        return n, v

    n, v = ng.while_(lambda n, v: n > 0, loop_body, n, v)
    return v

# while_loops.array_test
def array_test(v):
    def loop_body(v):
        return v * 2

    v = ng.while_(lambda v: jnp.sum(v) < 50, loop_body, v)
    return v

# while_loops.becomes_traced
def becomes_traced(n):
    i = 0

    def loop_body(i):
        return ng.if_(i < 3, lambda: i + 1, lambda: i + n + 1)

    i = ng.while_(lambda i: i < 5, loop_body, i)
    return i

# while_loops.bool_state
def bool_state(n):
    odd = False

    def loop_body(n, odd):
        odd = ng.not_(odd)
        n -= 1
        return n, odd

    n, odd = ng.while_(lambda n, odd: n > 0, loop_body, n, odd)
    return odd

# while_loops.break_after_work
def break_after_work(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        n -= 1
        s += n

        def if_false(s):
            s += 100
            return did_break, s

        did_break, s = ng.if_(n < 3, lambda s: (True, s), if_false, s)
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.not_(did_break),
        loop_body,
        did_break,
        n,
        s,
    )
    return s

# while_loops.break_and_continue
def break_and_continue(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        n -= 1

        def if_true(did_break, s):
            def if_false(s):
                s += n
                return did_break, s

            return ng.if_(n == 4, lambda s: (True, s), if_false, s)

        did_break, s = ng.if_(
            ng.not_(n % 2),
            if_true,
            lambda did_break, s: (did_break, s),
            did_break,
            s,
        )
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
        s,
    )
    return s

# while_loops.break_first_and_late
def break_first_and_late(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        def if_false(s, did_break, n):
            s += n

            def if_false(n):
                n -= 1
                return did_break, n

            did_break, n = ng.if_(s % 5 == 4, lambda n: (True, n), if_false, n)
            return s, did_break, n

        s, did_break, n = ng.if_(
            s > 12,
            lambda s, did_break, n: (s, True, n),
            if_false,
            s,
            did_break,
            n,
        )
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
        s,
    )

    def if_true(s):
        s += 100
        return s

    s = ng.if_(ng.not_(did_break), if_true, lambda s: s, s)
    return s, n

# while_loops.break_first_in_while_true
def break_first_in_while_true(n):
    steps = 0

    def loop_body(n, steps):
        n = ng.if_(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)
        steps += 1
        return n, steps

    n, steps = ng.while_(lambda n, steps: ng.not_(n <= 1), loop_body, n, steps)
    return steps

# while_loops.break_in_else_of_if
def break_in_else_of_if(n):
    s = 0
    did_break = False

    def loop_body(did_break, n, s):
        def if_true(s, n):
            s += n
            n -= 1
            return s, n, did_break

        s, n, did_break = ng.if_(s < 5, if_true, lambda s, n: (s, n, True), s, n)
        return did_break, n, s

    did_break, n, s = ng.while_(
        lambda did_break, n, s: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
        s,
    )
    return s, n

# while_loops.chain_of_promotions_inside
def chain_of_promotions_inside(n):
    a = b = c = 0

    def loop_body(i, a, b, c):
        def loop_body(j, a, b, c):
            a = b
            b = c
            c = c + 0.5
            return a, b, c

        a, b, c = ng.for_(ng.call(range, n), loop_body, a, b, c)
        a = a + 1
        return a, b, c

    a, b, c = ng.for_(ng.call(range, n), loop_body, a, b, c)
    return a, b, c

# while_loops.chained_test
def chained_test(n):
    def loop_body(n):
        n += 2
        return n

    n = ng.while_(lambda n: ng.and_(0 < n, lambda: n < 10), loop_body, n)
    return n

# while_loops.countdown
def countdown(n):
    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n

# while_loops.dict_state
def dict_state(x):
    d = {'n': 0}

    def loop_body(x, d):
        d = {'n': d['n'] + x}
        x -= 1
        return x, d

    x, d = ng.while_(lambda x, d: x > 0, loop_body, x, d)
    return d

# while_loops.else_and_break
def else_and_break(n):
    did_break = False

    def loop_body(did_break, n):
        def if_false(n):
            n -= 1
            return n, did_break

        n, did_break = ng.if_(n == 3, lambda n: (n, True), if_false, n)
        return did_break, n

    did_break, n = ng.while_(
        lambda did_break, n: ng.and_(ng.not_(did_break), lambda: n > 0),
        loop_body,
        did_break,
        n,
    )
    n = ng.if_(ng.not_(did_break), lambda: 100, lambda: n)
    return n

# while_loops.first_round_makes_an_array
def first_round_makes_an_array(n):
    acc = 0
    did_break = False

    def loop_body(did_break, acc, n):
        acc = acc + jnp.arange(3) * n
        n -= 1
        did_break = ng.if_(n <= 0, lambda: True, lambda: did_break)
        return did_break, acc, n

    did_break, acc, n = ng.while_(
        lambda did_break, acc, n: ng.not_(did_break),
        loop_body,
        did_break,
        acc,
        n,
    )
    return acc

# while_loops.first_round_makes_another_kind
def first_round_makes_another_kind(n):
    best = None
    did_break = False

    def loop_body(did_break, n, best):
        n = n - 2
        best = ng.if_(ng.is_(best, None), lambda: n * n, lambda: ng.call(max, best, n))
        did_break = ng.if_(n < 1, lambda: True, lambda: did_break)
        return did_break, n, best

    did_break, n, best = ng.while_(
        lambda did_break, n, best: ng.not_(did_break),
        loop_body,
        did_break,
        n,
        best,
    )
    return best, n

# while_loops.first_round_promotes
def first_round_promotes(x):
    s = 0
    did_break = False

    def loop_body(did_break, s, x):
        s = s + x * 0.5
        x = x - 1
        did_break = ng.if_(x < 1, lambda: True, lambda: did_break)
        return did_break, s, x

    did_break, s, x = ng.while_(
        lambda did_break, s, x: ng.not_(did_break),
        loop_body,
        did_break,
        s,
        x,
    )
    return s, x

# while_loops.float_state
def float_state(x):
    k = 0

    def loop_body(x, k):
        x = x / 2
        k += 1
        return x, k

    x, k = ng.while_(lambda x, k: x > 0.01, loop_body, x, k)
    return k, x

# while_loops.growing_shape
def growing_shape(n):
    v = jnp.zeros(1)

    def loop_body(n, v):
        v = jnp.concatenate([v, v])
        n -= 1
        return n, v

    n, v = ng.while_(lambda n, v: n > 0, loop_body, n, v)
    return v

# while_loops.if_inside
def if_inside(n):
    a = b = 0

    def loop_body(n, a, b):
        def if_true(a, b):
            a += n
            return a, b

        def if_false(a, b):
            def if_true(b, a):
                b += n
                return b, a

            def if_false(b, a):
                a, b = b, a
                return b, a

            b, a = ng.if_(n % 3 == 1, if_true, if_false, b, a)
            return a, b

        a, b = ng.if_(n % 3 == 0, if_true, if_false, a, b)
        n -= 1
        return n, a, b

    n, a, b = ng.while_(lambda n, a, b: n > 0, loop_body, n, a, b)
    return a, b

# while_loops.int_becomes_float
def int_becomes_float(x):
    def loop_body(x):
        return x / 2

    x = ng.while_(lambda x: x > 1, loop_body, x)
    return x

# while_loops.iterator_before_a_traced_break
def iterator_before_a_traced_break(x):
    draw = iter([x, 2, 3, 4])
    s = ng.call(next, draw)
    did_break = False

    def loop_body(did_break, s):
        s = s + 2
        did_break = ng.if_(s > 7, lambda: True, lambda: did_break)
        return did_break, s

    did_break, s = ng.while_(
        lambda did_break, s: ng.not_(did_break),
        loop_body,
        did_break,
        s,
    )
    return s, ng.call(next, draw)

# while_loops.jitted_loop_inside_a_loop
def jitted_loop_inside_a_loop(n):
    s = 0

    def loop_body(i, s):
        return ng.call(summed, s + i)

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s

# while_loops.known_test_becomes_traced
def known_test_becomes_traced(n):
    s = k = 0

    def loop_body(s, k):
        def loop_body(i, s):
            return s + i

        s = ng.for_(ng.call(range, n), loop_body, s)
        k += 1
        return s, k

    s, k = ng.while_(lambda s, k: ng.and_(s < 7, lambda: k < 20), loop_body, s, k)
    return s, k

# while_loops.lambda_inside
def lambda_inside(n):
    s = 0

    def loop_body(s):
        nonlocal n
        f = lambda a: a + n
        s = ng.call(f, s)
        n -= 1
        return s

    s = ng.while_(lambda s: n > 0, loop_body, s)
    return s

# while_loops.late_breaks_nested
def late_breaks_nested(n):
    i = s = 0
    did_break_2 = False

    def loop_body(did_break_2, s, i):
        j = 0
        did_break_1 = False

        def loop_body(did_break_1, s, j):
            k = 0
            did_break = False

            def loop_body(did_break, s, k):
                s = s + k * j + i
                k += 1
                did_break = ng.if_(k >= n, lambda: True, lambda: did_break)
                return did_break, s, k

            did_break, s, k = ng.while_(
                lambda did_break, s, k: ng.not_(did_break),
                loop_body,
                did_break,
                s,
                k,
            )
            j += 1
            did_break_1 = ng.if_(j > k, lambda: True, lambda: did_break_1)
            return did_break_1, s, j

        did_break_1, s, j = ng.while_(
            lambda did_break_1, s, j: ng.not_(did_break_1),
            loop_body,
            did_break_1,
            s,
            j,
        )
        i += 1
        did_break_2 = ng.if_(i >= n, lambda: True, lambda: did_break_2)
        return did_break_2, s, i

    did_break_2, s, i = ng.while_(
        lambda did_break_2, s, i: ng.not_(did_break_2),
        loop_body,
        did_break_2,
        s,
        i,
    )
    return s, i

# while_loops.late_breaks_nested_with_promotions
def late_breaks_nested_with_promotions(n):
    i = s = 0
    did_break_1 = False

    def loop_body(did_break_1, s, i):
        j = t = 0
        did_break = False

        def loop_body(did_break, t, j):
            t = t + j * 0.5
            j += 1
            did_break = ng.if_(j > n, lambda: True, lambda: did_break)
            return did_break, t, j

        did_break, t, j = ng.while_(
            lambda did_break, t, j: ng.not_(did_break),
            loop_body,
            did_break,
            t,
            j,
        )
        s = s + t
        i += 1
        did_break_1 = ng.if_(i >= n, lambda: True, lambda: did_break_1)
        return did_break_1, s, i

    did_break_1, s, i = ng.while_(
        lambda did_break_1, s, i: ng.not_(did_break_1),
        loop_body,
        did_break_1,
        s,
        i,
    )
    return s, i

# while_loops.name_after
def name_after(n):
    def loop_body(n, t):
        t = n
        n -= 1
        return n, t

    n, t = ng.while_(lambda n, t: n > 0, loop_body, n, ng.undefined('t'))
    return ng.defined(t)

# while_loops.name_born_in_while_true
def name_born_in_while_true(n):
    did_break = False

    def loop_body(did_break, half, n):
        half = n // 2
        n = n - 3
        did_break = ng.if_(n < half, lambda: True, lambda: did_break)
        return did_break, half, n

    did_break, half, n = ng.while_(
        lambda did_break, half, n: ng.not_(did_break),
        loop_body,
        did_break,
        ng.undefined('half'),
        n,
    )
    return ng.defined(half), n

# while_loops.name_only_inside
def name_only_inside(n):
    s = 0

    def loop_body(n, s):
        t = n * 2
        s += t
        n -= 1
        return n, s

    n, s = ng.while_(lambda n, s: n > 0, loop_body, n, s)
    return s

# while_loops.nested
def nested(n):
    t = 0
    i = 0

    def loop_body(i, t):
        j = 0

        def loop_body(j, t):
            t += j
            j += 1
            return j, t

        j, t = ng.while_(lambda j, t: j < i, loop_body, j, t)
        i += 1
        return i, t

    i, t = ng.while_(lambda i, t: i < n, loop_body, i, t)
    return t

# while_loops.nested_breaks
def nested_breaks(n):
    c = 0
    i = 0
    did_break = False

    def loop_body(did_break, i, c):
        j = 0

        def loop_body(j, c):
            c += 1
            j += 1
            return j, c

        j, c = ng.while_(lambda j, c: ng.not_(j > i), loop_body, j, c)

        def if_false(i):
            i += 1
            return did_break, i

        did_break, i = ng.if_(c > 8, lambda i: (True, i), if_false, i)
        return did_break, i, c

    did_break, i, c = ng.while_(
        lambda did_break, i, c: ng.and_(ng.not_(did_break), lambda: i < n),
        loop_body,
        did_break,
        i,
        c,
    )
    return c, i

# while_loops.none_before
def none_before(n):
    last = None

    def loop_body(n):
        last = 1
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return n

# while_loops.not_test
def not_test(n):
    done = False
    i = 0

    def loop_body(done, i):
        i += 1
        done = i >= n
        return done, i

    done, i = ng.while_(lambda done, i: ng.not_(done), loop_body, done, i)
    return i

# while_loops.object_changed_before_a_late_break
def object_changed_before_a_late_break(n):
    meter = ng.call(Meter)
    did_break = False

    def loop_body(did_break, n):
        meter.total = meter.total + n
        n = n - 2

        def if_false(did_break):
            return ng.if_(n < 0, lambda: True, lambda: did_break)

        did_break = ng.if_(
            meter.total > 12,
            lambda did_break: True,
            if_false,
            did_break,
        )
        return did_break, n

    did_break, n = ng.while_(
        lambda did_break, n: ng.not_(did_break),
        loop_body,
        did_break,
        n,
    )
    return meter.total, n

# while_loops.object_changed_in_python_rounds
def object_changed_in_python_rounds(x):
    meter, k = (ng.call(Meter), 0)
    did_break = False

    def loop_body(did_break, k):
        ng.call(meter.log.append, x * k)
        meter.total += 1
        k += 1
        did_break = ng.if_(k >= 3, lambda: True, lambda: did_break)
        return did_break, k

    did_break, k = ng.while_(
        lambda did_break, k: ng.not_(did_break),
        loop_body,
        did_break,
        k,
    )
    return meter.total, ng.call(sum, meter.log)

# while_loops.objects_on_every_level
def objects_on_every_level(n):
    outer = ng.call(Meter)

    def loop_body(i):
        inner = ng.call(Meter)

        def loop_body(j):
            deep = ng.call(Meter)

            def loop_body(k):
                deep.total = deep.total + i + j * k

            ng.for_(ng.call(range, n), loop_body)
            inner.total = inner.total + deep.total

        ng.for_(ng.call(range, n), loop_body)
        outer.total = outer.total + inner.total

    ng.for_(ng.call(range, n), loop_body)
    return outer.total

# while_loops.only_a_break
def only_a_break(n):
    def loop_body():
        pass

    ng.while_(lambda: ng.not_(n < 100), loop_body)
    return n

# while_loops.or_test
def or_test(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = ng.while_(lambda i: ng.or_(i < n, lambda: i < 2), loop_body, i)
    return i

# while_loops.promotions_on_every_level
def promotions_on_every_level(n):
    total = 0

    def loop_body(i, total):
        row = 0

        def loop_body(j, row):
            cell = 0
            k = 0

            def loop_body(k, cell):
                cell = cell + 0.5 * (i + j)
                k += 1
                return k, cell

            k, cell = ng.while_(lambda k, cell: k < n, loop_body, k, cell)
            return row + cell

        row = ng.for_(ng.call(range, n), loop_body, row)
        return total + row

    total = ng.for_(ng.call(range, n), loop_body, total)
    return total

# while_loops.python_draws_once_a_round
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

# while_loops.return_first_in_while_true
def return_first_in_while_true(n):
    s = 0

    def loop_body(s):
        s += 3
        return s

    s = ng.while_(lambda s: ng.not_(s > n), loop_body, s)
    return s * 2

# while_loops.return_first_inside_another_loop
def return_first_inside_another_loop(n):
    did_return = False
    s = 0

    def loop_body(i, s, did_return, return_value):
        def loop_body(s):
            s += 3
            return s

        s = ng.while_(lambda s: ng.not_(s > i * 2), loop_body, s)
        did_break = False

        def loop_body(did_break, did_return, s, return_value):
            def if_true(s, did_break):
                return_value = s, i
                return s, return_value, True, did_break

            def if_false(s, did_break):
                s += 1
                did_break = ng.if_(s % 4 == 0, lambda: True, lambda: did_break)
                return s, return_value, did_return, did_break

            s, return_value, did_return, did_break = ng.if_(
                s > 20, if_true, if_false, s, did_break
            )
            return did_break, did_return, s, return_value

        did_break, did_return, s, return_value = ng.while_(
            lambda did_break, did_return, s, return_value: ng.and_(ng.not_(did_break), lambda: ng.not_(did_return)),
            loop_body,
            did_break,
            did_return,
            s,
            return_value,
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return s, did_return, return_value

    s, did_return, return_value = ng.for_(
        ng.call(range, n),
        loop_body,
        s,
        did_return,
        ng.undefined(),
        test=lambda s, did_return, return_value: ng.not_(did_return),
    )
    return ng.if_(ng.not_(did_return), lambda: (s, -1), lambda: return_value)

# while_loops.root_by_halving
def root_by_halving(y, hi):
    lo = 0.0

    def loop_body(hi, lo):
        mid = (lo + hi) / 2
        return ng.if_(mid * mid * mid > y, lambda: (mid, lo), lambda: (hi, mid))

    hi, lo = ng.while_(lambda hi, lo: ng.not_(hi - lo < 0.001), loop_body, hi, lo)
    return jnp.round(lo, 1)

# while_loops.static_first
def static_first(n):
    i = 0

    def loop_body(i):
        i += 1
        return i

    i = ng.while_(lambda i: i < 3, loop_body, i)

    def loop_body(i):
        i += 2
        return i

    i = ng.while_(lambda i: i < n, loop_body, i)
    return i

# while_loops.test_acts_in_a_nest
def test_acts_in_a_nest(n):
    meter, t = (ng.call(Meter), 0)

    def more():
        meter.total = meter.total + 1
        return meter.total < n

    def loop_body(i, t):
        meter.total = 0

        def loop_body(t):
            return t + 0.5

        return ng.while_(lambda t: ng.call(more), loop_body, t)

    t = ng.for_(ng.call(range, n), loop_body, t)
    return meter.total, t

# while_loops.test_and_body_change_one_object
def test_and_body_change_one_object(n):
    meter = ng.call(Meter)

    def more():
        meter.total = meter.total + 1
        return meter.total < n

    def loop_body():
        meter.total = meter.total + 10

    ng.while_(lambda: ng.call(more), loop_body)
    return meter.total

# while_loops.test_asserts
def test_asserts(x):
    s = 0

    def below(a):
        ng.assert_(a < 100, lambda: a)
        return a < x

    def loop_body(s):
        return s + 3

    s = ng.while_(lambda s: ng.call(below, s), loop_body, s)
    return s

# while_loops.test_calls
def test_calls(n):
    def more(k):
        return k > 2

    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: ng.call(more, n), loop_body, n)
    return n

# while_loops.test_counts_how_often_it_is_asked
def test_counts_how_often_it_is_asked(n):
    looks = ng.list_([0])

    def more():
        nonlocal looks
        looks = ng.set_item(looks, 0, looks[0] + 1)
        return n > 0

    def loop_body():
        nonlocal n
        n -= 1

    ng.while_(lambda: ng.call(more), loop_body)
    return looks[0]

# while_loops.three_levels
def three_levels(n):
    c = 0
    i = 0

    def loop_body(i, c):
        j = 0

        def loop_body(j, c):
            k = 0

            def loop_body(k, c):
                c += 1
                k += 1
                return k, c

            k, c = ng.while_(lambda k, c: k < n, loop_body, k, c)
            j += 1
            return j, c

        j, c = ng.while_(lambda j, c: j < n, loop_body, j, c)
        i += 1
        return i, c

    i, c = ng.while_(lambda i, c: i < n, loop_body, i, c)
    return c

# while_loops.truth_of_int
def truth_of_int(x):
    c = 0

    def loop_body(x, c):
        x //= 2
        c += 1
        return x, c

    x, c = ng.while_(lambda x, c: x, loop_body, x, c)
    return c

# while_loops.tuple_grows
def tuple_grows(n):
    t = ()

    def loop_body(n, t):
        t = t + (n,)
        n -= 1
        return n, t

    n, t = ng.while_(lambda n, t: n > 0, loop_body, n, t)
    return t

# while_loops.tuple_state
def tuple_state(x):
    t = (0, 0)

    def loop_body(x, t):
        t = (t[0] + 1, t[1] + x)
        x -= 1
        return x, t

    x, t = ng.while_(lambda x, t: x > 0, loop_body, x, t)
    return t

# while_loops.two_breaks
def two_breaks(n):
    s = 0
    did_break = False

    def loop_body(did_break, s, n):
        s += n
        n -= 1

        def if_false(s):
            s += 1
            return did_break, s

        did_break, s = ng.if_(n < 2, lambda s: (True, s), if_false, s)
        return did_break, s, n

    did_break, s, n = ng.while_(
        lambda did_break, s, n: ng.and_(ng.not_(did_break), lambda: s < 100, lambda: ng.not_(n == 4)),
        loop_body,
        did_break,
        s,
        n,
    )
    return s, n

# while_loops.two_breaks_first
def two_breaks_first(n):
    s = 0

    def loop_body(n, s):
        s += 2
        n += 3
        return n, s

    n, s = ng.while_(
        lambda n, s: ng.and_(n < 40, lambda: ng.not_(n % 7 == 6), lambda: ng.not_(s > 9)),
        loop_body,
        n,
        s,
    )
    return s, n

# while_loops.two_names
def two_names(n):
    a = b = 0

    def loop_body(n, a, b):
        a += n
        b += 1
        n -= 1
        return n, a, b

    n, a, b = ng.while_(lambda n, a, b: n > 0, loop_body, n, a, b)
    return a, b

# while_loops.unused_state
def unused_state(n):
    k = 3

    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return k

# while_loops.walrus_test
def walrus_test(n):
    s = 0
    did_break = False

    def loop_body(did_break, m, n, s):
        def if_false(n, s):
            s += m
            n -= 1
            return n, did_break, s

        n, did_break, s = ng.if_(
            ng.not_((m := (n - 1)) > 0),
            lambda n, s: (n, True, s),
            if_false,
            n,
            s,
        )
        return did_break, m, n, s

    did_break, m, n, s = ng.while_(
        lambda did_break, m, n, s: ng.not_(did_break),
        loop_body,
        did_break,
        ng.undefined('m'),
        n,
        s,
    )
    return s, ng.defined(m)

# while_loops.while_true
def while_true(n):
    s = 0

    def loop_body(s):
        s += 3
        return s

    s = ng.while_(lambda s: ng.not_(s >= n), loop_body, s)
    return s

# while_loops.while_true_return
def while_true_return(n):
    did_return = False
    s = 0

    def loop_body(did_return, s, return_value):
        s += 3
        return_value, did_return = ng.if_(
            s >= n,
            lambda: (s, True),
            lambda: (return_value, did_return),
        )
        return did_return, s, return_value

    did_return, s, return_value = ng.while_(
        lambda did_return, s, return_value: ng.not_(did_return),
        loop_body,
        did_return,
        s,
        ng.undefined(),
    )
    return return_value

# while_loops.with_continue
def with_continue(n):
    s = 0

    def loop_body(n, s):
        n -= 1

        def if_true(s):
            s += n
            return s

        s = ng.if_(ng.not_(n % 2), if_true, lambda s: s, s)
        return n, s

    n, s = ng.while_(lambda n, s: n > 0, loop_body, n, s)
    return s

# while_loops.with_else
def with_else(n):
    def loop_body(n):
        n -= 1
        return n

    n = ng.while_(lambda n: n > 2, loop_body, n)
    n = n * 10
    return n
