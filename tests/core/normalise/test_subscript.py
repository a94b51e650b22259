"""Stores to items before and after: the container is bound anew."""

from __future__ import annotations

import pytest

from tests.core.normalise.shown import normalised

CASES = {
    "plain": (
        """
v[i] = x
""",
        """
v = ng.set_item(v, i, x)
""",
    ),
    "augmented": (
        """
v[i] += f(i)
""",
        """
v = ng.set_item(v, i, v[i] + f(i))
""",
    ),
    "augmented, the index is evaluated once": (
        """
v[f(i)] += 1
""",
        """
index = f(i)
v = ng.set_item(v, index, v[index] + 1)
""",
    ),
    "augmented slice": (
        """
v[1:] *= 2
""",
        """
v = ng.set_item(v, slice(1, None), v[1:] * 2)
""",
    ),
    "slices and steps": (
        """
v[1:, ::2] = x
""",
        """
v = ng.set_item(v, (slice(1, None), slice(None, None, 2)), x)
""",
    ),
    "nested": (
        """
v[i][j] = x
""",
        """
v = ng.set_item(v, i, ng.set_item(v[i], j, x))
""",
    ),
    "nested, augmented": (
        """
v[i][j] -= x
""",
        """
v = ng.set_item(v, i, ng.set_item(v[i], j, v[i][j] - x))
""",
    ),
    "a tuple of targets": (
        """
a, v[0], *w = x
""",
        """
a, item, *w = x
v = ng.set_item(v, 0, item)
""",
    ),
    "two items swapped": (
        """
v[i], v[j] = v[j], v[i]
""",
        """
item, item_1 = (v[j], v[i])
v = ng.set_item(v, i, item)
v = ng.set_item(v, j, item_1)
""",
    ),
    "an item in a starred target": (
        """
a, *v[0] = x
""",
        """
a, *item = x
v = ng.set_item(v, 0, item)
""",
    ),
    "several targets": (
        """
a = v[1] = v[2] = x
""",
        """
a = item = item_1 = x
v = ng.set_item(v, 1, item)
v = ng.set_item(v, 2, item_1)
""",
    ),
    "a value before an index that calls": (
        """
v[f(i)] = g(x)
""",
        """
value = g(x)
v = ng.set_item(v, f(i), value)
""",
    ),
    "an attribute": (
        """
self.v[0] = x
""",
        """
self.v = ng.set_item(self.v, 0, x)
""",
    ),
    "below an attribute below an item": (
        """
v[0].w[1] = x
""",
        """
v[0].w = ng.set_item(v[0].w, 1, x)
""",
    ),
    "in nested blocks": (
        """
for i in v:
    if p:
        v[i] = 0
""",
        """
for i in v:
    if p:
        v = ng.set_item(v, i, 0)
""",
    ),
    "deletion stays python's": (
        """
del v[0]
""",
        """
del v[0]
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_subscript(before: str, after: str) -> None:
    assert normalised(before) == after.strip()
