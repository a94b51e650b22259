"""What nobody wants, whether Python has the same or not: an inf or nan, an index out of range; frozen and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from nbgraph.core.spans import Span


@dataclass(frozen=True)
class Anomaly:
    """The first of a call."""

    # "nan", "inf" or "-inf", or several of them: what the result holds, or what was made on the way; or "index
    # out of range"
    value: str
    message: str  # where it comes from, one or two sentences
    # whether the result holds it; otherwise an inf or nan was made on the way to a result that is finite
    in_result: bool
    span: Span | None = None  # the user's code that does so first; None where none does, or it is not known

    def to_json(self) -> Mapping[str, Any]:
        """Plain data for the front end; the span is left to whoever knows the pane it is shown in."""
        return {"value": self.value, "message": self.message, "inResult": self.in_result}


def together(*found: Anomaly | None) -> Anomaly | None:
    """Several as one: of the first, with the sentences of all."""
    known = [each for each in found if each is not None]
    return replace(known[0], message=" ".join(each.message for each in known)) if known else None
