"""What the magic asks of the rest of nbgraph: one small table, imported when first used.

Loading the extension must not import JAX, NumPy or ipywidgets; tests put their own table in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbgraph.core.report import Report


def _function(python_function: Callable[..., Any], static: Sequence[str]) -> Callable[..., Any]:
    from nbgraph.core.executor.function import function

    compiled: Callable[..., Any] = function(python_function, static_argnames=tuple(static))
    return compiled


def _report(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], **options: Any) -> Report:
    from nbgraph.core.worker.reports import report

    return report(function, args, kwargs, **options)


def _bundle(reports: Sequence[Report], view: Sequence[str]) -> dict[str, str]:
    from nbgraph.core.worker.calls import call
    from nbgraph.core.worker.jobs import Job

    found: dict[str, str] = call(Job("nbgraph.widgets.bundle:bundle", (tuple(reports), tuple(view))))
    return found


def _plain_bundle(reports: Sequence[Report], view: Sequence[str]) -> dict[str, str]:
    from nbgraph.widgets.bundle import bundle

    return bundle([replace(report, graph=None) for report in reports], view)


def _live(
    function: Callable[..., Any],
    controls: Mapping[str, Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    timing: bool,
    view: Sequence[str],
) -> Any:
    from nbgraph.widgets.live import live
    from nbgraph.widgets.rerun import in_worker

    return live(function, controls, args, kwargs, run=in_worker(timing=timing, view=view))


def _start() -> None:
    from nbgraph.core.worker.keeper import keeper

    keeper.start()


@dataclass(frozen=True)
class Backend:
    """The functions of nbgraph that the magic calls.

    Attributes:
        function: the compiled form of a Python function, given names of static arguments.
        report: all there is to show about a call, given the function, its arguments by position and by name.
        bundle: what a notebook shows for reports, by MIME type, given the panes wanted.
        plain_bundle: the same without the pictures, which take no time then.
        start: starts what `report` and `bundle` run in, in the background.
        live: the explorer with controls for a function's arguments, starting from a call.
    """

    function: Callable[..., Callable[..., Any]] = _function
    report: Callable[..., Report] = _report
    bundle: Callable[[Sequence[Report], Sequence[str]], dict[str, str]] = _bundle
    plain_bundle: Callable[[Sequence[Report], Sequence[str]], dict[str, str]] = _plain_bundle
    start: Callable[[], None] = _start
    live: Callable[..., Any] = _live
