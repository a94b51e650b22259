"""What a verdict on a piece of Python consists of."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from nbgraph.core.source.support.rows import Support
from nbgraph.core.source.support.table import FUNCTIONS


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one piece of Python, with a program that shows it."""

    names: tuple[str, ...]  # what it is about: classes of `ast`, builtins, or dotted names of functions in modules
    title: str  # how the page calls it
    support: Support  # what becomes of it
    sentence: str  # one sentence for users
    code: str  # a program; the last function it defines is the example
    arguments: tuple[str, ...]  # sets of arguments for one compiled function, each as written in a call
    error: str = ""  # the id of the error where it is refused; "" elsewhere
    remedy: str = ""  # where it is refused, what to write instead; "" elsewhere
    since: tuple[int, int] = (3, 11)  # the first Python that has it

    @property
    def here(self) -> bool:
        """Whether the Python that runs has it."""
        return sys.version_info >= self.since


def converted(
    names: str, sentence: str, code: str, *arguments: str, title: str = "", since: tuple[int, int] = (3, 11)
) -> Verdict:
    """Something that acts in the graph."""
    each = tuple(names.split())
    return Verdict(each, title or _listed(each), Support.CONVERTED, sentence, _text(code), arguments, since=since)


def python(
    names: str, sentence: str, code: str, *arguments: str, title: str = "", since: tuple[int, int] = (3, 11)
) -> Verdict:
    """Something that runs once, while the graph is made."""
    each = tuple(names.split())
    return Verdict(each, title or _listed(each), Support.PYTHON, sentence, _text(code), arguments, since=since)


def refused(names: str, error: str, sentence: str, remedy: str, code: str, *arguments: str, title: str = "") -> Verdict:
    """Something that a traced value must not reach."""
    each = tuple(names.split())
    return Verdict(each, title or _listed(each), Support.REFUSED, sentence, _text(code), arguments, error, remedy)


def entry(
    names: str, sentence: str, code: str, *arguments: str, title: str = "", since: tuple[int, int] = (3, 11)
) -> Verdict:
    """Builtins and library functions: what becomes of them is in their rows, and must be the same of all of them."""
    each = tuple(names.split())
    rows = {(FUNCTIONS[name].support, FUNCTIONS[name].error, FUNCTIONS[name].remedy) for name in each}
    if len(rows) != 1:
        raise ValueError(f"the rows of {names} differ")
    support, error, remedy = rows.pop()
    return Verdict(each, title or _listed(each), support, sentence, _text(code), arguments, error, remedy, since)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _text(code: str) -> str:
    return code.strip("\n") + "\n"
