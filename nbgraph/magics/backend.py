"""What the magic asks of the rest of nbgraph: one small table, imported when first used.

Loading the extension must not import JAX, NumPy or ipywidgets; tests put their own table in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbgraph.core.report import Report

_PARTS: dict[str, tuple[str, Any]] = {"code": ("codes", []), "graph": ("graph", None), "timing": ("timing", None)}


def _function(python_function: Callable[..., Any], static: Sequence[str]) -> Callable[..., Any]:
    from nbgraph.core.executor.function import function

    compiled: Callable[..., Any] = function(python_function, static_argnames=tuple(static))
    return compiled


def _report(function: Callable[..., Any], *args: Any, **options: Any) -> Report:
    from nbgraph.core.inspect import report

    found: Report = report(function, *args, **options)
    return found


def _bundle(reports: Sequence[Report], view: Sequence[str]) -> dict[str, str]:
    from nbgraph.widgets.page import to_html, to_text
    from nbgraph.widgets.payload import payload

    data = restrict(payload(reports), view)
    return {"text/html": to_html(data), "text/plain": to_text(data)}


def _live(
    function: Callable[..., Any],
    controls: Mapping[str, Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    timing: bool,
) -> Any:
    from nbgraph.widgets.live import live

    return live(function, controls, args, kwargs, reporter=partial(_report, timing=timing))


def restrict(data: dict[str, Any], view: Sequence[str]) -> dict[str, Any]:
    """The explorer's data with only the panes in `view`; all of them if it is empty.

    >>> restrict({"functions": [{"codes": ["..."], "graph": {}, "timing": {}}]}, ["code"])
    {'functions': [{'codes': ['...'], 'graph': None, 'timing': None}]}
    """
    dropped = {key: empty for pane, (key, empty) in _PARTS.items() if view and pane not in view}
    return {**data, "functions": [{**function, **dropped} for function in data["functions"]]}


@dataclass(frozen=True)
class Backend:
    """The functions of nbgraph that the magic calls.

    Attributes:
        function: the compiled form of a Python function, given names of static arguments.
        report: all there is to show about a call.
        bundle: what a notebook shows for reports, by MIME type, given the panes wanted.
        live: the explorer with controls for a function's arguments, starting from a call.
    """

    function: Callable[..., Callable[..., Any]] = _function
    report: Callable[..., Report] = _report
    bundle: Callable[[Sequence[Report], Sequence[str]], dict[str, str]] = _bundle
    live: Callable[..., Any] = _live
