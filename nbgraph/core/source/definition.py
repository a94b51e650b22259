"""A definition of the user's: a function or class with the text it stands in."""

from __future__ import annotations

from dataclasses import dataclass

from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


@dataclass(frozen=True)
class Definition:
    """One statement of a file or cell that defines something."""

    name: str  # what it defines
    source: SourceText  # the file or cell it stands in
    span: Span  # its own lines in `source`

    def holds(self, span: Span) -> bool:
        """Whether the lines of `span` are among those of the definition.

        >>> SPAN = Span("cell", 2, 0, 5, 9)
        >>> definition = Definition("f", SourceText("cell", ()), SPAN)
        >>> definition.holds(Span("cell", 5, 4, 5, 8)), definition.holds(Span("cell", 1, 0, 3, 4))
        (True, False)
        """
        inside = self.span.line <= span.line and span.end_line <= self.span.end_line
        return span.file == self.span.file and inside
