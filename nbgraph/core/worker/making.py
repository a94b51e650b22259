"""In the worker: a report with nothing in it that could not be sent."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from nbgraph.core.inspect import Tell, report_call
from nbgraph.core.report import Report
from nbgraph.core.worker.jobs import pickled

_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.ndarray, np.generic)


def make(fn: Callable[..., Any], *call: Any, tell: Tell, **options: Any) -> Report:
    """`core.report_call`, in a form that travels."""
    return _sendable(report_call(fn, *call, tell=lambda step, found: tell(step, _sendable(found)), **options))


def _sendable(report: Report) -> Report:
    """The report; values and errors that cannot be pickled are left out, and a note says so."""
    lost = []
    fields: dict[str, Any] = {}
    for name, what in (("value", "the graph's result"), ("python_value", "plain Python's result")):
        if not _travels(getattr(report, name)):
            fields[name] = None
            lost.append(f"{what} (a {type(getattr(report, name)).__name__}) cannot be sent to the notebook's process")
    if report.comparison is not None:
        names = ("value", "python_value", "graph_error", "python_error")
        dropped: dict[str, Any] = {name: None for name in names if not _travels(getattr(report.comparison, name))}
        fields["comparison"] = replace(report.comparison, **dropped)
    return replace(report, notes=(*report.notes, *lost), **fields)


def _travels(value: Any) -> bool:
    if isinstance(value, _PLAIN):
        return True
    try:
        pickle.loads(pickled(value))
    except Exception:
        return False
    return True
