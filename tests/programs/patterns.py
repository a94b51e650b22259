"""`match`: values, alternatives, sequences, mappings, classes, captures and guards, on subjects with traced parts."""
# ruff: noqa

import dataclasses

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

S = jnp.array([3, -1, 2])

@program(3, 1, -1)
def value(x):
    match x:
        case 1: r = 10
        case 3 | 4: r = 20
        case _: r = 0
    return r

@program((S,), (-S,), (S * 0,))
def seq_array(v):
    match v:
        case [0, *_]: r = 1
        case [3, b, c]: r = b + c
        case [a, *rest]: r = a + rest[0]
        case _: r = v[0]  # an array is no sequence to Python
    return r

@program((3, 1), (0, 5), (0, 0))
def pair(x, y):
    match (x, y):
        case (0, 0): r = 1
        case (0, b): r = b
        case (a, 0): r = a
        case (a, b): r = a * b
    return r

@program((3, 1), (1, 5), (2, 2))
def star(x, y):
    match [x, y, x + y]:
        case [1, *rest]: r = sum(rest)
        case [first, *mid, 4]: r = first + len(mid)
        case [*_, last]: r = last
    return r

@program((3, 1), (1, 5), (2, 2))
def mapping(x, y):
    match {'kind': 'a', 'x': x, 'y': y}:
        case {'kind': 'b'}: r = 0
        case {'x': 1, 'y': yy}: r = yy
        case {'x': xx, **rest} if xx > 2: r = xx + len(rest)
        case _: r = -1
    return r

@dataclasses.dataclass
class P:
    x: object
    y: object

@program((3, 1), (0, 5), (2, 2))
def class_pattern(x, y):
    match P(x, y):
        case P(0, y=b): r = b
        case P(x=a, y=1): r = a
        case P(a, b) if a == b: r = 100
        case P(): r = -1
    return r

@program((3, 1), (0, 5), (2, 2))
def as_pattern(x, y):
    match (x, (y, 1)):
        case (0 as a, (b, 1) as c): r = a + b + c[0]
        case (a, (5 | 2) as q, ): r = 0
        case (a, (2 | 1 as b, 1)): r = a * 10 + b
        case _: r = 0
    return r

@program(3, 1, -1)
def none_pattern(x):
    match x:
        case None: r = 0
        case True: r = 1
        case 1: r = 2
        case int(): r = 3
        case _: r = 4
    return r

@program(True, False)
def both_bools(x):
    match x:
        case True: r = 1
        case False: r = 2
    return r

@program(3, 1, -1)
def in_return(x):
    match x:
        case 1: return 10
        case n if n > 2: return n
    return 0

@program((3, 1), (0, 5), (2, 2))
def guard_order(x, y):
    seen = []
    def g(k, v):
        seen.append(k); return v
    match 1:
        case 2 if g(1, True): r = 0
        case 1 if g(2, False): r = 1
        case 1 if g(3, True): r = 2
    return r + x, seen

@program((3, 1), (0, 5), (2, 2))
def or_capture(x, y):
    match (x, y):
        case (0, a) | (a, 1): r = a
        case (a, b): r = a - b
    return r

@program(3, 1, -1)
def int_class(x):
    match x:
        case float(f): r = 1
        case int(n) if n > 2: r = n
        case int(n): r = -n
    return r

@program(3., 1., -1.)
def float_class(x):
    match x:
        case int(): r = 1
        case float(f): r = f
    return r

@program((3, 1), (0, 5), (2, 2))
def keeps_binding(x, y):
    a = 100
    match (x, y):
        case (0, a): pass
        case _: pass
    return a

@program((3, 1), (0, 5), (2, 2))
def in_loop(x, y):
    s = 0
    for i in range(x):
        match (i, y):
            case (0, _): continue
            case (2, 1): break
            case (k, j): s += k * j
    return s

@program((3, 1), (0, 5), (2, 2))
def by_length(x, y):
    match [x, y]:
        case [a]: return a
        case [a, b, c]: return 3
        case []: return 0
        case [a, b]: return a + b

@program((3, 1), (0, 5), (2, 2))
def nested_cls(x, y):
    match [P(x, y), P(1, 2)]:
        case [P(x=0), P()]: return 1
        case [P(x=a, y=1), *_]: return a
        case [*_, P(y=b)]: return b

@program((3, 1), (0, 5), (2, 2))
def value_dotted(x, y):
    class C: ONE = 1; THREE = 3
    match x:
        case C.ONE: return 1
        case C.THREE if y > 0: return 33
        case _: return -1

@program((jnp.arange(6).reshape(3,2),), (-jnp.arange(6).reshape(3,2),))
def matrix(m):
    match m:
        case [[0, a], [b, c], *rest]: r = a + b + c
        case _: r = -1
    return r

@program((3, 1), (0, 5), (2, 2))
def commands(x, y):
    r = []
    for command in (("go", x), ("stop",), ("turn", x, y), 7):
        match command:
            case ["go", 0]: r.append(0)
            case ["go", distance]: r.append(distance)
            case ["stop"]: r.append(-1)
            case ["turn", a, b] if a > b: r.append(a - b)
            case ["turn", *angles]: r.append(sum(angles))
            case _: r.append(100)
    return r

@program((3, 1), (0, 5), (2, 2))
def alternatives_with_structure(x, y):
    match [P(x, y), y]:
        case [P(0, a), _] | [P(a, 1), _] | [_, 5 as a]: r = a * 10
        case [P(a, b), c]: r = a + b + c
    return r

@program((3, 1), (0, 5), (2, 2))
def nothing_matches(x, y):
    r = 7
    match (x, y):
        case (100, _): r = 1
        case (_, 100): r = 2
    return r

@program((3, 1), (0, 5), (2, 2))
def bound_by_a_failing_guard(x, y):
    a = 50
    match (x, y):
        case (a, 1) if a > 5: r = 0
        case _: r = 1
    return r, a

@program((3, 1), (0, 5), (2, 2))
def subject_once(x, y):
    seen = []
    def make():
        seen.append(1)
        return x
    match make():
        case 0: r = 1
        case 2 | 3: r = y
        case _: r = -1
    return r, len(seen)

@program((3, 1), (0, 5), (2, 2))
def rebinds_the_subject(x, y):
    match x:
        case 0: x = y
        case 3: x = 0
        case n if (x := n + 1) > 2: y = x
    return x, y

@program((3, 1), (0, 5), (2, 2))
def nested_sequences(x, y):
    match ((x, (y, 1)), [x, y]):
        case ((0, (a, 1)), [_, *_]): r = a
        case ((a, (b, 2)), _): r = -1
        case ((a, (b, _)), [3, c]): r = a + b + c
        case ((a, inner), outer): r = inner[0] + outer[1]
    return r

@program((3, 1), (0, 5), (2, 2))
def text_beside_number(x, y):
    match ("left", x):
        case ("right", n): r = n
        case ("left", 0): r = 100
        case ("left" | "up", n): r = -n
    return r + y

@program((3, 1), (0, 5), (2, 2))
def number_is_no_text(x, y):
    match x:
        case "a": r = 1
        case None: r = 2
        case 0 | "b": r = 3
        case _: r = y
    return r

@program((3, 1), (0, 5), (2, 2))
def match_args(x, y):
    class Q:
        __match_args__ = ("b", "a")
        def __init__(self, a, b): self.a, self.b = a, b
    match Q(x, y):
        case Q(1, q): return q
        case Q(b, a=0): return b + 100
        case Q(q, p): return p - q

@program((3, 1), (0, 5), (2, 2))
def missing_attribute(x, y):
    match P(x, y):
        case P(z=0): r = 0
        case P(x=3, y=q): r = q
        case P(): r = 9
    return r

@program((3, 1), (0, 5), (2, 2))
def mapping_keys(x, y):
    d = {"x": x, "y": y, "extra": 1}
    match d:
        case {"z": _}: r = 0
        case {"x": 0, **rest}: r = len(rest) + rest["y"]
        case {"x": a, "y": (1 | 2) as b}: r = a * b
        case {}: r = -1
    return r

@program((3, 1), (0, 5), (2, 2))
def loop_break(x, y):
    s = 0
    for i in range(12):
        match i + x:
            case 4: s += 100
            case n if n > 9: break
            case n: s += n
    return s

@program((3, 1), (0, 5), (2, 2))
def inner_match(x, y):
    match x:
        case 0:
            match y:
                case 5: r = 1
                case _: r = 2
        case n:
            match y - n:
                case 0: r = 3
                case m: r = m
    return r

@program(3.0, 1.5, 0.0)
def floats(x):
    match x:
        case 0: r = 0.0
        case 1.5 | 2.5: r = 1.0
        case float(f): r = f * 2
    return r

@program((3, 1), (0, 5), (2, 2))
def starred_display(x, y):
    match (x, *[y, 1]):
        case (0, *rest): r = rest[0]
        case (a, b, c): r = a + b + c
    return r
