"""`print`, `assert` and `raise` at run time."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, 1)
def print_value(x):
    print('x', x)
    return x

@program(3, 1)
def print_branches(x):
    if x > 2: print('big', x)
    else: print('small')
    return x

@program(3, 0)
def print_in_loop(n):
    for i in range(n): print('round', i)
    return n

@program(3, 0)
def print_in_while(n):
    while n > 0:
        print(n, end=' ')
        n -= 1
    print()
    return n

@program(3, 1)
def print_order(x):
    print('one', x)
    print('two')
    if x > 2: print('three', x + 1)
    print('four', sep='-')
    return x

@program(2.5, True)
def print_kinds(x):
    print(x, [x], (x, 'a'))
    return x

@program((jnp.array([1, 2]),))
def print_array(v):
    print(v)
    return v

@program(3)
def assert_holds(x):
    assert x > 1, "small"
    return x

@program(3, 0, under_jit=SKIP)
def assert_fails(x):
    assert x > 1, "small"
    return x

@program(3, 0, under_jit=SKIP)
def assert_without_text(x):
    assert x > 1
    return x

@program(3, 1, 0, under_jit=SKIP)
def first_assert_wins(x):
    assert x > 0, "first"
    assert x > 1, "second"
    return x

@program(3, 1, 7, under_jit=SKIP)
def assert_in_branch(x):
    if x > 2: assert x > 5, "not five"
    return x

@program(3, 9, 0, under_jit=SKIP)
def assert_in_loop(n):
    s = 0
    for i in range(n):
        assert i < 5, "too far"
        s += i
    return s

@program(3, 9, 0, under_jit=SKIP)
def assert_in_while(n):
    k = 0
    while k < n:
        assert k != 4, "four"
        k += 1
    return k

@program(3, -1, under_jit=SKIP)
def raise_under_condition(x):
    if x < 0: raise ValueError("negative")
    return x

@program(3, -1, under_jit=SKIP)
def raise_in_else(x):
    if x > 0: y = x
    else: raise KeyError("no")
    return y

@program(3, -1, 7, under_jit=SKIP)
def raise_in_elif(x):
    if x > 5: y = 1
    elif x > 0: y = 2
    else: raise RuntimeError("none")
    return y

@program(3, -1, under_jit=SKIP)
def raise_in_helper(x):
    def check(a):
        if a < 0: raise ValueError("negative")
        return a
    return check(x) + 1

@program(3, 20, under_jit=SKIP)
def raise_in_loop(n):
    for i in range(n):
        if i > 10: raise OverflowError("far")
    return n

@program(3, 1, under_jit=SKIP)
def own_exception(x):
    if x < 2: raise TooSmall("small", 2)
    return x

class TooSmall(Exception): pass

@program(3, 1)
def raise_not_taken_loop(x):
    s = 0
    for i in range(12):
        if i > 100: raise ValueError("never")
        s += i * x
    return s

@program(3, 1)
def always_raises_statically(x):
    try: raise ValueError("x")
    except ValueError as e: return x

@program(3, 0)
def print_in_helper(x):
    def say(a):
        if a > 1: print('say', a)
        return a
    return say(x)

@program(3, -3, under_jit=SKIP)
def raise_after_print(x):
    if x < 0:
        print('negative', x)
        raise ValueError(f"bad {x}")
    print('fine', x)
    return x

@program(3, -1, -20, under_jit=SKIP)
def raise_two_deep(x):
    if x < 0:
        if x < -10: raise KeyError("very")
        raise ValueError("bad", x, 3)
    return x

@program(3, -1, under_jit=SKIP)
def raise_with_attributes(x):
    if x < 0: raise WithCode(x, more=[x + 1, "text"])
    return x

class WithCode(Exception):
    def __init__(self, code, *, more):
        super().__init__(f"code {code}", more)
        self.code = code

@program(3, -1, under_jit=SKIP)
def raise_from(x):
    try: int("z")
    except ValueError as e:
        if x < 0: raise KeyError("k", x) from e
    return x

@program(3, -1, under_jit=SKIP)
def raise_made_earlier(x):
    error = ValueError("made earlier", x)
    if x < 0: raise error
    return x

@program(3, -1, under_jit=SKIP)
def raise_class(x):
    if x < 0: raise LookupError
    return x

@program(3, -1, under_jit=SKIP)
def raise_on_both_sides(x):
    print("one", x)
    if x < 0: raise ValueError("left", x)
    else: raise KeyError("right", x)

@program(3, -1, under_jit=SKIP)
def raise_always(x):
    print("one", x)
    assert x > 0, "no"
    print("two")
    raise ValueError(f"at the end {x}")

@program(3, 0, -1, under_jit=SKIP)
def raise_in_the_body_of_a_loop(n):
    for i in range(n): raise OverflowError(i)
    return n

@program(3, 0, under_jit=SKIP)
def nothing_printed_after_a_failure(x):
    print("before")
    assert x > 1, ("a tuple", x, {"x": x})
    print("after", x)
    for i in range(x): print("round", i)
    return x

@program(2.5, -0.1, under_jit=SKIP)
def low_precision_in_a_message(x):
    assert x > 0, f"{x} and {x:.3f}"
    print(x, 0.1 * x)
    return x

@program(3, -1, under_jit=SKIP)
def exit_under_condition(x):
    import sys
    if x < -5: sys.exit(x)
    return x

@program((jnp.array([1, 2]),), (jnp.array([1, 5]),), under_jit=SKIP)
def assert_in_scan(v):
    import jax
    def step(total, a):
        assert a < 3, f"a is {a}"
        return total + a, a
    total = 0
    for a in v: total, _ = step(total, a)
    return total

@program(0, 3, under_jit=SKIP)
def known_assert_under_condition(x):
    if x > 2: assert x is None, f"not None: {x}"
    return x

@program(0, 3, under_jit=SKIP)
def failing_builtin_under_condition(x):
    d = {}
    if x > 2: d.pop("missing")
    return x

@program(0, 3, under_jit=SKIP)
def failing_conversion_under_condition(x):
    if x > 2: x = x + int("z")
    return x

@program(5, 0, -3, under_jit=SKIP)
def message_that_prints(n):
    def message():
        print("failed", n)
        return f"bad {n}"
    print("start")
    assert n > -1, message()
    for i in range(3):
        assert n != i, message()
    return n

@program(5, 0)
def message_that_changes(n):
    count = 0
    def message():
        nonlocal count
        count += 1
        return count
    assert n > -1, message()
    return n + count

@program(3, 0, 20, under_jit=SKIP)
def values_in_a_message_in_a_loop(n):
    s = 0
    for i in range(n):
        for j in range(i):
            if s > 20: raise ValueError(f"too large: {s} at {i}", j)
            s += j
    return s

@program(3, 0, 7, 8, 13, 50, under_jit=SKIP)
def several_messages_in_a_loop(n):
    s = 0
    while s < n:
        assert s != 7, ("seven", s)
        assert s < 30, f"{s + 1} is large"
        s += 3 if s < 6 else 2 if n > 20 else 1
        if s == 12: raise KeyError(s)
    return s


@program(3, 4)
def times_table(x):
    for i in range(36):
        for j in range(36):
            print(i * j, end=" ")
        print()
    return x
