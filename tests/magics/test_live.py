"""`--live a=1:1000`."""

from __future__ import annotations

import pytest

from nbgraph.core.errors import CallError
from nbgraph.magics.arguments import parse_control
from nbgraph.magics.line import MagicLine, forget_lines


@pytest.fixture(autouse=True)
def tidy():
    yield
    forget_lines()


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("a", ("a", None)),
        ("a=1:1000", ("a", (1, 1000))),
        ("x=0.0:1.0:0.1", ("x", (0.0, 1.0, 0.1))),
        ("n=-k:k", ("n", (-7, 7))),
        ("mode=['up','down']", ("mode", ["up", "down"])),
    ],
)
def test_a_control_is_a_range_or_choices(text, control):
    assert parse_control(text, 0, MagicLine(text), {"k": 7}) == control


@pytest.mark.parametrize("text", ["", "a=", "a=1:", "a=:3", "3=1:2", "a=1:nothing", "a=)"])
def test_what_is_none_is_located(text):
    with pytest.raises(CallError, match="cannot be understood") as caught:
        parse_control(text, 7, MagicLine("--live " + text), {})
    assert caught.value.span.column == len("%%autograph --live ")
