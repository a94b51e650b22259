"""The gutter names what is in the graph, and the printed code says the same."""

from __future__ import annotations

import re

import pytest

import nbgraph as ng
from nbgraph.widgets.payload import payload
from tests.programs.pool import RIGHT, load_all

SAMPLE = [name for name, program in load_all().items() if program.expect == RIGHT][::24]
CHOICES = ("if", "ternary", "and", "or", "case")
WORDS = {"select": r"\bjnp\.where\(|\blax\.select\(|\bjnp\.select\(", "cond": r"\blax\.cond\(|\blax\.switch\("}


@pytest.mark.parametrize("name", SAMPLE)
def test_gutter_and_code_agree(name: str) -> None:
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
        assert not alone, decision
