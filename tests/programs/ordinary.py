"""Programs as they are typed in a first course: number theory, sorting, tables, simulation, small machines."""
# ruff: noqa

import math
from dataclasses import dataclass

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

BOUND, LENGTH = "list-needs-bound", "list-length-unknown"  # under the user's jit
A = jnp.array
V = A([5, 3, 8, 1, 9, 2])
M = A([[1, 2, 3], [4, 5, 6], [7, 8, 10]])
G = A([[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]])


@program((12, 18), (0, 5), (5, 0), (-12, 18), (17, -5))
def gcd_signed(a, b):
    a, b = abs(a), abs(b)
    while b != 0:
        a, b = b, a % b
    return a


@program((240, 46), (5, 0), (1, 1), (-7, 3))
def egcd(a, b):
    old_r, r = a, b
    old_s, s = 1, 0
    old_t, tt = 0, 1
    while r != 0:
        q = old_r // r
        old_r, r = r, old_r - q * r
        old_s, s = s, old_s - q * s
        old_t, tt = tt, old_t - q * tt
    return old_r, old_s, old_t


@program(30, 2, 1, 0, -3)
def sieve_list(n):
    is_prime = [True] * 50
    is_prime[0] = is_prime[1] = False
    for i in range(2, 50):
        if is_prime[i]:
            for j in range(i * i, 50, i):
                is_prime[j] = False
    count = 0
    for i in range(n):
        if is_prime[i]:
            count += 1
    return count


@program(V, A([1]), A([3, 3, 1]))
def bubble(v):
    n = len(v)
    for i in range(n):
        swapped = False
        for j in range(0, n - i - 1):
            if v[j] > v[j + 1]:
                v[j], v[j + 1] = v[j + 1], v[j]
                swapped = True
        if not swapped:
            break
    return v


@program((A([1, 3, 5, 7, 9]), 7), (A([1, 3, 5, 7, 9]), 1), (A([1, 3, 5, 7, 9]), 4), (A([1, 3, 5, 7, 9]), 100))
def binary_search(v, x):
    lo, hi = 0, len(v) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if v[mid] == x:
            return mid
        elif v[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


@program((M, M), (A([[1, 0], [0, 1]]), A([[2, 3], [4, 5]])))
def matmul_loops(a, b):
    n, m = a.shape
    p = b.shape[1]
    c = jnp.zeros((n, p), dtype=int)
    for i in range(n):
        for j in range(p):
            s = 0
            for k in range(m):
                s += a[i, k] * b[k, j]
            c[i, j] = s
    return c


@program(2.0, 9.0, 0.5)
def bisect_sqrt(x):
    lo, hi = 0.0, max(1.0, x)
    while hi - lo > 1e-4:
        mid = (lo + hi) / 2
        if mid * mid < x:
            lo = mid
        else:
            hi = mid
    return (lo + hi) / 2


@program((0.0, 1.0, 10), (0.0, 3.0, 2), (0.0, 1.0, 4))
def simpson(a, b, n):
    if n % 2:
        raise ValueError("n must be even")
    h = (b - a) / n
    s = math.sin(a) + math.sin(b)
    for i in range(1, n):
        s += (4 if i % 2 else 2) * math.sin(a + i * h)
    return s * h / 3


@program((1.0, 0.1, 10), (1.0, 0.1, 0))
def rk4(y, h, steps):
    def f(t, y):
        return -y + t

    tt = 0.0
    for _ in range(steps):
        k1 = f(tt, y)
        k2 = f(tt + h / 2, y + h * k1 / 2)
        k3 = f(tt + h / 2, y + h * k2 / 2)
        k4 = f(tt + h, y + h * k3)
        y += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        tt += h
    return tt, y


@program((G, 1), (G, 0), (G, 3))
def life(grid, steps):
    rows, cols = grid.shape
    for _ in range(steps):
        new = grid.copy()
        for r in range(rows):
            for c in range(cols):
                n = 0
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        if (dr, dc) != (0, 0):
                            n += grid[(r + dr) % rows, (c + dc) % cols]
                if grid[r, c] == 1 and (n < 2 or n > 3):
                    new[r, c] = 0
                elif grid[r, c] == 0 and n == 3:
                    new[r, c] = 1
        grid = new
    return grid


@program((A([0, 7, 25, 12]), 3), (A([0, 7, 25, 12]), -5), (A([0, 7, 25, 12]), 0), (A([0]), 30))
def caesar(codes, shift):
    out = []
    for c in codes:
        out.append((c + shift) % 26)
    return out


@program((A([1, 5, 2, 2, 9, 0, 3]),), (A([0]),))
def histogram(v):
    bins = [0] * 5
    for x in v:
        b = x // 2
        if b < 5:
            bins[b] += 1
    return bins


@program(V, A([1]))
def prefix_sums(v):
    p = [0]
    for x in v:
        p.append(p[-1] + x)
    return p


@program((A([1, 2, 3, 2, 1]), A([2, 3, 1])), (A([1]), A([2])), (A([1, 1]), A([1])))
def lcs(a, b):
    m, n = len(a), len(b)
    dp = jnp.zeros((m + 1, n + 1), dtype=int)
    for i in range(m):
        for j in range(n):
            if a[i] == b[j]:
                dp[i + 1, j + 1] = dp[i, j] + 1
            else:
                dp[i + 1, j + 1] = max(dp[i, j + 1], dp[i + 1, j])
    return dp[m, n]


@program((A([1, 2, 3]), 11), (A([2]), 3), (A([1, 5]), 0))
def coin_change(coins, amount):
    best = [0] + [99] * 12
    for a in range(1, 13):
        for c in coins:
            if c <= a and best[a - c] + 1 < best[a]:
                best[a] = best[a - c] + 1
    return best[amount] if best[amount] < 99 else -1


@program((A([0, 0, 1, 0, 1, 1]),), (A([1, 1]),), under_jit=SKIP)
def turnstile(events):
    state = "locked"
    passed = 0
    for e in events:
        if state == "locked":
            if e == 0:
                state = "unlocked"
        else:
            if e == 1:
                state = "locked"
                passed += 1
    return passed, state


@program((7, 2), (-7, 2), (7, -2), (-7, -2), (0, 3))
def floor_mod(a, b):
    q, r = divmod(a, b)
    assert q * b + r == a
    return a // b, a % b, q, r, -a // b, -(a // b)


@program((2, 10), (3, 0), (-2, 3), (0, 0))
def fast_power(b, e):
    result = 1
    while e > 0:
        if e & 1:
            result *= b
        b *= b
        e >>= 1
    return result


@dataclass
class Body:
    x: float
    v: float
    m: float = 1.0

    def energy(self):
        return 0.5 * self.m * self.v**2

    def step(self, dt):
        a = -self.x / self.m
        self.v += a * dt
        self.x += self.v * dt


@program(V, A([1]), A([-1, -2]))
def kadane_idx(v):
    best = cur = v[0]
    start = s = e = 0
    for i in range(1, len(v)):
        if cur < 0:
            cur = v[i]
            s = i
        else:
            cur += v[i]
        if cur > best:
            best = cur
            start = s
            e = i
    return best, start, e


@program((3,), (0,))
def two_bodies(n):
    bodies = [Body(1.0, 0.0), Body(-1.0, 0.5, 2.0)]
    for _ in range(n):
        for b in bodies:
            b.step(0.1)
    return [b.x for b in bodies], sum(b.energy() for b in bodies)


@program((A([3, 1, 3, 2, 1, 3]),), (A([1, 2]),))
def mode(v):
    best, count = v[0], 0
    for x in v:
        c = 0
        for y in v:
            if x == y:
                c += 1
        if c > count:
            best, count = x, c
    return best, count


@program((1, 2.0, 1), (1, 0.0, 1))
def quadratic2(a, b, c):
    d = b * b - 4 * a * c
    match (d > 0, d == 0):
        case (True, _):
            n = 2
        case (_, True):
            n = 1
        case _:
            n = 0
    return n


@program((A([1, 2, 3, 1]),), (A([2]),))
def house_robber(v):
    prev, cur = 0, 0
    for x in v:
        prev, cur = cur, max(cur, prev + x)
    return cur


@program((A([1.0, 2.0, 3.0]), 2.0), (A([1.0, 2.0, 3.0]), 0.0))
def horner(c, x):
    r = 0.0
    for a in reversed(c):
        r = r * x + a
    return r


@program(
    (A([1, 2, 3]), A([4, 5, 6])),
)
def cross(a, b):
    c = [0, 0, 0]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        c[i] = a[j] * b[k] - a[k] * b[j]
    return c


@program((20.0, 0.0), (20.0, 30.0))
def thermostat(temp, outside):
    heating = False
    on = 0
    for minute in range(60):
        if temp < 19:
            heating = True
        elif temp > 21:
            heating = False
        temp += (outside - temp) * 0.01
        if heating:
            temp += 0.5
            on += 1
    return temp, on, heating


@program((A([3, 0, 2, 5]),), (A([1, 1, 1, 1]),))
def reverse_inplace(v):
    i, j = 0, len(v) - 1
    while i < j:
        v[i], v[j] = v[j], v[i]
        i += 1
        j -= 1
    return v


@program((A([3, 0, 2, 5]),), (A([1, 1, 1, 1]),), (A([2, 1]),))
def is_sorted(v):
    return all(v[i] <= v[i + 1] for i in range(len(v) - 1))


@program((A([[1, 2], [3, 4]]), 2), (A([[1, 1], [1, 0]]), 0), (A([[1, 1], [1, 0]]), 5))
def matrix_power(m, n):
    r = jnp.eye(2, dtype=int)
    while n > 0:
        if n % 2 == 1:
            r = r @ m
        m = m @ m
        n //= 2
    return r


@program(
    (A([1.0, 2.0, 3.0]), A([1.0, 4.0, 9.0]), 2.5),
    (A([1.0, 2.0, 3.0]), A([1.0, 4.0, 9.0]), 0.0),
    (A([1.0, 2.0, 3.0]), A([1.0, 4.0, 9.0]), 9.0),
)
def interp(xs, ys, x):
    if x <= xs[0]:
        return ys[0]
    for i in range(1, len(xs)):
        if x <= xs[i]:
            t = (x - xs[i - 1]) / (xs[i] - xs[i - 1])
            return ys[i - 1] + t * (ys[i] - ys[i - 1])
    return ys[-1]


@program((A([3, 0, 2, 0]),), (A([1, 1, 1, 1]),))
def move_zeros(v):
    k = 0
    for i in range(len(v)):
        if v[i] != 0:
            v[k], v[i] = v[i], v[k]
            k += 1
    return v, k


@program(100, 0, -3, 7, under_jit=SKIP)
def isqrt(n):
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return 0
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x


@program(
    (A([[4.0, 1.0], [1.0, 3.0]]), A([1.0, 2.0])),
)
def jacobi(a, b):
    n = len(b)
    x = jnp.zeros(n)
    for _ in range(25):
        new = jnp.zeros(n)
        for i in range(n):
            s = 0.0
            for j in range(n):
                if j != i:
                    s += a[i, j] * x[j]
            new[i] = (b[i] - s) / a[i, i]
        if max(abs(new - x)) < 1e-6:
            break
        x = new
    return x


@program(
    (A([[0, 4, 99], [4, 0, 2], [99, 2, 0]]),),
)
def floyd(g):
    n = len(g)
    d = g.copy()
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


@program((3, 4, 5), (1, 1, 1), (1, 2, 10), (2, 2, 3), under_jit=SKIP)
def triangle_kind(a, b, c):
    if a + b <= c or a + c <= b or b + c <= a:
        return "no triangle"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "right" if a * a + b * b == c * c else "scalene"


@program((10,), (0,))
def random_walk_fixed(n):
    x = y = 0
    s = 7
    for i in range(n):
        s = (s * 5 + 3) % 16
        match s % 4:
            case 0:
                x += 1
            case 1:
                x -= 1
            case 2:
                y += 1
            case 3:
                y -= 1
    return x, y, abs(x) + abs(y)


@program(M, A([[1, 2], [3, 4], [5, 6]]))
def transpose_loop(m):
    r, c = m.shape
    out = jnp.zeros((c, r), int)
    for i in range(r):
        for j in range(c):
            out[j][i] = m[i][j]
    return out


@program((M, 2), (M, 0), (G, 4))
def brightened(image, rows):
    for i in range(rows):
        image[i][0] += 2
        if image[i][1] > 1:
            image[i][1] = 1
    return image


@program((0.0, 1.0, 10), (0.0, 1.0, 3), (0.0, 1.0, -2), under_jit=SKIP)
def trapezium(a, b, n):
    if n % 2:
        raise ValueError("n must be even, got %d" % n)
    assert n > 0, "n must be positive: " + str(n)
    h = (b - a) / n
    s = (math.sin(a) + math.sin(b)) / 2
    for i in range(1, n):
        s += math.sin(a + i * h)
    return s * h


@program((A([3, 5]), 8), (A([3, 5]), 2), (A([3, 50]), 60), under_jit=SKIP)
def spent(prices, budget):
    left = budget
    for i, p in enumerate(prices):
        if p > 40:
            raise ValueError("item %d costs %d" % (i, p))
        if left < p:
            raise RuntimeError("no money for {}".format(p))
        left -= p
    return left


@program((1, 5), (5, 1), (3, 3), (-2, 2))
def sum_between(a, b):
    lo, hi = (a, b) if a < b else (b, a)
    return sum(range(lo, hi + 1)), sum(range(a), 10)


@program(3, 0, -1, 4, under_jit=SKIP)
def root_of(x):
    parent = [0, 0, 1, 2]
    while parent[x] != x:
        x = parent[x]
    return x


@program((3, 1), (0, 4), (2, -2), (1, 7), under_jit=SKIP)
def same_tree(a, b):
    parent = [0, 0, 1, 2, 4]

    def find(x):
        while parent[x] != x:
            if x < 0:
                break
            x = parent[x]
        return x

    return find(a) == find(b)


@program(10, 0, 1023, under_jit=BOUND)
def to_base(n):
    if n == 0:
        return [0]
    d = []
    while n:
        d.append(n % 3)
        n //= 3
    return d[::-1]


@program(10, 0, 1023, -1, under_jit=BOUND)
def digits_in_order(n):
    found = [0]
    if n > 0:
        found = []
        while n > 0:
            found.append(n % 10)
            n //= 10
        found.reverse()
    return found


@program(A([1, 1, 2, 2, 2, 3]), A([4, 4, 4, 4, 4, 4]), A([1, 2, 1, 2, 1, 2]), under_jit=LENGTH)
def run_length(v):
    out = []
    count = 1
    for i in range(1, len(v)):
        if v[i] == v[i - 1]:
            count += 1
        else:
            out.append((v[i - 1], count))
            count = 1
    out.append((v[-1], count))
    return out


@program((5, A([3, 1, 2])), (0, A([3, 1, 2])), under_jit=BOUND)
def pairs_from_before(n, v):
    pairs = [(x, 2 * x) for x in v]
    while n > 0:
        pairs.append((n, n))
        n -= 2
    return pairs, pairs[0]


@program(A([4, 10, 3, 5, 1]), A([2, 2, 1, 3, 0]), A([5, 4, 3, 2, 1]))
def heap_sort(v):
    n = len(v)

    def sift(a, i, size):
        while True:
            big = i
            left, right = 2 * i + 1, 2 * i + 2
            if left < size and a[left] > a[big]:
                big = left
            if right < size and a[right] > a[big]:
                big = right
            if big == i:
                return a
            a[i], a[big] = a[big], a[i]
            i = big

    for i in range(n // 2 - 1, -1, -1):
        v = sift(v, i, n)
    for end in range(n - 1, 0, -1):
        v[0], v[end] = v[end], v[0]
        v = sift(v, 0, end)
    return v


@program(1, 2, 5, 0)
def steps_known_and_not(x):
    table = [1, 2, 3]

    def total(k):
        s = 0
        while k > 0:
            s += table[k % 3]
            k = k - 1
        return s

    return total(2), total(x), total(0)


@program((A([2, 7, 11, 15]), 9), (A([2, 7, 11, 15]), 100), (A([3, 3, 1, 1]), 2), under_jit=LENGTH)
def two_sum(v, target):
    for i in range(len(v)):
        for j in range(i + 1, len(v)):
            if v[i] + v[j] == target:
                return [i, j]
    return []


@program(5, -5, 0, under_jit=LENGTH)
def log_up_to(x):
    log = [1]
    if x < 0:
        return log
    log.append(2)
    return log


@program(5, -5, 0)
def first_changed(x):
    log = [1]
    if x < 0:
        return log
    log[0] = 3
    return log
