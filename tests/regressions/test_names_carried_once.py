"""A tuple or list has several values under one name: a line's message said that it carries `found, found, found`."""

from __future__ import annotations

from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload


def find(xs, target):
    found = None
    for i in range(len(xs)):
        if xs[i] == target:
            found = (i, xs[i])
    return found


def test_a_message_names_it_once():
    (function,) = payload([report(find, [3, 5], 5, timing=False)])["functions"]
    carried = [each["carry"] for each in function["decisions"] if each["carry"]]
    assert carried and all(len(set(names)) == len(names) for names in carried)
