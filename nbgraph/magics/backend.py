"""Collect what the magic needs of the rest of nbgraph in one table, imported when first used.

Loading the extension must not import JAX, NumPy or ipywidgets; tests replace the table by their own.
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from nbgraph.core.records import dataclass

if TYPE_CHECKING:
    from nbgraph.core.report import Report

_PICTURE_S = 0.4  # seconds after Stop within which a picture is waited for
_MOST_DRAWN = 300  # nodes of a graph that may be drawn in that time: a larger one only delays what comes next
_SENT_S = 0.1  # seconds after which a call has been sent: until then the processor is for that
_SLOW_S = 2.0  # seconds after which a call is one that may be stopped: what shows it then is imported, and not before
_PAGE_S = 0.55  # seconds after Stop within which a page without pictures is waited for
_drawn: list[tuple[Report, dict[str, Any]]] = []  # the last call's report, and the explorer's data made with it


def _function(python_function: Callable[..., Any], static: Sequence[str]) -> Callable[..., Any]:
    from nbgraph.core.executor.function import function
    from nbgraph.core.source.function import parse_function
    from nbgraph.core.staging.frames import is_left_alone

    if isinstance(python_function, FunctionType) and (
        is_left_alone(python_function) or parse_function(python_function).makes_functions
    ):
        return python_function  # a graph returns no function that uses values of the call
    compiled: Callable[..., Any] = function(python_function, static_argnames=tuple(static))
    return compiled


def _report(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], alone: bool = False, **options: Any
) -> Report:
    from nbgraph.core.worker.reports import report

    if "nbgraph.widgets.page" not in sys.modules:
        threading.Thread(target=_get_ready, name="nbgraph warm-up", daemon=True).start()
    _drawn.clear()
    return report(function, args, kwargs, drawn=(lambda *made: _drawn.append(made)) if alone else None, **options)


def _bundle(reports: Sequence[Report], view: Sequence[str]) -> dict[str, str]:
    from nbgraph.core.worker.calls import call
    from nbgraph.core.worker.jobs import Job
    from nbgraph.widgets.shown import shown

    report, data = _drawn.pop() if _drawn else (None, None)
    if data is None or view or [*map(id, reports)] != [id(report)]:
        data = call(Job("nbgraph.widgets.bundle:drawn", (tuple(reports), tuple(view))))
    return shown(data)


def _stopped_bundle(reports: Sequence[Report], view: Sequence[str]) -> dict[str, str]:
    """Return the best page that can be drawn so that the prompt is back within a second of Stop."""
    from nbgraph.core.worker.calls import call
    from nbgraph.core.worker.interrupts import interrupts
    from nbgraph.core.worker.jobs import Job
    from nbgraph.core.worker.keeper import keeper
    from nbgraph.core.worker.thread import in_time
    from nbgraph.widgets.bundle import brief_bundle, words_bundle
    from nbgraph.widgets.shown import shown

    over = threading.Event()
    found: dict[str, str] | None = None
    if keeper.warm and all(report.graph is None or len(report.graph.nodes) <= _MOST_DRAWN for report in reports):
        job = Job("nbgraph.widgets.bundle:drawn", (tuple(reports), tuple(view)))
        found = in_time(lambda: shown(call(job, stop=over)), interrupts.left(_PICTURE_S), over.set)
    found = found or in_time(lambda: brief_bundle(reports, view), interrupts.left(_PAGE_S))
    return found or words_bundle(reports)


def _divide_processor(count: int | None) -> None:
    if count is not None or "nbgraph.core.worker.settings" in sys.modules:
        from nbgraph.core.worker.settings import divide_processor

        divide_processor(count)


def _get_ready() -> None:
    """Import what shows the result, while the main thread waits for the call."""
    time.sleep(_SENT_S)
    importlib.import_module("nbgraph.widgets.page").likely()  # takes as long as a small call
    time.sleep(_SLOW_S)
    importlib.import_module("nbgraph.widgets.bundle")


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

    quick = in_worker(timing=False, view=view) if timing else None
    return live(function, controls, args, kwargs, run=in_worker(timing=timing, view=view), quick=quick)


def _load() -> None:
    """Import what the first call needs, in a thread, so that Stop does not leave a module or JAX half imported.

    Modules that import each other nest: a low recursion limit of the notebook's is none for them.

    Raises:
        HiddenLibraryError: a file of the user's is imported for a library.
        Exception: whatever the import raises.
    """
    from nbgraph.core.depth import deep  # late: loading imports little
    from nbgraph.core.source.installed import hidden_library

    if "jax" not in sys.modules and (hidden := hidden_library()) is not None:
        raise hidden
    problems: list[BaseException] = []
    thread = threading.Thread(target=deep(_import), args=(problems,), name="nbgraph load", daemon=True)
    thread.start()
    thread.join()
    if problems:
        raise hidden_library(sorted(sys.stdlib_module_names)) or problems[0]


def _import(problems: list[BaseException]) -> None:
    from nbgraph.core.collecting import imported_once  # late: loading imports little

    try:
        with imported_once():
            importlib.import_module("nbgraph.core.worker.reports")
            importlib.import_module("nbgraph.core._jax").prepare_lowering()
    except BaseException as error:
        problems.append(error)


def _start() -> None:
    from nbgraph.core.worker.keeper import keeper

    keeper.begin()


@dataclass(frozen=True)
class Backend:
    """The functions of nbgraph that the magic calls."""

    # the compiled form of a Python function, given names of static arguments
    function: Callable[..., Callable[..., Any]] = _function
    # all there is to show about a call, given the function, its arguments by position and by name
    report: Callable[..., Report] = _report
    # what a notebook shows for reports, by MIME type, given the panes wanted
    bundle: Callable[[Sequence[Report], Sequence[str]], dict[str, str]] = _bundle
    # the same for a call that was stopped, as far as there is time for it
    stopped_bundle: Callable[[Sequence[Report], Sequence[str]], dict[str, str]] = _stopped_bundle
    load: Callable[[], None] = _load  # imports what `function` and the evaluation of a call's arguments need
    start: Callable[[], None] = _start  # starts what `report` and `bundle` run in, in the background
    # divides the processor into devices for the calls to come, as `--devices` asks
    divide_processor: Callable[[int | None], None] = _divide_processor
    live: Callable[..., Any] = _live  # the explorer with controls for a function's arguments, starting from a call
