"""The versions of the functions that cells have defined, to show what an edit changed."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Function = Callable[..., Any]


@dataclass(frozen=True)
class _Version:
    text: str
    function: Function


class Versions:
    """The current version of each function by its name, and the last one whose text was another.

    Two versions a name are kept, however often a cell runs.
    """

    def __init__(self) -> None:
        self._current: dict[str, _Version] = {}
        self._before: dict[str, _Version] = {}

    def note(self, name: str, function: Function) -> None:
        """A cell has defined a function: the same text again makes no new version."""
        try:
            text = inspect.getsource(function)
        except (OSError, TypeError):  # its text is not to be had, so no difference could be shown
            return
        current = self._current.get(name)
        if current is not None and current.text != text:
            self._before[name] = current
        self._current[name] = _Version(text, function)

    def before(self, name: str) -> Function | None:
        """The version before the present one; None when there was none."""
        found = self._before.get(name)
        return None if found is None else found.function
