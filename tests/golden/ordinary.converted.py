# ordinary.binary_search
def binary_search(v, x):
    did_return = False
    lo, hi = (0, ng.call(len, v) - 1)

    def loop_body(did_return, lo, hi, return_value):
        mid = (lo + hi) // 2

        def if_false(lo, hi):
            def if_true():
                lo = mid + 1
                return lo, hi

            def if_false():
                hi = mid - 1
                return lo, hi

            lo, hi = ng.if_(v[mid] < x, if_true, if_false)
            return return_value, did_return, lo, hi

        return_value, did_return, lo, hi = ng.if_(
            v[mid] == x,
            lambda lo, hi: (mid, True, lo, hi),
            if_false,
            lo,
            hi,
        )
        return did_return, lo, hi, return_value

    did_return, lo, hi, return_value = ng.while_(
        lambda did_return, lo, hi, return_value: ng.and_(ng.not_(did_return), lambda: lo <= hi),
        loop_body,
        did_return,
        lo,
        hi,
        ng.undefined(),
    )
    return ng.if_(ng.not_(did_return), lambda: -1, lambda: return_value)

# ordinary.bisect_sqrt
def bisect_sqrt(x):
    lo, hi = (0.0, ng.call(max, 1.0, x))

    def loop_body(hi, lo):
        mid = (lo + hi) / 2
        lo, hi = ng.if_(mid * mid < x, lambda: (mid, hi), lambda: (lo, mid))
        return hi, lo

    hi, lo = ng.while_(lambda hi, lo: hi - lo > 0.0001, loop_body, hi, lo)
    return (lo + hi) / 2

# ordinary.brightened
def brightened(image, rows):
    def loop_body(i, image):
        image = ng.set_item(
            image, i, ng.set_item(image[i], 0, image[i][0] + 2), back=True
        )

        def if_true(image):
            return ng.set_item(image, i, ng.set_item(image[i], 1, 1), back=True)

        return ng.if_(image[i][1] > 1, if_true, lambda image: image, image)

    image = ng.for_(ng.call(range, rows), loop_body, image)
    return image

# ordinary.bubble
def bubble(v):
    n = ng.call(len, v)
    did_break = False

    def loop_body(i, v, did_break):
        swapped = False

        def loop_body(j, v, swapped):
            def if_true(v):
                item, item_1 = v[j + 1], v[j]
                v = ng.set_item(v, j, item)
                v = ng.set_item(v, j + 1, item_1)
                return v, True

            return ng.if_(v[j] > v[j + 1], if_true, lambda v: (v, swapped), v)

        v, swapped = ng.for_(ng.call(range, 0, n - i - 1), loop_body, v, swapped)
        did_break = ng.if_(ng.not_(swapped), lambda: True, lambda: did_break)
        return v, did_break

    v, did_break = ng.for_(
        ng.call(range, n), loop_body, v, did_break, test=lambda v, did_break: ng.not_(did_break)
    )
    return v

# ordinary.caesar
def caesar(codes, shift):
    out = ng.list_([])

    def loop_body(c):
        ng.call(out.append, (c + shift) % 26)

    ng.for_(codes, loop_body)
    return out

# ordinary.coin_change
def coin_change(coins, amount):
    best = ng.list_([0]) + ng.list_([99]) * 12

    def loop_body(a, best):
        def loop_body(c, best):
            def if_true(best):
                return ng.set_item(best, a, best[a - c] + 1)

            return ng.if_(
                ng.and_(c <= a, lambda: best[a - c] + 1 < best[a]),
                if_true,
                lambda best: best,
                best,
            )

        return ng.for_(coins, loop_body, best)

    best = ng.for_(range(1, 13), loop_body, best)
    return ng.if_(best[amount] < 99, lambda: best[amount], lambda: -1)

# ordinary.cross
def cross(a, b):
    c = ng.list_([0, 0, 0])

    def loop_body(i, c):
        j, k = (i + 1) % 3, (i + 2) % 3
        return ng.set_item(c, i, a[j] * b[k] - a[k] * b[j])

    c = ng.for_(range(3), loop_body, c)
    return c

# ordinary.digits_in_order
def digits_in_order(n):
    found = ng.list_([0])

    def if_true(n):
        found = ng.list_([])

        def loop_body(n):
            ng.call(found.append, n % 10)
            n //= 10
            return n

        n = ng.while_(lambda n: n > 0, loop_body, n)
        ng.call(found.reverse)
        return found

    found = ng.if_(n > 0, if_true, lambda n: found, n)
    return found

# ordinary.egcd
def egcd(a, b):
    old_r, r = a, b
    old_s, s = 1, 0
    old_t, tt = 0, 1

    def loop_body(r, old_r, old_s, s, old_t, tt):
        q = old_r // r
        old_r, r = r, old_r - q * r
        old_s, s = s, old_s - q * s
        old_t, tt = tt, old_t - q * tt
        return r, old_r, old_s, s, old_t, tt

    r, old_r, old_s, s, old_t, tt = ng.while_(
        lambda r, old_r, old_s, s, old_t, tt: r != 0,
        loop_body,
        r,
        old_r,
        old_s,
        s,
        old_t,
        tt,
    )
    return old_r, old_s, old_t

# ordinary.fast_power
def fast_power(b, e):
    result = 1

    def loop_body(e, result, b):
        def if_true(result):
            result *= b
            return result

        result = ng.if_(e & 1, if_true, lambda result: result, result)
        b *= b
        e >>= 1
        return e, result, b

    e, result, b = ng.while_(lambda e, result, b: e > 0, loop_body, e, result, b)
    return result

# ordinary.first_changed
def first_changed(x):
    log = ng.list_([1])

    def if_false(log):
        log = ng.set_item(log, 0, 3)
        return log

    return ng.if_(x < 0, lambda log: log, if_false, log)

# ordinary.floor_mod
def floor_mod(a, b):
    q, r = ng.call(divmod, a, b)
    ng.assert_(q * b + r == a)
    return a // b, a % b, q, r, -a // b, -(a // b)

# ordinary.floyd
def floyd(g):
    n = ng.call(len, g)
    d = ng.call(g.copy)

    def loop_body(k, d):
        def loop_body(i, d):
            def loop_body(j, d):
                def if_true(d):
                    return ng.set_item(d, (i, j), d[i, k] + d[k, j])

                return ng.if_(d[i, k] + d[k, j] < d[i, j], if_true, lambda d: d, d)

            return ng.for_(ng.call(range, n), loop_body, d)

        return ng.for_(ng.call(range, n), loop_body, d)

    d = ng.for_(ng.call(range, n), loop_body, d)
    return d

# ordinary.gcd_signed
def gcd_signed(a, b):
    a, b = (ng.call(abs, a), ng.call(abs, b))

    def loop_body(b, a):
        a, b = b, a % b
        return b, a

    b, a = ng.while_(lambda b, a: b != 0, loop_body, b, a)
    return a

# ordinary.heap_sort
def heap_sort(v):
    n = ng.call(len, v)

    def sift(a, i, size):
        did_return = False

        def loop_body(did_return, i, a, return_value):
            big = i
            left, right = 2 * i + 1, 2 * i + 2
            big = ng.if_(
                ng.and_(left < size, lambda: a[left] > a[big]),
                lambda: left,
                lambda: big,
            )
            big = ng.if_(
                ng.and_(right < size, lambda: a[right] > a[big]),
                lambda: right,
                lambda: big,
            )

            def if_false(i, a):
                item, item_1 = a[big], a[i]
                a = ng.set_item(a, i, item)
                a = ng.set_item(a, big, item_1)
                return big, return_value, a, did_return

            i, return_value, a, did_return = ng.if_(
                big == i,
                lambda i, a: (i, a, a, True),
                if_false,
                i,
                a,
            )
            return did_return, i, a, return_value

        did_return, i, a, return_value = ng.while_(
            lambda did_return, i, a, return_value: ng.not_(did_return),
            loop_body,
            did_return,
            i,
            a,
            ng.undefined(),
        )
        return return_value

    def loop_body_1(i, v):
        return ng.call(sift, v, i, n)

    v = ng.for_(ng.call(range, n // 2 - 1, -1, -1), loop_body_1, v)

    def loop_body_1(end, v):
        item_2, item_3 = v[end], v[0]
        v = ng.set_item(v, 0, item_2)
        v = ng.set_item(v, end, item_3)
        return ng.call(sift, v, 0, end)

    v = ng.for_(ng.call(range, n - 1, 0, -1), loop_body_1, v)
    return v

# ordinary.histogram
def histogram(v):
    bins = ng.list_([0]) * 5

    def loop_body(x, bins):
        b = x // 2

        def if_true(bins):
            return ng.update_item(bins, b, '+=', 1)

        return ng.if_(b < 5, if_true, lambda bins: bins, bins)

    bins = ng.for_(v, loop_body, bins)
    return bins

# ordinary.horner
def horner(c, x):
    r = 0.0

    def loop_body(a, r):
        return r * x + a

    r = ng.for_(ng.call(reversed, c), loop_body, r)
    return r

# ordinary.house_robber
def house_robber(v):
    prev, cur = 0, 0

    def loop_body(x, prev, cur):
        return cur, ng.call(max, cur, prev + x)

    prev, cur = ng.for_(v, loop_body, prev, cur)
    return cur

# ordinary.interp
def interp(xs, ys, x):
    did_return = False

    def if_true(did_return):
        return ys[0]

    def if_false(did_return):
        def loop_body(i, return_value, did_return):
            def if_true():
                t = (x - xs[i - 1]) / (xs[i] - xs[i - 1])
                return_value = ys[i - 1] + t * (ys[i] - ys[i - 1])
                return return_value, True

            return ng.if_(x <= xs[i], if_true, lambda: (return_value, did_return))

        return_value, did_return = ng.for_(
            ng.call(range, 1, ng.call(len, xs)),
            loop_body,
            ng.undefined(),
            did_return,
            test=lambda return_value, did_return: ng.not_(did_return),
        )

        def if_true():
            return ys[-1]

        return ng.if_(ng.not_(did_return), if_true, lambda: return_value)

    return ng.if_(x <= xs[0], if_true, if_false, did_return)

# ordinary.is_sorted
def is_sorted(v):
    failed = False

    def loop_body(i_1, failed):
        return ng.if_(ng.not_(v[i_1] <= v[i_1 + 1]), lambda: True, lambda: failed)

    failed = ng.for_(
        ng.call(range, ng.call(len, v) - 1), loop_body, failed, test=lambda failed: ng.not_(failed)
    )
    return ng.not_(failed)

# ordinary.isqrt
def isqrt(n):
    def if_true():
        raise ValueError("negative")

    ng.if_(n < 0, if_true, lambda: None)

    def if_false():
        x = n
        y = (x + 1) // 2

        def loop_body(y, x):
            x = y
            y = (x + n // x) // 2
            return y, x

        y, x = ng.while_(lambda y, x: y < x, loop_body, y, x)
        return x

    return ng.if_(n == 0, lambda: 0, if_false)

# ordinary.jacobi
def jacobi(a, b):
    n = ng.call(len, b)
    x = jnp.zeros(n)
    did_break = False

    def loop_body(_, x, did_break):
        new = jnp.zeros(n)

        def loop_body(i, new):
            s = 0.0

            def loop_body(j, s):
                def if_true(s):
                    s += a[i, j] * x[j]
                    return s

                return ng.if_(j != i, if_true, lambda s: s, s)

            s = ng.for_(ng.call(range, n), loop_body, s)
            return ng.set_item(new, i, (b[i] - s) / a[i, i])

        new = ng.for_(ng.call(range, n), loop_body, new)
        return ng.if_(
            ng.call(max, ng.call(abs, new - x)) < 1e-06,
            lambda: (x, True),
            lambda: (new, did_break),
        )

    x, did_break = ng.for_(
        range(25), loop_body, x, did_break, test=lambda x, did_break: ng.not_(did_break)
    )
    return x

# ordinary.kadane_idx
def kadane_idx(v):
    best = cur = v[0]
    start = s = e = 0

    def loop_body(i, cur, s, best, start, e):
        def if_true(cur):
            cur = v[i]
            return cur, i

        def if_false(cur):
            cur += v[i]
            return cur, s

        cur, s = ng.if_(cur < 0, if_true, if_false, cur)
        best, start, e = ng.if_(
            cur > best,
            lambda: (cur, s, i),
            lambda: (best, start, e),
        )
        return cur, s, best, start, e

    cur, s, best, start, e = ng.for_(
        ng.call(range, 1, ng.call(len, v)), loop_body, cur, s, best, start, e
    )
    return best, start, e

# ordinary.lcs
def lcs(a, b):
    m, n = (ng.call(len, a), ng.call(len, b))
    dp = jnp.zeros((m + 1, n + 1), dtype=int)

    def loop_body(i, dp):
        def loop_body(j, dp):
            def if_true(dp):
                return ng.set_item(dp, (i + 1, j + 1), dp[i, j] + 1)

            def if_false(dp):
                return ng.set_item(
                    dp, (i + 1, j + 1), ng.call(max, dp[i, j + 1], dp[i + 1, j])
                )

            return ng.if_(a[i] == b[j], if_true, if_false, dp)

        return ng.for_(ng.call(range, n), loop_body, dp)

    dp = ng.for_(ng.call(range, m), loop_body, dp)
    return dp[m, n]

# ordinary.life
def life(grid, steps):
    rows, cols = grid.shape

    def loop_body(_, grid):
        new = ng.call(grid.copy)

        def loop_body(r, new):
            def loop_body(c, new):
                n = 0

                def loop_body(dr, n):
                    def loop_body(dc, n):
                        def if_true(n):
                            n += grid[(r + dr) % rows, (c + dc) % cols]
                            return n

                        return ng.if_(
                            ng.not_(ng.equal((dr, dc), (0, 0))),
                            if_true,
                            lambda n: n,
                            n,
                        )

                    return ng.for_((-1, 0, 1), loop_body, n)

                n = ng.for_((-1, 0, 1), loop_body, n)

                def if_true(new):
                    return ng.set_item(new, (r, c), 0)

                def if_false(new):
                    def if_true(new):
                        return ng.set_item(new, (r, c), 1)

                    return ng.if_(
                        ng.and_(grid[r, c] == 0, lambda: n == 3),
                        if_true,
                        lambda new: new,
                        new,
                    )

                return ng.if_(
                    ng.and_(grid[r, c] == 1, lambda: ng.or_(n < 2, lambda: n > 3)), if_true, if_false, new
                )

            return ng.for_(ng.call(range, cols), loop_body, new)

        new = ng.for_(ng.call(range, rows), loop_body, new)
        return new

    grid = ng.for_(ng.call(range, steps), loop_body, grid)
    return grid

# ordinary.log_up_to
def log_up_to(x):
    log = ng.list_([1])

    def if_false():
        ng.call(log.append, 2)
        return log

    return ng.if_(x < 0, lambda: log, if_false)

# ordinary.matmul_loops
def matmul_loops(a, b):
    n, m = a.shape
    p = b.shape[1]
    c = jnp.zeros((n, p), dtype=int)

    def loop_body(i, c):
        def loop_body(j, c):
            s = 0

            def loop_body(k, s):
                s += a[i, k] * b[k, j]
                return s

            s = ng.for_(ng.call(range, m), loop_body, s)
            return ng.set_item(c, (i, j), s)

        return ng.for_(ng.call(range, p), loop_body, c)

    c = ng.for_(ng.call(range, n), loop_body, c)
    return c

# ordinary.matrix_power
def matrix_power(m, n):
    r = jnp.eye(2, dtype=int)

    def loop_body(n, r, m):
        def if_true(r):
            return r @ m

        r = ng.if_(n % 2 == 1, if_true, lambda r: r, r)
        m = m @ m
        n //= 2
        return n, r, m

    n, r, m = ng.while_(lambda n, r, m: n > 0, loop_body, n, r, m)
    return r

# ordinary.mode
def mode(v):
    best, count = v[0], 0

    def loop_body(x, count, best):
        c = 0

        def loop_body(y, c):
            def if_true(c):
                c += 1
                return c

            return ng.if_(x == y, if_true, lambda c: c, c)

        c = ng.for_(v, loop_body, c)

        def if_true():
            best, count = x, c
            return count, best

        return ng.if_(c > count, if_true, lambda: (count, best))

    count, best = ng.for_(v, loop_body, count, best)
    return best, count

# ordinary.move_zeros
def move_zeros(v):
    k = 0

    def loop_body(i, v, k):
        def if_true(v, k):
            item, item_1 = v[i], v[k]
            v = ng.set_item(v, k, item)
            v = ng.set_item(v, i, item_1)
            k += 1
            return v, k

        return ng.if_(v[i] != 0, if_true, lambda v, k: (v, k), v, k)

    v, k = ng.for_(ng.call(range, ng.call(len, v)), loop_body, v, k)
    return v, k

# ordinary.pairs_from_before
def pairs_from_before(n, v):
    listed = ng.list_([])

    def loop_body(x_1):
        ng.call(listed.append, (x_1, 2 * x_1))

    ng.for_(v, loop_body)
    pairs = listed

    def loop_body(n):
        ng.call(pairs.append, (n, n))
        n -= 2
        return n

    n = ng.while_(lambda n: n > 0, loop_body, n)
    return pairs, pairs[0]

# ordinary.prefix_sums
def prefix_sums(v):
    p = ng.list_([0])

    def loop_body(x):
        ng.call(p.append, p[-1] + x)

    ng.for_(v, loop_body)
    return p

# ordinary.quadratic2
def quadratic2(a, b, c):
    d = b * b - 4 * a * c
    subject = d > 0
    subject_1 = d == 0

    def if_false():
        return ng.if_(ng.is_(subject_1, True), lambda: 1, lambda: 0)

    n = ng.if_(ng.is_(subject, True), lambda: 2, if_false)
    return n

# ordinary.random_walk_fixed
def random_walk_fixed(n):
    x = y = 0
    s = 7

    def loop_body(i, s, x, y):
        s = (s * 5 + 3) % 16
        subject = s % 4

        def if_true(x, y):
            x += 1
            return x, y

        def if_false(x, y):
            def if_true(x, y):
                x -= 1
                return x, y

            def if_false(x, y):
                def if_true(y):
                    y += 1
                    return y

                def if_false(y):
                    def if_true(y):
                        y -= 1
                        return y

                    return ng.if_(subject == 3, if_true, lambda y: y, y)

                y = ng.if_(subject == 2, if_true, if_false, y)
                return x, y

            return ng.if_(subject == 1, if_true, if_false, x, y)

        x, y = ng.if_(subject == 0, if_true, if_false, x, y)
        return s, x, y

    s, x, y = ng.for_(ng.call(range, n), loop_body, s, x, y)
    return x, y, ng.call(abs, x) + ng.call(abs, y)

# ordinary.reverse_inplace
def reverse_inplace(v):
    i, j = (0, ng.call(len, v) - 1)

    def loop_body(i, j, v):
        item, item_1 = v[j], v[i]
        v = ng.set_item(v, i, item)
        v = ng.set_item(v, j, item_1)
        i += 1
        j -= 1
        return i, j, v

    i, j, v = ng.while_(lambda i, j, v: i < j, loop_body, i, j, v)
    return v

# ordinary.rk4
def rk4(y, h, steps):
    def f(t, y):
        return -y + t

    tt = 0.0

    def loop_body(_, tt, y):
        k1 = ng.call(f, tt, y)
        k2 = ng.call(f, tt + h / 2, y + h * k1 / 2)
        k3 = ng.call(f, tt + h / 2, y + h * k2 / 2)
        k4 = ng.call(f, tt + h, y + h * k3)
        y += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        tt += h
        return tt, y

    tt, y = ng.for_(ng.call(range, steps), loop_body, tt, y)
    return tt, y

# ordinary.root_of
def root_of(x):
    parent = ng.list_([0, 0, 1, 2])

    def loop_body(x):
        return parent[x]

    x = ng.while_(lambda x: parent[x] != x, loop_body, x)
    return x

# ordinary.run_length
def run_length(v):
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

    count = ng.for_(ng.call(range, 1, ng.call(len, v)), loop_body, count)
    ng.call(out.append, (v[-1], count))
    return out

# ordinary.same_tree
def same_tree(a, b):
    parent = ng.list_([0, 0, 1, 2, 4])

    def find(x):
        def loop_body(x):
            return parent[x]

        x = ng.while_(
            lambda x: ng.and_(parent[x] != x, lambda: ng.not_(x < 0)),
            loop_body,
            x,
        )
        return x

    return ng.call(find, a) == ng.call(find, b)

# ordinary.sieve_list
def sieve_list(n):
    is_prime = ng.list_([True]) * 50
    item = item_1 = False
    is_prime = ng.set_item(is_prime, 0, item)
    is_prime = ng.set_item(is_prime, 1, item_1)

    def loop_body(i, is_prime):
        def if_true(is_prime):
            def loop_body(j, is_prime):
                return ng.set_item(is_prime, j, False)

            return ng.for_(ng.call(range, i * i, 50, i), loop_body, is_prime)

        return ng.if_(is_prime[i], if_true, lambda is_prime: is_prime, is_prime)

    is_prime = ng.for_(range(2, 50), loop_body, is_prime)
    count = 0

    def loop_body(i, count):
        def if_true(count):
            count += 1
            return count

        return ng.if_(is_prime[i], if_true, lambda count: count, count)

    count = ng.for_(ng.call(range, n), loop_body, count)
    return count

# ordinary.simpson
def simpson(a, b, n):
    def if_true():
        raise ValueError("n must be even")

    ng.if_(n % 2, if_true, lambda: None)
    h = (b - a) / n
    s = ng.call(math.sin, a) + ng.call(math.sin, b)

    def loop_body(i, s):
        s += ng.if_(i % 2, lambda: 4, lambda: 2) * ng.call(math.sin, a + i * h)
        return s

    s = ng.for_(ng.call(range, 1, n), loop_body, s)
    return s * h / 3

# ordinary.spent
def spent(prices, budget):
    left = budget

    def loop_body(item, left):
        i, p = item

        def if_true():
            raise ValueError(ng.percent('item %d costs %d', (i, p)))

        ng.if_(p > 40, if_true, lambda: None)

        def if_true():
            raise RuntimeError(ng.call('no money for {}'.format, p))

        ng.if_(left < p, if_true, lambda: None)
        left -= p
        return left

    left = ng.for_(ng.call(enumerate, prices), loop_body, left)
    return left

# ordinary.steps_known_and_not
def steps_known_and_not(x):
    table = ng.list_([1, 2, 3])

    def total(k):
        s = 0

        def loop_body(k, s):
            s += table[k % 3]
            k = k - 1
            return k, s

        k, s = ng.while_(lambda k, s: k > 0, loop_body, k, s)
        return s

    return ng.call(total, 2), ng.call(total, x), ng.call(total, 0)

# ordinary.sum_between
def sum_between(a, b):
    lo, hi = ng.if_(a < b, lambda: (a, b), lambda: (b, a))
    return ng.call(sum, ng.call(range, lo, hi + 1)), ng.call(sum, ng.call(range, a), 10)

# ordinary.thermostat
def thermostat(temp, outside):
    heating = False
    on = 0

    def loop_body(minute, temp, heating, on):
        def if_false(heating):
            return ng.if_(temp > 21, lambda: False, lambda: heating)

        heating = ng.if_(temp < 19, lambda heating: True, if_false, heating)
        temp += (outside - temp) * 0.01

        def if_true(temp, on):
            temp += 0.5
            on += 1
            return temp, on

        temp, on = ng.if_(heating, if_true, lambda temp, on: (temp, on), temp, on)
        return temp, heating, on

    temp, heating, on = ng.for_(range(60), loop_body, temp, heating, on)
    return temp, on, heating

# ordinary.to_base
def to_base(n):
    def if_true(n):
        return ng.list_([0])

    def if_false(n):
        d = ng.list_([])

        def loop_body(n):
            ng.call(d.append, n % 3)
            n //= 3
            return n

        n = ng.while_(lambda n: n, loop_body, n)
        return d[::-1]

    return ng.if_(n == 0, if_true, if_false, n)

# ordinary.transpose_loop
def transpose_loop(m):
    r, c = m.shape
    out = jnp.zeros((c, r), int)

    def loop_body(i, out):
        def loop_body(j, out):
            return ng.set_item(out, j, ng.set_item(out[j], i, m[i][j]), back=True)

        return ng.for_(ng.call(range, c), loop_body, out)

    out = ng.for_(ng.call(range, r), loop_body, out)
    return out

# ordinary.trapezium
def trapezium(a, b, n):
    def if_true():
        raise ValueError(ng.percent('n must be even, got %d', n))

    ng.if_(n % 2, if_true, lambda: None)
    ng.assert_(n > 0, lambda: 'n must be positive: ' + ng.call(str, n))
    h = (b - a) / n
    s = (ng.call(math.sin, a) + ng.call(math.sin, b)) / 2

    def loop_body(i, s):
        s += ng.call(math.sin, a + i * h)
        return s

    s = ng.for_(ng.call(range, 1, n), loop_body, s)
    return s * h

# ordinary.triangle_kind
def triangle_kind(a, b, c):
    def if_false():
        def if_false():
            def if_false():
                return ng.if_(
                    a * a + b * b == c * c,
                    lambda: 'right',
                    lambda: 'scalene',
                )

            return ng.if_(
                ng.or_(a == b, lambda: b == c, lambda: a == c),
                lambda: 'isosceles',
                if_false,
            )

        return ng.if_(ng.and_(a == b, lambda: b == c), lambda: 'equilateral', if_false)

    return ng.if_(
        ng.or_(a + b <= c, lambda: a + c <= b, lambda: b + c <= a),
        lambda: 'no triangle',
        if_false,
    )

# ordinary.turnstile
def turnstile(events):
    state = "locked"
    passed = 0

    def loop_body(e, state, passed):
        def if_true(state, passed):
            state = ng.if_(e == 0, lambda: 'unlocked', lambda: state)
            return state, passed

        def if_false(state, passed):
            def if_true(passed):
                state = "locked"
                passed += 1
                return state, passed

            return ng.if_(e == 1, if_true, lambda passed: (state, passed), passed)

        return ng.if_(state == 'locked', if_true, if_false, state, passed)

    state, passed = ng.for_(events, loop_body, state, passed)
    return passed, state

# ordinary.two_bodies
def two_bodies(n):
    bodies = ng.list_([ng.call(Body, 1.0, 0.0), ng.call(Body, -1.0, 0.5, 2.0)])

    def loop_body(_):
        def loop_body(b):
            ng.call(b.step, 0.1)

        ng.for_(bodies, loop_body)

    ng.for_(ng.call(range, n), loop_body)
    listed = ng.list_([])

    def loop_body(b_1):
        ng.call(listed.append, b_1.x)

    ng.for_(bodies, loop_body)
    operand = listed
    total = 0

    def loop_body(b_2, total):
        return total + ng.call(b_2.energy)

    total = ng.for_(bodies, loop_body, total)
    return operand, total

# ordinary.two_sum
def two_sum(v, target):
    did_return = False

    def loop_body(i, return_value, did_return):
        def loop_body(j, return_value, did_return):
            def if_true():
                return_value = ng.list_([i, j])
                return return_value, True

            return ng.if_(
                v[i] + v[j] == target,
                if_true,
                lambda: (return_value, did_return),
            )

        return_value, did_return = ng.for_(
            ng.call(range, i + 1, ng.call(len, v)),
            loop_body,
            return_value,
            did_return,
            test=lambda return_value, did_return: ng.not_(did_return),
        )
        ng.if_(did_return, lambda: None, lambda: None)
        return return_value, did_return

    return_value, did_return = ng.for_(
        ng.call(range, ng.call(len, v)),
        loop_body,
        ng.undefined(),
        did_return,
        test=lambda return_value, did_return: ng.not_(did_return),
    )

    def if_true():
        return ng.list_([])

    return ng.if_(ng.not_(did_return), if_true, lambda: return_value)
