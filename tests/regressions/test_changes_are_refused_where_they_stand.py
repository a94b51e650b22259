"""A change of what outlives the call is refused at the line that makes it, by whatever name or function it is made."""

from __future__ import annotations

import decimal
import math
import os
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.impure.process_state import SideEffectError

held, seen, total = 1, [1], 0
settings = types.ModuleType("settings")
settings.depth = 3  # type: ignore[attr-defined]


class Box:
    size = 0


def item_of_globals(v):
    globals()["held"] = v
    return v + 1


def new_item_of_globals(v):
    globals()["nobody_has_this"] = v
    return v + 1


def update_of_globals(v):
    globals().update(held=v)
    return v + 1


def computed_item(v):
    name = "".join(["he", "ld"])
    globals()[name] = v
    return v + 1


def through_another_name(v):
    names = globals()
    names["held"] = v
    return v + 1


def deeper_in_globals(v):
    globals()["seen"].append(v)
    return v + 1


def deleted_item(v):
    del globals()["held"]
    return v + 1


def by_setattr(v):
    setattr(Box, "size", v)  # noqa: B010
    return v + 1


def add_to(items, v):
    items.append(v)


def by_helper(v):
    add_to(seen, v)
    return v + 1


def by_a_loop(v):
    global held
    for held in range(v):  # noqa: B007
        pass
    return v + 1


def one_of_two(v):
    global total
    v, total = v + 1, v
    return v


def of_a_module(v):
    settings.depth = v
    return v + 1


def new_in_a_library(v):
    math.nobody_has_this = v  # type: ignore[attr-defined]
    return v + 1


def variables_of_a_module(v):
    vars(sys.modules["math"])["nobody_has_this"] = v
    return v + 1


def updated_variables(v):
    vars(math).update(nobody_has_this=v)
    return v + 1


def dict_of_a_module(v):
    math.__dict__["nobody_has_this"] = v
    return v + 1


def module_by_setattr(v):
    name = settings
    setattr(name, "depth", v)  # noqa: B010
    return v + 1


def own_module_by_setattr(v):
    setattr(sys.modules[__name__], "held", v)  # noqa: B010
    return v + 1


def globals_of_a_function(v):
    computed_item.__globals__["held"] += v
    return v + 1


def environment(v):
    os.environ["NOBODY_HAS_THIS"] = "1"
    return v + 1


def imported(v):
    sys.modules["nobody_has_this"] = math
    return v + 1


def recursion_limit(v):
    sys.setrecursionlimit(5000)
    return v + 1


def by_executed_text(v):
    exec("global held; held = 2")
    return v + 1


def decimal_precision(v):
    decimal.getcontext().prec = 3
    return v + 1


def decimal_by_another_name(v):
    context = decimal.getcontext()
    if v > 0:
        context.rounding = decimal.ROUND_UP
    return v + 1


def another_decimal_context(v):
    decimal.setcontext(decimal.Context(prec=3))
    return v + 1


CASES: tuple[tuple[Callable[..., Any], int], ...] = (
    (item_of_globals, 1),
    (new_item_of_globals, 1),
    (update_of_globals, 1),
    (computed_item, 2),
    (through_another_name, 2),
    (deeper_in_globals, 1),
    (deleted_item, 1),
    (by_setattr, 1),
    (by_helper, 1),
    (by_a_loop, 2),
    (one_of_two, 2),
    (of_a_module, 1),
    (new_in_a_library, 1),
    (variables_of_a_module, 1),
    (updated_variables, 1),
    (dict_of_a_module, 1),
    (module_by_setattr, 2),
    (own_module_by_setattr, 1),
    (globals_of_a_function, 1),
    (environment, 1),
    (imported, 1),
    (recursion_limit, 1),
    (by_executed_text, 1),
    (decimal_precision, 1),
    (decimal_by_another_name, 3),
    (another_decimal_context, 1),
)


@pytest.mark.parametrize(("function", "line"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_change_is_refused_at_its_line(function: Callable[..., Any], line: int) -> None:
    before, limit, context = dict(globals()), sys.getrecursionlimit(), repr(decimal.getcontext())
    with pytest.raises(SideEffectError) as caught:
        ng.function(function)(3)
    assert caught.value.span is not None
    assert caught.value.span.line - function.__code__.co_firstlineno == line
    assert dict(globals()) == before
    assert (held, seen, total, Box.size) == (1, [1], 0, 0)
    assert list(globals()) == list(before)
    assert (sys.getrecursionlimit(), repr(decimal.getcontext())) == (limit, context)
    for names in (vars(math), os.environ, sys.modules):
        assert not {"nobody_has_this", "NOBODY_HAS_THIS"} & names.keys()


def test_a_context_may_be_read_and_texts_may_be_executed() -> None:
    def reads(v):
        names: dict[str, Any] = {}
        exec("a = 4", names)
        exec("b = 5")
        exec("global c; c = 6", names)
        return v + decimal.getcontext().prec + names["a"] + names["c"] + float(decimal.Decimal(1) / decimal.Decimal(8))

    assert ng.function(reads)(3) == reads(3)


def test_a_module_may_be_read_by_text() -> None:
    def reads(v):
        return vars(math)["pi"] + vars(sys.modules[__name__])["held"] + v

    assert ng.function(reads)(3) == pytest.approx(reads(3))


def test_globals_may_be_read_by_text() -> None:
    def reads(v):
        return globals()["held"] + len(globals()["seen"]) + len(globals().get("nobody_has_this", ())) + v

    assert ng.function(reads)(3) == reads(3) == 5
