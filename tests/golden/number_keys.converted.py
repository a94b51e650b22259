# number_keys.arrays_by_number
def arrays_by_number(k):
    d = {0: jnp.zeros(2), 1: jnp.ones(2), 2: jnp.array([5.0, 6.0])}
    return d[k] * 2

# number_keys.counted_loop
def counted_loop(x, n):
    d = {k: 0 for k in range(5)}

    def loop_body(i, d):
        return ng.set_item(d, x * i % 5, d[x * i % 5] + 1)

    d = ng.for_(ng.call(range, n), loop_body, d)
    return d, ng.call(sum, ng.call(d.values))

# number_keys.counter_known
def counter_known(items):
    c = ng.call(Counter, {1: 0, 2: 0})

    def loop_body(x, c):
        return ng.update_item(c, x, '+=', 1)

    c = ng.for_(items, loop_body, c)
    return c[1], c[2], c[items[0] + 5]

# number_keys.counts
def counts(items):
    d = {0: 0, 1: 0, 2: 0, 3: 0}

    def loop_body(x, d):
        return ng.set_item(d, x, ng.call(d.get, x, 0) + 1)

    d = ng.for_(items, loop_body, d)
    return d

# number_keys.counts_array
def counts_array(items):
    d = {0: 0, 1: 0, 2: 0, 3: 0}

    def loop_body(x, d):
        return ng.update_item(d, x, '+=', 1)

    d = ng.for_(items, loop_body, d)
    return d[0], d[3]

# number_keys.days_before
def days_before(m):
    days = {1: 31, 2: 28, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}
    total = 0

    def loop_body(i, total):
        total += days[i]
        return total

    total = ng.for_(ng.call(range, 1, m), loop_body, total)
    return total

# number_keys.defaults
def defaults(x):
    d = ng.call(defaultdict, int)
    d = ng.set_item(d, 2, 5)
    return d[x]

# number_keys.dicts_in_dicts
def dicts_in_dicts(i, j):
    g = {1: {1: 5, 2: 6}, 2: {1: 7, 2: 8}}
    return g[i][j]

# number_keys.given
def given(d, x):
    def if_true():
        return d[x] + 1

    def if_false():
        return ng.call(d.get, x, 0)

    return ng.if_(ng.in_(x, d), if_true, if_false)

# number_keys.in_a_branch
def in_a_branch(m):
    d = {1: 5, 2: 6}

    def if_true(d):
        return ng.call(d.get, m - 4, 0)

    def if_false(d):
        d = ng.update_item(d, m, '-=', m)
        return d[m]

    return ng.if_(m > 2, if_true, if_false, d)

# number_keys.in_a_test
def in_a_test(x, n):
    after = {0: 1, 1: 2, 2: 0}

    def loop_body(x, n):
        x = after[x]
        n -= 1
        return x, n

    x, n = ng.while_(
        lambda x, n: ng.and_(after[x] != 2, lambda: n > 0),
        loop_body,
        x,
        n,
    )
    return x, n

# number_keys.in_comprehensions
def in_comprehensions(v):
    d = {0: 2.5, 1: 1.5}
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, d[x_1])

    ng.for_(v, loop_body)
    operand = listed
    total = 0

    def loop_body(x_2, total):
        return total + ng.call(d.get, x_2, 0.0)

    total = ng.for_(v, loop_body, total)
    operand_1 = total
    listed_1 = ng.list_([])

    def loop_body(x_3):
        ng.call(listed_1.append, d[x_3])

    ng.for_(v, loop_body)
    return operand, operand_1, ng.call(max, listed_1)

# number_keys.look_up
def look_up(x):
    d = {1: 10, 2: 20, 3: 30}
    return d[x]

# number_keys.look_up_get
def look_up_get(x):
    d = {1: 10, 2: 20, 3: 30}
    return ng.counted(ng.call(d.get, x, 0), '+', ng.in_(x, d))

# number_keys.machine
def machine(state, n):
    after = {1: 2, 2: 3, 3: 1}

    def loop_body(n, state):
        state = after[state]
        n -= 1
        return n, state

    n, state = ng.while_(lambda n, state: n > 0, loop_body, n, state)
    return state

# number_keys.names_by_number
def names_by_number(k):
    names = {1: "one", 2: "two"}
    ng.call(print, ng.call(names.get, k, '?'))
    return names[k]

# number_keys.new_at_run_time
def new_at_run_time(x, n):
    d = {1: 5, 2: 6}
    d = ng.set_item(d, x, n)
    return d

# number_keys.new_in_a_loop
def new_in_a_loop(items):
    d = {}

    def loop_body(x, d):
        return ng.set_item(d, x, 1)

    d = ng.for_(items, loop_body, d)
    return d

# number_keys.points
def points(a, b):
    pos = {1: (0, 0), 2: (3, 4)}
    x, y = pos[a]
    u, v = pos[b]
    return ng.call(abs, x - u) + ng.call(abs, y - v)

# number_keys.set_in_a_loop
def set_in_a_loop(x, n):
    d = {k: 0.0 for k in range(5)}

    def loop_body(i, d):
        return ng.set_item(d, i % 4, d[(i + x) % 5] + 0.5)

    d = ng.for_(ng.call(range, n), loop_body, d)
    return d

# number_keys.truths_as_keys
def truths_as_keys(x):
    d = {True: 5, False: 7}
    return d[x > 0], ng.call(d.get, x == 0, 1)

# number_keys.tuple_keys
def tuple_keys(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    return cost[(a, b)]

# number_keys.tuple_keys_get
def tuple_keys_get(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    return ng.call(cost.get, (a, b), -1)

# number_keys.tuple_set
def tuple_set(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    cost = ng.set_item(cost, (a, b), cost[a, b] + 10)
    cost = ng.set_item(cost, (b, a), 1)
    return cost

# number_keys.two_names
def two_names(k, j):
    d = {0: 1, 1: 2}
    e = d
    f = ng.call(dict, d)
    e = ng.set_item(e, k, 10)
    d = ng.update_item(d, j, '+=', 5)
    return d, e, f, ng.is_(e, d)

# number_keys.whole_numbers_and_fractions
def whole_numbers_and_fractions(x, y):
    d = {0.5: 1, 1.5: 2, 2: 3}
    return d[y], ng.call(d.get, x, 0)
