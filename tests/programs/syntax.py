"""The rest of the language: walrus, match, with, try, unpacking, strings, annotations."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, 1)
def walrus_if(x):
    if (y := x * 2) > 4: return y
    return -y

@program(3, 1)
def walrus_value(x):
    z = (y := x + 1) * y
    return z + y

@program(3, 1)
def walrus_in_and(x): return x > 0 and (y := x) > 2

@program(3, 1)
def walrus_comprehension(x):
    l = [t := x + i for i in range(3)]
    return l, t

@program(3, 1)
def chained_assignment(x):
    a = b = c = x
    if a > 2: a = 0
    return a, b, c

@program((1, 2), (2, 1))
def swap(a, b):
    if a > b: a, b = b, a
    return a, b

@program(3, 1)
def starred(x):
    a, *b, c = [x, 2, 3, x]
    return a, b, c

@program(3, 1)
def nested_targets(x):
    (a, b), [c, d] = (x, 1), (2, x)
    return a - b + c - d

@program(3, 1)
def annotated(x):
    y: int = 0
    z: float
    if x > 2: y: int = 1
    return y

@program(3, 1)
def augmented(x):
    y = x
    y += 1; y -= 3; y *= 2; y //= 2; y %= 5; y **= 2; y &= 7; y |= 8; y ^= 3; y <<= 1; y >>= 1
    return y

@program(2.0, 4.0)
def augmented_float(x):
    x /= 2; x **= 0.5
    return x

@program(3, 1)
def docstring(x):
    """Text that
is at column 0.
    """
    if x > 2: return 1
    return 2

@program(3, 1)
def comments(x):
    # before
    if x > 2:  # beside the test
        y = 1  # in the branch
        # after a statement
    else:
        # in front of one
        y = 2
    # at the end
    return y

@program(3, 1)
def long_lines(x):
    total = (
        x
        + 1  # one
        + 2
    )
    if (total > 4
            and total < 100):
        return max(
            total,
            3,
        )
    return [
        1,
        2,
    ][0]

@program(3, 1)
def semicolons(x): y = 1; z = x; return y + z

@program(3, 1)
def unicode_names(größe):
    π = 3; 变量 = größe * π  # ünïcode
    if 变量 > 5: return 变量
    return -变量

@program(3, 1)
def strings_beside(x):
    s = 'é' + "ü"; y = x if len(s) > 1 else 0
    return y

@program(3, 1, under_jit=SKIP)
def fstring_static(x):
    n = 3
    return f"{n:>3}|{n!r}", x

@program(3, 1)
def try_finally(x):
    y = 0
    try: y = x
    finally: y += 1
    return y

@program(3, 1)
def try_else(x):
    try: y = x
    except KeyError: y = 0
    else: y += 10
    return y

@program(3, 1)
def try_static_raise(x):
    try:
        {}['k']
        y = 0
    except KeyError: y = x
    return y

@program(3, 1)
def try_around_if(x):
    try:
        if x > 2: y = 1
        else: y = 2
    except ValueError: y = 3
    return y

@program(3, 1)
def with_block(x):
    import contextlib
    with contextlib.ExitStack() as s:
        if x > 2: y = 1
        else: y = 2
    return y

@program(3, 1)
def with_user_manager(x):
    class M:
        def __enter__(self): return 5
        def __exit__(self, *a): return False
    with M() as m:
        y = m + x if x > 2 else m
    return y

@program(3, 1)
def match_static(x):
    match ('point', x, 2):
        case ('line', a): r = a
        case ('point', a, b): r = a * b
        case _: r = 0
    return r

@program(3, 1)
def match_class_static(x):
    match [1, 2]:
        case [a, *rest] if a > 5: r = 0
        case [a, *rest]: r = a + len(rest) + x
    return r

@program(3, 1)
def lambda_many(x): return [f(x) for f in (lambda a: a + 1, lambda a: a * 2 if a > 2 else 0)]

@program(3, 1)
def lambda_default(x): return (lambda a, b=2, *c, d=4, **e: a * b + d if a > 1 else d)(x)

@program(3, 1)
def del_item(x):
    d = {'a': x, 'b': 2}
    del d['a']
    l = [x, 1]
    del l[1]
    return d, l

@program(3, 1)
def assert_static(x):
    assert 1 + 1 == 2, "arithmetic"
    return x

@program(3, 1)
def global_read(x): return x + LIMIT

LIMIT = 10

@program(3, 1)
def shadowed_builtin(x):
    sum = 0
    for i in range(3): sum += i * x
    max = lambda a, b: a
    return max(sum, 100)

@program(3, 1)
def pass_only(x): pass

@program(3, 1)
def ellipsis_body(x): ...

@program((), ())
def no_arguments():
    n = 3
    while n > 0: n -= 1
    return n

@program((1, 2), (5, 2))
def two_returns_in_one_line(a, b):
    if a > b: return a
    return b

@program(3, 1, under_jit=SKIP)
def nested_quotes(x): return {"a'b": x, 'c"d': """e""" * 2}

@program(3, 1)
def unary_chain(x): return - -x, not not x, ~-x

@program(3, 1)
def dict_merge(x): return {**{'a': x}, 'b': 2} | {'c': x}

@program(3, 1)
def list_unpack(x): return [*[x, 1], *(2,)], (*[x],)

@program(3, 1)
def conditional_import(x):
    import math as m
    from math import floor
    return m.floor(2.5) + floor(1.5) + x
