"""`return`, `break` and `continue` anywhere."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import program


@program(3, 0, -3)
def early(x):
    if x > 2: return x * 2
    if x < 0: return -x
    return 7

@program(3, 0, -3)
def all_return(x):
    if x > 2: return 1
    elif x < 0: return 2
    else: return 3

@program(3, 0, -3)
def return_then_work(x):
    y = 1
    if x > 2: return y
    y = y + x
    if y < 0: return y * 10
    y = y + 100
    return y

@program(3, 0, -3, under_jit="chosen-text")
def falls_off(x):
    if x > 2: return x

@program(3, 0)
def returns_nothing(x):
    if x > 2: return
    x += 1

@program(3, 0)
def returns_tuple(x):
    if x > 2: return x, 1
    return 2, x

@program(3, 0)
def returns_nested_structures(x):
    if x > 2: return {'a': (x, [1])}
    return {'a': (0, [x])}

@program(10, 3, 0)
def while_return(n):
    while n > 0:
        if n == 3: return 33
        n -= 2
    return n

@program(10, 3, 0)
def while_return_deep(n):
    s = 0
    while n > 0:
        if n % 2 == 0:
            if n < 5:
                return s
            s += 1
        n -= 1
    return -s

@program(4, 9, 0)
def for_two_returns(n):
    for i in range(12):
        if i * 2 == n: return i
        if i * 3 == n: return -i
    return 100

@program(4, 9, 0)
def return_with_else(n):
    for i in range(12):
        if i * i == n: return i
    else:
        return -1

@program(4, 9, 0)
def return_after_loop_uses_state(n):
    s = 0
    for i in range(12):
        if i > n: return s
        s += i
    s += 1000
    return s

@program(4, 9, 0, under_jit="undefined-name")
def break_keeps_state(n):
    s = 0
    for i in range(12):
        if i > n: break
        s += i
    s += 1000
    return s, i

@program(4, 9, 0)
def continue_first(n):
    s = 0
    for i in range(12):
        if i < n: continue
        s += i
    return s

@program(4, 9, 0)
def continue_in_else(n):
    s = 0
    for i in range(12):
        if i < n: s += 1
        else: continue
        s += 10
    return s

@program(4, 9, 0)
def continue_and_break_in_one(n):
    s = 0
    for i in range(12):
        if i % 3 == 0: continue
        elif i > n: break
        else: s += 1
        s += 10
    return s

@program((3, 5), (0, 0), (5, 3))
def inner_break_outer_continue(n, m):
    s = 0
    for i in range(n):
        for j in range(m):
            if j == 2: break
            s += 1
        else:
            s += 100
            continue
        s += 10
    return s

@program((3, 5), (0, 0), (5, 3), (9, 9))
def inner_return_outer_break(n, m):
    s = 0
    for i in range(n):
        for j in range(m):
            s += 1
            if s == 20: return -s
        if s > 12: break
    return s

@program(5, 0)
def loop_always_breaks(n):
    s = 0
    for i in range(n):
        s += 1
        break
    return s

@program(5, 0)
def loop_always_returns(n):
    for i in range(n):
        return 7
    return 8

@program(5, 0)
def dead_code(n):
    return n
    n = undefined_name

@program(5, 0)
def break_in_nested_ifs(n):
    s = 0
    for i in range(10):
        if i > 2:
            if i > n:
                if s > 3: break
                s += 2
        s += 1
    return s

@program(5, 0, 2)
def flag_named_like_ours(did_break):
    loop_body = 0
    for item in range(10):
        if item > did_break: break
        loop_body += item
    return loop_body

@program(5, 0, 2)
def our_names(if_true):
    return_value = 0
    did_return = 1
    if if_true > 1: if_false = 2
    else: if_false = 3
    for i in range(4):
        if i > if_true: return return_value + if_false
        return_value += did_return
    return return_value

@program(5, 0, 2)
def variables_named_like_modules(jnp):
    lax = 0
    while lax < jnp: lax += 2
    if lax > 3: jax = 1
    else: jax = 2
    return jax + lax

@program(5, 1)
def return_in_with(x):
    import contextlib
    with contextlib.nullcontext():
        if x > 2: return 1
        x += 1
    return x

@program(5, 1)
def return_in_try_finally(x):
    log = []
    try:
        if x > 2: y = 1
        else: y = 2
    finally:
        log.append(1)
    return y, len(log)

@program(5, 0)
def while_else_return(n):
    while n > 0:
        if n == 3: return -3
        n -= 1
    else:
        if n == 0: return 100
    return n

@program(1, 5, 3)
def return_in_three_loops(n):
    for i in range(n):
        for j in range(n):
            for k in range(n):
                if i + j + k == 5: return i * 100 + j * 10 + k
    return -1

@program(1, 5, 3)
def continue_in_while_true(n):
    i = 0
    s = 0
    while True:
        i += 1
        if i % 2: continue
        if i > n: break
        s += i
    return s, i

@program((0, jnp.array([1, 2])), (1, jnp.array([1, 2])), (2, jnp.array([3])))
def return_from_a_walk_in_a_branch(a, v):
    if a:
        for x in v: return 2
    return 1

@program((0, jnp.array([1, 2])), (1, jnp.array([1, 2])))
def return_of_several_from_a_walk(a, v):
    if a: pass
    else:
        for x in v: return 1, a, x
    return 2, 2, 2

@program(3, -3)
def called_in_a_test_that_decides_nothing(k):
    def count(x):
        nonlocal k
        k += 1
        return x
    if count(k) > 0: x = 1
    else: x = 1
    return k + x

@program((4, 2), (12, 1), (3, 0))
def pair_where_a_captured_name_changes(a, b):
    def near(z): return a + z
    while a > 9: return b, a
    if b > 1: a = 2
    return near(b) % 100, b % 8
