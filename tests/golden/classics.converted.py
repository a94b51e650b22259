# classics.asserted
def asserted(a):
    ng.assert_(a > 0, lambda: 'must be positive')
    return a * 2

# classics.bisect
def bisect(v, x):
    lo = 0
    hi = ng.call(len, v)

    def loop_body(lo, hi):
        mid = (lo + hi) // 2

        def if_true():
            lo = mid + 1
            return lo, hi

        return ng.if_(v[mid] < x, if_true, lambda: (lo, mid))

    lo, hi = ng.while_(lambda lo, hi: lo < hi, loop_body, lo, hi)
    return lo

# classics.bisection_root
def bisection_root(lo, hi):
    def loop_body(hi, lo):
        mid = (lo + hi) / 2
        return ng.if_(mid * mid > 2.0, lambda: (mid, lo), lambda: (hi, mid))

    hi, lo = ng.while_(lambda hi, lo: hi - lo > 0.001, loop_body, hi, lo)
    return lo

# classics.bubble_sort
def bubble_sort(v):
    n = ng.call(len, v)

    def loop_body(i, v):
        def loop_body(j, v):
            def if_true(v):
                item, item_1 = v[j + 1], v[j]
                v = ng.set_item(v, j, item)
                return ng.set_item(v, j + 1, item_1)

            return ng.if_(v[j] > v[j + 1], if_true, lambda v: v, v)

        return ng.for_(ng.call(range, n - 1 - i), loop_body, v)

    v = ng.for_(ng.call(range, n), loop_body, v)
    return v

# classics.collatz
def collatz(a):
    counter = 0

    def loop_body(a, counter):
        def if_true(a):
            return a // 2

        def if_false(a):
            return 3 * a + 1

        a = ng.if_(a % 2 == 0, if_true, if_false, a)
        counter = counter + 1
        return a, counter

    a, counter = ng.while_(lambda a, counter: a != 1, loop_body, a, counter)
    return counter

# classics.digit_sum
def digit_sum(n):
    s = 0

    def loop_body(n, s):
        n, digit = ng.call(divmod, n, 10)
        s += digit
        return n, s

    n, s = ng.while_(lambda n, s: n, loop_body, n, s)
    return s

# classics.fibonacci
def fibonacci(n):
    a, b = 0, 1

    def loop_body(_, a, b):
        return b, a + b

    a, b = ng.for_(ng.call(range, n), loop_body, a, b)
    return a

# classics.fizzbuzz
def fizzbuzz(n):
    def if_false():
        def if_false():
            return ng.if_(n % 5 == 0, lambda: 2, lambda: 0)

        return ng.if_(n % 3 == 0, lambda: 1, if_false)

    code = ng.if_(n % 15 == 0, lambda: 3, if_false)
    return code

# classics.gcd
def gcd(a, b):
    def loop_body(b, a):
        a, b = b, a % b
        return b, a

    b, a = ng.while_(lambda b, a: b, loop_body, b, a)
    return a

# classics.huber
def huber(a):
    def if_true():
        return a * a / 2

    def if_false():
        return delta * (jnp.abs(a) - delta / 2)

    loss = ng.if_(jnp.abs(a) <= delta, if_true, if_false)
    return loss

# classics.is_prime
def is_prime(n):
    did_return = False

    def if_false(did_return):
        d = 2

        def loop_body(did_return, d, return_value):
            def if_false(d):
                d += 1
                return d, return_value, did_return

            d, return_value, did_return = ng.if_(
                n % d == 0,
                lambda d: (d, False, True),
                if_false,
                d,
            )
            return did_return, d, return_value

        did_return, d, return_value = ng.while_(
            lambda did_return, d, return_value: ng.and_(ng.not_(did_return), lambda: d * d <= n),
            loop_body,
            did_return,
            d,
            ng.undefined(),
        )
        return ng.if_(ng.not_(did_return), lambda: True, lambda: return_value)

    return ng.if_(n < 2, lambda did_return: False, if_false, did_return)

# classics.kadane
def kadane(v):
    best = v[0]
    current = v[0]

    def loop_body(x, current, best):
        current = ng.call(max, x, current + x)
        best = ng.call(max, best, current)
        return current, best

    current, best = ng.for_(v[1:], loop_body, current, best)
    return best

# classics.mandelbrot
def mandelbrot(c):
    z = 0.0
    n = 0

    def loop_body(n, z):
        z = z * z + c
        n += 1
        return n, z

    n, z = ng.while_(lambda n, z: ng.and_(n < 30, lambda: z * z < 4.0), loop_body, n, z)
    return n

# classics.nested
def nested(n):
    def if_true(n):
        def loop_body(n):
            n += 1
            return n

        return ng.while_(lambda n: n < 5, loop_body, n)

    n = ng.if_(n >= 0, if_true, lambda n: n, n)
    return n

# classics.newton
def newton(x):
    guess = x

    def loop_body(_, guess):
        return 0.5 * (guess + x / guess)

    guess = ng.for_(range(20), loop_body, guess)
    return guess

# classics.power
def power(base, exponent):
    result = 1

    def loop_body(exponent, result, base):
        def if_true(result):
            return result * base

        result = ng.if_(exponent & 1, if_true, lambda result: result, result)
        base = base * base
        exponent >>= 1
        return exponent, result, base

    exponent, result, base = ng.while_(
        lambda exponent, result, base: exponent > 0,
        loop_body,
        exponent,
        result,
        base,
    )
    return result

# classics.sieve_count
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
