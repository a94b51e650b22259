"""What is being done, shown where the result will stand: one output, which the result then replaces."""

from __future__ import annotations

import html
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 0.4
"""Seconds before anything is shown: most cells are done by then, and a line that flashes up helps nobody."""

_STEPS = {
    "plain Python ran": "running plain Python",
    "the function was traced": "tracing the function",
    "the graph was compiled": "compiling the graph",
    "the graph ran for the first time": "running the graph for the first time",
    "eager JAX ran": "running eager JAX, op by op",
    "the times were measured": "measuring all of them in turns",
    "the graph was read": "reading the graph",
    "the run was recorded": "recording the run",
}
_STYLE = "font: 13px system-ui, sans-serif; opacity: 0.75; padding: 4px 0"

Show = Callable[..., Any]


def said(title: str, step: str) -> str:
    """A step, as a worker tells it, for a reader who waits.

    >>> said("f(3)", "the graph was compiled")
    'f(3): compiling the graph … 3 of 8'
    >>> said("f(3)", "n = 10, size 2 of 5, was measured")
    'f(3): measuring n = 10, size 2 of 5 …'
    """
    steps = list(_STEPS)
    if step in _STEPS:
        return f"{title}: {_STEPS[step]} … {steps.index(step) + 1} of {len(steps)}"
    if step.endswith(", was measured"):
        return f"{title}: measuring {step.removesuffix(', was measured')} …"
    return f"{title}: … {step}"


class Progress:
    """The line that says what is being done, as long as there is no result.

    Attributes:
        display: `IPython.display.display`, or None to show nothing, as in a terminal, where nothing can be replaced.
    """

    def __init__(self, display: Show | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.display = display
        self._clock = clock
        self._begin = clock()
        self._handle: Any = None

    def step(self, title: str, step: str) -> None:
        """Say what is about to be done."""
        if self.display is None or (self._handle is None and self._clock() - self._begin < PATIENCE):
            return
        text = said(title, step)
        data = {"text/html": f'<div role="status" style="{_STYLE}">{html.escape(text)}</div>', "text/plain": text}
        if self._handle is None:
            self._handle = self.display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def replace(self, data: dict[str, str]) -> bool:
        """Put the result in the line's place; whether there was a line."""
        handle, self._handle = self._handle, None
        if handle is None:
            return False
        handle.update(data, raw=True)
        return True

    def clear(self) -> None:
        """Take the line away, where there is no result."""
        self.replace({"text/plain": ""})
