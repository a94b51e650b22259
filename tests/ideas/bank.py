"""The bank of ideas: cells, and what a reader must see of each, read from `bank/*.txt`.

A file is a row of entries, each a cell of a notebook and the lines that say what is to be seen:

    %%autograph jax.grad(square)(3.0)
    def square(x):
        return x * x
    => B.3 the way back is a region of its own | region backward: backward of square

`---` stands between cells; an entry that begins with it goes on where the one before ends.
`!` in place of `=>` is an idea that is not to be seen yet; its last part says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).with_name("bank")
_MARKS = {"=>": True, "!": False}


@dataclass(frozen=True)
class Idea:
    """What one cell must show of one idea."""

    name: str  # its place in the sources, and the idea
    cells: tuple[str, ...]  # run in order; the last one is looked at
    checks: tuple[str, ...]  # what must be visible
    reason: str = ""  # why it is not visible yet

    def __str__(self) -> str:
        return self.name


def ideas() -> list[Idea]:
    """Every line of the bank, in order."""
    return [idea for file in sorted(FOLDER.glob("*.txt")) for idea in _read(file.read_text(encoding="utf-8"))]


def _read(text: str) -> Iterator[Idea]:
    """
    >>> (one,) = _read("1 + 1\\n=> B.1 a sum | out 2 | text sum")
    >>> one.name, one.cells, one.checks
    ('B.1 a sum', ('1 + 1',), ('out 2', 'text sum'))
    """
    cells: tuple[str, ...] = ()
    for is_idea, lines in groupby(text.splitlines(), lambda line: line.split(" ")[0] in _MARKS):
        if not is_idea:
            first, *others = re.split(r"(?:^|\n)---\n", "\n".join(lines))
            cells = (*((first,) if first else cells), *others)
            continue
        for line in lines:
            mark, _, rest = line.partition(" ")
            name, *checks = (part.strip() for part in rest.split(" | "))
            reason = "" if _MARKS[mark] else checks.pop()
            yield Idea(name, cells, tuple(checks), reason)
