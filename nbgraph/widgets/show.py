"""`ng.show`: the explorer for any function, outside of the magic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from nbgraph.core.records import dataclass, replace
from nbgraph.core.report import Report, placed_beside
from nbgraph.core.source.ownership import plain_function
from nbgraph.widgets.hosts import framed
from nbgraph.widgets.page import document_html, to_html
from nbgraph.widgets.payload import payload
from nbgraph.widgets.save import save
from nbgraph.widgets.text import to_text


@dataclass(frozen=True, repr=False)
class Shown:
    """The explorer of one call, or of several, as a value that notebooks display."""

    reports: tuple[Report, ...]  # everything that was learned about each call

    @property
    def report(self) -> Report:
        """Return the report of the call, or of the last one."""
        return self.reports[-1]

    @cached_property
    def _payload(self) -> dict[str, Any]:
        return payload(self.reports)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": to_html(self._payload), "text/plain": to_text(self._payload)}

    def __repr__(self) -> str:
        return to_text(self._payload)

    def to_html(self) -> str:
        """Return a page of its own, complete in one file."""
        return document_html(self._payload)

    def save(self, path: str | Path) -> Path:
        """Write it to a file: .html, .svg, .png, .dot, .json or .txt, by its ending; see `widgets.save`."""
        return save(path, self._payload, self.report.graph if len(self.reports) == 1 else None)

    def _display_(self) -> Any:
        """Return the page for marimo."""
        return framed(self._payload)


def show(
    fn: Callable[..., Any] | tuple[Any, ...],
    *arguments: Any,
    hlo: bool = False,
    diff: bool | None = None,
    beside: bool = False,
    **keywords: Any,
) -> Shown:
    """The explorer for a function and a call; as the last line of a cell it is displayed.

    Several functions are shown on one time axis, each with its view: `show(f, g)` their code, `show((f, 3.0), (g, 27))`
    a call of each, as a tuple of the function and its arguments.

    Args:
        fn: the function; or a tuple of a function and its arguments, when there are several.
        *arguments: the call's arguments; without any, only the code is shown. More functions, or more tuples, when
            there are several; a call whose arguments are all functions is written as a tuple, too.
        hlo: whether to show the program that XLA makes, too; it is long.
        diff: of two functions, whether they are the old and the new version of one: the new one's view then begins with
            what changed. By default when both have the same name.
        beside: of two or three functions, whether they stand beside each other, tied together when one scrolls, points
            or steps.
        **keywords: the call's arguments by name, when there is one call.

    Raises:
        SourceError: the function's source is not to be had.
        ValueError: `diff=True` with other than two functions, `beside=True` with other than two or three.
        TypeError: an argument by name, when there are several functions.
    """
    from nbgraph.core.examine.reporting import report_call
    from nbgraph.core.inspect import report

    calls = calls_of((fn, *arguments))
    if calls is None or (keywords and not isinstance(fn, tuple)):
        function: Any = fn
        # Arguments of the function's.
        own = {**({} if diff is None else {"diff": diff}), **({"beside": beside} if beside else {})}
        return Shown((report(function, *arguments, hlo=hlo, **own, **keywords),))
    if keywords:
        name = next(iter(keywords))
        raise TypeError(f"of several functions, `{name}` has to stand in one of the tuples, by position")
    if beside and len(calls) not in (2, 3):
        raise ValueError(f"beside=True takes two or three functions, not {len(calls)}")
    reports = [report_call(function, given, hlo=hlo) for function, given in calls]
    shown = with_difference(reports, [function for function, _ in calls], diff)
    return Shown(placed_beside(shown) if beside else tuple(shown))


Call = tuple[Callable[..., Any], tuple[Any, ...]]


def calls_of(values: Sequence[Any]) -> list[Call] | None:
    """Return the calls if the arguments of `ng.show` are several; None if they are one call.

    Several are functions only, or tuples of a function and its arguments, or both.

    >>> calls_of((len, max))
    [(<built-in function len>, ()), (<built-in function max>, ())]
    >>> calls_of(((len, "text"), (len, [1])))
    [(<built-in function len>, ('text',)), (<built-in function len>, ([1],))]
    >>> calls_of((len, "text")), calls_of((len,))
    (None, None)
    """
    pairs = [value if isinstance(value, tuple) else (value,) for value in values]
    meant = all(pair and callable(pair[0]) for pair in pairs)
    if not meant or (len(values) == 1 and not isinstance(values[0], tuple)):
        return None
    return [(pair[0], tuple(pair[1:])) for pair in pairs]


def with_difference(
    reports: Sequence[Report], functions: Sequence[Callable[..., Any]], wanted: bool | None
) -> list[Report]:
    """Return reports of which the last has the first as its version before, if the two are to be compared.

    Args:
        wanted: whether to compare; None to do so when there are two of one name.

    Raises:
        ValueError: a difference is wanted of other than two.
    """
    if wanted and len(reports) != 2:
        raise ValueError(f"diff=True takes two functions, the old one and the new one, not {len(reports)}")
    names = {getattr(plain_function(function), "__name__", "") for function in functions}
    versions = len(reports) == 2 and len(names) == 1 and functions[0] is not functions[1] and "<lambda>" not in names
    if not (versions if wanted is None else wanted):
        return list(reports)
    return [reports[0], replace(reports[1], before=reports[0])]
