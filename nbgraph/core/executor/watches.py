"""All names that a function's traces depend on, and the quickest way to see that none of them means something else."""

from __future__ import annotations

import threading
import types
from collections.abc import Callable, Iterable
from typing import Any

from nbgraph.core.executor.freshness import MISSING, Part, Watch, is_same


class Watches:
    """The names that the traces of one function depend on.

    Attributes:
        mutable: whether something behind a name can change without the name being bound anew.
        lock: held by the thread that replaces what depends on them.
        are_fresh: whether each name still stands for the very object it did; made anew where a name is added.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.clear()

    def __len__(self) -> int:
        return len(self._found)

    def clear(self) -> None:
        """Forget all of them."""
        self._found: dict[tuple[int, str], Watch] = {}
        self._settle()

    def add(self, watches: Iterable[Watch]) -> None:
        """Watch more names, or what they stand for now."""
        self._found |= {watch.key: watch for watch in watches}
        self._settle()

    def _settle(self) -> None:
        self.mutable = any(watch.contents is not None for watch in self._found.values())
        self.are_fresh = comparison(self._found.values())

    def changed(self) -> Watch | None:
        """A name that stands for something else than it did; None if there is none."""
        if not self.mutable and self.are_fresh():
            return None
        equal = []
        for watch in self._found.values():
            if not is_same(watch):
                return watch
            now = watch.names.get(watch.name, MISSING)
            if now is not watch.value:
                equal.append(watch._replace(value=now))
        if equal:
            self.add(equal)  # the objects to look for are these now
        return None


def comparison(watches: Iterable[Watch]) -> Callable[[], bool]:
    """A function that compares what names stand for with what they stood for, by identity.

    It is made as text: every call of a converted function makes this comparison, and a loop over the names would take
    several times as long.

    >>> names = {"scale": 2}
    >>> fresh = comparison([Watch(names, "scale", 2), Watch(names, "abs", MISSING)])
    >>> fresh(), names.update(abs=None), fresh()
    (True, None, False)
    """
    parameters: dict[str, Any] = {}
    tests = []
    for number, watch in enumerate(watches):
        names, value = f"names{number}", f"value{number}"
        cell = getattr(watch.names, "cell", None)
        parameters[names], parameters[value] = watch.names if cell is None else cell, watch.value
        if isinstance(watch.names, Part):
            parameters[names] = watch.names.function
            tests.append(f"{names}.{watch.name} is {value}")
        elif watch.value is MISSING:
            tests.append(f"{watch.name!r} not in {names}" if cell is None else f"is_empty({names})")
        else:
            place = f"{names}[{watch.name!r}]" if cell is None else f"{names}.cell_contents"
            tests.append(f"{place} is {value}")
    text = f"""
def make({", ".join(["is_empty", *parameters])}):
    def are_fresh():
        try:
            return {" and ".join(tests) or True}
        except (KeyError, ValueError):  # the name was deleted
            return False
    return are_fresh
"""
    made: dict[str, Any] = {}
    exec(text, made)
    fresh: Callable[[], bool] = made["make"](_is_empty, *parameters.values())
    return fresh


def _is_empty(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - asking is what shows it
    except ValueError:
        return True
    return False
