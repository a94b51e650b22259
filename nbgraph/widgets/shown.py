"""Show data that another process has made, without importing what makes them."""

from __future__ import annotations

from typing import Any

from nbgraph.widgets.page import to_html
from nbgraph.widgets.text import to_text


def shown(data: dict[str, Any]) -> dict[str, str]:
    return {"text/html": to_html(data), "text/plain": to_text(data)}
