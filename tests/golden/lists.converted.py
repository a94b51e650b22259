# lists.alias_of_items
def alias_of_items(n):
    b = ng.list_([0])
    c = b

    def loop_body(i, b):
        return ng.set_item(b, 0, b[0] + 1)

    b = ng.for_(ng.call(range, n), loop_body, b)
    return c[0]

# lists.bound_anew
def bound_anew(n):
    m = ng.list_([1, n])

    def if_true(m):
        return m + ng.list_([n])

    m = ng.if_(n > 1, if_true, lambda m: m, m)
    ng.call(m.append, 5)
    return m

# lists.bound_anew_in_a_loop
def bound_anew_in_a_loop(n):
    m = ng.list_([1, n])
    o = ng.list_([])

    def loop_body(i, m, o):
        def if_true(m, o):
            m = m + ng.list_([i])
            return m, o

        def if_false(m, o):
            o = ng.list_([i]) + o
            return m, o

        return ng.if_(i % 2, if_true, if_false, m, o)

    m, o = ng.for_(ng.call(range, n), loop_body, m, o)
    ng.call(m.append, 7)
    return m, o

# lists.breadth_first
def breadth_first(n):
    queue = ng.list_([0])
    seen = ng.list_([])

    def loop_body(queue):
        node = queue[0]
        queue = queue[1:]
        ng.call(seen.append, node)

        def if_true(queue):
            return queue + ng.list_([2 * node + 1, 2 * node + 2])

        return ng.if_(node < n, if_true, lambda queue: queue, queue)

    queue = ng.while_(lambda queue: queue, loop_body, queue)
    return seen

# lists.bubble
def bubble(x):
    l = ng.list_([x, 3, 1, 5, 2])

    def loop_body(i, l):
        def loop_body(j, l):
            def if_true(l):
                item, item_1 = l[j + 1], l[j]
                l = ng.set_item(l, j, item)
                return ng.set_item(l, j + 1, item_1)

            return ng.if_(l[j] > l[j + 1], if_true, lambda l: l, l)

        return ng.for_(ng.call(range, 4 - i), loop_body, l)

    l = ng.for_(range(5), loop_body, l)
    return l

# lists.change_places
def change_places(n):
    m = ng.list_([1, n])
    k = ng.list_([3, 4])
    m, k = ng.if_(n > 1, lambda m, k: (k, m), lambda m, k: (m, k), m, k)
    ng.call(m.append, 5)
    return m, k

# lists.collatz_path
def collatz_path(a):
    path = ng.list_([])

    def loop_body(a):
        ng.call(path.append, a)

        def if_true(a):
            return a // 2

        def if_false(a):
            return 3 * a + 1

        return ng.if_(a % 2 == 0, if_true, if_false, a)

    a = ng.while_(lambda a: a != 1, loop_body, a)
    return path

# lists.equal_or_not
def equal_or_not(n, a):
    l = ng.list_([n, a])
    k = ng.list_([a, 2])

    def if_false():
        return ng.if_(ng.and_(n > 0, lambda: l), lambda: 2, lambda: 3)

    return ng.if_(l == k, lambda: 1, if_false)

# lists.evens
def evens(n):
    listed = ng.list_([])

    def loop_body(i_1):
        def if_true():
            ng.call(listed.append, i_1)

        ng.if_(i_1 % 2 == 0, if_true, lambda: None)

    ng.for_(ng.call(range, n), loop_body)
    found = listed
    return found, ng.call(sum, found)

# lists.fibonacci
def fibonacci(n):
    memo = ng.list_([0, 1])

    def loop_body(i):
        ng.call(memo.append, memo[i - 1] + memo[i - 2])

    ng.for_(ng.call(range, 2, n + 1), loop_body)
    return memo[n], memo[-1]

# lists.filled_by_pairs
def filled_by_pairs(n):
    l = ng.list_([0]) * 3
    out = ng.list_([])

    def loop_body(i, l):
        l = ng.list_([i, i])

        def loop_body(k, l):
            return ng.update_item(l, k, '+=', n)

        l = ng.for_(range(2), loop_body, l)
        ng.call(out.append, l[0])
        ng.call(out.append, l[1])
        return l

    l = ng.for_(ng.call(range, n), loop_body, l)
    return ng.call(len, l), out

# lists.grows
def grows(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, n * i)

    ng.for_(ng.call(range, n), loop_body)
    return l

# lists.grows_and_shrinks
def grows_and_shrinks(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i)

        def if_true():
            ng.call(l.pop)

        ng.if_(i % 3 == 0, if_true, lambda: None)

    ng.for_(ng.call(range, n), loop_body)
    return l

# lists.halves_swapped
def halves_swapped(a, b):
    l = ng.list_([0, 1, 2, 3, b])
    item, item_1 = l[a:], l[:a]
    l = ng.set_item(l, slice(None, a), item)
    l = ng.set_item(l, slice(a, None), item_1)
    del l[-2:]
    return l

# lists.helper_fills
def helper_fills(n):
    def fill(target, k):
        def loop_body(i):
            ng.call(target.append, i)

        ng.for_(ng.call(range, k), loop_body)

    l = ng.list_([7])
    ng.call(fill, l, n)
    ng.call(fill, l, 2)
    return l

# lists.helper_fills_what_it_closes_over
def helper_fills_what_it_closes_over(n):
    out = ng.list_([])
    also = out

    def add(target, k):
        def loop_body(i):
            ng.call(target.append, i * k)

        ng.for_(ng.call(range, k), loop_body)

    def loop_body_1(k):
        ng.call(add, out, n + k)

    ng.for_(range(3), loop_body_1)
    return out, ng.call(len, also)

# lists.in_an_object
def in_an_object(n):
    class Box:

        def __init__(self):
            self.items = []

        def put(self, x):
            self.items.append(x)
    b = ng.call(Box)

    def loop_body(i):
        ng.call(b.put, i)

    ng.for_(ng.call(range, n), loop_body)
    return b.items, ng.call(len, b.items)

# lists.item_in_a_condition
def item_in_a_condition(n):
    l = ng.list_([])
    c = 0

    def loop_body(i, c):
        ng.call(l.append, i)

        def if_true(c):
            c += 1
            return c

        return ng.if_(l[2 - i] > 0, if_true, lambda c: c, c)

    c = ng.for_(ng.call(range, n), loop_body, c)
    return l, c

# lists.item_of_a_short_list_set_in_a_branch
def item_of_a_short_list_set_in_a_branch(g, at):
    far = ng.list_([999]) * 3

    def if_true(far):
        return ng.set_item(far, at, 0)

    far = ng.if_(g[0] != 5, if_true, lambda far: far, far)

    def loop_body(i, far):
        def if_true(far):
            return ng.set_item(far, i, far[at] + g[i])

        return ng.if_(g[i] > 0, if_true, lambda far: far, far)

    far = ng.for_(range(3), loop_body, far)
    return far

# lists.items_of_a_list
def items_of_a_list(a, v):
    l = ng.list_([1, 2, 3])
    m = ng.list_([[1, 2], [3, 4], [5, 6]], depth=2)
    l = ng.set_item(l, a, v[2])
    l = ng.update_item(l, a - 1, '+=', l[a])
    m = ng.set_item(m, a, ng.update_item(m[a], 1, '-=', l[a]), back=True)
    first = ng.call(l.pop, a)
    ng.call(l.insert, a, 7)
    return l, m, first

# lists.largest
def largest(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i * 3 % 7)

    ng.for_(ng.call(range, n), loop_body)
    return ng.call(max, l), ng.call(min, l), ng.call(any, l), ng.call(all, l), l[-1], l[0]

# lists.largest_that_passes
def largest_that_passes(n):
    listed = ng.list_([])

    def loop_body(i_1):
        def if_true():
            ng.call(listed.append, i_1)

        ng.if_(i_1 % 2, if_true, lambda: None)

    ng.for_(ng.call(range, n), loop_body)
    odd = listed
    return ng.call(sum, ng.call(filter, lambda v: v > 3, odd)), ng.call(max, ng.call(filter, lambda v: v > 3, odd), default=0)

# lists.left_early
def left_early(n):
    l = ng.list_([])
    did_break = False

    def loop_body(i, did_break):
        def if_false():
            ng.call(l.append, i * i)
            return did_break

        return ng.if_(i >= n, lambda: True, if_false)

    did_break = ng.for_(
        range(100), loop_body, did_break, test=lambda did_break: ng.not_(did_break)
    )
    return ng.call(len, l), ng.call(sum, l)

# lists.matrix
def matrix(i, j):
    m = ng.list_([[1, 2, 3], [4, 5, 6], [7, 8, 9]], depth=2)
    m = ng.set_item(m, i, ng.set_item(m[i], j, 0), back=True)
    return m[i][j], m[j][i], m

# lists.membership_of_traced_items
def membership_of_traced_items(a, b, c):
    seen = ng.list_([])
    twice = 0

    def loop_body(x, twice):
        def if_true(twice):
            ng.call(seen.append, x)
            return twice

        def if_false(twice):
            twice += 1
            return twice

        return ng.if_(ng.not_(ng.in_(x, seen)), if_true, if_false, twice)

    twice = ng.for_([a, b, c], loop_body, twice)
    l = ng.list_([a, b])
    return seen, twice, ng.in_(c, l), ng.in_(2, l), ng.not_(ng.in_(c, [a, b]))

# lists.merge
def merge(a, b):
    out = ng.list_([])
    i = j = 0

    def loop_body(i, j):
        def if_true(i, j):
            ng.call(out.append, a[i])
            i += 1
            return i, j

        def if_false(i, j):
            ng.call(out.append, b[j])
            j += 1
            return i, j

        return ng.if_(a[i] <= b[j], if_true, if_false, i, j)

    i, j = ng.while_(
        lambda i, j: ng.and_(i < ng.call(len, a), lambda: j < ng.call(len, b)),
        loop_body,
        i,
        j,
    )
    out += a[i:]
    out += b[j:]
    return out

# lists.nested_counts
def nested_counts(n):
    l = ng.list_([0]) * 10

    def loop_body(i, l):
        def loop_body(k, l):
            return ng.update_item(l, k, '+=', 1)

        return ng.for_(ng.call(range, n), loop_body, l)

    l = ng.for_(ng.call(range, n), loop_body, l)
    return l

# lists.nested_loops_share
def nested_loops_share(n):
    b = ng.list_([0])
    did_break_1 = False

    def loop_body(i, did_break_1, b):
        def if_false(b):
            did_break = False

            def loop_body(j, did_break, b):
                def if_false(b):
                    b = ng.set_item(b, 0, b[0] + 1)
                    return did_break, b

                return ng.if_(j > 5, lambda b: (True, b), if_false, b)

            did_break, b = ng.for_(
                ng.call(range, n), loop_body, did_break, b, test=lambda did_break, b: ng.not_(did_break)
            )
            return did_break_1, b

        return ng.if_(i > 5, lambda b: (True, b), if_false, b)

    did_break_1, b = ng.for_(
        ng.call(range, n), loop_body, did_break_1, b, test=lambda did_break_1, b: ng.not_(did_break_1)
    )
    return b

# lists.numbers_promote
def numbers_promote(x):
    l = ng.list_([1, 2])

    def if_true():
        ng.call(l.append, 0.5)

    def if_false():
        ng.call(l.append, 1.5)

    ng.if_(x > 0, if_true, if_false)
    return l[2]

# lists.one_branch
def one_branch(x):
    l = ng.list_([x])

    def if_true():
        ng.call(l.append, 1)

    def if_false():
        ng.call(l.extend, [2, 3])

    ng.if_(x > 1, if_true, if_false)
    return l

# lists.ordered_by_items
def ordered_by_items(a, b, c):
    l, m = (ng.list_([a, b]), ng.list_([c, 2]))
    return l < m, l <= m, l > m, l >= m, l < [a], l > [a], ng.list_([a, b, c]) >= l

# lists.ordered_of_unknown_length
def ordered_of_unknown_length(n):
    listed = ng.list_([])

    def loop_body(i_1):
        ng.call(listed.append, i_1)

    ng.for_(ng.call(range, n), loop_body)
    l = listed
    return l > []

# lists.out_of_range
def out_of_range(x):
    l = ng.list_([1, 2, 3, 4, 5])
    return l[x]

# lists.pascal
def pascal(n):
    row = ng.list_([1])

    def loop_body(i, row):
        new = ng.list_([1])

        def loop_body(j):
            ng.call(new.append, row[j] + row[j + 1])

        ng.for_(ng.call(range, ng.call(len, row) - 1), loop_body)
        ng.call(new.append, 1)
        return new

    row = ng.for_(ng.call(range, n), loop_body, row)
    return row

# lists.pop_from_empty
def pop_from_empty(n):
    l = ng.list_([1])

    def loop_body(i):
        ng.call(l.pop)

    ng.for_(ng.call(range, n), loop_body)
    return ng.call(len, l)

# lists.prints_once
def prints_once(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i)

        def if_true():
            ng.call(print, 'at', i)

        ng.if_(i % 500 == 0, if_true, lambda: None)

    ng.for_(ng.call(range, n * 3), loop_body)
    ng.call(print, ng.call(len, l), l[:3])
    return ng.call(len, l)

# lists.queue
def queue(n):
    q = ng.list_([1])
    s = 0

    def loop_body(i, s):
        x = ng.call(q.pop, 0)
        s += x
        ng.call(q.append, x + 1)

        def if_true():
            ng.call(q.insert, 0, x * 2)

        ng.if_(x % 2 == 0, if_true, lambda: None)
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s, q

# lists.rebound_and_changed
def rebound_and_changed(n):
    l = ng.list_([0])
    m = l

    def loop_body(i, l):
        l = ng.set_item(l, 0, l[0] + 1)
        return ng.list_([l[0]])

    l = ng.for_(ng.call(range, n), loop_body, l)
    return m[0], l

# lists.rebound_longer
def rebound_longer(n):
    l = ng.list_([0]) * 3

    def loop_body(i, l):
        def loop_body(k, l):
            return ng.update_item(l, k, '+=', 1)

        l = ng.for_(ng.call(range, n), loop_body, l)
        return l + ng.list_([i])

    l = ng.for_(ng.call(range, n), loop_body, l)
    return l

# lists.returned_from_inside
def returned_from_inside(n):
    did_return = False
    l = ng.list_([])

    def loop_body(did_return, n, return_value):
        ng.call(l.append, n)

        def if_false(n):
            n = n // 2
            return n, return_value, did_return

        n, return_value, did_return = ng.if_(
            n <= 1,
            lambda n: (n, l, True),
            if_false,
            n,
        )
        return did_return, n, return_value

    did_return, n, return_value = ng.while_(
        lambda did_return, n, return_value: ng.not_(did_return),
        loop_body,
        did_return,
        n,
        ng.undefined(),
    )
    return return_value

# lists.row_by_name
def row_by_name(i, j):
    m = ng.list_([[1, 2, 3], [4, 5, 6], [7, 8, 9]], depth=2)
    row = m[i]
    row = ng.set_item(row, j, 0)
    return m

# lists.row_known_before
def row_known_before(i, j):
    m = ng.list_([[1, 2, 3], [4, 5, 6], [7, 8, 9]], depth=2)
    r0 = m[0]
    m = ng.set_item(m, i, ng.set_item(m[i], j, 0), back=True)
    return r0, m

# lists.rows_appended_to_by_their_number
def rows_appended_to_by_their_number(a, b):
    operand = ng.list_([])
    listed = ng.list_([])

    def loop_body(__1):
        ng.call(listed.append, ng.list_([]))

    ng.for_(range(9), loop_body)
    new, other = (operand, listed)
    new = ng.list_([])

    def loop_body(i):
        row = ng.list_([])

        def loop_body(j):
            def if_true():
                ng.call(row.append, i)

            def if_false():
                ng.call(row.append, j - b)

            ng.if_((i * j + a) % 3 == b, if_true, if_false)

        ng.for_(range(5), loop_body)
        row = ng.update_item(row, 0, '+=', row[1])
        ng.call(new.append, row)

    ng.for_(range(12), loop_body)

    def loop_body(k):
        def loop_body(j):
            ng.call(other[k].append, new[k][j])

        ng.for_(ng.call(range, k % 3 + 1), loop_body)

    ng.for_(range(9), loop_body)
    return new, other

# lists.rows_that_begin_with_an_item
def rows_that_begin_with_an_item(n):
    rows = ng.list_([])

    def loop_body(i):
        row = ng.list_([i])

        def loop_body(j):
            ng.call(row.append, j)

        ng.for_(ng.call(range, i), loop_body)
        ng.call(rows.append, row)

    ng.for_(ng.call(range, n), loop_body)
    return rows, ng.call(len, rows)

# lists.run_lengths
def run_lengths(v):
    out = ng.list_([])
    count = 1

    def loop_body(i, count):
        def if_true(count):
            count += 1
            return count

        def if_false(count):
            ng.call(out.append, (v[i - 1], count))
            return 1

        return ng.if_(v[i] == v[i - 1], if_true, if_false, count)

    count = ng.for_(range(1, 10), loop_body, count)
    ng.call(out.append, (v[9], count))
    return out

# lists.same_row_again
def same_row_again(n):
    row = ng.list_([1])
    rows = ng.list_([])

    def loop_body(i):
        ng.call(rows.append, row)

    ng.for_(ng.call(range, n), loop_body)
    ng.call(row.append, 2)
    return rows

# lists.sieve
def sieve(n):
    is_prime = ng.list_([True]) * (n + 1)
    primes = ng.list_([])

    def loop_body(i, is_prime):
        def if_true(is_prime):
            ng.call(primes.append, i)
            j = i * i

            def loop_body(j, is_prime):
                is_prime = ng.set_item(is_prime, j, False)
                j += i
                return j, is_prime

            j, is_prime = ng.while_(lambda j, is_prime: j <= n, loop_body, j, is_prime)
            return is_prime

        return ng.if_(is_prime[i], if_true, lambda is_prime: is_prime, is_prime)

    is_prime = ng.for_(ng.call(range, 2, n + 1), loop_body, is_prime)
    return primes

# lists.slice_assigned
def slice_assigned(a, b):
    l = ng.list_([0, 1, 2, 3, 4, 5])
    l = ng.set_item(l, slice(a, b), ng.list_([7, 8]))
    return l

# lists.slices_in_loops
def slices_in_loops(a, b):
    listed = ng.list_([])

    def loop_body(i_1):
        ng.call(listed.append, i_1)

    ng.for_(ng.call(range, b), loop_body)
    l = listed
    operand = l
    operand_1 = slice(None, None)
    listed_1 = ng.list_([])

    def loop_body(x_1):
        ng.call(listed_1.append, x_1 + 1)

    ng.for_(l, loop_body)
    l = ng.set_item(operand, operand_1, listed_1)

    def loop_body(i, l):
        l = ng.set_item(l, slice(i, i + 1), ng.list_([i, i]))
        del l[:1]
        return l

    l = ng.for_(ng.call(range, a), loop_body, l)
    return l, ng.call(len, l)

# lists.sorted_and_searched
def sorted_and_searched(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i * 7 % 5)

    ng.for_(ng.call(range, n), loop_body)
    ng.call(l.sort)
    m = ng.call(sorted, l, reverse=True)
    ng.call(l.reverse)
    return l, m, ng.call(l.count, 3), ng.call(l.index, 0)

# lists.stack
def stack(n):
    todo = ng.list_([n])
    seen = ng.list_([])

    def loop_body():
        k = ng.call(todo.pop)
        ng.call(seen.append, k)

        def if_true():
            def if_true():
                ng.call(todo.append, k // 2)

            def if_false():
                ng.call(todo.append, k - 1)
                ng.call(todo.append, k // 3)

            ng.if_(k % 2 == 0, if_true, if_false)

        ng.if_(k > 1, if_true, lambda: None)

    ng.while_(lambda: ng.and_(todo, lambda: ng.call(len, seen) < 20), loop_body)
    return seen

# lists.static_trips
def static_trips(x):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, x * i)

    ng.for_(range(50), loop_body)
    return l, ng.call(len, l)

# lists.step_deleted
def step_deleted(n):
    listed = ng.list_([])

    def loop_body(i_1):
        ng.call(listed.append, i_1)

    ng.for_(ng.call(range, n), loop_body)
    l = listed
    del l[::2]
    return l

# lists.table_of_products
def table_of_products(n):
    m = ng.list_([ng.list_([0]) * 4 for _ in range(4)])

    def loop_body(i, m):
        def loop_body(k, m):
            return ng.set_item(
                m, i, ng.update_item(m[i], k, '+=', i * k + n), back=True
            )

        return ng.for_(ng.call(range, n), loop_body, m)

    m = ng.for_(ng.call(range, n), loop_body, m)
    return m

# lists.three_lengths
def three_lengths(n):
    l = ng.list_([5, 6, 7])

    def if_true(l):
        return l + ng.list_([n])

    def if_false(l):
        def if_true(l):
            return ng.list_([n])

        def if_false(l):
            return l[1:]

        return ng.if_(n > 0, if_true, if_false, l)

    l = ng.if_(n > 2, if_true, if_false, l)
    return l

# lists.triangle
def triangle(n):
    rows = ng.list_([])

    def loop_body(i):
        row = ng.list_([])

        def loop_body(j):
            ng.call(row.append, i * j)

        ng.for_(ng.call(range, i), loop_body)
        ng.call(rows.append, row)

    ng.for_(ng.call(range, n), loop_body)
    return rows

# lists.two_at_once
def two_at_once(n):
    small, large = (ng.list_([]), ng.list_([]))

    def loop_body(i):
        def if_true():
            ng.call(small.append, i)

        def if_false():
            ng.call(large.append, i)

        ng.if_(i < 3, if_true, if_false)

    ng.for_(ng.call(range, n * 2), loop_body)
    return small, large

# lists.two_names
def two_names(n):
    a = ng.list_([])
    b = a

    def loop_body(i):
        ng.call(a.append, i)

    ng.for_(ng.call(range, n), loop_body)
    ng.call(b.append, 100)
    return a, ng.call(len, b)

# lists.two_names_on_some_paths
def two_names_on_some_paths(n):
    m = ng.list_([1])
    k = ng.if_(n > 1, lambda: m + ng.list_([2]), lambda: m)
    ng.call(k.append, 3)
    return m, k

# lists.used_in_the_function
def used_in_the_function(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i)

        def if_true():
            ng.call(l.append, 100)

        ng.if_(i == 2, if_true, lambda: None)

    ng.for_(ng.call(range, n), loop_body)
    operand = ng.call(sum, l)
    operand_1 = ng.call(len, l)
    operand_2 = ng.in_(100, l)
    operand_3 = ng.call(l.count, 1)
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, x_1 + 1)

    ng.for_(l, loop_body)
    return operand, operand_1, operand_2, operand_3, listed

# lists.walked_over
def walked_over(n):
    l = ng.list_([])

    def loop_body(i):
        ng.call(l.append, i)

    ng.for_(ng.call(range, n), loop_body)
    s = 0

    def loop_body(item, s):
        k, x = item
        s += k * x
        return s

    s = ng.for_(ng.call(enumerate, l), loop_body, s)

    def loop_body(x, s):
        return s * 2 + x

    s = ng.for_(ng.call(reversed, l), loop_body, s)
    return s

# lists.window
def window(n):
    l = ng.list_([1, 2, 3])

    def loop_body(i, l):
        ng.call(l.append, i)
        return l[1:]

    l = ng.for_(ng.call(range, n), loop_body, l)
    return l

# lists.zipped_and_mapped
def zipped_and_mapped(n, a):
    listed = ng.list_([])

    def loop_body(i_1):
        ng.call(listed.append, i_1 * a)

    ng.for_(ng.call(range, n), loop_body)
    l = listed
    operand = ng.call(list, ng.call(map, lambda v: v + 1, l))
    operand_1 = ng.call(list, ng.call(filter, lambda v: v > 1, l))
    operand_2 = ng.call(list, ng.call(reversed, l))
    listed_1 = ng.list_([])

    def loop_body(item):
        x_1, y_1 = item
        ng.call(listed_1.append, x_1 + y_1)

    ng.for_(ng.call(zip, l, [1, 2, a]), loop_body)
    operand_3 = listed_1
    listed_2 = ng.list_([])

    def loop_body(item):
        i_2, x_2 = item
        ng.call(listed_2.append, i_2 * x_2)

    ng.for_(ng.call(zip, ng.call(range, a), [3, 4, 5]), loop_body)
    return operand, operand_1, operand_2, operand_3, listed_2
