# run_time_keys.commonest
def commonest(xs):
    return ng.call(ng.call(Counter, xs).most_common, 1)[0][0]

# run_time_keys.count
def count(xs):
    counts = {}

    def loop_body(x, counts):
        return ng.set_item(counts, x, ng.call(counts.get, x, 0) + 1)

    counts = ng.for_(xs, loop_body, counts)
    return counts

# run_time_keys.count_unless_there
def count_unless_there(xs):
    counts = {}

    def loop_body(x, counts):
        def if_true(counts):
            return ng.update_item(counts, x, '+=', 1)

        def if_false(counts):
            return ng.set_item(counts, x, 1)

        return ng.if_(ng.in_(x, counts), if_true, if_false, counts)

    counts = ng.for_(xs, loop_body, counts)
    return counts, ng.call(len, counts)

# run_time_keys.happy
def happy(n):
    seen = ng.call(set)

    def loop_body(n):
        ng.call(seen.add, n)
        s = 0

        def loop_body(n, s):
            s += (n % 10) ** 2
            n //= 10
            return n, s

        n, s = ng.while_(lambda n, s: n > 0, loop_body, n, s)
        return s

    n = ng.while_(
        lambda n: ng.and_(n != 1, lambda: ng.not_(ng.in_(n, seen))),
        loop_body,
        n,
    )
    return n == 1

# run_time_keys.made_in_each_iteration
def made_in_each_iteration(n):
    total = 0

    def loop_body(i, total):
        seen = ng.call(set)

        def loop_body(j):
            ng.call(seen.add, j * j % 5)

        ng.for_(ng.call(range, i + 3), loop_body)
        total += ng.call(len, seen)
        return total

    total = ng.for_(ng.call(range, n), loop_body, total)
    return total

# run_time_keys.memo
def memo(n):
    known = {0: 0, 1: 1}

    def loop_body(i, known):
        return ng.set_item(known, i, known[i - 1] + known[i - 2])

    known = ng.for_(ng.call(range, 2, n + 1), loop_body, known)
    return known[n]

# run_time_keys.missing
def missing(xs, k):
    squares = {x: x * x for x in xs}
    return squares[k]

# run_time_keys.mode
def mode(xs):
    counts = ng.call(defaultdict, int)

    def loop_body(x, counts):
        return ng.update_item(counts, x, '+=', 1)

    counts = ng.for_(xs, loop_body, counts)
    return ng.call(max, counts, key=counts.get), ng.call(sum, ng.call(counts.values))

# run_time_keys.next_one
def next_one(xs):
    ways = {0: 1}

    def loop_body(x, ways):
        new = {}

        def loop_body(item, new):
            k, v = item
            new = ng.set_item(new, (k + x) % 7, ng.call(new.get, (k + x) % 7, 0) + v)
            return ng.set_item(new, k, ng.call(new.get, k, 0) + v)

        new = ng.for_(ng.call(ways.items), loop_body, new)
        return new

    ways = ng.for_(xs, loop_body, ways)
    return ways

# run_time_keys.pairs
def pairs(n, m):
    grid = {}

    def loop_body(i, grid):
        def loop_body(j, grid):
            return ng.set_item(grid, (i, j), i * j)

        return ng.for_(ng.call(range, m), loop_body, grid)

    grid = ng.for_(ng.call(range, n), loop_body, grid)
    return ng.call(sum, ng.call(grid.values)), ng.call(len, grid)

# run_time_keys.prime_factors
def prime_factors(n):
    factors = {}
    d = 2

    def loop_body(d, n, factors):
        def loop_body(n, factors):
            def if_true(factors):
                return ng.update_item(factors, d, '+=', 1)

            def if_false(factors):
                return ng.set_item(factors, d, 1)

            factors = ng.if_(ng.in_(d, factors), if_true, if_false, factors)
            n = n // d
            return n, factors

        n, factors = ng.while_(lambda n, factors: n % d == 0, loop_body, n, factors)
        d += 1
        return d, n, factors

    d, n, factors = ng.while_(
        lambda d, n, factors: d * d <= n,
        loop_body,
        d,
        n,
        factors,
    )

    def if_true(factors):
        return ng.set_item(factors, n, ng.call(factors.get, n, 0) + 1)

    factors = ng.if_(n > 1, if_true, lambda factors: factors, factors)
    return factors

# run_time_keys.sets
def sets(xs, ys):
    a = ng.call(set, xs)
    b = ng.call(set, ys)
    return ng.call(len, a | b), ng.call(len, a & b), ng.call(sorted, a - b), a ^ b, a <= b

# run_time_keys.taken_out_and_back
def taken_out_and_back(xs):
    d = {}

    def loop_body(x, d):
        def if_true(d):
            del d[x]
            return d

        def if_false(d):
            return ng.set_item(d, x, x * 2)

        return ng.if_(ng.in_(x, d), if_true, if_false, d)

    d = ng.for_(xs, loop_body, d)
    return d

# run_time_keys.two_sum
def two_sum(xs, target):
    did_return = False
    seen = {}

    def loop_body(item, seen, return_value, did_return):
        i, x = item

        def if_true(seen):
            return_value = seen[target - x], i
            return seen, return_value, True

        def if_false(seen):
            seen = ng.set_item(seen, x, i)
            return seen, return_value, did_return

        return ng.if_(ng.in_(target - x, seen), if_true, if_false, seen)

    seen, return_value, did_return = ng.for_(
        ng.call(enumerate, xs),
        loop_body,
        seen,
        ng.undefined(),
        did_return,
        test=lambda seen, return_value, did_return: ng.not_(did_return),
    )
    return ng.if_(ng.not_(did_return), lambda: (-1, -1), lambda: return_value)
