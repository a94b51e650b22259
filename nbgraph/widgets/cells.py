"""Which notebook cell is running, so that one that runs again finds what it made before."""

from __future__ import annotations

import sys
from typing import Any

Place = tuple[str, int]

_seen: dict[str, tuple[str, int]] = {}


def next_place() -> Place | None:
    """A name for this place in the running cell: the cell and how many were asked for before in this run of it.

    None outside of a notebook, or where the host does not say which cell runs.
    """
    request = _request()
    cell = request.get("metadata", {}).get("cellId")
    run = request.get("header", {}).get("msg_id")
    if not cell or not run:
        return None
    last, count = _seen.get(cell, ("", 0))
    count = count + 1 if last == run else 0
    _seen[cell] = (run, count)
    return str(cell), count


def _request() -> dict[str, Any]:
    """The message that asked for the running cell; empty where there is none."""
    ipython = sys.modules.get("IPython")  # nobody has to import it to find that it is not running
    shell: Any = ipython.get_ipython() if ipython is not None else None
    parent = shell.get_parent() if hasattr(shell, "get_parent") else None
    return parent if isinstance(parent, dict) else {}
