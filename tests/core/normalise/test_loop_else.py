"""The `else` of a loop, by the pass alone: it follows the loop unless a `break` ended it."""

from __future__ import annotations

import pytest

from nbgraph.core.normalise.statements.loop_else import lower_loop_else
from tests.core.normalise.shown import lowered

CASES = {
    "without a break it simply follows": (
        """
while p:
    a = 1
else:
    a = 2
""",
        """
while p:
    a = 1
a = 2
""",
    ),
    "with a break it asks the flag": (
        """
for i in v:
    if i == x:
        break
else:
    x = 0
y = x
""",
        """
did_break = False
for i in v:
    if i == x:
        did_break = True
if not did_break:
    x = 0
y = x
""",
    ),
    "nested, only the inner loop breaks": (
        """
for i in v:
    for j in w:
        if j:
            break
    else:
        a = 1
else:
    b = 2
""",
        """
for i in v:
    did_break = False
    for j in w:
        if j:
            did_break = True
    if not did_break:
        a = 1
b = 2
""",
    ),
    "a break in the else leaves the outer loop": (
        """
for i in v:
    for j in w:
        a = j
    else:
        break
""",
        """
for i in v:
    for j in w:
        a = j
    break
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_loop_else(before: str, after: str) -> None:
    assert lowered(before, lower_loop_else) == after.strip()
