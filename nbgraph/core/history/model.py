"""The values that a call's loops carry, iteration by iteration, as `ng.history` returns them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nbgraph.core.history.chart import data, page, text_of
from nbgraph.core.records import dataclass, field

_FIRST, _LAST = 6, 3  # how many first and last rows a shortened table shows


@dataclass(frozen=True)
class LoopHistory:
    """The values of one loop's names at the end of its iterations."""

    header: str  # the loop's header as the user wrote it
    file: str  # the file or cell
    line: int  # the line of the header
    iterations: int  # how many the graph made, in all runs of the loop
    runs: int  # how often the loop was begun
    # for each row the iteration that it was written in, counted over all runs; with gaps where there were too many
    numbers: np.ndarray[Any, Any]
    # the same, counted from the begin of the run
    within: np.ndarray[Any, Any]
    # by name the values, shape (rows, ...); of a list one array for each row; masked where a name has no value
    values: Mapping[str, Any] = field(default_factory=dict)
    before: int = 0  # how many iterations Python has run before, while it traced
    asks_last: bool = False  # whether a row is what names are after the next test, which may change them
    ended: bool = True  # whether the loop came to its end

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def is_whole(self) -> bool:
        """Whether each iteration has a row."""
        return len(self.numbers) == self.iterations

    @property
    def title(self) -> str:
        """Return the header, its line, and the number of iterations."""
        many = f"{self.iterations:,} iteration{'s' * (self.iterations != 1)}"
        runs = f" in {self.runs:,} runs" if self.runs > 1 else ""
        kept = "" if self.is_whole else f", {len(self.numbers):,} of them kept"
        first = f", after {self.before} that Python ran while it traced" if self.before else ""
        asks = ", each with the next test" if self.asks_last else ""
        ends = "" if self.ended else ", stopped there"
        return f"{self.header} (line {self.line}): {many}{runs}{first}{kept}{asks}{ends}"

    def __str__(self) -> str:
        count = len(self.numbers)
        rows = [*range(min(_FIRST, count)), *range(max(_FIRST, count - _LAST), count)]
        table = [["iteration", *self.values]]
        for row in rows:
            table.append([f"{self.numbers[row]:,}", *(text_of(column[row]) for column in self.values.values())])
            if row == _FIRST - 1 and count > _FIRST + _LAST:
                table.append(["..."] * len(table[0]))
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = (" | ".join(map(str.ljust, cells, widths)).rstrip() for cells in table)
        return "\n".join((self.title, *(f"  {line}" for line in lines)))


@dataclass(frozen=True)
class History:
    """The histories of a call's loops, an outer loop before its inner ones."""

    title: str  # the call
    loops: tuple[LoopHistory, ...] = ()  # the loops of the graph, a loop before those in it
    notes: tuple[str, ...] = ()  # what a reader must know

    def __getitem__(self, name: str) -> Any:
        """Return the values of a name in the first loop that has it; raise `KeyError` if none has."""
        for loop in self.loops:
            if name in loop.values:
                return loop.values[name]
        raise KeyError(f"no loop of {self.title} has `{name}`; they have {', '.join(self.names) or 'no names'}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all loops, each once."""
        return tuple(dict.fromkeys(name for loop in self.loops for name in loop.values))

    def __str__(self) -> str:
        return "\n".join((self.title, *map(str, self.loops), *self.notes))

    def __repr__(self) -> str:
        return str(self)

    def to_json(self) -> dict[str, Any]:
        """Return the pictures as plain data, and the text."""
        return {**data(self), "text": str(self)}

    def _repr_html_(self) -> str:
        return page(self)
