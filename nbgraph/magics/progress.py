"""Show the current step where the result will appear: one output, which the result then replaces.

A thread shows it, so that it also appears while this process itself is busy, importing or packing, and it shows how
long a step has taken.
"""

from __future__ import annotations

import contextvars
import html
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nbgraph.core.records import dataclass

PATIENCE = 0.2
"""Seconds before anything is shown: most cells are done by then, and a line that flashes up helps nobody."""
PULSE = 1.0
"""Seconds between two looks at the clock."""

_STEPS = {
    "plain Python ran": "running plain Python",
    "the function was traced": "tracing the function",
    "the graph was compiled": "compiling the graph",
    "the graph ran for the first time": "running the graph for the first time",
    "the program was read": "reading the program",
    "eager JAX ran": "running Python on JAX arrays",
    "the times were measured": "measuring all of them in turns",
    "the run was checked": "watching the run for inf and nan",
    "the graph was read": "reading the graph",
    "the run was recorded": "recording the run",
}
_STOPPED = ("plain Python ran", "eager JAX ran")
"""Steps that end by themselves after `Limits.python_s`."""
_NOTHING = {"text/plain": ""}
_STYLE = "font: 13px system-ui, sans-serif; opacity: 0.75; padding: 4px 0"

Show = Callable[..., Any]


def progress_line(title: str, step: str) -> str:
    """Return the line for a step that a worker reports.

    >>> progress_line("f(3)", "the graph was compiled")
    'f(3): compiling the graph … 3 of 10'
    >>> progress_line("f(3)", "n = 10, size 2 of 5, was measured")
    'f(3): measuring n = 10, size 2 of 5 …'
    >>> progress_line("", "preparing the functions")
    'preparing the functions …'
    """
    steps = list(_STEPS)
    number = f" {steps.index(step) + 1} of {len(steps)}" if step in _STEPS else ""
    return f"{_spoken(title, step)} …{number}"


def _spoken(title: str, step: str) -> str:
    words = f"measuring {step.removesuffix(', was measured')}" if step.endswith(", was measured") else step
    return f"{title}: {_STEPS.get(step, words)}" if title else words


def lasted(step: str, seconds: float) -> str:
    """Return how long a step has taken by now, and its limit; "" in its first second.

    >>> lasted("the graph was compiled", 0.8), lasted("the graph was compiled", 3.2)
    ('', ', 3 s')
    >>> lasted("plain Python ran", 3.2)
    ', 3 s of at most 10 s'
    """
    if seconds < 1:
        return ""
    if step not in _STOPPED:
        return f", {seconds:.0f} s"
    from nbgraph.core.timing.run import Limits  # late: loading imports little

    return f", {seconds:.0f} s of at most {Limits().python_s:g} s"


@dataclass(frozen=True)
class Phases:
    """The times of the steps of a cell's work, as a table of text and of HTML.

    >>> print(Phases((("f(3): tracing the function", 0.25), ("drawing the page", 0.0625))))
      0.25 s  f(3): tracing the function
      0.06 s  drawing the page
      0.31 s  all
    """

    seconds: tuple[tuple[str, float], ...]  # by step, in order

    @property
    def rows(self) -> list[tuple[str, str]]:
        total = sum(seconds for _, seconds in self.seconds)
        return [(f"{seconds:.2f} s", name) for name, seconds in (*self.seconds, ("all", total))]

    def __str__(self) -> str:
        return "\n".join(f"{seconds:>8}  {name}" for seconds, name in self.rows)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        cells = "".join(
            f'<tr><td>{seconds}</td><td style="text-align: left">{html.escape(name)}</td></tr>'
            for seconds, name in self.rows
        )
        return {"text/plain": str(self), "text/html": f'<table style="{_STYLE}">{cells}</table>'}


class Progress:
    """The line that shows the current step until there is a result."""

    def __init__(
        self, display: Show | None, clock: Callable[[], float] = time.monotonic, begin: float | None = None
    ) -> None:
        """Prepare a line, without showing it."""
        # `IPython.display.display`, or None to show nothing, as in a terminal, where nothing can be replaced
        self.display = display
        self._clock = clock
        self._begin = clock() if begin is None else begin
        self._since = clock()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._handle: Any = None
        self._is_overtaken = False  # whether the call has printed: the result belongs below that
        self._title, self._step, self._result, self._shown = "", "", "", ""
        self._begun = [("", "running the cell", self._begin)]  # each step's title, its name, when it began

    @contextmanager
    def running(self) -> Iterator[Progress]:
        """Show and renew the line from a thread while the block runs, and remove it at the end."""
        if self.display is None:
            yield self
            return
        run = contextvars.copy_context().run  # the kernel knows by it which cell an output belongs to
        thread = threading.Thread(target=run, args=(self._pulse,), name="nbgraph progress", daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._over.set()
            self.clear()
            thread.join(PATIENCE)

    def _pulse(self) -> None:
        wait = max(self._begin + PATIENCE - self._clock(), 0.0)
        while not self._over.wait(wait):
            self.tick()
            wait = PULSE

    def step(self, title: str, step: str, result: str = "") -> None:
        with self._lock:
            self._result = result or (self._result if title == self._title else "")
            self._title, self._step, self._since = title, step, self._clock()
            if (title, step) != self._begun[-1][:2]:
                self._begun.append((title, step, self._since))
        self.tick()

    def tick(self) -> None:
        """Show the current line, from any thread; not in the first moment, and not after the end."""
        with self._lock:
            now = self._clock()
            if self.display is None or self._over.is_set() or self._is_overtaken or not self._step:
                return
            if self._handle is None and now - self._begin < PATIENCE:
                return
            data = _line(progress_line(self._result or self._title, self._step), lasted(self._step, now - self._since))
            if data["text/plain"] == self._shown:
                return
            self._shown = data["text/plain"]
            if self._handle is None:
                self._handle = self.display(data, raw=True, display_id=True)
            else:
                self._handle.update(data, raw=True)

    def phases(self) -> Phases:
        """Return the time of each step so far."""
        ends = [*(begun for *_, begun in self._begun[1:]), self._clock()]
        return Phases(
            tuple((_spoken(title, step), end - at) for (title, step, at), end in zip(self._begun, ends, strict=True))
        )

    def replace(self, data: dict[str, str]) -> bool:
        """Replace the line by the result, and end; return whether there was a line."""
        self._over.set()
        with self._lock:
            handle, self._handle = self._handle, None
        if handle is None:
            return False
        handle.update(data, raw=True)
        return True

    def clear(self) -> None:
        self.replace(_NOTHING)

    def overtaken(self) -> None:
        """Show nothing any more: the call prints, and its result will come below, wherever the line is."""
        with self._lock:
            self._is_overtaken = True
            handle, self._handle = self._handle, None
        if handle is not None:
            handle.update(_NOTHING, raw=True)


def _line(text: str, time: str) -> dict[str, str]:
    """Return the line; a screen reader reads each step, and not each second."""
    page = (
        f'<div style="{_STYLE}"><span role="status">{html.escape(text)}</span>'
        f'<span role="timer" aria-live="off">{html.escape(time)}</span></div>'
    )
    return {"text/html": page, "text/plain": text + time}
