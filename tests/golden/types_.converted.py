# types_.array_and_int
def array_and_int(v, n):
    s = 0.0

    def loop_body(x, s):
        s += x * n
        return s

    s = ng.for_(v, loop_body, s)
    return s

# types_.array_promoted
def array_promoted(v, n):
    def if_true(v):
        return v * 0.5

    v = ng.if_(n > 0, if_true, lambda v: v, v)
    return v

# types_.array_times_float
def array_times_float(v):
    return v * 0.5

# types_.bool_arithmetic
def bool_arithmetic(x):
    return x + 1, x * 2, x + True, 3 - x

# types_.bool_casts
def bool_casts(x):
    return ng.call(int, x), ng.call(float, x), ng.call(bool, x), ng.not_(x), ng.call(abs, ng.call(int, x))

# types_.bool_or_float
def bool_or_float(x):
    y = False
    y = ng.if_(x > 0, lambda: 2.5, lambda: y)
    return y

# types_.bool_or_int
def bool_or_int(x):
    return ng.if_(x > 0, lambda: True, lambda: 2)

# types_.casts
def casts(x):
    return ng.call(float, x), ng.call(int, x), ng.call(bool, x), ng.call(abs, x), -x, ng.counted('+', x)

# types_.complex_numbers
def complex_numbers(x):
    z = 1j * x

    def if_true(z):
        return z + 2

    z = ng.if_(x > 0, if_true, lambda z: z, z)
    return z * z

# types_.float_casts
def float_casts(x):
    return ng.call(float, x), ng.call(int, x), ng.call(bool, x), ng.call(abs, x), -x, ng.counted('+', x)

# types_.float_floor_and_mod
def float_floor_and_mod(a, b):
    return a // b, a % b, ng.call(divmod, a, b)

# types_.float_stays
def float_stays(n):
    y = 0.0

    def loop_body(i, y):
        y += i
        return y

    y = ng.for_(ng.call(range, n), loop_body, y)
    return y

# types_.floor_and_mod
def floor_and_mod(a, b):
    return a // b, a % b, ng.call(divmod, a, b)

# types_.hypot
def hypot(a, b):
    return (a * a + b * b) ** 0.5

# types_.in_for_array
def in_for_array(n):
    y = 1

    def loop_body(i, y):
        return y * ng.if_(i > n, lambda: 0.5, lambda: 1)

    y = ng.for_(range(20), loop_body, y)
    return y

# types_.in_while
def in_while(n):
    y = 0

    def loop_body(n, y):
        y += 0.25
        n -= 1
        return n, y

    n, y = ng.while_(lambda n, y: n > 0, loop_body, n, y)
    return y

# types_.int_array_state
def int_array_state(v, n):
    def loop_body(n, v):
        v = v + 1
        n -= 1
        return n, v

    n, v = ng.while_(lambda n, v: n > 0, loop_body, n, v)
    return v

# types_.int_float_accumulate
def int_float_accumulate(n):
    total = 0

    def loop_body(i, total):
        def if_true(total):
            total += 0.5
            return total

        def if_false(total):
            total += 1
            return total

        return ng.if_(i % 2, if_true, if_false, total)

    total = ng.for_(ng.call(range, n), loop_body, total)
    return total

# types_.int_or_float
def int_or_float(x):
    return ng.if_(x > 0, lambda: 1, lambda: 1.5)

# types_.int_stays
def int_stays(n):
    y = 0

    def loop_body(i, y):
        y += ng.call(int, i * 1.5)
        return y

    y = ng.for_(ng.call(range, n), loop_body, y)
    return y

# types_.isinstance_bool
def isinstance_bool(x):
    return ng.call(isinstance, x, bool), ng.call(isinstance, x, int)

# types_.isinstance_float
def isinstance_float(x):
    return ng.call(isinstance, x, float), ng.call(isinstance, x, int)

# types_.isinstance_int
def isinstance_int(x):
    return ng.call(isinstance, x, int), ng.call(isinstance, x, float), ng.call(isinstance, x, (str, int))

# types_.maximum_of_mixed
def maximum_of_mixed(a, b):
    return ng.call(max, a, b), ng.call(min, a, b)

# types_.mean_of_range
def mean_of_range(n):
    s = 0

    def loop_body(i, s):
        s += i
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s / n

# types_.mixed
def mixed(a, b):
    return a + b, a * b, a - b, a / b, a // b

# types_.negative_exponent
def negative_exponent(x, n):
    return ng.call(pow, x, n)

# types_.one_of_dict
def one_of_dict(x):
    d = {'a': 1}

    def if_true(d):
        return ng.set_item(d, 'a', 0.5)

    d = ng.if_(x > 0, if_true, lambda d: d, d)
    return d

# types_.one_of_tuple
def one_of_tuple(x):
    t = (1, 2)
    t = ng.if_(x > 0, lambda: (1.5, 2), lambda: t)
    return t

# types_.powers
def powers(x):
    return x ** 2, x ** 3, ng.call(pow, 2.0, x), (-x) ** 2

# types_.rounding
def rounding(x):
    return ng.call(round, x), ng.call(int, x), ng.call(round, x, 1)

# types_.true_division
def true_division(a, b):
    return a / b
