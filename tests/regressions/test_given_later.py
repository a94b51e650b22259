"""What a trace has read and is given later: an implementation by class, an item behind a view, a name of a module."""

from __future__ import annotations

import functools
import types
from typing import Any

import nbgraph as ng


def test_a_class_registered_later() -> None:
    @functools.singledispatch
    def size(x: Any) -> Any:
        return x

    def sized(x: Any) -> Any:
        return size(x)

    converted = ng.function(sized)
    assert converted(2) == 2
    size.register(int)(lambda x: x * 11)
    assert converted(2) == 22


def test_a_view_of_a_dict() -> None:
    numbers = {"k": 1}
    view = types.MappingProxyType(numbers)

    def read(x: Any) -> Any:
        return view["k"] + x

    converted = ng.function(read)
    assert converted(2) == 3
    numbers["k"] = 10
    assert converted(2) == 12


def test_a_name_that_a_module_gets_later() -> None:
    module = types.ModuleType("settings")

    def asked(x: Any) -> Any:
        return x + (10 if hasattr(module, "ready") else 0) + getattr(module, "more", 0)

    converted = ng.function(asked)
    assert converted(2) == 2
    module.ready = True  # type: ignore[attr-defined]
    assert converted(2) == 12
    module.more = 100  # type: ignore[attr-defined]
    assert converted(2) == 112
