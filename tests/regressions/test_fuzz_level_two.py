"""Programs that fuzzing found: the compiled graph in x64, against Python."""

from __future__ import annotations

import pytest

from tests.fuzz.generator import Program
from tests.fuzz.levels import Refusal, level_two

ARGUMENTS = ((-4, 4, 1.0, True, [1, 2, 3, 4]), (2, -1, -0.5, False, [9, 0, -3, 1]), (7, 0, 0.0, True, [0, 5, 7, 9]))

RIGHT = {
    "a counter that is traced after its first rounds": """
def program(a, b, x, p, v):
    k = 3
    while k and b != -1:
        k -= 1
    return k
""",
    "return in a loop under a counter and a traced test": """
def program(a, b, x, p, v):
    k9 = 5
    while k9 and x:
        k9 -= 1
        for i10 in range(3):
            k11 = 3
            while k11:
                k11 -= 1
                return 1
    return 0
""",
    "a guard and an if at one place": """
def program(a, b, x, p, v):
    for j2, i1 in enumerate(v):
        k3 = 1
        while k3 and p:
            k3 -= 1
            while (k4 := (1 - 1)) >= 0:
                return 1
        return 1
    return 2
""",
    "a closure over a name that a branch binds": """
def program(a, b, x, p, v):
    def inner(z):
        return x
    for a in v:
        if b:
            return 1
        else:
            x = 1.0
    return 1
""",
    "a counter that is an argument": """
def program(a, b, x, p, v):
    k1 = a % 4
    while k1:
        k1 -= 1
        for i2 in range(1, 4):
            if k1:
                return 1
    return 0
""",
    "loops traced again after a ternary": """
def program(a, b, x, p, v):
    for b in range(a, 5):
        for j3, i2 in enumerate(v):
            t4 = b if p else j3
            b = 1
            if 1 > -2 <= 1:
                pass
    return b
""",
    "a break from a loop whose array changes": """
def program(a, b, x, p, v):
    f1 = lambda z2: a
    k3 = 3
    while (k3 := (k3 - 1)) >= 0:
        a = 1 + b
        t4 = (1, b)
        if t4[1]:
            v[1] = -(k3 if p else -3) % 1000
            break
    return f1(0), v[1]
""",
    "a chain as a later operand": """
def program(a, b, x, p, v):
    return p and a < -3 <= a
""",
}
REFUSED = {
    "a loop over an array that it changes": (
        "array-alias",
        """
def program(a, b, x, p, v):
    for b, j in zip(v, range(3)):
        v[b % 4] = 1
    return b
""",
    ),
}


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT)
def test_the_graph_answers_as_python(source: str) -> None:
    assert level_two(Program(source, ARGUMENTS)) is None


@pytest.mark.parametrize(("id", "source"), REFUSED.values(), ids=REFUSED)
def test_the_graph_is_refused_with_a_place(id: str, source: str) -> None:
    verdict = level_two(Program(source, ARGUMENTS))
    assert isinstance(verdict, Refusal)
    assert (verdict.id, verdict.located) == (id, True)
