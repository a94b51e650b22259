"""The page of errors; `python -m tests.docs.errors docs/errors.md` writes it."""

from __future__ import annotations

import ast
import difflib
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import nbgraph
from tests.remedies.cases import Case, every_case

_BASES = {"error", "not-stageable"}  # only their subclasses are raised
_MOST = 16  # lines in a row that are shown
_INTRODUCTION = """\
# Errors

Every error ends in its id, and the ids are the headings here. Under each: the cause, and a program that raises it, with
the lines taken away (`-`) and added (`+`) that make it work. The last line is the call; `ng.function` has converted the
function that it calls.

A *traced* value is one the graph computes: its shape and dtype are known, its value only at run time. Arguments of
`ng.function` are traced, except those named in `static_argnames` and those no array can hold.
[Semantics](semantics.md) tells the rules behind most of these errors.

This page is generated from the docstrings of the error classes, and from the programs in `tests/remedies`, which has
many more.
"""


def page() -> str:
    """The text of the page."""
    programs = {case.error: case for case in every_case() if case.is_on_page}
    sections = (_section(id, causes, programs.get(id)) for id, causes in docstrings().items())
    return "\n".join([_INTRODUCTION, *("\n".join(section) for section in sections)])


def docstrings() -> dict[str, list[str]]:
    """For each id the docstrings of the classes that have it."""
    found: dict[str, list[str]] = {}
    for file in sorted(Path(nbgraph.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.ClassDef(body=[_, ast.Assign([ast.Name("id")], ast.Constant(str(id))), *_]):
                    found.setdefault(id, []).append(ast.get_docstring(node) or "")
    return {id: texts for id, texts in sorted(found.items()) if id not in _BASES}


def _section(id: str, causes: list[str], case: Case | None) -> Iterator[str]:
    yield f"## {id}\n"
    for cause in causes:
        yield textwrap.fill(" ".join(cause.split()), 120, break_long_words=False, break_on_hyphens=False) + "\n"
    if case is not None:
        wrong, mended = ([line for line in text.text.splitlines() if line] for text in (case.wrong, case.mended))
        yield from ("```diff", *_shortened(list(_difference(wrong, mended))), "```\n")


def _difference(wrong: list[str], mended: list[str]) -> Iterator[str]:
    """The lines of two programs, what is taken away first.

    >>> list(_difference(["a", "b"], ["a", "c"]))
    [' a', '-b', '+c']
    """
    for kind, a, b, c, d in difflib.SequenceMatcher(None, wrong, mended, autojunk=False).get_opcodes():
        yield from (f" {line}" for line in wrong[a:b] if kind == "equal")
        yield from (f"-{line}" for line in wrong[a:b] if kind != "equal")
        yield from (f"+{line}" for line in mended[c:d] if kind != "equal")


def _shortened(lines: list[str]) -> list[str]:
    """The lines; of a very long program its beginning and its end."""
    return lines if len(lines) <= 2 * _MOST else [*lines[:_MOST], "-    ...", *lines[-_MOST // 2 :]]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
