"""`if`, `elif`, `else` and the conditional expression."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, 0, -3)
def if_only(x):
    y = 0
    if x > 0: y = x
    return y

@program(3, 0, -3)
def both_rebind(x):
    if x > 0: x = x - 1
    else: x = x + 1
    return x

@program(3, 0, -3)
def two_names(x):
    a = b = 0
    if x > 0: a = x; b = 2 * x
    else: b = -x
    return a, b

@program(3, 0, -3, 8)
def long_elif(x):
    if x < 0: r = 'neg' and 1
    elif x == 0: r = 2
    elif x < 5: r = 3
    else: r = 4
    return r

@program((1, 1), (1, -1), (-1, 1), (-1, -1))
def nested_four(x, y):
    if x > 0:
        if y > 0: q = 1
        else: q = 4
    else:
        if y > 0: q = 2
        else: q = 3
    return q

@program(3, -3)
def sequential(x):
    s = 0
    if x > 0: s += 1
    if x > 1: s += 10
    if x > 2: s += 100
    if x > 3: s += 1000
    return s

@program(3, 0)
def pass_branch(x):
    if x > 0: pass
    else: x = 5
    return x

@program(3, 0)
def empty_effect(x):
    if x > 0: pass
    return x

@program(3, -3)
def ternary_nested(x): return 1 if x > 2 else 2 if x > 0 else 3

@program(3, -3)
def ternary_in_arguments(x): return max(x if x > 0 else -x, 2)

@program(3, -3)
def ternary_in_index(x): return [10, 20][0 if x > 0 else 1]

@program(3, -3)
def ternary_lambda(x): return (lambda a: a + 1 if a > 0 else a - 1)(x)

@program(3, -3)
def ternary_tuple(x):
    a, b = (x, 1) if x > 0 else (1, x)
    return a - b

@program(3, 0)
def truth_of_int(x):
    if x: return 1
    return 2

@program(0.0, 0.5)
def truth_of_float(x):
    if x: return 1
    return 2

@program(True, False)
def truth_of_bool(x):
    if x: return 1
    return 2

@program(True, False)
def not_bool(x):
    if not x: return 1
    return 2

@program((jnp.array([1]),), (jnp.array([0]),))
def truth_of_one_item(v):
    if v: return 1
    return 2

@program((jnp.array([1, 2]),), expect="predicate-not-scalar")
def truth_of_array(v):
    if v > 1: return 1
    return 2

@program(3, -3)
def tuple_state(x):
    t = (0, (1, 2))
    if x > 0: t = (x, (x, x))
    return t

@program(3, -3)
def dict_state(x):
    d = {'a': 0, 'b': (1, 2)}
    if x > 0: d = {'a': x, 'b': (x, x)}
    return d

@program(3, -3)
def list_state(x):
    l = [0, 1]
    if x > 0: l = [x, 2]
    return l

@program(3, -3)
def list_item(x):
    l = [0, 1]
    if x > 0: l[0] = x
    return l

@program(3, -3, expect="branch-mismatch")
def tuple_lengths(x):
    if x > 0: t = (1,)
    else: t = (1, 2)
    return t

@program(3, -3, expect="branch-mismatch")
def array_shapes(x):
    if x > 0: t = jnp.zeros(2)
    else: t = jnp.zeros(3)
    return t

@program(3, -3, under_jit="chosen-text")
def none_or_number(x):
    if x > 0: t = None
    else: t = 1
    return t

@program(3, -3)
def none_on_both(x):
    if x > 0: t = None; s = 1
    else: t = None; s = 2
    return t, s

@program(3, -3, under_jit=SKIP)
def same_string(x):
    if x > 0: t = 'a'; s = 1
    else: t = 'a'; s = 2
    return t, s

@program(3, -3)
def functions_differ(x):
    if x > 0: f = lambda: 1
    else: f = lambda: 2
    return f()

@program(3, -3)
def call_in_branch(x):
    def g(a): return a * a
    return g(x) if x > 0 else g(x + 1)

@program(3, -3)
def static_inside(x):
    n = 2
    if x > 0:
        if n > 1: n = 5
    return n

@program(3, -3)
def traced_inside_static(x):
    n = 2
    if n > 1:
        if x > 0: n = 5
    else:
        n = 'never'
    return n

@program(3, -3)
def del_in_branch(x):
    t = 1
    if x > 0:
        u = 2
        t = u
        del u
    return t

@program((jnp.array([1.0, -2.0]),), (jnp.array([-1.0, -2.0]),))
def array_branch(v):
    if jnp.sum(v) > -2: v = v * 2
    else: v = jnp.zeros_like(v)
    return v

@program(3, -3)
def condition_reads_branch_name(x):
    y = x
    if y > 0: y = y - 10
    if y > 0: y = y + 100
    return y

@program(3, -3)
def swap_in_branch(x):
    a, b = x, 2
    if a > b: a, b = b, a
    return a, b

@program(4, 3)
def comparison_as_value(x):
    e = x % 2 == 0
    if e: r = e
    else: r = not e
    return r, e

@program(4, 3, -1)
def def_in_branch(x):
    if x > 3:
        def g(a): return a + 1
        r = g(x)
    else:
        def h(a): return a - 1
        r = h(x)
    return r

@program(4, 3)
def import_in_branch(x):
    if x > 3:
        import math
        r = math.floor(2.5)
    else:
        r = 0
    return r

@program(4, 3)
def augmented_kinds(x):
    y = 10
    if x > 3: y -= 1
    else: y //= 3
    if x > 3: y <<= 1
    else: y |= 4
    y ^= 1
    return y

@program((1.0, 2.0), (1.0, -2.0), (-1.0, 2.0))
def blocks_in_the_first_branch(x, y):
    # Both ifs have two branches without operands: the same names for four blocks.
    if x > 0:
        a = x + 1
        if y > 0:
            b = y * 2
            c = b + a
        else:
            b = y * 3
            c = b - a
    else:
        b = x * 5
        c = b * 7
    return b, c

@program((1.0, 2.0), (1.0, -2.0), (-1.0, 2.0))
def blocks_with_the_same_parameters(x, y):
    b = c = 0.0
    if x > 0:
        if y > 0:
            b = y * 2
            c = b + 1
        else:
            b = y * 3
            c = b - 1
        c = c * b
    else:
        b = x * 5
        c = b * 7
    return b, c

@program((3.0, 20), (3.0, 0), (-40.0, 3), (0.0005, 5))
def blocks_in_a_loop(x, n):
    for i in range(n):
        if x > 0:
            z = x * 2.0
            if z > 1.0:
                z = z / 3.0
            else:
                z = z + 0.1
        else:
            z = -x
            k = 0
            while z > 1.0 and k < 10:
                z = z * 0.5
                k = k + 1
        if z < 1e-3: break
        x = z
    return x
