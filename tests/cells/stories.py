"""The stories: cells as people type them, in text files that a notebook's user would recognise.

A file holds the stories of one kind of person. `== title` begins a story, a notebook of its own; `--` stands between
two of its cells; a line that begins with `## ` says why a story is there and belongs to no cell.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FOLDER = Path(__file__).parent / "stories"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
_OURS = re.compile(r"^(%load_ext|import|from) nbgraph\b.*", re.MULTILINE)
_WITH_VALUE = frozenset(("-o", "--output", "--view", "--sweep", "--static", "--live"))


@dataclass(frozen=True)
class Cell:
    """One cell.

    Attributes:
        text: what stands in it.
    """

    text: str

    @property
    def is_magic(self) -> bool:
        """Whether there is anything for nbgraph in it."""
        return self.text.startswith(("%%autograph", "%autograph"))

    @property
    def body(self) -> str:
        """Its Python text, with an empty line where the magic or nbgraph stands: lines keep their numbers."""
        return "\n" + self.text.partition("\n")[2] if self.is_magic else _OURS.sub("", self.text)

    @cached_property
    def _words(self) -> tuple[tuple[str, ...], str]:
        """The options in front, and the calls."""
        rest, options = self.text.partition("\n")[0].partition("autograph")[2].strip(), list[str]()
        while rest.startswith("-"):
            taken = 2 if rest.split(maxsplit=1)[0] in _WITH_VALUE else 1
            words = rest.split(maxsplit=taken)
            options += words[:taken]
            rest = words[taken] if len(words) > taken else ""
        return tuple(options), rest

    @property
    def with_history(self) -> Cell:
        """The same, which shows what loops bind, too."""
        return Cell(self.text.replace("%%autograph", "%%autograph --history", 1)) if self.is_magic else self

    @property
    def options(self) -> tuple[str, ...]:
        return self._words[0] if self.is_magic else ()

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of the magic's line, as typed."""
        return tuple(split_calls(self._words[1])) if self.is_magic else ()


@dataclass(frozen=True)
class Story:
    """The cells of one small notebook.

    Attributes:
        group: the file it stands in.
        title: what it is about.
        cells: in order.
    """

    group: str
    title: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.group}: {self.title}"


def split_calls(line: str) -> list[str]:
    """The calls that semicolons separate, those in strings and brackets left alone.

    >>> split_calls("f(3); g(';', x=(1, 2));")
    ['f(3)', "g(';', x=(1, 2))"]
    """
    calls, rest = list[str](), line
    for end in [at.start() for at in re.finditer(";", line)] + [len(line)]:
        part = rest[: end - (len(line) - len(rest))].strip()
        if not part or _is_expression(part):
            calls += [part] if part else []
            rest = line[end + 1 :]
    return calls


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def read_stories() -> list[Story]:
    """All stories of all files."""
    return [story for file in sorted(FOLDER.glob("*.txt")) for story in parse(file.stem, file.read_text())]


def read_notebooks() -> list[Story]:
    """The code cells of the lecture's notebooks, as stories."""
    return [Story("notebook", file.stem, tuple(_code(file.read_text()))) for file in sorted(NOTEBOOKS.glob("*.ipynb"))]


def _code(notebook: str) -> Iterator[Cell]:
    for cell in json.loads(notebook)["cells"]:
        if cell["cell_type"] == "code":
            yield Cell("".join(cell["source"]) + "\n")


def parse(group: str, text: str) -> list[Story]:
    r"""The stories of one file.

    >>> [story] = parse("student", "== one\n%%autograph f(1)\ndef f(x):\n    return x\n--\nf(2)\n")
    >>> story.title, [cell.calls for cell in story.cells]
    ('one', [('f(1)',), ()])
    """
    stories = []
    for part in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        told = re.sub(r"^## .*\n", "", rest, flags=re.MULTILINE)
        cells = [cell.strip("\n") for cell in re.split(r"^--$", told, flags=re.MULTILINE)]
        stories.append(Story(group, title.strip(), tuple(Cell(cell + "\n") for cell in cells)))
    return stories
