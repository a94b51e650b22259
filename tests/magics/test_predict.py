"""`--predict`: what the calls give stays hidden until the reader has guessed, in the saved text as well."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest
from IPython.core.error import UsageError

from nbgraph.core.inspect import report
from nbgraph.magics.arguments import Options
from nbgraph.magics.calls import Call
from nbgraph.magics.evaluate import BoundCall
from nbgraph.magics.line import MagicLine
from nbgraph.magics.progress import Progress
from nbgraph.magics.result import AutographResult, reveal
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


def test_the_line_that_says_what_is_being_done_tells_no_result_either() -> None:
    told: list[str] = []

    def asked(predict: bool) -> str:
        progress = Progress(lambda data, **_: told.append(data["text/plain"]), begin=float("-inf"))
        options = Options(predict=predict)
        session = Session(MagicLine("f(3)"), options, {}, fakes.backend(), print, progress=progress)
        call = BoundCall(Call(ast.parse("f(3)", mode="eval").body, "f(3)", 0, 4), squared)
        session._more(call, None)["on_step"]("the times were measured", "f(3) = 81")
        return told[-1]

    assert asked(False) == "f(3) = 81: measuring all of them in turns … 7 of 10"
    assert asked(True) == "f(3): measuring all of them in turns … 7 of 10"


def test_without_a_page_a_command_judges_the_guess_and_shows_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(MagicLine("f(3)"), Options(predict=True), {}, fakes.backend(), print)
    session.reports = [small_report(value=3)]
    session._deliver()
    assert session.hidden[0].reports[0].predict is False
    for guesses, judged in (("3", "That is right."), ("4", "Your guess: 4. It gives 3."), ("", "")):
        capsys.readouterr()
        reveal(session.hidden, guesses)
        printed = capsys.readouterr().out
        assert judged in printed and ("guess" in printed) is bool(guesses)
    with pytest.raises(UsageError, match="nothing is hidden"):
        reveal([], "3")


def test_what_is_hidden_is_that_of_the_last_cell_that_asked() -> None:
    hidden: list[AutographResult] = []
    for predict, value in ((True, 1), (True, 2), (False, 3)):
        session = Session(MagicLine("f(3)"), Options(predict=predict), {}, fakes.backend(), print, hidden=hidden)
        session.reports = [small_report(value=value)]
        session._deliver()
    assert [result.value for result in hidden] == [2]
