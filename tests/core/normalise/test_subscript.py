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
item = v[i]
item += f(i)
v = ng.set_item(v, i, item)
""",
    ),
    "augmented, the index is evaluated once": (
        """
v[f(i)] += 1
""",
        """
v = ng.update_item(v, f(i), '+=', 1)
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
v = ng.set_item(v, i, ng.set_item(v[i], j, x), back=True)
""",
    ),
    "nested, augmented": (
        """
v[i][j] -= x
""",
        """
v = ng.set_item(v, i, ng.update_item(v[i], j, '-=', x), back=True)
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
    "an attribute": (
        """
self.v[0] = x
""",
        """
ng.set_attribute(self, 'v', ng.set_item(self.v, 0, x))
""",
    ),
    "below an attribute below an item": (
        """
v[0].w[1] = x
""",
        """
owner = v[0]
ng.set_attribute(owner, 'w', ng.set_item(owner.w, 1, x))
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
    "nested, every part once and outside in": (
        "v[f(0)][g(1)] += h(2)",
        """
index = f(0)
index_1 = g(1)
item = v[index][index_1]
item += h(2)
v = ng.set_item(v, index, ng.set_item(v[index], index_1, item), back=True)
""",
    ),
    "a name behind an item that is found through it": (
        "v[i], i, k = x",
        """
item, item_1, k = x
v = ng.set_item(v, i, item)
i = item_1
""",
    ),
    "the target of a for": (
        """
for k, v[0] in x:
    s = v[0]
""",
        """
for k, item in x:
    v = ng.set_item(v, 0, item)
    s = v[0]
""",
    ),
    "the target of a with": (
        """
with a as b, c as v[0], d as w[1]:
    s = b
""",
        """
with a as b, c as item:
    v = ng.set_item(v, 0, item)
    with d as item_1:
        w = ng.set_item(w, 1, item_1)
        s = b
""",
    ),
    "annotated": ("v[0]: int = x", "v = ng.set_item(v, 0, x)"),
    "what a call returns stays": ("f()[0] = x", "f()[0] = x"),
    "a private attribute keeps its name": ("self.__v[0] = x", "self.__v = ng.set_item(self.__v, 0, x)"),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_subscript(before: str, after: str) -> None:
    assert normalised(before) == after.strip()
