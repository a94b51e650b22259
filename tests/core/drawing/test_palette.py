"""One source of colours: the page's variables, its style sheets and the pictures in files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nbgraph.widgets
from nbgraph.core.drawing.palette import COLOURS, TINTS, laid_over, light
from nbgraph.widgets.assets import style
from tests.core.lax_programs import COLLATZ, graph_of

STATIC = Path(nbgraph.widgets.__file__).parent / "static"
COLOUR = re.compile(r"#[0-9a-f]{6}")


@pytest.mark.parametrize("name", COLOURS)
def test_the_page_has_each_colour_from_here_and_from_nowhere_else(name: str) -> None:
    assert re.findall(rf"--nbg-{name}:([^;}}]*)", style()) == [f"light-dark({','.join(COLOURS[name])})"]
    for file in STATIC.iterdir():
        assert f"--nbg-{name}:" not in file.read_text("utf-8"), file.name


def test_a_picture_has_no_colour_but_these() -> None:
    grounds = {light("paper")}
    for _ in range(4):  # regions in regions
        grounds |= {laid_over(tint, ground) for tint in TINTS for ground in grounds}
    picture = graph_of(COLLATZ, "collatz", 27, arguments=("a",)).to_svg()
    assert picture is not None
    found = set(COLOUR.findall(picture))
    assert found <= {day for day, _ in COLOURS.values()} | grounds
    assert {light("loop"), light("choice"), light("input"), light("good"), laid_over("loop", light("paper"))} <= found
    assert "white" in picture or light("paper") in found


def test_the_style_of_loops_and_choices_in_the_page_is_that_of_the_pictures() -> None:
    rules = style()
    for kind, name in (("while", "loop"), ("cond", "choice")):
        rule = next(rule for rule in rules.split("}") if f".nbg-region-{kind}" in rule)
        assert f"stroke:var(--nbg-{name})" in rule
        assert f"fill:var(--nbg-{name}-tint)" in rule
