"""Programs that fuzzing found: generated code with plain stand-ins for staging, against Python."""

from __future__ import annotations

import pytest

from tests.fuzz.generator import Program
from tests.fuzz.levels import level_one

ARGUMENTS = (0, 10, 0.5, True, [4, 2, 0, -5])

FIXED = {
    "an unconditional break": """
def program(a, b, x, p, v):
    for i in v:
        break
""",
    "return in a loop's else": """
def program(a, b, x, p, v):
    for i in range(3):
        pass
    else:
        return 1
    return 2
""",
    "return in a loop in a loop's else": """
def program(a, b, x, p, v):
    for i in range(3):
        if i == a:
            break
    else:
        k = 0
        while k < 3:
            k += 1
            return 1
    return 2
""",
    "nothing but a jump in with": """
def program(a, b, x, p, v):
    for i in v:
        with bracket(1):
            continue
""",
    "an annotated name in a closure": """
def program(a, b, x, p, v):
    for i in v:
        n: int = 1
        def inner(z):
            return n
""",
    "a walrus evaluated in some rounds only": """
def program(a, b, x, p, v):
    for i in v:
        n = (j := 1) if i else 1
        if j:
            pass
""",
    "the value comes before the index": """
def program(a, b, x, p, v):
    v[a] = (a := 1)
""",
    "an unreachable assignment makes a name local": """
def program(a, b, x, p, v):
    def inner(z):
        for i in range(1):
            continue
            a = 1
        return a
    return inner(1)
""",
    "a loop in try binds a name nobody reads": """
def program(a, b, x, p, v):
    try:
        for i in v:
            n = i
    except ValueError:
        pass
""",
}


@pytest.mark.parametrize("source", FIXED.values(), ids=FIXED)
def test_generated_code_answers_as_python(source: str) -> None:
    assert level_one(Program(source, (ARGUMENTS,))) is None
