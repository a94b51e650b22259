"""An inf or nan in a result, or on the way to it, whether Python has the same or not: frozen and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nbgraph.core.spans import Span


@dataclass(frozen=True)
class NotFinite:
    """The first inf or nan of a call.

    Attributes:
        value: "nan", "inf" or "-inf", or several of them: what the result holds, or what was made on the way.
        message: where it comes from, one or two sentences.
        in_result: whether the result holds it; otherwise it was made on the way to a result that is finite.
        span: the user's code that makes it first; None where none does, or it is not known.
    """

    value: str
    message: str
    in_result: bool
    span: Span | None = None

    def to_json(self) -> Mapping[str, Any]:
        """Plain data for the front end; the span is left to whoever knows the pane it is shown in."""
        return {"value": self.value, "message": self.message, "inResult": self.in_result}
