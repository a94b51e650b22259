"""Show data that another process has made, without importing what makes them."""

from __future__ import annotations

from typing import Any

from nbgraph.widgets.page import likely, to_html
from nbgraph.widgets.text import to_text


def shown(data: dict[str, Any]) -> dict[str, str]:
    return {"text/html": to_html(data), "text/plain": to_text(data)}


def get_ready() -> None:
    """Make the parts that most pages share in advance; it takes as long as a small call."""
    likely()
