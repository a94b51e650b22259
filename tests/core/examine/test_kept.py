"""A further look at a function runs what the last one compiled, and only where a new one would compile the same."""

from __future__ import annotations

import linecache
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.examine import kept, reporting
from nbgraph.core.worker.jobs import pickled
from nbgraph.widgets.bundle import called

LOOP = "    while x > k:\n        x = x - 2\n    return x\n"


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    kept._last[0] = None
    yield
    kept._last[0] = None


def cell(text: str, **names: Any) -> dict[str, Any]:
    """What a cell defines; its name is another for another text, as in a notebook."""
    file = f"<cell {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names["__name__"] = "__main__"
    exec(compile(text, file, "exec"), names)
    return names


def look(fn: Callable[..., Any], *arguments: Any, timing: bool = False, **keywords: Any) -> Any:
    """What the worker makes of a call that has travelled there."""
    fn, arguments, keywords = pickle.loads(pickled((fn, arguments, keywords)))
    return called(fn, arguments, keywords, tell=lambda *step: None, timing=timing)


def value(answer: Any) -> str:
    (function,) = answer.data["functions"]
    assert function["verdict"]["equal"], function["verdict"]
    return str(function["value"])


def executor() -> Any:
    return None if kept._last[0] is None else kept._last[0].executor


def test_another_value_is_not_traced_and_gives_what_a_new_look_gives() -> None:
    f = ng.function(cell("def f(x, k):\n" + LOOP)["f"])
    look(f, 9, 3)
    first, when = executor(), executor().traces[0].when
    again = look(f, 12, 4)
    assert executor() is first and [trace.when for trace in first.traces] == [when]
    kept._last[0] = None
    assert again == look(f, 12, 4)


def test_what_was_made_of_the_trace_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a derivative's code the last line is the call, with these values."""
    f = ng.function(cell("def f(x, k):\n" + LOOP)["f"])
    look(f, 9, 3)
    made = []
    for name in ("graph_of", "printed_code", "forms"):
        monkeypatch.setattr(reporting, name, lambda *given, name=name, **options: made.append(name))
    assert value(look(f, 12, 4)) == "4"
    assert made == []
    monkeypatch.undo()
    slope = jax.grad(ng.convert(cell("def g(x):\n    return x * x\n")["g"]))
    codes = [look(slope, x).data["functions"][0]["codes"] for x in (2.0, 3.0)]
    assert ["(3.0)" in str(each) for each in codes] == [False, True]
    assert ["(2.0)" in str(each) for each in codes] == [True, False]


@pytest.mark.parametrize("second", [(9.5, 3), (True, 3), (np.float32(9), 3), (jnp.int32(9), 3)])
def test_other_types_are_traced(second: tuple[Any, ...]) -> None:
    f = ng.function(cell("def f(x, k):\n" + LOOP)["f"])
    look(f, 9, 3)
    first = executor()
    again = look(f, *second)
    assert executor() is not first
    kept._last[0] = None
    assert again == look(f, *second)


def test_weak_types_are_told_apart() -> None:
    f = ng.function(cell("def f(x):\n    return x * jnp.float16(2)\n", jnp=jnp)["f"])
    weak, strong = jnp.asarray(2.0, dtype=jnp.float32), jax.jit(lambda: 2.0)()
    assert (weak.weak_type, strong.weak_type) == (False, True)
    assert kept._types_of((weak,), {}) != kept._types_of((strong,), {})
    look(f, weak)
    first = executor()
    look(f, strong)
    assert executor() is not first


def test_a_global_that_has_changed_counts() -> None:
    names = cell("def f(x):\n    return x * scale\n", scale=2)
    f = ng.function(names["f"])
    assert value(look(f, 3)) == "6"
    names["scale"] = 5
    assert value(look(f, 4)) == "20"
    names["scale"] = 5.0  # equal, and yet another type
    assert value(look(f, 4)) == "20.0"


def test_a_list_that_was_filled_in_place_counts() -> None:
    names = cell("def f(x):\n    return x * scales[0] + len(scales)\n", scales=[2])
    f = ng.function(names["f"])
    assert value(look(f, 3)) == "7"
    names["scales"].append(7)
    assert value(look(f, 3)) == "8"


def test_a_closure_that_has_changed_counts() -> None:
    inner = "    def f(x):\n        return x * n\n    def more():\n        nonlocal n\n        n += 1\n"
    f, more = cell(f"def make():\n    n = 2\n{inner}    return f, more\n")["make"]()
    f = ng.function(f)
    assert value(look(f, 3)) == "6"
    more()
    assert value(look(f, 3)) == "9"


def test_a_helper_that_was_edited_counts() -> None:
    names = cell("def f(x):\n    return g(x) + 1\n", g=cell("def g(x):\n    return x * 2\n")["g"])
    f = ng.function(names["f"])
    assert value(look(f, 3)) == "7"
    names["g"] = cell("def g(x):\n    return x * 3\n")["g"]
    assert value(look(f, 3)) == "10"


def test_static_arguments_are_never_kept() -> None:
    f = ng.function(
        cell("def f(x, n):\n    for i in range(n):\n        x = x + i\n    return x\n")["f"], static_argnames="n"
    )
    for n, expected in ((2, "4"), (3, "6"), (2, "4")):
        assert value(look(f, 3, n)) == expected
        assert executor() is None
    g = ng.function(cell("def g(x, how):\n    return x if how == 'a' else -x\n")["g"])
    assert [value(look(g, 3, how)) for how in "ab"] == ["3", "-3"]
    assert executor() is None


def test_wide_numbers_are_told_apart(request: pytest.FixtureRequest) -> None:
    f = ng.function(cell("def f(x):\n    return x * x\n")["f"])
    before = jax.config.jax_enable_x64
    request.addfinalizer(lambda: jax.config.update("jax_enable_x64", before))
    jax.config.update("jax_enable_x64", False)
    assert value(look(f, 3)) == "9"
    jax.config.update("jax_enable_x64", True)
    assert value(look(f, 300_000)) == "90000000000"


def test_one_array_twice_and_two_equal_ones_are_told_apart() -> None:
    array = np.ones(3)
    assert kept._types_of((array, array), {}) is None
    assert kept._types_of((array, array.copy()), {}) is not None
    rows = [1, 2]
    assert kept._types_of(([rows, rows],), {}) is None


def test_what_changes_something_else_is_not_kept() -> None:
    f = ng.function(cell("def f(x):\n    seen.append(x)\n    return x + len(seen)\n", seen=[])["f"])
    for x in (1, 2):
        (function,) = look(f, x).data["functions"]
        assert "`seen` is changed" in function["verdict"]["message"]
        assert executor() is None


def test_a_difference_is_found_with_the_program_that_was_kept() -> None:
    f = ng.function(cell("def f(x):\n    return x * 65536\n")["f"])
    assert value(look(f, 3)) == "196608"
    (function,) = look(f, 65536).data["functions"]
    assert not function["verdict"]["equal"]
    assert executor() is None
    (function,) = look(f, -1).data["functions"]
    assert function["verdict"]["equal"]


def test_a_value_that_needs_more_iterations_gets_them() -> None:
    f = ng.function(cell("def f(x):\n    while x > 0:\n        x = x - 1\n    return x\n")["f"])
    assert [value(look(f, x)) for x in (3, 1_500_000, 3)] == ["0", "0", "0"]


def test_what_is_measured_is_compiled_then_and_kept_for_the_slider() -> None:
    """The first value after a measured page was traced and compiled again, which took a third of a second."""
    f = ng.function(cell("def f(x):\n    return x + 1\n")["f"])
    look(f, 3)
    first = executor()
    (function,) = look(f, 4, timing=True).data["functions"]
    measured = executor()
    assert function["timing"] is not None and measured not in (first, None)
    when = [trace.when for trace in measured.traces]
    assert value(look(f, 5)) == "6"
    assert executor() is measured and [trace.when for trace in measured.traces] == when


def test_what_cannot_be_pickled_is_not_kept() -> None:
    lock = threading.Lock()
    f = ng.function(cell("def f(x):\n    return x + 1 if lock is not None else x\n", lock=lock)["f"])
    for x in (3, 4):
        called(f, (x,), {}, tell=lambda *step: None, timing=False)
        assert executor() is None
