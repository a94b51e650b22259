"""The gutter names what is in the graph; where the specialised code says another word for it, the hover says why."""

from __future__ import annotations

import re

import pytest

import nbgraph as ng
from nbgraph.widgets.payload import payload
from tests.programs.pool import RIGHT, load_all

SAMPLE = [name for name, program in load_all().items() if program.expect == RIGHT][::24]
CHOICES = ("if", "ternary", "and", "or", "case")
WORDS = {"select": r"\bjnp\.where\(|\blax\.select\(|\bjnp\.select\(", "cond": r"\blax\.cond\(|\blax\.switch\("}


def larger_first(a: float, b: float) -> tuple[float, float]:
    if a < b:
        a, b = b, a
    return a, b


def test_a_choice_that_the_code_writes_otherwise_is_explained() -> None:
    (function,) = payload([ng.show(larger_first, 1.0, 2.0, timing=False).report])["functions"]
    (decision,) = (each for each in function["decisions"] if each["construct"] == "if")
    assert decision["became"] == "select"
    assert any("lax.cond" in line for line in function["codes"][1]["lines"])
    assert "the specialised code says `lax.cond` here" in decision["reason"]


@pytest.mark.parametrize("name", SAMPLE)
def test_gutter_and_code_agree_or_the_hover_says_why(name: str) -> None:
    program = load_all()[name]
    if program.reset:
        program.reset()
    (function,) = payload([ng.show(program.function, *program.arguments[0], timing=False).report])["functions"]
    code = next((each for each in function["codes"] if each["form"] == "specialised"), None)
    if code is None:
        return
    text = "\n".join(code["lines"])
    for decision in function["decisions"]:
        if decision["construct"] not in CHOICES or decision["became"] not in WORDS:
            continue
        other = "cond" if decision["became"] == "select" else "select"
        alone = re.search(WORDS[other], text) and not re.search(WORDS[decision["became"]], text)
        assert not alone or "the specialised code says" in decision["reason"], decision
