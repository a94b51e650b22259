"""`match` by the pass alone: an `if` for each case, as long as patterns only compare and bind."""

from __future__ import annotations

import pytest

from nbgraph.core.normalise.statements.match_ import lower_matches
from tests.core.normalise.shown import lowered

CASES = {
    "values, alternatives and the rest": (
        """
match x:
    case 1:
        r = 1
    case 2 | 3:
        r = 2
    case _:
        r = 0
""",
        """
if x == 1:
    r = 1
elif x == 2 or x == 3:
    r = 2
else:
    r = 0
""",
    ),
    "no case for the rest": (
        """
match x:
    case 1:
        r = 1
""",
        """
if x == 1:
    r = 1
""",
    ),
    "the subject is evaluated once": (
        """
match f(x):
    case 1:
        r = 1
    case None:
        r = 2
""",
        """
subject = f(x)
if subject == 1:
    r = 1
elif subject is None:
    r = 2
""",
    ),
    "a subject that a case binds is kept": (
        """
match x:
    case 1:
        x = 2
    case 2:
        x = 3
""",
        """
subject = x
if subject == 1:
    x = 2
elif subject == 2:
    x = 3
""",
    ),
    "a guard that fails goes on to the next case": (
        """
match x:
    case 1 if p:
        r = 1
    case 2:
        r = 2
""",
        """
if x == 1 and p:
    r = 1
elif x == 2:
    r = 2
""",
    ),
    "a capture is bound before its guard": (
        """
match x:
    case n if n > 5:
        r = n
    case n:
        r = -n
""",
        """
n = x
if n > 5:
    r = n
else:
    n = x
    r = -n
""",
    ),
    "as binds where the pattern holds": (
        """
match x:
    case 1 | 2 as n:
        r = n
""",
        """
if x == 1 or x == 2:
    n = x
    r = n
""",
    ),
    "singletons are compared by identity": (
        """
match x:
    case True:
        r = 1
    case False:
        r = 0
""",
        """
if x is True:
    r = 1
elif x is False:
    r = 0
""",
    ),
    "dotted names are values": (
        """
match x:
    case Color.red:
        r = 1
""",
        """
if x == Color.red:
    r = 1
""",
    ),
    "an inner match": (
        """
match x:
    case 1:
        match y:
            case 2:
                r = 2
""",
        """
if x == 1:
    if y == 2:
        r = 2
""",
    ),
    "a sequence stays python's": (
        """
match x:
    case [a, b]:
        r = a
    case _:
        r = 0
""",
        """
match x:
    case [a, b]:
        r = a
    case _:
        r = 0
""",
    ),
    "the class of a number": (
        """
match x:
    case 1:
        r = 1
    case int(n):
        r = n
""",
        """
if x == 1:
    r = 1
elif isinstance(x, int):
    n = x
    r = n
""",
    ),
    "nothing but structure stays": (
        """
match x:
    case [a, Point(b), *_]:
        r = a
    case {"key": v}:
        r = v
""",
        """
match x:
    case [a, Point(b), *_]:
        r = a
    case {'key': v}:
        r = v
""",
    ),
    "constants and lengths that cannot match are dropped": (
        """
match "go", x:
    case "go", z, y:
        r = 0
    case "stop", _:
        r = 1
    case "go", *rest:
        r = 2
    case _:
        r = 3
""",
        """
rest = [x]
r = 2
""",
    ),
    "captures are bound once all of it has matched": (
        """
match p:
    case [0, {"k": a}] | [a, 1]:
        r = a
    case _:
        r = 0
""",
        """
matched = False
matched_1 = False
match p:
    case [part_1, {'k': a_1}]:
        if part_1 == 0:
            matched_1 = True
if not matched_1:
    match p:
        case [a_1, part]:
            if part == 1:
                matched_1 = True
if matched_1:
    a = a_1
    matched = True
if matched:
    r = a
else:
    r = 0
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_match(before: str, after: str) -> None:
    assert lowered(before, lower_matches) == after.strip()
