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
    code = next((each for each in function["codes"] if each["form"] == "pure JAX"), None)
    if code is None:
        return
    text = "\n".join(code["lines"])
    choices = [each for each in function["decisions"] if each["construct"] in CHOICES and each["became"] in WORDS]
    flags = any(each["became"] == "flag" for each in function["decisions"])  # whose tests are choices, too
    if flags or len({each["became"] for each in choices}) != 1:  # which of them is which, the text does not say
        return
    became = choices[0]["became"]
    other = "cond" if became == "select" else "select"
    assert re.search(WORDS[became], text) or not re.search(WORDS[other], text), choices
