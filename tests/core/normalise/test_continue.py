"""`continue` before and after: the rest of the body moves under the other branch."""

from __future__ import annotations

import pytest

from tests.core.normalise.shown import normalised

CASES = {
    "first statement": (
        """
for i in v:
    if i < 0:
        continue
    s = s + i
""",
        """
for i in v:
    if not i < 0:
        s = s + i
""",
    ),
    "in the else": (
        """
for i in v:
    if i > 0:
        s = s + i
    else:
        continue
    t = t + 1
""",
        """
for i in v:
    if i > 0:
        s = s + i
        t = t + 1
""",
    ),
    "several in a row nest": (
        """
while p:
    if a:
        continue
    if b:
        continue
    c = 1
""",
        """
while p:
    if not a:
        if not b:
            c = 1
""",
    ),
    "in nested loops, each with its own": (
        """
for i in v:
    for j in w:
        if j:
            continue
        s = s + j
    if i:
        continue
    t = t + i
""",
        """
for i in v:
    for j in w:
        if not j:
            s = s + j
    if not i:
        t = t + i
""",
    ),
    "where the rest cannot move, a flag": (
        """
while p:
    with c:
        if q:
            continue
        a = 1
    b = 2
""",
        """
while p:
    did_continue = False
    with c:
        if q:
            did_continue = True
        else:
            a = 1
    if not did_continue:
        b = 2
""",
    ),
    "in a branch that may also go on": (
        """
while p:
    if q:
        if r:
            continue
        a = 1
    b = 2
""",
        """
while p:
    did_continue = False
    if q:
        if r:
            did_continue = True
        else:
            a = 1
    if not did_continue:
        b = 2
""",
    ),
    "nothing else in the loop": (
        """
for i in v:
    continue
    a = 1
""",
        """
for i in v:
    pass
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_continue(before: str, after: str) -> None:
    assert normalised(before) == after.strip()
