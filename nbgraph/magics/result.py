"""Keep the result of `-o NAME`."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.display import display

from nbgraph.core.records import dataclass, field

if TYPE_CHECKING:
    from nbgraph.core.report import Report


@dataclass(frozen=True, repr=False)
class AutographResult:
    """What one run of the magic has found, a report for each call."""

    reports: tuple[Report, ...]  # the reports, in the order of the calls
    _render: Callable[[], dict[str, str]] = field(repr=False, compare=False)

    @property
    def values(self) -> tuple[Any, ...]:
        """Return each call's result: the graph's, or plain Python's where the graph did not run."""
        return tuple(report.python_value if report.value is None else report.value for report in self.reports)

    @property
    def value(self) -> Any:
        return self.values[-1] if self.reports else None

    @cached_property
    def _bundle(self) -> dict[str, str]:
        return self._render()

    def save(self, path: str | Path) -> Path:
        """Write the page to a file: .html, .json or .txt; .svg, .png or .dot where there is one graph.

        Raises:
            ValueError: there is no such form, or not one graph for it.
            RuntimeError: what draws it is not installed.
            OSError: the file cannot be written.
        """
        from nbgraph.widgets.payload import payload
        from nbgraph.widgets.save import save

        graphs = [report.graph for report in self.reports if report.graph is not None]
        return save(path, payload(self.reports), graphs[0] if len(graphs) == 1 else None)

    def _display_(self) -> Any:
        """Return the page for marimo."""
        from nbgraph.widgets.hosts import framed
        from nbgraph.widgets.payload import payload

        return framed(payload(self.reports))

    def __repr__(self) -> str:
        calls = zip(self.reports, self.values, strict=True)
        return f"<nbgraph: {'; '.join(_summary(report, value) for report, value in calls)}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self._bundle


def reveal(hidden: Sequence[AutographResult], guesses: str) -> None:
    """Show a result that `--predict` has hidden, after a judgement of the guesses, separated by semicolons."""
    if not hidden:
        raise UsageError("nothing is hidden: `%%autograph --predict f(3)` asks for a guess")
    from nbgraph.widgets.guess import judged  # late: loading imports little

    for report, guess in zip_longest(hidden[0].reports, guesses.split(";")):
        if report is not None and guess and guess.strip():
            print(judged(guess.strip(), report))
    display(hidden[0])


def _summary(report: Report, value: Any) -> str:
    """Return a call with its value, or a function's name alone."""
    return report.title if value is None else f"{report.title} = {reprlib.repr(value)}"
