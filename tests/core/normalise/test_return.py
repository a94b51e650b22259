"""`return` before and after: one exit at the end."""

from __future__ import annotations

import pytest

from tests.core.normalise.shown import normalised

CASES = {
    "no return": (
        """
a = 1
""",
        """
a = 1
""",
    ),
    "a bare one early": (
        """
if p:
    return
a = 1
""",
        """
if p:
    return_value = None
else:
    a = 1
    return_value = None
return return_value
""",
    ),
    "in both branches": (
        """
if p:
    return 1
else:
    return 2
""",
        """
if p:
    return_value = 1
else:
    return_value = 2
return return_value
""",
    ),
    "statements after it are dropped": (
        """
return 1
a = 2
""",
        """
return 1
""",
    ),
    "in a chain of ifs": (
        """
if p:
    return 1
if q:
    return 2
return 3
""",
        """
if p:
    return_value = 1
elif q:
    return_value = 2
else:
    return_value = 3
return return_value
""",
    ),
    "in a branch that may go on": (
        """
if p:
    if q:
        return 1
    a = 2
return a
""",
        """
did_return = False
if p:
    if q:
        return_value = 1
        did_return = True
    else:
        a = 2
if not did_return:
    return_value = a
    did_return = True
return return_value
""",
    ),
    "in a while": (
        """
while p:
    if q:
        return 1
    a = 2
return a
""",
        """
did_return = False
while not did_return and p:
    if q:
        return_value = 1
        did_return = True
    else:
        a = 2
if not did_return:
    return_value = a
return return_value
""",
    ),
    "in nested loops, with work after the inner one": (
        """
for i in v:
    for j in w:
        if j:
            return j
    a = i
return 0
""",
        """
did_return = False
for i in early(v, not did_return):
    for j in early(w, not did_return):
        if j:
            return_value = j
            did_return = True
    if not did_return:
        a = i
if not did_return:
    return_value = 0
return return_value
""",
    ),
    "with a break in the same loop and an else": (
        """
while True:
    if p:
        return 1
    if q:
        break
    a = 1
else:
    a = 5
return a
""",
        """
did_return = False
did_break = False
while not did_return and (not did_break):
    if p:
        return_value = 1
        did_return = True
    elif q:
        did_break = True
    else:
        a = 1
if not did_return:
    if not did_break:
        a = 5
    return_value = a
return return_value
""",
    ),
    "in a with": (
        """
with c:
    if p:
        return 1
    a = 2
return a
""",
        """
did_return = False
with c:
    if p:
        return_value = 1
        did_return = True
    else:
        a = 2
if not did_return:
    return_value = a
    did_return = True
return return_value
""",
    ),
    "in every part of a try": (
        """
try:
    if p:
        return 1
    a = 2
except E:
    return 3
else:
    b = 4
finally:
    c = 5
return a
""",
        """
did_return = False
try:
    if p:
        return_value = 1
        did_return = True
    else:
        a = 2
except ng.refused():
    raise
except E:
    a = ng.at_raise('a')
    return_value = 3
    did_return = True
else:
    if not did_return:
        b = 4
finally:
    c = 5
if not did_return:
    return_value = a
    did_return = True
return return_value
""",
    ),
    "in a match": (
        """
match x:
    case 1:
        return 1
    case _ if x > 2:
        return 2
return 3
""",
        """
if x == 1:
    return_value = 1
elif x > 2:
    return_value = 2
else:
    return_value = 3
return return_value
""",
    ),
    "in an inner function": (
        """
def inner():
    if p:
        return 1
    return 2
return inner
""",
        """
def inner():
    if p:
        return 1
    return 2
return inner
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_return(before: str, after: str) -> None:
    assert normalised(before) == after.strip()
