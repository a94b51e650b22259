"""Convert spans for the front end: four numbers, lines as the page counts them, for a block only its header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from nbgraph.core.records import dataclass
from nbgraph.core.report import Report
from nbgraph.core.source.text import Definition
from nbgraph.core.spans import Span
from nbgraph.widgets.line_names import FURTHER, line_name

_OPENS_BLOCK = re.compile(r":\s*(?:#.*)?$")


def numbers(span: Span, lines: Sequence[str]) -> list[int]:
    """Return line, column, end line, end column; for a statement with a block those of its header line.

    A highlighted loop body would tell nothing; the header tells which loop it is. The colon is left out, as in the
    spans that the converter makes of headers.

    Args:
        lines: the text with the span, from line 1 on.

    >>> numbers(Span("f", 1, 4, 1, 9), ["    a + b"])
    [1, 4, 1, 9]
    >>> numbers(Span("f", 1, 0, 2, 9), ["while a != 1:  # go on", "    a = 1"])
    [1, 0, 1, 12]
    >>> numbers(Span("f", 1, 0, 2, 2), ["a = (b +", "c)"])
    [1, 0, 2, 2]
    """
    line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
    block = _OPENS_BLOCK.search(line) if span.end_line > span.line else None
    if block is not None:
        return [span.line, span.column, span.line, block.start()]
    return [span.line, span.column, span.end_line, span.end_column]


@dataclass(frozen=True)
class Places:
    """The positions on a page of what it shows."""

    definitions: Sequence[Definition]  # the function, and the others of the user's that its call reaches

    @classmethod
    def of_report(cls, report: Report) -> Places:
        return cls((Definition(report.title, report.source, report.span), *report.helpers))

    @cached_property
    def _files(self) -> dict[str, int]:
        files = dict.fromkeys(definition.span.file for definition in self.definitions)
        return {file: number for number, file in enumerate(files)}

    def line(self, file: str, line: int) -> int:
        """Return the page's number of a line; the line's own number where the page does not show the file."""
        return line + FURTHER * self._files.get(file, 0)

    def of(self, *spans: Span | None) -> list[int] | None:
        """Return the first of `spans` that the page shows, which may be the call of a function elsewhere; else None."""
        for span in spans:
            for definition in self.definitions:
                if span is not None and definition.holds(span):
                    first, *others = numbers(span, definition.source.lines)
                    line, (column, last, end) = self.line(span.file, first), others
                    return [line, column, last - first + line, end]
        return None

    def text(self, line: int) -> str:
        """Return the text of a line by its number in the page; "" for one outside all definitions."""
        for definition in self.definitions:
            if self._files[definition.span.file] == line // FURTHER:
                return definition.source.lines[line_name(line) - 1]
        return ""
