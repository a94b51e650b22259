"""Controls, and what moving them does."""

from __future__ import annotations

import asyncio
from typing import Any

import ipywidgets
import pytest

from nbgraph.core.graph.model import Graph
from nbgraph.core.report import Report
from nbgraph.widgets.controls import control
from nbgraph.widgets.live import Debounced, interact, live
from tests.widgets.conftest import small_report


def f(x: int, y: float = 2.0) -> float:
    return x + y


@pytest.fixture(autouse=True)
def no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Graph, "to_picture", lambda graph: None)


@pytest.fixture(autouse=True)
def closed():
    yield
    ipywidgets.Widget.close_all()


def fake_report(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Report:
    if args[:1] == (13,):
        raise ZeroDivisionError("unlucky")
    return small_report(value=function(*args, **kwargs))


def title_and_value(box: ipywidgets.VBox) -> tuple[str, str | None]:
    data = box.children[-1].payload
    return data.get("message", ""), data["functions"][0]["value"]


def test_moving_a_control_runs_again_in_the_same_explorer() -> None:
    box = live(f, {"x": (1, 100)}, (27,), reporter=fake_report)
    slider, explorer = box.children
    assert (slider.value, title_and_value(box)) == (27, ("", "29.0"))
    slider.value = 40
    assert title_and_value(box) == ("", "42.0")
    assert box.children[-1] is explorer


def test_a_failing_run_keeps_the_last_result() -> None:
    box = live(f, {"x": (1, 100)}, (27,), reporter=fake_report)
    box.children[0].value = 13
    message, value = title_and_value(box)
    assert message == "f(x=13) failed, the last result is kept. ZeroDivisionError: unlucky"
    assert value == "29.0"
    box.children[0].value = 14
    assert title_and_value(box) == ("", "16.0")


def test_quick_moves_run_once() -> None:
    ran = []

    async def drag() -> None:
        rest = Debounced(lambda: ran.append("run"), 0.01)
        for _ in range(5):
            rest()
        await asyncio.sleep(0.05)

    asyncio.run(drag())
    assert ran == ["run"]


def test_a_control_for_no_argument_is_refused() -> None:
    with pytest.raises(TypeError, match="f has no argument `z`; it has x, y"):
        interact(f, z=(1, 2))


def test_an_argument_without_a_value_is_named() -> None:
    with pytest.raises(TypeError, match="f needs a value for `x`"):
        interact(f, y=(0.0, 1.0))


@pytest.mark.parametrize("value", [object(), None, ("a", 1)[:0], (2, 1)])
def test_what_suits_no_control_is_refused(value: Any) -> None:
    with pytest.raises((TypeError, IndexError)):
        control("x", value)


def test_a_slider_with_a_step() -> None:
    made = control("x", (0.0, 1.0, 0.25))
    assert (made.step, made.value, made.max) == (0.25, 0.5, 1.0)


def test_a_control_of_ones_own_is_used() -> None:
    mine = ipywidgets.IntSlider()
    assert control("x", mine) is mine
