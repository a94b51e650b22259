"""What a step's line gives to variables besides what its operations compute, as far as the text and Python tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from nbgraph.core.recording.digest import Digest, differ, digest, text_of
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.made import Made
from nbgraph.core.recording.moments import Moment


def copied(lines: Lines, line: int, state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What an assignment gives names without an operation: another variable's value, or one in the text."""
    for name, value in lines.copies.get(line, {}).items():
        if isinstance(value, ast.List):
            yield name, digest([part.value for part in value.elts if isinstance(part, ast.Constant)])
        elif isinstance(value, ast.Constant):
            if isinstance(value.value, bool | int | float):
                yield name, value.value
        elif isinstance(value, ast.Name) and value.id in state:
            yield name, state[value.id]


def changed(lines: Lines, line: int, state: Mapping[str, Any]) -> set[str]:
    """The lists that a line changes in place: what they were before it, they are no more."""
    names = lines.changed.get(line, set()) | lines.stored.get(line, set())
    return {name for name in names if isinstance(state.get(name), Digest)}


def besides(made: Made, known: Mapping[str, Any], moment: Moment | None) -> Iterator[tuple[str, Any]]:
    """What a step's variables are where the graph computes something else besides: what plain Python says as well."""
    for slot in made.others:
        if moment is None:
            if not same(known.get(slot.name), slot.value):
                yield slot.name, None
        elif not is_python(slot.name, known.get(slot.name), moment) and is_python(slot.name, slot.value, moment):
            yield slot.name, slot.value


def is_python(name: str, value: Any, moment: Moment | None) -> bool:
    """Whether plain Python has a variable with the same value."""
    if value is None or moment is None or name not in moment.values:
        return False
    return text_of(value) == text_of(moment.values[name]) or differ(value, moment.values[name]) is False


def same(one: Any, other: Any) -> bool:
    """Whether two kept values look alike."""
    return (one is None) == (other is None) and (one is None or text_of(one) == text_of(other))
