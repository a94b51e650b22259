# several_kinds.appended_in_branches
def appended_in_branches(n):
    out = ng.list_([])

    def loop_body(i):
        def if_true():
            ng.call(out.append, 'Fizz')

        def if_false():
            def if_true():
                ng.call(out.append, ng.call(str, i))

            def if_false():
                ng.call(out.append, None)

            ng.if_(i % 2 == 0, if_true, if_false)

        ng.if_(i % 3 == 0, if_true, if_false)

    ng.for_(ng.call(range, n), loop_body)
    return out

# several_kinds.as_a_bound
def as_a_bound(x):
    n = ng.if_(x > 0, lambda: x, lambda: None)
    s = 0

    def if_true(s):
        def loop_body(i, s):
            s += i
            return s

        return ng.for_(ng.call(range, n), loop_body, s)

    s = ng.if_(ng.not_(ng.is_(n, None)), if_true, lambda s: s, s)
    return s

# several_kinds.best_of_three
def best_of_three(xs):
    return ng.call(best_pair, xs)

# several_kinds.best_pair
def best_pair(xs):
    best = None, 0.0

    def loop_body(x, best):
        def if_true():
            return x, x * 2

        return ng.if_(
            ng.or_(ng.is_(best[0], None), lambda: x > best[0]),
            if_true,
            lambda: best,
        )

    best = ng.for_(xs, loop_body, best)
    return best

# several_kinds.best_row
def best_row(m):
    best = total = None

    def loop_body(row, total, best):
        def if_true():
            best, total = (row, ng.call(row.sum))
            return total, best

        return ng.if_(
            ng.or_(ng.is_(total, None), lambda: ng.call(row.sum) > total),
            if_true,
            lambda: (total, best),
        )

    total, best = ng.for_(m, loop_body, total, best)
    return best, total

# several_kinds.best_row_of_three
def best_row_of_three(m):
    return ng.call(best_row, m)

# several_kinds.by_functions
def by_functions(x):
    r = ng.if_(x > 3, lambda: None, lambda: x)
    return ng.call(math.sqrt, r) + ng.call(abs, r) + ng.call(max, r, 1) + ng.call(float, r) + -r

# several_kinds.by_truth
def by_truth(n):
    s = ng.repeated('Fizz', n % 3 == 0) + ng.repeated('Buzz', n % 5 == 0)
    return ng.or_(s, lambda: ng.call(str, n)), ng.repeated('a', ng.and_(n > 2, lambda: n < 7)), 2 * "b"

# several_kinds.chosen_in_a_loop
def chosen_in_a_loop(n):
    r = None

    def loop_body(i, r):
        return ng.if_(
            i % 2 == 0,
            lambda: 'even',
            lambda: ng.if_(i % 3 == 0, lambda: i * 10, lambda: None),
        )

    r = ng.for_(ng.call(range, n), loop_body, r)
    return r

# several_kinds.collected
def collected(xs):
    out = ng.list_([])

    def loop_body(x):
        ng.call(out.append, ng.if_(x < 0, lambda: None, lambda: x))

    ng.for_(xs, loop_body)
    return out

# several_kinds.compared
def compared(x):
    r = ng.if_(x > 3, lambda: None, lambda: x)
    return r == None, r == 2, r != 2, x == r, "a" == r, ng.is_(r, None), ng.in_(r, (None, 2)), ng.in_(r, [1, 2])

# several_kinds.containers_in_branches
def containers_in_branches(x):
    def if_true():
        return ng.list_([1, 'a', (None, 2)]), {"k": None}

    def if_false():
        return ng.list_([None, 'b', (3, 2)]), {"k": x}

    made = ng.if_(x > 2, if_true, if_false)
    return made

# several_kinds.falls_off_the_end
def falls_off_the_end(x):
    def if_false():
        return ng.if_(x < 0, lambda: -1, lambda: None)

    return ng.if_(x > 0, lambda: 'positive', if_false)

# several_kinds.first_negative
def first_negative(xs):
    did_return = False

    def loop_body(item, return_value, did_return):
        i, x = item
        return ng.if_(x < 0, lambda: (i, True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(enumerate, xs),
        loop_body,
        ng.undefined(),
        did_return,
        test=lambda return_value, did_return: ng.not_(did_return),
    )
    return ng.if_(ng.not_(did_return), lambda: None, lambda: return_value)

# several_kinds.first_of_three
def first_of_three(xs):
    return ng.call(first_negative, xs)

# several_kinds.fizz_buzz
def fizz_buzz(n):
    def loop_body(i):
        s = ""

        def if_true(s):
            s += "Fizz"
            return s

        s = ng.if_(i % 3 == 0, if_true, lambda s: s, s)

        def if_true(s):
            s += "Buzz"
            return s

        s = ng.if_(i % 5 == 0, if_true, lambda s: s, s)
        ng.call(print, ng.or_(s, lambda: i))

    ng.for_(ng.call(range, 1, n + 1), loop_body)

# several_kinds.fizz_buzz_in_one_line
def fizz_buzz_in_one_line(n):
    def loop_body(i):
        ng.call(
            print,
            ng.if_(i % 15 == 0, lambda: 'FizzBuzz', lambda: ng.if_(i % 5 == 0, lambda: 'Buzz', lambda: ng.if_(i % 3 == 0, lambda: 'Fizz', lambda: i))),
        )

    ng.for_(ng.call(range, 1, n + 1), loop_body)

# several_kinds.in_a_list
def in_a_list(x):
    r = ng.if_(x > 3, lambda: None, lambda: x)
    return ng.list_([10, 20, 30, 40])[r]

# several_kinds.in_an_attribute
def in_an_attribute(xs):
    best = ng.call(Best)

    def loop_body(x):
        ng.call(best.see, x)

    ng.for_(xs, loop_body)
    return best.seen

# several_kinds.in_containers
def in_containers(n):
    def loop_body(i):
        r = ng.if_(i % 2 == 0, lambda: i, lambda: None)
        ng.call(print, r, [r], (r, 1), {'r': r})

    ng.for_(ng.call(range, n), loop_body)

# several_kinds.item_at_what_was_found
def item_at_what_was_found(xs):
    i = ng.call(first_negative, xs)

    def if_false():
        return xs[i] * 2 + i

    return ng.if_(ng.is_(i, None), lambda: -1.0, if_false)

# several_kinds.joined_from_a_generator
def joined_from_a_generator(n):
    return ng.call(
        " ".join, (ng.if_((i + n) % 3 == 0, lambda: 'Fizz', lambda: ng.call(str, i + n)) for i in range(1, 6))
    )

# several_kinds.joined_texts
def joined_texts(x):
    r = ng.if_(x > 3, lambda: None, lambda: x)
    return ng.text(f'<{ng.shown(r)}>'), ng.call(str, r) + '!', ng.percent('%s', r), ng.text(f'{ng.shown(ng.list_([r]))}')

# several_kinds.kept_by_a_lambda
def kept_by_a_lambda(n, k):
    limit = ng.if_(n == 0, lambda: None, lambda: n)
    below = lambda i: ng.or_(ng.is_(limit, None), lambda: i < limit)
    total = 0

    def loop_body(i, total):
        def if_true(total):
            total += i
            return total

        return ng.if_(ng.call(below, i), if_true, lambda total: total, total)

    total = ng.for_(ng.call(range, k), loop_body, total)
    return total

# several_kinds.kind
def kind(x):
    r = ng.if_(x > 3, lambda: None, lambda: x)
    return ng.call(isinstance, r, float), ng.call(isinstance, r, ng.call(type, None))

# several_kinds.largest_below
def largest_below(xs, limit=None):
    best = None

    def loop_body(x, best):
        def if_true(best):
            return ng.if_(
                ng.or_(ng.is_(best, None), lambda: x > best),
                lambda: x,
                lambda: best,
            )

        return ng.if_(
            ng.not_(ng.and_(ng.not_(ng.is_(limit, None)), lambda: x > limit)),
            if_true,
            lambda best: best,
            best,
        )

    best = ng.for_(xs, loop_body, best)
    return best

# several_kinds.last_of_collatz
def last_of_collatz(n):
    last = None

    def loop_body(n, last):
        last = n
        n = ng.if_(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1)
        return n, last

    n, last = ng.while_(lambda n, last: n > 1, loop_body, n, last)
    return last

# several_kinds.of_two_types
def of_two_types(x, y):
    r = None

    def if_false(r):
        return ng.if_(y > 0, lambda: y, lambda: r)

    r = ng.if_(x > 0, lambda r: x, if_false, r)
    return r

# several_kinds.or_a_default
def or_a_default(x):
    r = None

    def if_true():
        return x * 3

    r = ng.if_(x > 0, if_true, lambda: r)
    return ng.or_(r, lambda: 7)

# several_kinds.ordered
def ordered(x):
    r = ng.if_(x > 3, lambda: None, lambda: x)
    return ng.and_(1 < r, lambda: r <= 3)

# several_kinds.quotient
def quotient(a, b):
    q = ng.if_(b == 0, lambda: None, lambda: a // b)
    return q, ng.if_(ng.is_(q, None), lambda: 'div', lambda: 'ok')

# several_kinds.reset_and_counted
def reset_and_counted(n):
    best, rounds = None, 0

    def loop_body(i, best, rounds):
        def if_false(best):
            def if_false(best):
                best += i
                return best

            return ng.if_(ng.is_(best, None), lambda best: i, if_false, best)

        best = ng.if_(i % 4 == 3, lambda best: None, if_false, best)
        rounds += ng.if_(ng.not_(ng.is_(best, None)), lambda: 1, lambda: 0)
        return best, rounds

    best, rounds = ng.for_(ng.call(range, n), loop_body, best, rounds)
    return rounds, ng.is_(best, None), ng.or_(best, lambda: -1)

# several_kinds.round_of
def round_of(n):
    did_return = False

    def loop_body(i, return_value, did_return):
        return ng.if_(i == 2, lambda: ('two', True), lambda: (return_value, did_return))

    return_value, did_return = ng.for_(
        ng.call(range, n), loop_body, ng.undefined(), did_return, test=lambda return_value, did_return: ng.not_(did_return)
    )
    return ng.if_(ng.not_(did_return), lambda: n, lambda: return_value)

# several_kinds.smallest
def smallest(xs):
    best = None

    def loop_body(x, best):
        return ng.if_(
            ng.or_(ng.is_(best, None), lambda: x < best),
            lambda: x,
            lambda: best,
        )

    best = ng.for_(xs, loop_body, best)
    return best

# several_kinds.smallest_of_ints
def smallest_of_ints(xs):
    return ng.call(smallest, xs)

# several_kinds.smallest_of_three
def smallest_of_three(xs):
    return ng.call(smallest, xs)

# several_kinds.squared
def squared(xs):
    best = ng.call(smallest, xs)
    return ng.if_(ng.is_(best, None), lambda: 0.0, lambda: best * best)

# several_kinds.squared_where_found
def squared_where_found(n):
    x = None

    def loop_body(i, x):
        return ng.if_(i > 2, lambda: i, lambda: x)

    x = ng.for_(ng.call(range, n), loop_body, x)

    def if_true():
        raise ValueError("nothing")

    ng.if_(ng.is_(x, None), if_true, lambda: None)
    return x * x

# several_kinds.summed
def summed(x):
    total = None

    def loop_body(_, total):
        return ng.if_(ng.is_(total, None), lambda: 0, lambda: total + x)

    total = ng.for_(range(3), loop_body, total)
    return total

# several_kinds.summed_from_nothing
def summed_from_nothing(n):
    out = None

    def loop_body(i, out):
        return ng.counted(ng.or_(out, lambda: 0), '+', i)

    out = ng.for_(ng.call(range, n), loop_body, out)
    return out

# several_kinds.text_or_number
def text_or_number(x):
    r = ng.if_(x > 3, lambda: 'big', lambda: x)
    return r * 2

# several_kinds.three_valued
def three_valued(x):
    flag = None

    def if_false(flag):
        return ng.if_(x < -1, lambda: False, lambda: flag)

    flag = ng.if_(x > 1, lambda flag: True, if_false, flag)

    def if_false():
        return ng.if_(flag, lambda: 1, lambda: -1)

    return ng.if_(ng.is_(flag, None), lambda: 0, if_false)

# several_kinds.through_a_helper
def through_a_helper(n):
    last = ng.call(last_of_collatz, n)

    def if_true():
        return n * 10

    last = ng.if_(ng.is_(last, None), if_true, lambda: last)
    return last + 1

# several_kinds.unguarded
def unguarded(xs):
    i = ng.call(first_negative, xs)
    return i + 1

# several_kinds.until_found
def until_found(n):
    x = None
    i = 0

    def loop_body(x, i):
        i += 1
        x = ng.if_(i * i > n, lambda: i, lambda: x)
        return x, i

    x, i = ng.while_(lambda x, i: ng.is_(x, None), loop_body, x, i)
    return x * 2

# several_kinds.whether_any_of_none
def whether_any_of_none(xs):
    return ng.is_(ng.call(smallest, xs), None)
