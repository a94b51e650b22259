"""The sentences that Python makes for the page are in the page's table of words, in the form that they have there."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nbgraph.core import inspect, lint
from nbgraph.core.forms.explanations import sentences
from nbgraph.core.timing.parts import LABELS, Baseline
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.text import break_even_sentence, speed_sentence
from nbgraph.core.timing.verdict import judge, judge_errors
from nbgraph.widgets.page import document_html
from nbgraph.widgets.still import still
from nbgraph.widgets.words import say


def forms() -> list[str]:
    """The keys of the table."""
    folder = files("nbgraph.widgets") / "static"
    said = "".join(
        (folder / f"{name}-de.js").read_text("utf-8") for name in ("labels", "sentences", "meanings", "findings")
    )
    keys = re.findall(r"""^ +(".*?"|'.*?'|\w+):""", said, re.MULTILINE)
    return [ast.literal_eval(key) if key[0] in "\"'" else key for key in keys]


def verdicts() -> Iterator[str]:
    raised, other = ValueError("no"), TypeError("not that")
    yield from (judge(*pair).message for pair in ((1, 1), (1, 2), ([1] * 99,) * 2, (2.2e-16, np.float32(1.2e-07))))
    for pair in ((raised, raised), (raised, other), (raised, None), (None, raised)):
        yield judge_errors(*pair, reference="python").message
    yield judge(1.0, np.float32(1.0)).tolerance


def times() -> Iterator[str]:
    for other in (5_000, 5_010, 900, 40_000):
        for count in (1, 9):
            python = Baseline("python", Sample((5_000,) * count), steady=count > 1)
            yield speed_sentence(python, Baseline("graph", Sample((other,) * 9)))
            yield speed_sentence(Baseline("python", Sample((5_000,))), Baseline("graph", Sample((other,) * count)))
    yield from (break_even_sentence(1), break_even_sentence(300, 900), break_even_sentence("never"))


def findings() -> Iterator[str]:
    """What `ng.lint` says, by the literals in its modules."""
    for path in Path(str(lint.__file__)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Assign(targets=[ast.Name(id="message" | "remedy")], value=ast.Constant() | ast.JoinedStr()):
                    yield _text(node.value)
                case ast.Call(func=ast.Name(id="Finding"), args=[_, _, *said]):
                    yield from (_text(each) for each in said if isinstance(each, ast.Constant | ast.JoinedStr))


def _text(node: ast.expr) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "at every call" for part in parts)


def meanings() -> Iterator[str]:
    """What words of the code mean, in all of its forms."""
    for form in ("converted code", "pure JAX", "jaxpr", "StableHLO", "optimised HLO"):
        yield from sentences(form).values()


MADE = {"verdict": verdicts, "clock": times, "lint": findings, "labels": LABELS.values, "code": meanings}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_each_sentence_is_in_the_table(made: object) -> None:
    known = [re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(form)), re.DOTALL) for form in forms()]
    assert callable(made)
    for sentence in filter(None, made()):
        assert any(form.fullmatch(sentence) for form in known), sentence


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "de",
            ["Skripte laufen hier nicht", "Gleiches Ergebnis", "reines Python  ", "einmal, davor: verfolgen", "Läufe"],
        ),
        ("zh", ["此处不运行脚本", "结果相同", "纯 Python  ", "仅一次，在此之前：追踪", "次数"]),
    ],
)
def test_what_stands_without_scripts_is_in_the_language(collatz: Any, language: str, words: list[str]) -> None:
    collatz["functions"][0]["lang"] = language
    shown = html.unescape(still(collatz))
    assert [word for word in words if word not in shown] == []
    for english in ("Scripts", "Same result", "plain Python", "once, before", "faster", "Dataflow"):
        assert english not in shown
    assert f'<html lang="{language}"' in document_html(collatz)


def test_english_pages_say_that_they_are(collatz: Any) -> None:
    assert '<html lang="en"' in document_html(collatz)
    assert "Scripts do not run here" in still(collatz)


def test_a_sentence_is_in_one_language() -> None:
    """A short form such as `{0} takes {1}` is no reason to change two words of a sentence that has none."""
    english = "the file is opened once, while the graph is made, and not again at each call"
    assert say(english, "de") == english
    asks = "asks for index 5 of an axis of length 5, and JAX takes the nearest there is"
    missed = f"`xs[i]` in line 16, in iteration 6 of the loop in line 15, {asks}. Plain Python returns the same."
    assert "JAX nimmt den nächsten" in say(missed, "de") and "Python returns" not in say(missed, "de")
    assert say("For this input the graph is 86x to 470x faster than plain Python.", "de").count(" to ") == 0


@pytest.mark.parametrize("left", ["(2, 3)", "(4,)"])
def test_an_error_of_shapes_is_in_the_language_up_to_its_brackets(left: str) -> None:
    """Students multiply arrays that do not fit; what Python itself says stays as it is."""

    def product(x: Any) -> Any:
        return (x @ np.ones((2, 2))) + np.ones(5)

    report = inspect.report(product, np.ones(ast.literal_eval(left)), timing=False)
    for error in report.errors:
        for language in ("de", "zh"):
            text = say(error.message, language) + say(error.remedy, language)
            assert not re.search(r"has shape|of shape|refuses|raised|must be equal|inner lengths|arrays that", text)
