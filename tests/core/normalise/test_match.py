"""`match` by the pass alone: an `if` for each case, as long as patterns only compare and bind."""

from __future__ import annotations

import pytest

from nbgraph.core.normalise.match_ import lower_matches
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
    "a class pattern keeps the whole match": (
        """
match x:
    case 1:
        r = 1
    case int():
        r = 2
""",
        """
match x:
    case 1:
        r = 1
    case int():
        r = 2
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_match(before: str, after: str) -> None:
    assert lowered(before, lower_matches) == after.strip()
