"""Label the leaves that a loop or a branch carries in addition to the user's variables, for its picture."""

from __future__ import annotations

from nbgraph.core.decisions import HAS_VALUE
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.tracing import is_check_detail
from nbgraph.core.staging.state.carry import Carry, Variable
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.trace import context

FAILED = "failed check"
NO_ROOM = "length at no room"
COUNTED = "told of a loop"
MESSAGE = "message"


def carry_labels(carry: Carry) -> tuple[str, ...]:
    """Return the label of each carried leaf without a user's name; "" for the others."""
    return tuple(label for variable in carry.variables for label in _labels(variable))


def _labels(variable: Variable) -> list[str]:
    labels = ["" if name else own_label(variable.location) for name in variable.leaf_names()]
    if variable.perhaps and labels:
        labels[-1] = f"{variable.name}{HAS_VALUE}".strip()
    return labels


def own_label(location: Location | None) -> str:
    """Return the label of a location that belongs to the run-time checks; "" for any other."""
    scope = context.here().effects
    if location is None or scope is None or not is_check_detail(location):
        return ""
    return FAILED if location.owner is scope else detail_label(location.key)


def detail_label(code: int) -> str:
    """Return the label of the values that a check keeps for its message."""
    return {effects.COUNTS: COUNTED, effects.GROWS: NO_ROOM}.get(code, MESSAGE)
