"""Positions in the user's source, which link code, generated code, graph and errors.

Lines count from 1 and columns from 0, both in characters (code points), ends exclusive, whatever the producer
counted in: Python's syntax tree and JAX's frames count columns in UTF-8 bytes and are converted where they enter
(`SourceText.span` in `core.source.text`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open stretch of text in one file or notebook cell.

    >>> Span("cell.py", 3, 4, 3, 9)
    Span(file='cell.py', line=3, column=4, end_line=3, end_column=9)
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __reduce__(self) -> tuple[type[Span], tuple[str, int, int, int, int]]:
        """Return the fields for pickling, ten times faster than for a data class with slots: a report has thousands."""
        return Span, (self.file, self.line, self.column, self.end_line, self.end_column)

    def contains(self, other: Span) -> bool:
        """Return whether `other` lies within this span (equal spans contain each other).

        >>> Span("f", 1, 0, 3, 0).contains(Span("f", 2, 4, 2, 8))
        True
        """
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def to(self, other: Span) -> Span:
        """Return the span from this one's start to the end of `other`.

        >>> Span("f", 1, 0, 1, 2).to(Span("f", 1, 5, 1, 9))
        Span(file='f', line=1, column=0, end_line=1, end_column=9)
        """
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)
