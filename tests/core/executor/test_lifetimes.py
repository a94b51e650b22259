"""No cache owns what is the user's: arguments, objects behind methods, closures and redefined functions die."""

from __future__ import annotations

import functools
import gc
import importlib
import linecache
import pkgutil
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.examine.reporting import report_call
from nbgraph.core.staging.trace.by_identity import ByIdentity


class Rows(list[Any]):
    """A list that can be watched."""


class Model:
    """An object with a method that holds data."""

    def __init__(self) -> None:
        self.rows = Rows(range(100))

    def predict(self, x: Any) -> Any:
        return np.sum(np.asarray([x, x])) if x > 0 else x

    def with_numpy(self, x: Any) -> Any:
        return np.add(x, len(self.rows))


def defined(text: str, **names: Any) -> Any:
    """The function `f` of a cell; each has a text of its own, as a cell that is run again."""
    file = f"<lifetime {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names = {"__name__": "__main__", "np": np, "ng": ng, **names}
    exec(compile(text, file, "exec"), names)
    return names["f"]


_numbers = iter(range(10**6))


def of_argument() -> Any:
    rows = np.arange(3.0)
    ng.function(defined("def f(rows):\n    return rows[0] + rows[1]\n"))(rows)
    return rows


def of_method() -> Any:
    model = Model()
    ng.function(defined("def f(x):\n    return g(x) + h(x)\n", g=model.predict, h=model.with_numpy))(3.0)
    ng.function(model.predict)(2.0)
    return model.rows


def of_closure() -> Any:
    rows = Rows(range(10))

    def made() -> Callable[..., Any]:
        def helper(x: Any) -> Any:
            return x + len(rows) if x > 1 else x

        return helper

    ng.function(defined("def f(x):\n    return g(x)\n", g=made()))(3)
    return rows


def of_default() -> Any:
    rows = Rows(range(10))
    ng.function(defined("def f(x, rows=given):\n    return x + len(rows) if x > 1 else x\n", given=rows))(3)
    return rows


def of_class() -> Any:
    rows = Rows(range(10))
    text = "class C:\n    rows = given\n    def g(self, x):\n        return x + len(self.rows) if x > 1 else x\n"
    ng.function(defined(text + "def f(x):\n    return C().g(x)\n", given=rows))(3)
    return rows


def of_report() -> Any:
    rows, model = np.arange(3.0), Model()
    report_call(defined("def f(rows):\n    return g(rows[0])\n", g=model.with_numpy), (rows,), timing=False)
    return model.rows


def of_failure() -> Any:
    rows = Rows(range(10))
    text = "def f(x):\n    kept = given\n    if x > 1:\n        raise ValueError(len(kept))\n    return x\n"
    with pytest.raises(ValueError, match="10"):
        ng.function(defined(text, given=rows))(3)
    return rows


@pytest.mark.parametrize(
    "make", [of_argument, of_method, of_closure, of_default, of_class, of_report, of_failure], ids=lambda f: f.__name__
)
def test_what_a_call_has_seen_dies_with_its_last_name(make: Callable[[], Any]) -> None:
    watched = weakref.ref(make())
    gc.collect()
    assert watched() is None


def test_redefined_functions_do_not_accumulate() -> None:
    text = "def g(x):\n    return x + 1 if x > 0 else x\ndef f(x):\n    return g(x) * {}\n"
    functions = []
    for number in range(1000):
        function = defined(text.format(number % 7))
        functions.append(weakref.ref(function))
        assert ng.convert(function)(2) == 3 * (number % 7)
        if number % 100 == 0:
            assert ng.function(function)(2) == 3 * (number % 7)
    del function
    gc.collect()
    assert sum(ref() is not None for ref in functions) <= 1


def caches() -> Iterator[tuple[str, Any]]:
    """Every memory of nbgraph's modules, by name."""
    for found in pkgutil.walk_packages(ng.__path__, "nbgraph."):
        if found.name.endswith(("explorer", "__main__")):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if isinstance(value, functools._lru_cache_wrapper | dict | list | deque | ByIdentity | Mapping):
                yield f"{found.name}.{name}", value


def held(value: Any, seen: set[int], depth: int = 6) -> Iterator[Any]:
    """The objects that a container leads to, a few steps deep."""
    if id(value) in seen or depth == 0 or isinstance(value, type | str | bytes | int | weakref.ref):
        return
    seen.add(id(value))
    yield value
    for part in gc.get_referents(value):
        yield from held(part, seen, depth - 1)


def test_no_cache_leads_to_what_a_call_has_seen() -> None:
    """Also none whose size is bounded: 1,024 methods of an object with 64 MB are 64 GB."""
    for make in (of_argument, of_method, of_closure, of_default, of_class, of_report, of_failure):
        make()
    gc.collect()
    for name, cache in caches():
        kept = [value for value in held(cache, set()) if isinstance(value, Rows | Model)]
        assert not kept, name
