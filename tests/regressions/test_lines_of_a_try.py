"""The gutter said `if → python` of a `try`, and called its handler an `if`: no user wrote one."""

from __future__ import annotations

from typing import Any

from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload


def safe(a: Any, b: Any) -> Any:
    try:
        return a // b
    except ZeroDivisionError:
        return -1


def test_a_try_and_its_handler_are_no_if() -> None:
    (shown,) = payload([report(safe, 7, 0)])["functions"]
    first = safe.__code__.co_firstlineno
    said = {(each["span"][0] - first, each["construct"], each["became"]) for each in shown["decisions"]}
    assert {each for each in said if each[0] == 1} == set()
    assert {each for each in said if each[0] == 3} == {(3, "except", "select"), (3, "except", "flag")}
