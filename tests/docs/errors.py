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
_MOST = 24  # lines of a program that are shown whole
_INTRODUCTION = """\
# Errors

Every error ends in its id, and the ids are the headings here. Under each: the cause, and what to write instead. That is
one line (`this` → `that`), or a program with the lines taken away (`-`) and added (`+`) that make it work. The last
line is the call; `ng.function` has converted the function that it calls.

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
        yield from _remedy(list(_difference(wrong, mended)))


def _remedy(lines: list[str]) -> Iterator[str]:
    """The lines of a difference; where it is one line, that line and the call.

    >>> list(_remedy([" def f(x):", "-    return x(2)", "+    return x * 2", " f(1)"]))
    ['`return x(2)` → `return x * 2`, in the call `f(1)`.\\n']
    """
    changed = [line for line in lines if line[0] != " "]
    parts = [line[1:].strip() for line in changed]
    if [line[0] for line in changed] == ["-", "+"] and parts[0] != parts[1]:
        yield f"`{parts[0]}` → `{parts[1]}`, in the call `{lines[-1][1:]}`.\n"
    else:
        yield from ("```diff", *_shortened(lines), "```\n")


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
    return lines if len(lines) <= _MOST else [*lines[: _MOST // 4], "-    ...", *lines[-_MOST // 3 :]]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
