"""Texts that branches on run-time values choose: printed, returned, compared, looked up, and carried through loops."""
# ruff: noqa

from dataclasses import dataclass
from os.path import join as join_path

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

PRICES = {"apple": 3, "pear": 4}
DAYS = ["Mon", "Tue", "Wed"]


@program(1, 2)
def parity(n):
    print("even" if n % 2 == 0 else "odd")
    return n

@program(1, -1, 0, under_jit="chosen-text")
def sign(x):
    if x > 0: kind = "positive"
    elif x < 0: kind = "negative"
    else: kind = "zero"
    print(kind, f"{kind}: {x}", f"<{kind:>10}>", [kind], (kind, x), {"k": kind})
    return kind

@program(95, 85, 75, 5, under_jit="chosen-text")
def grade(p):
    if p >= 90: return "A"
    if p >= 80: return "B"
    if p >= 70: return "C"
    return "F"

@program(15, 1, 0)
def fizz_buzz(n):
    for i in range(1, n + 1):
        if i % 15 == 0: word = "FizzBuzz"
        elif i % 3 == 0: word = "Fizz"
        elif i % 5 == 0: word = "Buzz"
        else: word = str(i)
        print(word)

@program(15, 2)
def fizz_buzz_by_parts(n):
    for i in range(1, n + 1):
        word = ""
        if i % 3 == 0: word += "Fizz"
        if i % 5 == 0: word += "Buzz"
        print(word or str(i), end=" ")

@program(12, 1, 7, under_jit="chosen-text")
def state_machine(n):
    state, steps = "start", 0
    while state != "done":
        if state == "start":
            state = "even" if n % 2 == 0 else "odd"
        elif state == "even":
            n = n // 2
            state = "start" if n > 1 else "done"
        else:
            n = n - 1
            state = "start" if n > 1 else "done"
        steps += 1
    return steps, state, n

@program(0, 3, 6)
def state_machine_with_break(n):
    state, c = "start", 0
    while True:
        if state == "start":
            state = "loop"
        elif state == "loop":
            c += n + 1
            if c > 10: state = "done"
        elif state == "done":
            break
    return c

class Light:
    def __init__(self):
        self.color, self.rounds = "red", 0

    def step(self):
        if self.color == "red": self.color = "green"
        elif self.color == "green": self.color = "yellow"
        else:
            self.color = "red"
            self.rounds += 1

@program(0, 1, 2, 3, 7, under_jit="chosen-text")
def traffic_light(n):
    light = Light()
    for _ in range(n): light.step()
    return light.color, light.rounds

@program(4, 5, under_jit="chosen-text")
def formatted(n):
    return f"{n} is even" if n % 2 == 0 else f"{n + 1} is odd"

@program(1, 2, 0, under_jit="chosen-text")
def plural(x):
    print(f"{x} apple{'' if x == 1 else 's'}")
    return "%d apple%s" % (x, "" if x == 1 else "s")

@program(0, 1, 2)
def asked(k):
    if k == 0: kind = "apple"
    elif k == 1: kind = "pear"
    else: kind = "fig"
    return kind in ("apple", "fig"), len(kind), kind < "g", kind == "pear", "fig" != kind, "p" in kind, kind in "apple pie", not kind, kind is None, isinstance(kind, str), kind.startswith("p"), ord(kind[0])

@program(-1, 3, under_jit="chosen-text")
def made_of_it(x):
    sign, op = "+" if x > 0 else "-", "add" if x > 2 else "sub"
    return sign + op + "!", op * 2, op[1:], op.upper(), op.replace("d", "t"), "-".join([op, sign, "z"]), "%s|%5s" % (op, sign), "{:>5}{!r}".format(op, sign), repr(op), str(op), max(op, "b")

@program(0, 1)
def looked_up(k):
    kind = "apple" if k == 0 else "pear"
    local = {"apple": k + 1, "pear": k - 1}
    return PRICES[kind] * 2, local[kind], PRICES.get(kind), local.get(kind, 7), kind in PRICES

@program(0, 1, 2)
def looked_up_with_default(k):
    return PRICES.get("apple" if k == 0 else "pear" if k == 1 else "fig", -1)

@program(0, 1, under_jit=SKIP)
def key_error(k):
    return PRICES["apple" if k == 0 else "fig"]

@program(0, 7, 20)
def counted(n):
    def classify(v):
        if v < 5: return "low"
        elif v < 10: return "mid"
        return "high"
    counts = {"high": 0, "low": 0, "mid": 0}  # `jit` hands dicts back by their keys in order
    for i in range(n): counts[classify(i)] += 1
    return counts

@program(0, 2, -1, under_jit="chosen-text")
def by_index(k):
    return DAYS[k], ("a", "b", "c")[k], "xyz"[k]

@program(3, under_jit=SKIP)
def index_out_of_range(k):
    return "xyz"[k]

@program(1, 2, 3, 4)
def matched(op):
    name = ("add", "sub", "mul", "div")[op - 1]
    match name:
        case "add" | "plus": return 1
        case "sub": return 2
        case other if other == "mul": return 3
        case _: return 4

@program(-1, 3, under_jit="chosen-text")
def truth(x):
    s = "yes" if x > 0 else ""
    r = 1 if s else 0
    return s or "no", s and "and", not s, r

@program(1, 3)
def none_or_text(x):
    word = None
    if x > 2: word = "big"
    if word is None: return -1
    print(word)
    return len(word)

@program(-1, 3, 10, under_jit="chosen-text")
def none_returned(x):
    if x > 5: return None
    if x > 0: return "mid"
    return "low"

@program(3, 1, 0, under_jit="chosen-text")
def last_word(n):
    last = None
    for i in range(n):
        last = "even" if i % 2 == 0 else f"odd {i}"
    if last is None: return "nothing"
    return last

@program(12, 7, under_jit="chosen-text")
def divisor(n):
    for d in range(2, n):
        if n % d == 0: return f"{d} divides {n}"
    return "prime"

@program((3, 4), (4, 3), (3, 3), under_jit="chosen-text")
def operator_sign(a, b):
    if a > b: op = ">"
    elif a < b: op = "<"
    else: op = "=="
    print(a, op, b)
    return f"{a} {op} {b}"

@program(-1, 3, 6, 9, under_jit=SKIP)
def messages(x):
    kind = "low" if x < 5 else "high"
    assert x > 0, f"{kind} {x}"
    if x > 8: raise ValueError(kind, x)
    return x

@program(1, -2)
def raised_and_caught(x):
    kind = "int" if x > 0 else "neg"
    try:
        if kind == "neg": raise ValueError(kind)
        return x
    except ValueError:
        return -1

@dataclass
class Named:
    name: str
    x: int

@program(1, -2, under_jit="chosen-text")
def in_objects(x):
    if x > 0: p = Named("a", x)
    else: p = Named("b", -x)
    print(p, [p], p.name)
    return p.name, p.x

@program(0, 1, 2, under_jit="chosen-text")
def in_containers(x):
    return [("a" if x > 0 else "b"), {"k": "c" if x > 1 else "d", "x": x}], ("e" if x > 1 else "f", x)

@program(0, 1, 4, under_jit="chosen-text")
def in_a_tuple_of_a_loop(n):
    t = ("a", 1)
    for i in range(n): t = ("b", t[1] + i)
    return t

@program(0, 3, 6, under_jit="list-needs-bound")
def appended(n):
    out = []
    for i in range(n):
        out.append("odd" if i % 2 else "even")
    return out

@program((jnp.array([1, -2, 3]),), under_jit="chosen-text")
def of_each_item(v):
    for x in v: print("pos" if x > 0 else "neg", x)
    return ["p" if x > 0 else "n" for x in v]

@program(0, 3, 6, under_jit="chosen-text")
def nested_loops(n):
    r, s = "ok", "a"
    for i in range(n):
        for j in range(i):
            if (i + j) % 3 == 2: r = "found"
            s = "b" if s == "a" else "a"
    return r, s

@program(1, -1, under_jit="chosen-text")
def captured(x):
    kind = "a" if x > 0 else "b"
    def show(): return kind + "!"
    if x > 3: kind = "c"
    return show()

@program(2.5, 3, under_jit="chosen-text")
def of_two_kinds(x):
    word = f"{x}"
    for i in range(x > 2.7):
        word = f"{i}"
    return word

@program(0, 3, under_jit="list-needs-bound")
def growing(n):
    s = ""
    for i in range(n): s += "x"
    return s

@program(0, 3)
def taken_apart(n):
    s, c = "abc" if n == 0 else "defg", 0
    for ch in s: c += 1
    return c

@program(0, 3, expect="chosen-text")
def key_of_a_new_dict(n):
    return {("a" if n > 1 else "b"): 1}

@program(0, 3, expect="chosen-text")
def a_list_of_it(n):
    return ("a b" if n > 1 else "b").split()

@program((1, 5), (0, 5))
def list_of_a_chosen_key(i, x):
    m = {"a": [1], "b": [2]}
    row = m["a" if i else "b"]
    row[0] = x
    return m

@program((1, 5), (0, 5))
def dict_of_a_chosen_key(i, x):
    m = {"a": {"n": 1}, "b": {"n": 2}}
    return m["a" if i else "b"]["n"] + x

@program(0, 3, expect="chosen-text")
def of_a_library(n):
    return join_path("a" if n else "c", "x")

@program(0, 3, 6, under_jit="chosen-text")
def added_to_none(n):
    if n > 2: word = None
    else: word = "a"
    return "none" if word is None else word + "b"

@program(1, 3)
def in_tuples(n):
    s, t = "abc"[n % 3], "xyz"[n % 2]
    print(s + t, s < t, [s, t], (s, t) == ("b", "y"))
    return s + t == "by"

def written_numbers(n):
    return ["zero" if i % 3 == 0 else "one" if i % 3 == 1 else "apple" for i in range(n)]

@program(2, 3, 6, under_jit="list-needs-bound")
def list_sorted(n):
    l = written_numbers(n)
    l.sort(reverse=True)
    return sorted(written_numbers(n)), l, max(l), min(l)

@program(2, 3, 6, under_jit="list-needs-bound")
def list_searched(n):
    l = written_numbers(n)
    l.remove("one")
    return "one" in l, "zero" in l, "zzz" in l, l.index("zero"), l.count("zero"), l == ["zero"], l == ["zero", "apple"], len(l)

@program(0, 3, 6, under_jit="list-needs-bound")
def list_walked(n):
    for word in written_numbers(n): print(word, len(word))
    return [word.upper() for word in written_numbers(n) if word != "one"]

@program(0, 1)
def item_of_written_list(n):
    return len(["no", "yes"][n]), ["no", "yes"].count("no" if n else "x"), ("no" if n else "x") in ["x", "y"]

@program(2, expect="list-items-differ", under_jit="list-needs-bound")
def any_of_them(n):
    return any(written_numbers(n))

@program((1, 2), expect="chosen-text")
def sorted_display(a, b):
    return sorted(["a" if a > b else "b", "a"])

@program((1, 2), (5, 2), (2, 2), under_jit="chosen-text")
def best_of_a_dict(a, b):
    scores = {"ann": a, "bob": b, "eve": 2}
    return max(scores, key=scores.get), min(scores, key=lambda name: scores[name]), max(scores.items(), key=lambda item: item[1])

@program((1, 2), (5, 2), under_jit="chosen-text")
def greatest_text(a, b):
    k, m = "a" if a > b else "b", "c" if a > 2 else "a"
    return max([k, m]), max(k, m, "b"), [k, m] == ["a", "c"], (k, m) == ("a", "c")
