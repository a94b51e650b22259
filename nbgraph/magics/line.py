"""The magic's own line: where it stands, and errors that point into it."""

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
    line: int = 1  # the line of the cell the magic stands on
    prefix: str = "%%autograph "  # what stands before `text` on that line

    @property
    def file(self) -> str:
        """The name errors know the line by.

        Not the cell's own name: the cell's registered text has this line as a comment, or as Python that IPython
        made of it, and the carets would miss.
        """
        return f"<ipython-input-{self.number}-autograph>"

    def part(self, start: int, end: int) -> str:
        """The name of a file that holds `text[start:end]` alone, so that a lambda in it has source."""
        file, content = f"<ipython-input-{self.number}-autograph-{start}>", self.text[start:end] + "\n"
        linecache.cache[file] = (len(content), None, [content], file)
        return file

    def span(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`.

        >>> MagicLine("f(3)").span(2, 3)
        Span(file='<ipython-input-0-autograph>', line=1, column=14, end_line=1, end_column=15)
        """
        shift = len(self.prefix)
        return Span(self.file, self.line, shift + start, self.line, shift + end)

    def error(self, message: str, start: int, end: int, remedy: str = "", id: str | None = None) -> CallError:
        """An error about `text[start:end]`; the line becomes readable for whoever shows the error."""
        content = "\n" * (self.line - 1) + self.prefix + self.text + "\n"
        # A modification time of None keeps `linecache.checkcache` from dropping a file that is not on disk.
        linecache.cache[self.file] = (len(content), None, content.splitlines(keepends=True), self.file)
        return CallError(message, span=self.span(start, max(end, start + 1)), remedy=remedy, id=id)


def forget_lines() -> None:
    """Remove every magic line that an error registered."""
    for file in [file for file in linecache.cache if _LINE_FILE.match(file)]:
        del linecache.cache[file]
