"""The sentences that Python makes for the page are in the page's table of words, in the form that they have there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from nbgraph.core import lint
from nbgraph.core.timing.parts import LABELS, Baseline
from nbgraph.core.timing.sample import Sample
from nbgraph.core.timing.text import break_even_sentence, speed_sentence
from nbgraph.core.timing.verdict import judge, judge_errors


def forms() -> list[str]:
    """The keys of the table."""
    folder = files("nbgraph.widgets") / "static"
    said = (folder / "words-de.js").read_text("utf-8").partition("said: {")[2]
    keys = re.findall(r'^ +(".*?"|\w+):', said + (folder / "findings-de.js").read_text("utf-8"), re.MULTILINE)
    return [ast.literal_eval(key) if key[0] == '"' else key for key in keys]


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


@pytest.mark.parametrize("made", [verdicts, times, findings, LABELS.values], ids=["verdict", "clock", "lint", "labels"])
def test_each_sentence_is_in_the_table(made: object) -> None:
    known = [re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(form)), re.DOTALL) for form in forms()]
    assert callable(made)
    for sentence in filter(None, made()):
        assert any(form.fullmatch(sentence) for form in known), sentence
