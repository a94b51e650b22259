"""`:=` where Python may not evaluate it: in ternaries, behind `and` and `or`, in chains, loop tests, comprehensions."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import program

A = jnp.arange(12) - 5

@program(3, 1, -1)
def behind_and(x): return x > 0 and (y := x) > 2

@program(3, 1, -1)
def and_if(x):
    if x > 0 and (y := x * 2) > 2: return y
    return -1

@program(3, 1, -1)
def and_if_both(x):
    if x > 0 and (y := x * 2) > 2: r = y
    else: r = -x
    return r

@program(3, 1, -1)
def behind_or(x):
    y = 7
    if x > 2 or (y := x * 2) > 0: r = y
    else: r = y - 1
    return r, y

@program(3, 1, -1)
def ternary(x):
    y = 0
    z = (y := x * 2) if x > 0 else (y := 5)
    return z, y

@program(3, 1, -1)
def ternary_arg(x):
    y = 0
    z = max(x, (y := x * 2) if x > 0 else 1, y)
    return z, y

@program(3, 1, -1)
def chain(x):
    y = 0
    r = 0 < x < (y := x * 2) < 5
    return r, y

@program(3, 1, -1)
def order(x):
    return x + ((x := 5) if x > 0 else (x := 6)) + x

@program(3, 1, -1)
def in_while(x):
    n = 0
    while x > -3 and (y := x - 1) < 10:
        x = y; n += 1
    return x, n

@program(3, 1, 12)
def while_chain(x):
    n = 0; y = 0
    while 0 < (y := x - 1) < 10:
        x = y; n += 1
    return x, n, y

@program((A,), (-A,), under_jit="undefined-name")
def in_any(v):
    if any((y := x) > 3 for x in v): return y
    return -100

@program(3, 1, -1)
def in_elif(x):
    if x > 2: r = 1
    elif x > 0 and (y := x + 1) > 1: r = y
    else: r = 0
    return r

@program(3, 1, -1, expect="traced-value-in-python")
def in_lambda(x):
    f = lambda a: a > 0 and (b := a) > 2
    return f(x)

@program(3, 1, -1)
def aug(x):
    y = 1
    x += (y := 2) if x > 0 else x
    return x, y

@program(3, 1, -1)
def nested(x):
    a = b = 0
    r = (a := x) and ((b := a + 1) or x) if x > -2 else (b := 9)
    return r, a, b

@program(3, 1, -1)
def fstring_assert(x):
    y = 0
    assert x > -5 or (y := 3) > 2
    return y

@program(3, 1, -1)
def dict(x):
    y = 0
    return {'a': x > 0 and (y := 1) > 0, 'b': y}

@program(3, 1, -1)
def sub(x):
    v = [1, 2, 3]; y = 0
    v[(y := 1) if True else 0] = x and (y := x)
    return v, y

@program(3, 1, -1)
def compr_static(x):
    s = [y for i in range(4) if (y := i * x) is not None]
    return s, y

@program(3, 1, -1)
def compr_traced(x):
    y = 0
    s = [(y := i) if x > 0 else 2 for i in range(4)]
    return s, y

@program(3, 1, -1)
def found_flag(x):
    found = False
    if x > 0:
        found = True
        y = x * 2
    if found: return y
    return 0

@program(3, 1, -1)
def not_missing(x):
    missing = True
    if x > 0:
        missing = False
        y = x * 2
    if not missing and y > 2: return y
    return 0

@program(3, 1, -1)
def three_bindings(x):
    if x > -2 and (a := x + 1) > 0 and (b := a * x) > 1: return a + b
    return x

@program(3, 1, -1)
def in_return(x):
    return (y := x * x) if x > 0 else (y := -x), y

@program(3, 1, -1)
def in_for_items(x):
    n = 0
    for i in range((y := 3) if x > 0 else (y := 5)): n += i + y
    return n

@program(3, 1, -1)
def with_effects_in_order(x):
    log = []
    def note(k): log.append(k); return k
    r = note(1) + ((y := note(2)) if log[0] == 1 else 0) * note(3) + x
    return r, y, log

@program(3, 1, -1)
def attribute_first(x):
    log = []
    r = [log.append, (y := 1) if x > 0 else (y := 2), log, y]
    return r[1], r[3]

@program(3, 1, -1)
def with_else(x):
    n = 0
    while n < 5 and (k := n * x) < 6: n += 1
    else: n += 100
    return n

@program(3, 1, -1)
def in_comprehension_filter(x):
    l = [k for i in range(4) if (k := i * 2) > 2]
    return l, k, x

@program((A,), (-A,))
def last_in_sum(v):
    y = 0
    s = sum((y := y + x) for x in v)
    return s, y

@program(3, 0, -2)
def in_a_test_that_decides_nothing(k):
    if (k := k - 1) > 0: x = 1
    else: x = 1
    if (k := k * 2) > 3: pass
    return k + x

@program(3, 0, -2)
def in_a_loop_left_at_once(k):
    while (k := k - 1) >= 0: break
    return k
