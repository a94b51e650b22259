"""Know how hosts differ: which show only widgets, which run no scripts, and which say which cell is running."""

from __future__ import annotations

import os
import sys
from typing import Any


def shows_widgets_only() -> bool:
    """Return whether the host shows a widget only where it is displayed itself, as VS Code and Colab do.

    JupyterLab and Notebook start a widget when the kernel makes it, in the document that holds the pages. There a
    second form of the same output would do harm: without a kernel it is preferred, and shows an error.
    """
    return "VSCODE_PID" in os.environ or "google.colab" in sys.modules


def framed(payload: dict[str, Any]) -> Any:
    """Return the explorer for marimo, which runs an output's scripts only in a frame."""
    import marimo  # type: ignore[import-not-found, unused-ignore]

    from nbgraph.widgets.assets import frame_script
    from nbgraph.widgets.page import document_html

    page = document_html(payload).replace("</body>", f"<script>{frame_script()}</script></body>")
    return marimo.iframe(page, height=_FRAME_HEIGHT)


_FRAME_HEIGHT = "720px"


Place = tuple[str, int]

_seen: dict[str, tuple[str, int]] = {}


def next_place() -> Place | None:
    """Return a key for this output in the running cell: the cell, and how many were requested before in this run.

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
    ipython = sys.modules.get("IPython")  # if it is not imported it is not running
    shell: Any = ipython.get_ipython() if ipython is not None else None
    parent = shell.get_parent() if hasattr(shell, "get_parent") else None
    return parent if isinstance(parent, dict) else {}
