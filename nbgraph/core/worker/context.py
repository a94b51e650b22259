"""Describe the notebook's state that a worker needs before it reads a job: its settings, and the source of cells.

Also find what a call leaves behind in the worker: then the worker is replaced, so that the next call is not affected.
"""

from __future__ import annotations

import importlib
import linecache
import os
import sys
import threading
from collections.abc import Collection, Mapping
from typing import Any

import cloudpickle  # type: ignore[import-untyped]

from nbgraph.core import errors
from nbgraph.core.depth import calls_left, use_notebook_limit
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.worker.patches import Patches
from nbgraph.core.worker.settings import SETTINGS, current, enter


@dataclass(frozen=True)
class Context:
    """The state of a process, besides the function itself, that a function's run may depend on."""

    settings: Mapping[str, Any]  # values by name, as `settings.SETTINGS` has them; those not yet known over there
    devices: tuple[Any, ...]  # the settings that JAX reads once, when it looks for devices
    # the text of each cell, by the name it was compiled under
    texts: Mapping[str, list[str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)  # what the host calls each of these, e.g. "Cell In[3]".
    lost: tuple[str, ...] = ()  # settings that cannot be sent, as the user calls them
    left: int = 0  # how many calls the notebook's cell has left

    @classmethod
    def here(cls, known_texts: Mapping[str, list[str]], known: Mapping[str, Any]) -> Context:
        """Return the context of this process; of sources and settings only those that the worker does not have."""
        texts = {file: lines for file, lines in _cells().items() if known_texts.get(file) is not lines}
        names = {file: errors.cell_name(file) for file in texts}
        settings = current()
        changed = {name: value for name, value in settings.items() if name not in known or known[name] != value}
        lost = tuple(name for name, value in changed.items() if not _travels(value))
        return cls(
            settings={name: value for name, value in changed.items() if name not in lost},
            devices=current_devices(settings),
            texts=texts,
            names={file: name for file, name in names.items() if name},
            lost=tuple(SETTINGS[name].label for name in lost),
            left=calls_left(),
        )

    def pickled(self) -> bytes:
        """Return the context as bytes; what the user defined in it is pickled by value."""
        data: bytes = cloudpickle.dumps(self, protocol=5)
        return data

    def enter(self) -> None:
        """Make it the context of this process."""
        _notebook.update(self.settings)
        use_notebook_limit(_notebook["recursion"], self.left)
        restore()
        _entered.update(current())
        for file, lines in self.texts.items():
            linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
        _names.update(self.names)
        errors.use_cell_names(_names.get)


def restore() -> None:
    """Undo a call's changes of the settings that this process was given."""
    enter(_notebook)
    patches.restore()


def changed_for_good() -> tuple[str, ...]:
    """Return the labels of settings that a call has changed and that cannot be restored."""
    return tuple(
        SETTINGS[name].label for name, value in current().items() if name in _entered and value != _entered[name]
    )


def current_devices(settings: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
    """Return the settings that JAX reads once, when it looks for devices."""
    found = (settings or current(("jax",)))["jax"]
    return tuple(found.get(name) for name in _ONCE)


_ONCE = ("jax_platforms", "jax_num_cpu_devices", "jax_pjrt_client_create_options")
patches = Patches()
"""What modules of libraries are given in this process."""
_notebook: dict[str, Any] = {}
_entered: dict[str, Any] = {}
_names: dict[str, str] = {}


def _cells() -> dict[str, list[str]]:
    """Return the sources that are not on disk: without a modification time, `linecache` keeps them."""
    return {file: entry[2] for file, entry in linecache.cache.items() if len(entry) == 4 and entry[1] is None}


def _travels(value: Any) -> bool:
    try:
        cloudpickle.dumps(value, protocol=5)
    except Exception:  # anything that the user has passed to NumPy or JAX
        return False
    return True


def left_behind(before: Collection[threading.Thread]) -> str:
    """Return in words what a call leaves behind after its settings have been restored; "" for nothing."""
    parts = [f"a change of {label}" for label in changed_for_good()]
    if any(thread.is_alive() and thread not in before for thread in threading.enumerate()):
        parts.append("a thread that goes on")
    if _has_children():
        parts.append("a process that goes on")
    return " and ".join(parts)


def forget_modules(before: Collection[str]) -> None:
    """Forget the user's modules that a call imported, so that the next call imports them again after an edit."""
    for name in [name for name in sys.modules if name not in before]:
        file = getattr(sys.modules[name], "__file__", None)
        if isinstance(file, str) and is_user_file(file):
            del sys.modules[name]
    importlib.invalidate_caches()


def _has_children() -> bool:
    """Return whether this process has a child that has not ended."""
    if not hasattr(os, "waitid"):
        return False
    try:
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return ended is None
