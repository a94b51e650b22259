"""What an entry of the page of supported Python consists of."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TypedDict, Unpack

from nbgraph.core.source.support.rows import Support
from nbgraph.core.source.support.table import FUNCTIONS


@dataclass(frozen=True, slots=True)
class Entry:
    """The support status of one piece of Python, with a program that shows it.

    An error is named in the texts by its id in brackets: `[side-effect]`.
    """

    names: tuple[str, ...]  # what it is about: classes of `ast`, builtins, or dotted names of functions in modules
    title: str  # how the page calls it
    support: Support  # its support status
    sentence: str  # one sentence for users
    code: str  # a program; the last function it defines is the example
    arguments: tuple[str, ...]  # sets of arguments for one compiled function, each as written in a call
    error: str = ""  # the id of the error where it is refused; "" elsewhere
    remedy: str = ""  # where it is refused, what to write instead; "" elsewhere
    since: tuple[int, int] = (3, 11)  # the first Python that has it
    differs: str = ""  # where a graph does not do what Python does
    shown: bool = False  # whether the page has the program, since it surprises

    @property
    def here(self) -> bool:
        """Whether the Python that runs has it."""
        return sys.version_info >= self.since


class Extra(TypedDict, total=False):
    """What most entries do without."""

    since: tuple[int, int]
    differs: str
    shown: bool


def converted(names: str, sentence: str, code: str, *arguments: str, title: str = "", **extra: Unpack[Extra]) -> Entry:
    """Something that acts in the graph."""
    return Entry(*_named(names, title), Support.CONVERTED, sentence, _text(code), arguments, **extra)


def python(names: str, sentence: str, code: str, *arguments: str, title: str = "", **extra: Unpack[Extra]) -> Entry:
    """Something that runs once, while the graph is made."""
    return Entry(*_named(names, title), Support.PYTHON, sentence, _text(code), arguments, **extra)


def refused(
    names: str,
    error: str,
    sentence: str,
    remedy: str,
    code: str,
    *arguments: str,
    title: str = "",
    **extra: Unpack[Extra],
) -> Entry:
    """Something that a traced value must not reach."""
    named = _named(names, title)
    return Entry(*named, Support.REFUSED, sentence, _text(code), arguments, error, remedy, **extra)


def entry(names: str, sentence: str, code: str, *arguments: str, title: str = "", **extra: Unpack[Extra]) -> Entry:
    """Builtins and library functions: their support status is in their rows, and must be the same of all of them."""
    named = _named(names, title)
    rows = {(FUNCTIONS[name].support, FUNCTIONS[name].error, FUNCTIONS[name].remedy) for name in named[0]}
    if len(rows) != 1:
        raise ValueError(f"the rows of {names} differ")
    support, error, remedy = rows.pop()
    return Entry(*named, support, sentence, _text(code), arguments, error, remedy, **extra)


def _named(names: str, title: str) -> tuple[tuple[str, ...], str]:
    """The names apart, and the title: by default it lists them."""
    each = tuple(names.split())
    return each, title or ", ".join(f"`{name}`" for name in each)


def _text(code: str) -> str:
    return code.strip("\n") + "\n"
