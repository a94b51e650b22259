"""The hosts that do not behave as Jupyter's own front ends do."""

from __future__ import annotations

import os
import sys
from typing import Any


def shows_widgets_only() -> bool:
    """Whether a widget lives only where it is itself displayed, apart from all pages: in VS Code and in Colab.

    JupyterLab and Notebook start a widget when the kernel makes it, in the document that holds the pages; there a
    second form of the same output would be the trap of widgets: without a kernel it is preferred, and shows an error.
    """
    return "VSCODE_PID" in os.environ or "google.colab" in sys.modules


def framed(payload: dict[str, Any]) -> Any:
    """The explorer for marimo, which runs no script of an output except in a frame of its own."""
    import marimo  # type: ignore[import-not-found, unused-ignore]

    from nbgraph.widgets.page import document_html

    return marimo.iframe(document_html(payload), height=_FRAME_HEIGHT)


_FRAME_HEIGHT = "720px"
