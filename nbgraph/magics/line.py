"""Locate errors in the magic's own line."""

from __future__ import annotations

import linecache
import re

from nbgraph.core.errors import CallError
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span

_LINE_FILE = re.compile(r"<ipython-input-\d+-autograph(?:-\d+)?>$")


@dataclass(frozen=True)
class MagicLine:
    """The text after `%%autograph ` as the user typed it.

    Columns given to the methods count from the start of `text`; spans count from the start of the user's line.
    """

    text: str  # everything after the magic's name and one space
    number: int = 0  # the prompt number of the cell, as in `In[3]`
    line: int = 1  # the magic's line in the cell
    prefix: str = "%%autograph "  # the text before `text` on that line

    @property
    def file(self) -> str:
        """Return the file name of the line in errors.

        It differs from the cell's: the cell's registered text has this line as a comment, or as Python that IPython
        made of it, and the carets would miss.
        """
        return f"<ipython-input-{self.number}-autograph>"

    def part(self, start: int, end: int) -> str:
        """Register `text[start:end]` as a file, so that a lambda in it has source; return the file's name."""
        file, content = f"<ipython-input-{self.number}-autograph-{start}>", self.text[start:end] + "\n"
        linecache.cache[file] = (len(content), None, [content], file)
        return file

    def span(self, start: int, end: int) -> Span:
        """Return the span of `text[start:end]`.

        >>> MagicLine("f(3)").span(2, 3)
        Span(file='<ipython-input-0-autograph>', line=1, column=14, end_line=1, end_column=15)
        """
        shift = len(self.prefix)
        return Span(self.file, self.line, shift + start, self.line, shift + end)

    def error(self, message: str, start: int, end: int, remedy: str = "", id: str | None = None) -> CallError:
        """Return an error about `text[start:end]`, and register the line so that the error can show it."""
        content = "\n" * (self.line - 1) + self.prefix + self.text + "\n"
        # A modification time of None keeps `linecache.checkcache` from dropping a file that is not on disk.
        linecache.cache[self.file] = (len(content), None, content.splitlines(keepends=True), self.file)
        return CallError(message, span=self.span(start, max(end, start + 1)), remedy=remedy, id=id)


def forget_lines() -> None:
    for file in [file for file in linecache.cache if _LINE_FILE.match(file)]:
        del linecache.cache[file]
