"""Thirteen programs that other converters get silently wrong."""
# ruff: noqa

from tests.programs.pool import program


@program(3, 0)
def nonlocal_helper(x):
    s = 0
    def add():
        nonlocal s
        s = s + x
    if x > 1:
        add()
    return s


@program(3, 0)
def lambda_sees_change(x):
    s = 0
    get = lambda: s
    if x > 1:
        s = s + 10
    return get()


@program(3, 0)
def append_in_both(x):
    l = []
    if x > 1:
        l.append(1)
    else:
        l.append(2)
    return l


@program(3)
def append_in_untaken(x):
    l = []
    if x > 100:
        l.append(1)
    return len(l)


@program(3, expect="branch-mismatch")
def set_add_untaken(x):
    s = {1}
    if x > 100:
        s.add(2)
    return len(s)


@program(3, expect="branch-mismatch")
def pop_untaken(x):
    d = {"a": 1}
    if x > 100:
        d.pop("a")
    return len(d)


@program(3, 0)
def len_of_grown(x):
    l = []
    for i in range(5):
        l.append(1)
    return len(l) + x


class Counter:
    def __init__(self):
        self.n = 0

    def bump(self):
        self.n += 1


@program(3, 0)
def counter_by_method(x):
    c = Counter()
    for i in range(5):
        c.bump()
    return c.n + x


@program(5, 0, 3)
def counter_in_staged_loop(x):
    c = Counter()
    for i in range(x):
        c.bump()
    return c.n


@program(3, 0)
def flag_is_true(x):
    flag = False
    if x > 1:
        flag = True
    if flag is True:
        return 1
    return 2


@program(5, 0)
def flag_is_false_after_loop(x):
    flag = False
    for i in range(x):
        flag = i > 2
    return flag is False


@program(3, 101)
def raise_in_try_untaken(x):
    y = 1
    try:
        if x > 100:
            raise ValueError("no")
    except ValueError:
        y = 2
    return y


@program(3, 0)
def print_in_untaken(x):
    if x > 1:
        print("taken")
    else:
        print("other")
    return x


@program((3, 1, 2), (1, 2, 3))
def sorted_ascending(a, b, c):
    return sorted([a, b, c], reverse=False)


@program(0, 1)
def late_lambdas(x):
    fs = []
    for i in range(3):
        fs.append(lambda: i)
    return sum([f() for f in fs]) + x


@program(3, 9, -2)
def middle_once(x):
    calls = []
    def f():
        calls.append(1)
        return x
    inside = 1 < f() < 5
    return inside, len(calls)


@program(3, -3)
def match_static_traced_if(x):
    match "a":
        case "a":
            if x > 0:
                r = x
            else:
                r = -x
        case _:
            r = 0
    return r
