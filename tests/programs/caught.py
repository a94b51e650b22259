"""What called functions, lists and dicts raise at run time, and a `try` around the call catches."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program


class Low(Exception):
    pass

class High(Low):
    pass

def need(x, least=0):
    if x < least: raise Low("low")
    if x > 100: raise High("high")
    return x + 1

class Account:
    def __init__(self, balance):
        self.balance = balance
        self.asked = 0
    def withdraw(self, amount):
        self.asked += 1
        if amount > self.balance:
            raise Low("not enough")
        self.balance -= amount
        return self.balance

class Bank:
    def __init__(self):
        self.accounts = {"a": 5, "b": 6}
        self.moves = 0
    def move(self, n):
        self.accounts["a"] -= n
        if self.accounts["a"] < 0:
            self.accounts["a"] += n
            self.moves += 100
            raise Low("no")
        self.accounts["b"] += n
        self.moves += 1

@program(([4, 5, 6], 5), ([4, 5, 6], 7))
def index_of(v, x):
    try: i = v.index(x)
    except ValueError: i = -1
    return i

@program(([4, 5, 6], 1), ([4, 5, 6], 3), ([4, 5, 6], -3), ([4, 5, 6], -4))
def item_of_a_list(v, i):
    try: y = v[i]
    except IndexError: y = -1
    return y

@program(({1: 2, 3: 4}, 3), ({1: 2, 3: 4}, 5))
def item_of_a_dict(d, k):
    try: y = d[k]
    except KeyError: y = -1
    return y

@program(([1, 2, 3], 2), ([1, 2, 3], 9), under_jit=SKIP)
def removed(v, x):
    v = list(v)
    try:
        v.remove(x)
        n = 1
    except ValueError:
        n = 0
    return len(v), n

@program(0, 3, 9, under_jit="list-needs-bound")
def popped_until_empty(n):
    v = []
    s = 0
    for i in range(n): v.append(i)
    try:
        for _ in range(5): s += v.pop()
    except IndexError:
        s += 1000
    return s, len(v)

@program((10, 3), (10, 30), (10, 10))
def method_with_state(balance, amount):
    account = Account(balance)
    ok = True
    try:
        account.withdraw(amount)
        account.withdraw(1)
    except Low:
        ok = False
    return account.balance, account.asked, ok

@program((10, 8), (0, 3), (3, 0))
def method_in_a_loop(balance, n):
    account = Account(balance)
    failed = 0
    for i in range(n):
        try:
            account.withdraw(i)
        except Low:
            failed += 1
    return account.balance, account.asked, failed

@program((1, 2), (9, 1), (5, 1))
def changes_before_stay_others_do_not_happen(m, n):
    bank = Bank()
    bad = 0
    for k in (m, n):
        try: bank.move(k)
        except Low: bad += 1
    return bank.accounts["a"], bank.accounts["b"], bank.moves, bad

@program((1, 2), (-1, 2), (1, -2), (-1, -2))
def else_and_finally(x, y):
    r = 5
    try:
        r = need(x)
        r += need(y)
    except Low: r += 100
    else: r += 1000
    finally: r += 1
    return r

@program(3, 101, -1)
def several_handlers(x):
    y = 0
    try:
        y = 1
        y = need(x)
    except High: y += 10
    except (Low, TypeError): y += 20
    return y

@program(3, 101, -1, under_jit="undefined-name")
def nested(x):
    try:
        try: y = need(x)
        except High: y = 10
    except Low: y = 20
    return y

@program(3, 101, -1, under_jit=SKIP)
def other_exceptions_pass(x):
    try: y = need(x)
    except High: y = 10
    return y

@program(3, -7)
def returned_from_the_body(x):
    try: return need(x)
    except Low: return -1

@program(([1, 20, 3],), ([1, 2, 3],), ([20, 1, 1],))
def returned_from_a_loop(v):
    for x in v:
        try: return need(x, 10)
        except Low: continue
    return -1

@program(3, -7, 120)
def repeated_until_it_fits(x):
    tries = 0
    while True:
        tries += 1
        try:
            y = need(x)
            break
        except Low:
            x += 3
        if tries > 50: break
    return tries, x

@program(([1, 2, 3, 4],), ([1, 7, 2, 0],), ([200, 3, 1, 5],))
def break_and_continue_in_the_body(v):
    s = 0
    for x in v:
        try:
            if x == 7: break
            if x == 3: continue
            s += need(x)
        except High: s += 1000
        else: s += 100
    return s

@program(3, 1, 60, 200)
def test_of_a_loop(x):
    n = 0
    try:
        while need(x) < 50:
            x = x * 3 - 4
            n += 1
    except Low: n += 1000
    return n, x

@program(3, 20, -9, -1)
def raised_in_a_round(n):
    s = 0
    try:
        for i in range(10):
            s += i
            if i == n: raise High("x")
            s += need(n - i, -5)
    except High: s = -s
    except Low: s = s * 1000
    return s

@program(3, 7, 200)
def raise_beside_calls(x):
    y = 3
    try:
        if x > 5: y = 4
        else:
            y = 5
            raise Low("z")
        y += need(x)
    except Low: y += 100
    return y

@program(3, 8, -2, 200)
def names_of_the_scope_around(x):
    count = 0
    def add(k):
        nonlocal count
        count += 1
        r = need(k)
        count += 10
        return r
    try: y = add(x) + add(x - 5)
    except Low: y = -1
    return y, count

@program(3, -3)
def later_in_the_same_expression(x):
    seen = [0, 0]
    def note(k):
        seen[k] += 1
        return k
    try: z = note(0) + need(x) + note(1)
    except Low: z = 0
    return z, seen[0], seen[1]

@program(1, 40, 200)
def unpacked(x):
    r = 0
    try:
        r = 1
        r, q = need(x), need(x - 30)
    except Low: r += 10
    return r

@program(3, -3)
def array_in_the_called_function(x):
    def put(v, i, x):
        v = v + jnp.ones(3)
        v[i] = x
        need(x)
        return v
    v = jnp.zeros(3)
    try:
        v = put(v, 1, x)
        v = v + 1
    except Low: v = v - 1
    return v

@program(3, 101, -3)
def handler_raises_another(x):
    def turned(x):
        try: return need(x)
        except High: raise KeyError("k") from None
    y = 0
    try: y += turned(x)
    except KeyError: y = 1
    except Low: y = 2
    return y

@program(3, -3)
def exception_is_read(x):
    def positive(x):
        if x < 0: raise ValueError("negative", 7)
        return x
    try: y = positive(x)
    except ValueError as error: y = error.args[1]
    return y

@program(3, -3, 200, expect="raise-in-try")
def one_of_two_exceptions_is_read(x):
    try: y = need(x)
    except Low as error: y = len(error.args[0])
    return y

@program(3, -3, expect="raise-in-try")
def finally_on_the_way(x):
    log = [0]
    def noted(x):
        try: return need(x)
        finally: log[0] += 1
    try: y = noted(x)
    except Low: y = -1
    return y, log[0]

@program(3, -3)
def name_keeps_its_value(x):
    y = 5
    try: y = need(x)
    except Low: pass
    return y

@program(3, -3)
def attribute_keeps_its_value(x):
    account = Account(7)
    try: account.balance = need(x)
    except Low: account.asked = 9
    return account.balance, account.asked

@program((3, 1), (3, 5), (-3, 1))
def item_keeps_its_value(x, i):
    v = [1, 2, 3]
    try: v[i] += need(x)
    except Low: v[0] = 7
    except IndexError: v[0] = 9
    return v[0], v[1], v[2]

@program((4, 2), (4, 0))
def division(a, b):
    try: q = a // b
    except ZeroDivisionError: q = -1
    return q

@program((4.0, 2.0), (4.0, 0.0), (0.0, -0.0))
def division_of_floats(a, b):
    try: a /= b
    except ArithmeticError: a = -1.0
    return a

@program(3, 0)
def division_in_a_loop(n):
    total = 0
    skipped = 0
    for i in range(-n, n + 1):
        try: total += 12 // i + 7 % i
        except ZeroDivisionError: skipped += 1
    return total, skipped

@program((4, 2), (4, 0))
def division_in_a_called_function(a, b):
    def quotient(a, b): return a / b
    try: q = quotient(a, b)
    except ZeroDivisionError: q = 0.5
    return q

@program(4.0, -4.0, expect="exception-not-raised")
def domain_in_a_called_function(x):
    import math
    def root(x): return math.sqrt(x)
    try: r = root(x)
    except ValueError: r = -1.0
    return r

@program(4, 13)
def raised_in_a_match(m):
    def days(month):
        match month:
            case 2: return 28
            case 4 | 6 | 9 | 11: return 30
            case _ if 1 <= month <= 12: return 31
            case _: raise ValueError("month")
    try: return days(m)
    except ValueError: return 0

@program((1, 2, 3), (1, 2, 1), (0, 1, 1))
def changed_in_the_else(a, b, c):
    def solve(a, b, c):
        if a == 0: raise ZeroDivisionError("not quadratic")
        d = b * b - 4 * a * c
        if d < 0: raise ValueError("no real roots")
        return (-b + d ** 0.5) / (2 * a)
    try: x = solve(a, b, c)
    except ZeroDivisionError: x = -100.0
    except ValueError: x = -200.0
    else: x += 1.0
    return x

@program(3, 5, -3)
def conditional_expression(x):
    y = 0
    try:
        y = need(x) if x != 5 else 9
        y = [need(x), need(x + 1)][1]
    except Low: y -= 1
    return y

@program((5, 2), (5, 0), expect="exception-not-raised")
def divmod_by_zero(a, b):
    try: q, r = divmod(a, b)
    except ZeroDivisionError: q = r = -1
    return q, r

@program(3, 0)
def step_of_a_range(step):
    t = 0
    try:
        for k in range(0, 10, step): t += k
    except ValueError: t = -1
    return t

@program(4, -1)
def factorial_of_a_negative_number(n):
    import math
    try: return math.factorial(n)
    except ValueError: return 0

@program(5, 1, under_jit="list-needs-bound")
def largest_of_none(n):
    v = []
    for k in range(n):
        if k % 2: v.append(k)
    try: return max(v)
    except ValueError: return -1

@program(3, -3)
def loop_of_one_round(x):
    y = 0
    try:
        for k in (x,): y = need(k)
        y += 5
    except Low: y = -1
    return y

@program(3, -3, 0)
def loop_over_known_items(x):
    y = 0
    try:
        for k in (x, x + 1, x - 2):
            for j in (k,): y += need(j)
        y += 50
    except Low: y = -y - 1
    return y
