"""`break` before and after: a flag in the state, tested with the condition."""

from __future__ import annotations

import pytest

from tests.core.normalise.shown import normalised

CASES = {
    "nested loops, each with its own": (
        """
for i in v:
    for j in w:
        if j > i:
            break
        s = s + j
    if s > 9:
        break
    t = t + 1
""",
        """
did_break_1 = False
for i in early(v, not did_break_1):
    did_break = False
    for j in early(w, not did_break):
        if j > i:
            did_break = True
        else:
            s = s + j
    if s > 9:
        did_break_1 = True
    else:
        t = t + 1
""",
    ),
    "two breaks share one flag": (
        """
while p:
    c = 0
    if q:
        break
    a = 1
    if r:
        break
    b = 2
""",
        """
did_break = False
while not did_break and p:
    c = 0
    if q:
        did_break = True
    else:
        a = 1
        if r:
            did_break = True
        else:
            b = 2
""",
    ),
    "at the top of a while it is part of the condition": (
        """
while p:
    if q:
        break
    elif r:
        a = 1
    b = 2
""",
        """
while p and (not q):
    if r:
        a = 1
    b = 2
""",
    ),
    "two of them at the top, one later": (
        """
while True:
    if not q:
        break
    if r:
        break
    a = 1
    if s:
        break
""",
        """
did_break = False
while not did_break and q and (not r):
    a = 1
    if s:
        did_break = True
""",
    ),
    "a condition at the top that binds a name stays there": (
        """
while p:
    if (a := q):
        break
    b = a
""",
        """
did_break = False
while not did_break and p:
    if (a := q):
        did_break = True
    else:
        b = a
""",
    ),
    "continue and break in one loop": (
        """
for i in v:
    if i < 0:
        continue
    if i > 9:
        break
    s = s + i
""",
        """
did_break = False
for i in early(v, not did_break):
    if not i < 0:
        if i > 9:
            did_break = True
        else:
            s = s + i
""",
    ),
    "in a with: the rest of the body asks the flag": (
        """
while p:
    with c:
        if q:
            break
        a = 1
    b = 2
""",
        """
did_break = False
while not did_break and p:
    with c:
        if q:
            did_break = True
        else:
            a = 1
    if not did_break:
        b = 2
""",
    ),
    "in a try with a finally": (
        """
while p:
    try:
        break
    finally:
        a = 1
    b = 2
""",
        """
did_break = False
while not did_break and p:
    try:
        did_break = True
    finally:
        a = 1
    if not did_break:
        b = 2
""",
    ),
    "in both branches: what follows is dropped": (
        """
while p:
    c = 0
    if q:
        break
    else:
        a = 1
        break
    b = 2
""",
        """
did_break = False
while not did_break and p:
    c = 0
    if q:
        did_break = True
    else:
        a = 1
        did_break = True
""",
    ),
    "unconditional": (
        """
for i in v:
    break
    a = 1
""",
        """
did_break = False
for i in early(v, not did_break):
    did_break = True
""",
    ),
    "the flag is tested before an and": (
        """
while p and q:
    a = 1
    if r:
        break
""",
        """
did_break = False
while not did_break and p and q:
    a = 1
    if r:
        did_break = True
""",
    ),
    "the flag takes the place of true": (
        """
while 1:
    a = 1
    if p:
        break
""",
        """
did_break = False
while not did_break:
    a = 1
    if p:
        did_break = True
""",
    ),
    "a user's did_break": (
        """
while p:
    did_break = q
    if did_break:
        break
""",
        """
did_break_1 = False
while not did_break_1 and p:
    did_break = q
    if did_break:
        did_break_1 = True
""",
    ),
    "a break of an inner function is its own": (
        """
def inner():
    while p:
        break
""",
        """
def inner():
    while p:
        break
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_break(before: str, after: str) -> None:
    assert normalised(before) == after.strip()
