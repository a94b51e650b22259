"""Make a report in the worker, without anything that cannot be pickled."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from threading import Thread
from types import MappingProxyType
from typing import Any

import numpy as np

from nbgraph.core._jax import Array
from nbgraph.core.errors import CallError, NbgraphError
from nbgraph.core.examine.reporting import Tell, report_call
from nbgraph.core.graph.model import Graph
from nbgraph.core.paths import shortening
from nbgraph.core.report import Report
from nbgraph.core.source.ownership import plain_function
from nbgraph.core.staging.impure import ActedOnceError, no_acts
from nbgraph.core.sweep import sweep_call
from nbgraph.core.timing.changes import ENDS
from nbgraph.core.timing.sizes import Over, Size, shown_size
from nbgraph.core.timing.sweep import Sweep
from nbgraph.core.timing.sweeping import NOT_SWEPT, ONLY_COMPUTES
from nbgraph.core.value_text import value_text
from nbgraph.core.worker.jobs import pickled, travels

_ACTS = "This call {}, so the cell makes it once only: there is no graph of it to see."
_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.ndarray, np.generic)


def make(
    fn: Callable[..., Any],
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] = MappingProxyType({}),
    *,
    # called with the next step, and with the report to use if it is interrupted: its fields, pickled,
    # that have changed since the last time, and the call with its result, once that is known
    tell: Callable[[str, bytes, str], None],
    over: Over | None = None,
    before: Callable[..., Any] | None = None,  # the version of the function to compare with
    again: bool = False,  # whether the call was made before: it must not act outside of its process once more
    ahead: Callable[[Graph], Thread] | None = None,  # begins to draw a graph
    **options: Any,  # those of `report_call`
) -> Report:
    """Return `core.report_call` in a form that can be sent, with a sweep and the version before if requested."""

    sent: dict[str, Any] = {}
    drawing: list[Thread] = []

    def draw(graph: Graph) -> Thread | None:
        if ahead is not None and not drawing:
            drawing.append(ahead(graph))
        return drawing[-1] if drawing else None

    def say(step: str, found: Report) -> None:
        if found.graph is not None:
            draw(found.graph)  # while the run is recorded, if it was not read before
        fields = vars(_sendable(found)).items()
        news = {name: value for name, value in fields if name not in sent or sent[name] is not value}
        sent.update(news)
        tell(step, pickled(news), _with_result(found))

    acting: AbstractContextManager[Sequence[ActedOnceError]] = no_acts(at_all=True) if again else nullcontext(())
    try:
        with acting as refused:
            report = report_call(fn, args, kwargs, tell=say, draw=draw, **options)
    finally:
        for each in drawing:
            each.join()
    if refused:
        return replace(report_call(fn, **{**options, "call": False}), notes=(_ACTS.format(refused[0].act.label),))
    if again:  # the cell's own call made the changes: they stay
        report = replace(report, notes=tuple(note.removesuffix(ENDS).rstrip() for note in report.notes))
    if before is not None:
        say("the version before was looked at", report)
        once = {"call": False} if report.acts else {}
        report = replace(report, before=_sendable(_before(before, args, kwargs, {**options, **once})))
    if over is not None and not (report.comparison is not None and report.comparison.interrupted):
        report = _swept(report, fn, args, kwargs, over, say)
    return _sendable(report)


def _with_result(found: Report) -> str:
    """Return a call with its result, if that is Python's and they fit a line; else ""."""
    is_known = found.value is not None and found.verdict is not None and found.verdict.equal
    text = shortening(found.text)(f"{found.title} = {found.shown_value}") if is_known else ""
    return text if len(text) <= 80 and "\n" not in text else ""


def _before(fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], options: dict[str, Any]) -> Report:
    """Report on the call of another version; on its code alone if that version does not take the arguments."""
    try:
        inspect.signature(plain_function(fn)).bind(*args, **kwargs)
    except TypeError as error:
        note = f"The version before does not take these arguments: {error}."
        return replace(report_call(fn, args, kwargs, **{**options, "call": False}), notes=(note,))
    return report_call(fn, args, kwargs, **options)


def _swept(
    report: Report, fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], over: Over, say: Tell
) -> Report:
    def on_size(size: Size, index: int, found: Sweep) -> None:
        place = f"{over.label} = {shown_size(size)}, size {index} of {len(over.sizes)},"
        say(f"{place} was measured", replace(report, sweep=found))

    try:
        if report.acts:
            raise CallError(NOT_SWEPT, remedy=ONLY_COMPUTES)
        title, static = report.title, report.static
        found = sweep_call(fn, args, kwargs, over=over, title=title, on_size=on_size, static=static)
        return replace(report, sweep=found)
    except NbgraphError as error:
        return replace(report, errors=(*report.errors, error))


def _sendable(report: Report) -> Report:
    """Return the report without values and errors that cannot be pickled, and with a note about them."""
    lost = []
    fields: dict[str, Any] = {}
    for name, what in (("value", "the graph's result"), ("python_value", "plain Python's result")):
        if not _travels(getattr(report, name)):
            fields[name] = None
            fields |= {"python_text": value_text(report.python_value)} if name == "python_value" else {}
            lost.append(f"{what} (a {type(getattr(report, name)).__name__}) cannot be sent to the notebook's process")
    if report.comparison is not None:
        names = ("python_value", "expected", "graph_error", "python_error")
        dropped: dict[str, Any] = {name: None for name in names if not _travels(getattr(report.comparison, name))}
        value = fields.get("value", report.value)  # an array of JAX would have the notebook's process find its devices
        fields["comparison"] = replace(report.comparison, value=value, **dropped)
    return replace(report, notes=(*report.notes, *lost), **fields)


def _travels(value: Any) -> bool:
    if isinstance(value, _PLAIN) or (type(value) is Array and value.is_fully_addressable and not value.is_deleted()):
        return True
    return travels(value)
