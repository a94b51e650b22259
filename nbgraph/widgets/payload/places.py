"""Spans as the front end wants them: four numbers, in the function's own lines, a compound statement as its header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.spans import Span

_OPENS_BLOCK = re.compile(r":\s*(?:#.*)?$")


def numbers(span: Span, lines: Sequence[str], first: int = 1) -> list[int]:
    """Line, column, end line, end column; of a statement with a block, those of its header line.

    A loop that lights up with all its body says nothing; its first line says which loop it is. The colon is left
    out, as in the spans that the converter makes of headers.

    Args:
        span: the stretch.
        lines: the text it stands in.
        first: the number of the first of `lines`.

    >>> numbers(Span("f", 1, 4, 1, 9), ["    a + b"])
    [1, 4, 1, 9]
    >>> numbers(Span("f", 1, 0, 2, 9), ["while a != 1:  # go on", "    a = 1"])
    [1, 0, 1, 12]
    >>> numbers(Span("f", 1, 0, 2, 2), ["a = (b +", "c)"])
    [1, 0, 2, 2]
    """
    line = lines[span.line - first] if 0 <= span.line - first < len(lines) else ""
    block = _OPENS_BLOCK.search(line) if span.end_line > span.line else None
    if block is not None:
        return [span.line, span.column, span.line, block.start()]
    return [span.line, span.column, span.end_line, span.end_column]


@dataclass(frozen=True)
class Places:
    """Where the parts of one function stand.

    Attributes:
        function: the function's own stretch of its file.
        lines: the lines of that stretch, the first one being `function.line`.
    """

    function: Span
    lines: Sequence[str]

    def of(self, *spans: Span | None) -> list[int] | None:
        """The first of `spans` that lies in the function: what a helper did is shown where the user called it."""
        for span in spans:
            if span is not None and self._inside(span):
                return numbers(span, self.lines, self.function.line)
        return None

    def _inside(self, span: Span) -> bool:
        inside = self.function.line <= span.line and span.end_line <= self.function.end_line
        return span.file == self.function.file and inside
