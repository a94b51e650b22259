"""What a trace depends on by other ways than a global or closure variable: when it changes, so does the next call."""

from __future__ import annotations

import builtins
import functools
import linecache
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nbgraph as ng


class Base:
    def stepped(self, x: Any) -> Any:
        return x + 1

    def __mul__(self, x: Any) -> Any:
        return x + 1


class Derived(Base):
    pass


def helper(x: Any, k: Any = 3) -> Any:
    return x * k * helper.rate  # type: ignore[attr-defined]


def other(x: Any, k: Any = 3) -> Any:
    return x - k


helper.rate = 2  # type: ignore[attr-defined]
bound = functools.partial(other, k=4)
number = 5


def by_base(x: Any) -> Any:
    return Derived().stepped(x)


def by_operator(x: Any) -> Any:
    return Derived() * x


def by_helper(x: Any) -> Any:
    return helper(x)


def with_rate(x: Any, *, rate: Any = 3) -> Any:
    return x * rate


def by_keyword_default(x: Any) -> Any:
    return with_rate(x)


def by_partial(x: Any) -> Any:
    return bound(x)


def by_text(x: Any) -> Any:
    return x * globals()["number"]


def changed_operator(self: Any, x: Any) -> Any:
    return x * 7


CHANGES: list[tuple[Callable[..., Any], Any, str, Any]] = [
    (by_base, Base, "stepped", changed_operator),
    (by_operator, Base, "__mul__", changed_operator),
    (by_helper, helper, "rate", 9),
    (by_helper, helper, "__defaults__", (8,)),
    (by_helper, helper, "__code__", other.__code__),
]


@pytest.mark.parametrize(
    ("function", "holder", "name", "value"), CHANGES, ids=[f"{fn.__name__}-{name}" for fn, _, name, _ in CHANGES]
)
def test_a_change(
    function: Callable[..., Any], holder: Any, name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = ng.function(function)
    before = graph(3)
    assert before == function(3)
    monkeypatch.setattr(holder, name, value)
    assert graph(3) == function(3) != before
    monkeypatch.undo()
    assert graph(3) == function(3) == before


def test_the_keywords_of_a_partial(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(by_partial)
    assert graph(3) == by_partial(3)
    monkeypatch.setitem(bound.keywords, "k", 40)
    assert graph(3) == by_partial(3) == -37


def test_a_default_of_an_argument_by_name_changed_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(by_keyword_default)
    assert graph(3) == 9
    monkeypatch.setitem(with_rate.__kwdefaults__, "rate", 5)
    assert graph(3) == by_keyword_default(3) == 15


def test_a_global_that_is_named_by_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = ng.function(by_text)
    assert graph(3) == 15
    monkeypatch.setitem(globals(), "number", 6)
    assert graph(3) == 18


def test_a_name_among_the_builtins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "put_there", 4, raising=False)

    def function(x: Any) -> Any:
        return x * put_there  # type: ignore[name-defined]  # noqa: F821

    graph = ng.function(function)
    assert graph(3) == 12
    monkeypatch.setattr(builtins, "put_there", 5)
    assert graph(3) == 15


MODULES = """
import inner_of_test, outer_of_test

def imported(x):
    import inner_of_test
    return x * inner_of_test.number

def imported_from(x):
    from inner_of_test import number
    return x * number

def through_another(x):
    return x * outer_of_test.inner_of_test.number

def by_getattr(x):
    return x * getattr(inner_of_test, "number")

modules = [("inner", {"it": inner_of_test})]

def in_a_list(x):
    return x * modules[0][1]["it"].number

def made():
    held = inner_of_test
    def from_cell(x):
        return x * held.number
    return from_cell

from_cell = made()
"""


@pytest.mark.parametrize(
    "name", ["imported", "imported_from", "through_another", "by_getattr", "from_cell", "in_a_list"]
)
def test_what_a_module_holds(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner, outer, user = (types.ModuleType(f"{part}_of_test") for part in ("inner", "outer", "user"))
    for module, text in ((inner, "number = 2"), (outer, "import inner_of_test"), (user, MODULES)):
        monkeypatch.setitem(sys.modules, module.__name__, module)
        path = tmp_path / f"{module.__name__}.py"
        path.write_text(text)
        module.__file__ = str(path)
        linecache.checkcache(str(path))
        exec(compile(text, str(path), "exec"), vars(module))
    function = getattr(user, name)
    graph = ng.function(function)
    assert graph(3) == 6
    monkeypatch.setattr(inner, "number", 5)
    assert graph(3) == function(3) == 15


def test_a_module_that_something_else_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    def function(x: Any) -> Any:
        return x * names_of.number

    monkeypatch.setitem(globals(), "names_of", library(2))
    graph = ng.function(function)
    assert graph(3) == 6
    monkeypatch.setitem(globals(), "names_of", types.SimpleNamespace(number=7))
    assert graph(3) == 21


def library(number: int) -> types.ModuleType:
    module = types.ModuleType("library")
    module.number = number  # type: ignore[attr-defined]
    return module


names_of: Any = None


def test_a_module_that_no_import_has_made_is_the_users() -> None:
    made = types.ModuleType("made")
    exec("rate = 2\ndef times(x): return x * rate", vars(made))

    @ng.function
    def scaled(x: Any) -> Any:
        return made.times(x) + made.rate

    assert int(scaled(1)) == 4
    made.rate = 5  # type: ignore[attr-defined]
    assert int(scaled(1)) == 10
