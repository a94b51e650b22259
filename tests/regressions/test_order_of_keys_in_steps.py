"""The stepper said "≠" of two dicts that differ in nothing but the order of their keys, where the runs are cut."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import nbgraph as ng
from nbgraph.core.recording.calls import recorded
from nbgraph.core.recording.summary import Text, differ
from nbgraph.core.timing.verdict import judge


def weighted(n):
    d = {"b": 1, "a": 2}
    s = 0
    for i in range(n):
        d = {"a": d["a"] + i, "b": d["b"]}
        s += d["a"]
    return s


def test_no_step_has_another_dict_than_python():
    clock = itertools.count(0.0, 0.05)
    run = recorded(
        ng.function(weighted),
        "weighted(2000)",
        (2000,),
        {},
        ("n",),
        agrees=False,
        seconds=1.0,
        clock=lambda: next(clock),
    )
    assert any("The record ends early" in note for note in run.notes), "the graph's run is cut"
    assert run.difference is None
    assert not any(step.differ for step in run.steps)
    assert run.values("d")[0] == "{'b': 1, 'a': 2}", "in the order that Python has"


def test_texts_are_compared_as_python_compares_values():
    assert differ(Text("[{'b': {2, 1}, 'a': 1.0}]"), Text("[{'a': 1, 'b': {1, 2}}]")) is False
    assert differ(Text("{'b': 1, 'a': 2}"), Text("{'b': 2, 'a': 1}")) is True
    assert differ(Text("OrderedDict({'b': 1, 'a': 2})"), Text("OrderedDict({'a': 2, 'b': 1})")) is True
    assert differ(Text("{'b': 1, 'long': 2..."), Text("{'long': 2, 'b': 1...")) is None, "cut: nobody knows"


def test_objects_whose_attributes_were_set_in_another_order_are_compared():
    one, other = Pair(), Pair()
    one.a, one.b, other.b, other.a = 1, 2, 2, 1
    assert judge(one, other).equal is True


class Pair(SimpleNamespace):
    __eq__, __hash__ = object.__eq__, object.__hash__
