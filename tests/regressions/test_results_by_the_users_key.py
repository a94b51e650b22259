"""The results of a dict were drawn and recorded in the order of sorted keys, some without their key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng


def shown(x: Any, y: Any) -> Any:
    total = x + y
    return {"total": total, "both": (x * y, {"z": x - y, "less": x}), "1": y}


def named(x: Any, y: Any) -> Any:
    out = {"s": x, "p": x * y}
    out["a"] = x - y
    return out


def called(x: Any, y: Any) -> Any:
    return dict(z=x + y, b=x * y)  # noqa: C408


def chosen(x: Any, y: Any) -> Any:
    if x > y:
        return {"high": x, "gap": x - y}
    return {"high": y, "gap": y - x}


def counted(x: Any, y: Any) -> Any:
    found = defaultdict(int)
    found["b"] += x
    found["a"] += y
    return found


def starred(x: Any, y: Any) -> Any:
    return {"b": [*(x, y), x * y], **{"a": x + y}}  # noqa: PIE800


CASES: list[tuple[Callable[..., Any], list[str]]] = [
    (shown, ["'total': total", "'both': x * y", "'both': 'z': x - y", "'both': 'less': x", "'1': y"]),
    (named, ["out['s']", "out['p']", "out['a']"]),
    (called, ["result['z']", "result['b']"]),
    (chosen, ["result['high']", "result['gap']"]),
    (counted, ["found['b']", "found['a']"]),
    (starred, ["result['b'][0]", "result['b'][1]", "result['b'][2]", "result['a']"]),
]


def in_order(value: Any) -> list[float]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else None
    return [float(value)] if parts is None else [leaf for part in parts for leaf in in_order(part)]


@pytest.mark.parametrize(("function", "labels"), CASES, ids=[each.__name__ for each, _ in CASES])
def test_results_stand_in_the_users_order_under_the_users_keys(function: Callable[..., Any], labels: list[str]) -> None:
    ends = [node for node in ng.graph(function, 5.0, 3.0).nodes if node.kind == "output"]
    assert [node.label for node in ends] == [f"return {label}" for label in labels]
    values = {value.node: value.text for value in ng.trace_values(function, 5.0, 3.0).steps[-1].nodes}
    assert [float(values[node.id]) for node in ends] == in_order(function(5.0, 3.0))
