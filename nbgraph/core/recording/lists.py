"""Lists of a run: in the graph a buffer and a length, which may be computed one after the other."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nbgraph.core.recording.digest import Digest, differ, shortened

if TYPE_CHECKING:
    from nbgraph.core.recording.made import Made

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


def as_list(value: Any, python: Any, *, listed: bool) -> Any:
    """The list that an array stands for; None where that is not known: it may have room for more.

    Args:
        value: what a name got.
        python: what it is in plain Python; None where nobody knows.
        listed: whether the name is a list by its text.
    """
    if not isinstance(value, Digest):
        return None if listed and python is None else value
    if not value.dtype:
        return value
    if not (listed if python is None else isinstance(python, Digest) and not python.dtype):
        return value
    found = Digest(value.shape, "", value.first, value.odd)
    return found if python is not None and len(value.shape) == 1 and differ(found, python) is False else None


def is_array(value: Any, before: Any) -> bool:
    """Whether a value may be that of a name which an item is put into, and which was something else before."""
    return isinstance(value, Digest) and bool(value.dtype) and bool(not isinstance(before, Digest) or before.dtype)


def only_in_place(made: Made, name: str) -> bool:
    """Whether a conditional puts items into what a name stands for, and does not bind it anew."""
    statement, lines = made.frame.function.statements.get(made.line), made.frame.lines
    if not isinstance(statement, ast.If):
        return False
    within = range(made.line, (statement.end_lineno or made.line) + 1)
    stored = any(name in lines.stored.get(line, ()) for line in within)
    return stored and not any(name in lines.assigned.get(line, ()) for line in within)


def has_rows(made: Made, name: str, value: Any) -> bool:
    """Whether a value stands for a list of lists, whose own lengths it does not say."""
    return name in made.frame.lists and isinstance(value, Digest) and len(value.shape) > 1
