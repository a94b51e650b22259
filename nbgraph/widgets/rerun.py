"""Run one call of a live explorer: its data is made in the worker, and a failure becomes a message."""

from __future__ import annotations

import reprlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core.errors import NbgraphError
from nbgraph.core.one_line import error_line
from nbgraph.widgets.payload.graph import Answer

Data = dict[str, Any]
Run = Callable[..., Answer]
"""Given a function, its arguments by position and by name, what is set to stop it, and who is told the heading."""

_LONGEST_PRINT = 400
OLD_TIMES = "The times are those of the values before."


def in_worker(*, timing: bool = True, view: Sequence[str] = ()) -> Run:
    """Return a `Run` that makes report, layout and payload in the worker.

    The function's output becomes a note below its title: the cell that would show it may be gone.

    Args:
        view: the panes to show; empty for all.
    """
    from nbgraph.core.worker.calls import call
    from nbgraph.core.worker.jobs import Job
    from nbgraph.core.worker.prints import Once
    from nbgraph.core.worker.process import EndedError
    from nbgraph.core.worker.reports import ended

    def run(
        function: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        stop: threading.Event | None,
        headed: Callable[[Data], None] = lambda heading: None,
    ) -> Answer:
        printed: list[str] = []
        notes: list[str] = []
        given = (function, args, kwargs, tuple(view))
        job = Job("nbgraph.widgets.bundle:called", given, {"timing": timing}, tells=True)
        once = Once(lambda stream, text: printed.append(text))

        def hear(step: str, *headings: Data) -> None:
            once.step()
            for heading in headings:
                headed(heading)

        try:
            answer: Answer = call(
                job,
                hear,
                on_fallback=lambda reason: notes.append(f"This ran in the notebook's own process, because {reason}."),
                stop=stop,
                on_print=once,
            )
        except EndedError as end:
            raise ended(end, "", function) from end
        once.end()
        return replace(answer, data=_noted(answer.data, [*notes, *_printed_notes("".join(printed))]))

    return run


def with_old_times(data: Data, before: Data) -> Data:
    """Return an unmeasured result with the times of the one before, which the page keeps in view."""
    (function, *others), (old, *_) = data["functions"], before["functions"]
    if function["timing"] is not None or old["timing"] is None or function["verdict"] is None:
        return data
    stale = {"sentences": [OLD_TIMES], "text": OLD_TIMES, "cause": None, "anomaly": None}
    timing = {**old["timing"], **stale, "verdict": function["verdict"]}
    return {**data, "functions": [{**function, "timing": timing}, *others]}


def _printed_notes(text: str) -> list[str]:
    words = text.strip()
    if not words:
        return []
    return [f"It printed: {words if len(words) <= _LONGEST_PRINT else words[: _LONGEST_PRINT - 1] + '…'}"]


def _noted(data: Data, notes: list[str]) -> Data:
    if not notes or not data["functions"]:
        return data
    first, *others = data["functions"]
    return {**data, "functions": [{**first, "notes": [*first.get("notes", ()), *notes]}, *others]}


def failure(function: Callable[..., Any], arguments: Mapping[str, Any], error: BaseException) -> str:
    """Return the message over the last result, for a call that failed or was stopped.

    >>> failure(print, {"a": 1}, ZeroDivisionError("division by zero"))
    'print(a=1) failed; the last result is kept. ZeroDivisionError: division by zero'
    """
    call = short_call(function, arguments)
    if isinstance(error, KeyboardInterrupt):
        return f"{call} was stopped; the last result is kept."
    text = error.message if isinstance(error, NbgraphError) else error_line(error)
    return f"{call} failed; the last result is kept. {text}"


def short_call(function: Callable[..., Any], arguments: Mapping[str, Any]) -> str:
    """Return a call with its arguments in short form.

    >>> short_call(print, {"a": 1, "b": "x"})
    "print(a=1, b='x')"
    """
    return f"{name_of(function)}({', '.join(f'{name}={reprlib.repr(value)}' for name, value in arguments.items())})"


def name_of(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", type(function).__name__))
