"""What names stand for where the graph has no operation for them: what plain Python computes from the same values.

A line that leaves nothing to compute is run by Python while it traces, on what its names are in the graph. Where these
are what plain Python has, so is what it gives. It is taken for that only where 32 bits hold it as it is written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from nbgraph.core.recording.bindings import is_python
from nbgraph.core.recording.digest import Digest, Text, text_of
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.made import Made
from nbgraph.core.recording.moments import Moment
from nbgraph.core.recording.statements import CHANGES, own_parts

_NUMBERS = frozenset({"abs", "all", "any", "bool", "divmod", "float", "int", "max", "min", "round", "str", "sum"})
_ITEMS = frozenset({"dict", "enumerate", "len", "list", "range", "reversed", "set", "sorted", "tuple", "zip"})
_METHODS = CHANGES | {"copy", "count", "get", "index", "items", "keys", "values"}
_LONG = re.compile(r"\d{8,}|\d*\.\d{7,}")  # digits that 32 bits may not hold


def agreeing(made: Made, known: Mapping[str, Any], before: Moment | None, after: Moment) -> Iterator[tuple[str, Any]]:
    """The values that a line gives names without an operation.

    Args:
        made: the step in the line.
        known: the values in the graph before it.
        before: plain Python's then; None where nobody knows.
        after: plain Python's after it.
    """
    lines = made.frame.lines
    statement = made.frame.function.statements.get(made.line)
    if made.line in lines.crowded:
        return
    found = set[str]()
    if isinstance(statement, ast.For) and not made.is_traced and not made.carried:
        for name, value in _elements(made, after):
            found.add(name)
            yield name, value
    alone = made.is_traced or (isinstance(statement, ast.For) and _over_lists(statement, known))
    if alone and before is not None and statement is not None and _agrees(made, statement, known, before):
        yield from _held(lines.gives(made.line) & lines.names & set(after.values) - found, after)


def _over_lists(statement: ast.For, known: Mapping[str, Any]) -> bool:
    """Whether a loop goes over Python's own lists, whose items need no operation."""
    names = (node.id for node in ast.walk(statement.iter) if isinstance(node, ast.Name))
    return not any(isinstance(value, Digest) and value.dtype for value in map(known.get, names))


def _agrees(made: Made, statement: ast.stmt, known: Mapping[str, Any], before: Moment) -> bool:
    """Whether all that a line reads is what plain Python has."""
    lines = made.frame.lines
    nodes = [node for part in own_parts(statement) for node in ast.walk(part)]
    named = [node for node in nodes if isinstance(node, ast.Name)]
    written = isinstance(statement, ast.AugAssign)
    read = {node.id for node in named if written or not isinstance(node.ctx, ast.Store)}
    names = read & lines.names & set(before.values)
    return all(map(_is_pure, nodes)) and all(is_python(name, known.get(name), before) for name in names)


def parameters(frame: Frame, known: Mapping[str, Any], moment: Moment) -> Iterator[tuple[str, Any]]:
    """The parameters that are no one input of the graph, as lists of numbers and texts: it is given what Python is."""
    changed = set[str]().union(*frame.lines.changed.values(), *frame.lines.stored.values())
    for name, value in _held(set(moment.values) - set(known), moment):
        if not isinstance(value, Text) or value.text[:1] in "'\"" or (value.text[:1] in "{[(" and name not in changed):
            yield name, value


def _elements(made: Made, after: Moment) -> Iterator[tuple[str, Any]]:
    """What the operations in the header of an unrolled loop give its target: what plain Python has, too."""
    statement = made.frame.function.statements.get(made.line)
    for name in made.frame.lines.targets.get(made.line, ()):
        kind = isinstance(after.values.get(name), bool)
        may = (slot.value for slot in made.slots if isinstance(slot.value, bool) is kind)
        same = [value for value in may if is_python(name, value, after)]
        yield from [(name, same[-1])] if same else _counted(name, statement, after)


def _counted(name: str, statement: ast.stmt | None, after: Moment) -> Iterator[tuple[str, Any]]:
    """The number of the round, as `enumerate` and `range` give it."""
    match statement:
        case ast.For(target=ast.Tuple(elts=[ast.Name(id=first), *_]), iter=ast.Call(func=ast.Name(id="enumerate"))) if (
            first == name
        ):
            yield from _held((name,), after)
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"))):
            yield from _held((name,), after)
        case _:
            pass


def _held(names: Collection[str], moment: Moment) -> Iterator[tuple[str, Any]]:
    """Yield Python's values of names in Python's order, where 32 bits lose nothing of them."""
    for name, value in moment.values.items():
        if name in names and value is not None and _is_exact(value):
            yield name, value


@cache
def _is_short(text: str) -> bool:
    return _LONG.search(text) is None


def _is_exact(value: Any) -> bool:
    if isinstance(value, Text):
        return " at 0x" not in value.text and (value.text[:1] in "'\"" or _is_short(value.text))
    if isinstance(value, Digest):
        return not value.odd and all(map(_is_exact, value.first))
    if isinstance(value, bool | np.bool_):
        return True
    if isinstance(value, int | np.integer):
        return -(2**31) <= int(value) < 2**31
    if isinstance(value, float | np.floating):
        return text_of(np.float32(value)) == text_of(value)
    return False


def _is_pure(node: ast.AST) -> bool:
    """Whether a part of a line gives the same for the same values."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _NUMBERS | _ITEMS
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _METHODS
        case ast.Call() | ast.Lambda() | ast.Yield() | ast.YieldFrom() | ast.Await():
            return False
        case _:
            return True
