"""A `while` whose test binds a name: the test moves into the body."""

from __future__ import annotations

import pytest

from tests.core.normalise.shown import normalised

CASES = {
    "no binding, no change": (
        """
while f(x) > 0:
    x = f(x)
""",
        """
while f(x) > 0:
    x = f(x)
""",
    ),
    "with continue": (
        """
while (y := f(x)) > 0:
    if y == 3:
        continue
    x = y
""",
        """
did_break = False
while not did_break:
    if not (y := f(x)) > 0:
        did_break = True
    elif not y == 3:
        x = y
""",
    ),
    "with else": (
        """
while (y := f(x)) > 0:
    x = y
else:
    x = 0
""",
        """
did_break = False
while not did_break:
    if not (y := f(x)) > 0:
        did_break = True
    else:
        x = y
x = 0
""",
    ),
    "with break and else": (
        """
while (y := f(x)) > 0:
    if y == 3:
        break
    x = y
else:
    x = 0
""",
        """
did_break = False
did_break_1 = False
while not did_break_1 and (not did_break):
    if not (y := f(x)) > 0:
        did_break_1 = True
    elif y == 3:
        did_break = True
    else:
        x = y
if not did_break:
    x = 0
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_while_test(before: str, after: str) -> None:
    assert normalised(before) == after.strip()
