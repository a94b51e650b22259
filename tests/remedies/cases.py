"""Mistakes as beginners make them: a wrong program, what its error says, and the program with the remedy applied.

Each case is a section of a Markdown file beside this module:

    ## name
    error: id of the error
    line: where it points, 0 for an error about no text
    says: words of the message, one line for each
    remedy: none         where the error names none, or its words where it names no code
    gives: a value       only where plain Python cannot run the mended program
    page: yes            for the one case of an error that `docs/errors.md` shows

and two blocks of code. The last line of a block is the call.
"""

from __future__ import annotations

import ast
import linecache
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import nbgraph as ng

_FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PLAIN = types.SimpleNamespace(
    function=lambda fn=None, **_: fn if fn is not None else lambda given: given,
    convert=lambda fn=None, **_: fn if fn is not None else lambda given: given,
    loop_options=lambda **_: None,
)


@dataclass(frozen=True)
class Program:
    """A program whose last line is a call.

    Attributes:
        name: the file name that it is compiled under.
        text: its code.
    """

    name: str
    text: str

    def __post_init__(self) -> None:
        linecache.cache[self.name] = (len(self.text), None, self.text.splitlines(True), self.name)

    def result(self, of: Callable[[Any], Any] | None = None) -> Any:
        """What the call gives.

        Args:
            of: what is called in place of a function that the call names; None for plain Python.
        """
        *body, last = ast.parse(self.text).body
        assert isinstance(last, ast.Expr), self.name
        names = {"__name__": "lesson", "jax": jax, "jnp": jnp, "np": np, "ng": _PLAIN if of is None else ng}
        exec(compile(ast.Module(body, []), self.name, "exec", dont_inherit=True), names)
        match last.value:
            case ast.Call(func=ast.Name(id=name)) if of is not None:
                names[name] = of(names[name])
        return eval(compile(ast.Expression(last.value), self.name, "eval", dont_inherit=True), names)


@dataclass(frozen=True)
class Case:
    """A mistake and its remedy.

    Attributes:
        name: of the case.
        error: the error's id.
        line: where it points.
        says: words that its message has.
        words: of the remedy where it names no code, "none" where there is none; "" for all others.
        gives: the mended program's value as Python code, where plain Python cannot run it; "" where it can.
        is_on_page: whether the page of errors shows it.
        wrong: the program with the mistake.
        mended: the program with the remedy applied.
    """

    name: str
    error: str
    line: int
    says: tuple[str, ...]
    words: str
    gives: str
    is_on_page: bool
    wrong: Program
    mended: Program


def every_case() -> list[Case]:
    """The cases of all files."""
    return [case for file in sorted(Path(__file__).parent.glob("*.md")) for case in load(file)]


def load(file: Path) -> list[Case]:
    """The cases of a file."""
    sections = re.split(r"^## ", file.read_text(), flags=re.MULTILINE)[1:]
    return [_case(section, file.stem) for section in sections]


def _case(section: str, page: str) -> Case:
    name, _, text = section.partition("\n")
    facts = [line.split(": ", 1) for line in text[: text.index("```")].splitlines() if line]
    known = dict(facts)
    assert known.keys() <= {"error", "line", "says", "remedy", "gives", "page"}, f"{page}, {name}"
    wrong, mended = _FENCE.findall(text)
    return Case(
        name=name,
        error=known["error"],
        line=int(known["line"]),
        says=tuple(words for fact, words in facts if fact == "says"),
        words=known.get("remedy", ""),
        gives=known.get("gives", ""),
        is_on_page="page" in known,
        wrong=Program(f"<{page}, {name}>", wrong),
        mended=Program(f"<{page}, {name}, mended>", mended),
    )
