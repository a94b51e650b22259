"""A function or method that a dict, a set or `id` is given is the one that was typed: it was a new one at each call."""

from __future__ import annotations

import operator

import nbgraph as ng


def double(x):
    return x * 2


class Counter:
    def count(self, x):
        return x + 1


def held(x):
    counter = Counter()
    found = []
    for function in (double, counter.count, lambda v: v + x):
        table, seen = {function: x}, set()
        seen.add(function)
        seen.add(function)
        table.setdefault("it", function)
        asked = table.get(function), table.pop(function, 0), function in seen, len(seen), table["it"] == function
        found.append((*asked, hash(function) == hash(function), operator.eq(function, function), table["it"](x)))
    return found


def by_name(x):
    def inner(v):
        return v * x

    table = {}
    table.update(inner=inner)
    return table["inner"] is inner, id(inner) == id(inner), id(double) == id(double), table["inner"](x)


def test_what_holds_a_function_has_the_one_that_was_given() -> None:
    for function in (held, by_name):
        assert ng.convert(function)(3) == function(3)
        assert ng.trace_values(function, 3).difference is None
