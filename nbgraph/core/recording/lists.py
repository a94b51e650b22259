"""Lists of a run: in the graph a buffer and a length, which may be computed one after the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nbgraph.core.recording.digest import Digest, shortened

if TYPE_CHECKING:
    pass

_LENGTH = ".length"


@dataclass(slots=True)
class Slot:
    """A value that a step makes: the node that stands for it, the variable it is bound to or "", and the value."""

    node: str
    name: str
    value: Any


def as_lists(made: Sequence[Slot], changed: Collection[str]) -> None:
    """Let buffers that come with a length be the lists they stand for.

    A buffer that comes alone, as while a list is being changed, is not the variable's value: it keeps no name.

    Args:
        made: what a step makes; changed.
        changed: the names of lists that are changed in place somewhere.
    """
    lengths = {slot.name.removesuffix(_LENGTH): slot.value for slot in made if slot.name.endswith(_LENGTH)}
    for slot in made:
        if slot.name in lengths:
            slot.value = shortened(slot.value, lengths[slot.name])
        elif slot.name in changed and isinstance(slot.value, Digest):
            slot.name = ""
