"""Generated code as plain data."""

from __future__ import annotations

from typing import Any

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.widgets.highlight import line_tokens
from nbgraph.widgets.payload.places import Places, numbers


def code_data(code: GeneratedCode, places: Places) -> dict[str, Any]:
    """One form of the code: its lines, their tokens, and what in them belongs to which stretch of source."""
    lines = code.text.splitlines()
    links = [
        numbers(link.generated, lines) + place
        for link in code.mappings
        if (place := places.of(link.source)) is not None
    ]
    return {"form": code.form, "lines": lines, "tokens": line_tokens(lines), "links": links}
