"""The gallery: everyday programs, each a file of `docs/gallery` and the explorer of its call."""

from __future__ import annotations

import ast
import doctest
import html
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgraph.commands.explain import load
from nbgraph.widgets.page import to_html
from nbgraph.widgets.show import Shown, payload
from scripts.course.page import marked, page, thin

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"


@dataclass(frozen=True)
class Program:
    """A program of the gallery.

    Attributes:
        name: its file's.
        title, question: from its first lines.
        call: what is called there, as Python writes it.
    """

    name: str
    title: str
    question: str
    call: str

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.py"


def programs() -> tuple[Program, ...]:
    """All programs, by name."""
    return tuple(_read(path) for path in sorted(FOLDER.glob("*.py")))


def _read(path: Path) -> Program:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    (example,) = doctest.DocTestParser().get_examples(text)
    title, _, question = text.partition("\n")[0].partition(": ")
    return Program(path.stem, title, question[:1].upper() + question[1:], example.source.strip())


def called(program: Program) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The program's function, and the arguments of its call."""
    names = vars(load(program.path))
    call = ast.parse(program.call, mode="eval").body
    assert isinstance(call, ast.Call)

    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), program.name, "eval"), names)

    return value(call.func), tuple(map(value, call.args)), {str(word.arg): value(word.value) for word in call.keywords}


def shown(program: Program) -> Shown:
    """What the explorer knows of the program's call; times are left out, since every machine has its own."""
    from nbgraph.core.examine.reporting import report_call

    function, args, kwargs = called(program)
    return Shown((report_call(function, args, kwargs, title=program.call, timing=False),))


def program_page(program: Program) -> str:
    """The program's explorer as a page of the course."""
    head = (
        '<nav><a href="../index.html">The course</a></nav>\n'
        f"<h1>{html.escape(program.title)}</h1>\n<p>{marked(program.question)}</p>\n"
    )
    return page(program.title, head + thin(to_html(payload(shown(program).reports)), "../"), up="../")
