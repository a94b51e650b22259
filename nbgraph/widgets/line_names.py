"""Number a page's lines, which may come from several files."""

from __future__ import annotations

FURTHER = 100_000
"""How far the line numbers of one file are from those of the file before: a page has one number for each line."""


def line_name(line: int) -> int:
    """Return the number that a line of the page has in its own file.

    >>> line_name(7), line_name(2 * FURTHER + 7)
    (7, 7)
    """
    return line % FURTHER
