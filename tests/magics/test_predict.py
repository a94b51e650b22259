"""`--predict`: what the calls give stays hidden until the reader has guessed, in the saved text as well."""

from __future__ import annotations

from dataclasses import replace

from nbgraph.core.inspect import report
from nbgraph.magics.arguments import Options
from nbgraph.magics.line import MagicLine
from nbgraph.magics.session import Session
from nbgraph.widgets.payload import payload
from nbgraph.widgets.text import to_text
from tests.magics import fakes
from tests.widgets.conftest import small_report


def squared(x):
    while x < 50:
        x = x * x
    return x


def test_the_text_has_the_source_and_not_what_the_run_has_told() -> None:
    found = report(squared, 7, timing=False)
    text = to_text(payload([replace(found, predict=True)]))
    assert text.startswith("squared(7) = ? (a guess comes first")
    assert "while x < 50:" in text
    assert "2401" not in text and "i32" not in text and "Same" not in text
    assert "squared(7) = 2401" in to_text(payload([found])), "without the option it is told"


def test_the_option_marks_the_calls_that_give_something() -> None:
    def marked(predict: bool, **parts: object) -> bool:
        session = Session(MagicLine("f(3)"), Options(predict=predict), {}, fakes.backend(), print)
        return session._asking(small_report(**parts)).predict

    assert marked(True, value=3)
    assert marked(True, value=None, python_value=3), "also where only plain Python gave something"
    assert not marked(True, value=None, python_value=None)
    assert not marked(False, value=3)
