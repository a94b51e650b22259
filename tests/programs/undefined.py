"""Names without a value on some path."""
# ruff: noqa

from tests.programs.pool import SKIP, program


@program(3, -3)
def unused(x):
    if x > 0: y = x
    return x

@program(3, expect="right", under_jit="undefined-name")
def used_taken(x):
    if x > 0: y = x
    return y

@program(3, -3, under_jit="undefined-name")
def used_under_same_condition(x):
    if x > 0: y = x
    if x > 0: return y
    return 0

@program(3, -3)
def rebound_later(x):
    if x > 0: y = 1
    y = 2
    return y + x

@program(3, -3)
def bound_in_both(x):
    if x > 0: y = 1
    else: y = 2
    return y

@program(5, 1, under_jit="undefined-name")
def loop_target_after(n):
    for i in range(n): pass
    return i

@program(5, 1, under_jit="undefined-name")
def while_body_name_after(n):
    while n > 0:
        y = n
        n -= 1
    return y

@program(5, 0)
def only_in_loop(n):
    for i in range(n): y = i
    return n

@program(5, 0)
def defined_by_first_round(n):
    s = 0
    for i in range(12):
        if i == 0: last = n
        s += last
        last = i
    return s

@program(3, -3)
def in_nested_branch(x):
    if x > 0:
        if x > 1: y = 1
        else: y = 2
    else:
        y = 3
    return y

@program(3, -3)
def returned_from_where_bound(x):
    if x > 0:
        y = x * 2
        return y
    return -x

@program(3, -3)
def structure_in_one(x):
    if x > 0: t = (x, [1, 2])
    return x

@program(3, -3)
def string_in_one(x):
    if x > 0: name = 'pos'
    return x

@program(3, -3)
def function_in_one(x):
    if x > 0:
        def g(a): return a
    return x

@program(3)
def deleted(x):
    y = x
    del y
    y = 2
    return y

@program(3, 0)
def temporary_in_loop(n):
    s = 0
    for i in range(n):
        t = i
        if t > 1: u = t * 2
        else: u = 0
        s += u
    return s

@program(9, 0, under_jit="undefined-name")
def found_flag(n):
    found = False
    for i in range(12):
        if i * i == n:
            found = True
            where = i
            break
    if found: return i
    return -1

@program(0, expect="undefined-name")
def name_of_no_rounds_caught(n):
    for i in range(n): pass
    try:
        return i
    except NameError:
        return -1

@program((3, 200), under_jit="undefined-name")
def name_in_a_loops_test(b, n):
    if n > 100: limits = 3
    k = 3
    while k in (limits, b): k -= 1
    return k

@program((3, 5), expect="undefined-name")
def unset_name_in_a_loops_test(b, n):
    if n > 100: limits = 3
    k = 3
    while k in (limits,): k -= 1
    return k

@program(3, 0, under_jit=SKIP)
def bound_by_a_loop_of_python_in_a_loop(n):
    for b in range(n):
        for i in reversed(range(3)): pass
    return i

@program(3, 0, -1, under_jit=SKIP)
def bound_by_a_loop_of_python_in_a_branch(n):
    if n > 0:
        for i in range(3): pass
    return i
