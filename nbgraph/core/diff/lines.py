"""The difference of two texts, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

CONTEXT = 2
"""Lines shown around a change."""

Sign = Literal[" ", "+", "-", "…"]


@dataclass(frozen=True)
class Row:
    """One row of a unified difference."""

    sign: Sign  # "+" for a new line, "-" for one that is gone, " " for one that both have, "…" for lines left out
    old: int | None  # the line's number in the old text; None where it has none
    new: int | None  # its number in the new text
    text: str  # the line; of "…" how many lines are left out, in words


def line_diff(old: Sequence[str], new: Sequence[str], *, first_old: int = 1, first_new: int = 1) -> tuple[Row, ...]:
    """The lines that changed, with those around them; nothing when nothing changed.

    Args:
        old: the lines of the old text.
        new: the lines of the new one.
        first_old: the number of the first of `old`.
        first_new: the number of the first of `new`.

    >>> for row in line_diff(["def f(x):", "    return x"], ["def f(x):", "    return 2 * x"]):
    ...     print(row.sign, row.old, row.new, row.text)
      1 1 def f(x):
    - 2 None     return x
    + None 2     return 2 * x
    """
    rows: list[Row] = []
    done = 0
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT)
    for group in groups:
        rows += _left_out(group[0][1] - done)
        for kind, start, end, new_start, new_end in group:
            if kind == "equal":
                pairs = zip(range(start, end), range(new_start, new_end), strict=True)
                rows += [Row(" ", first_old + at, first_new + to, old[at]) for at, to in pairs]
            else:
                rows += [Row("-", first_old + at, None, old[at]) for at in range(start, end)]
                rows += [Row("+", None, first_new + to, new[to]) for to in range(new_start, new_end)]
        done = group[-1][2]
    return (*rows, *(_left_out(len(old) - done) if rows else ()))


def counts(rows: Sequence[Row]) -> tuple[int, int]:
    """How many lines are new, and how many are gone."""
    return sum(row.sign == "+" for row in rows), sum(row.sign == "-" for row in rows)


def _left_out(count: int) -> list[Row]:
    return [Row("…", None, None, f"{count} line{'s' if count > 1 else ''} as before")] if count > 0 else []
