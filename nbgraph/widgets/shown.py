"""The explorer of data that another process has made: this imports nothing that makes them."""

from __future__ import annotations

from typing import Any

from nbgraph.widgets.page import likely, to_html
from nbgraph.widgets.text import to_text


def shown(data: dict[str, Any]) -> dict[str, str]:
    """What a notebook shows of the explorer's data, by MIME type."""
    return {"text/html": to_html(data), "text/plain": to_text(data)}


def get_ready() -> None:
    """Make the parts of pages that most of them share: it takes as long as a small call, and may be done beside one."""
    likely()
