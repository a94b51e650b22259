"""What the code of a function can reach by name outside of it."""

from __future__ import annotations

import dis
import sys
import types
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.staging.by_identity import ByIdentity
from nbgraph.core.staging.heap import global_names

_MOST_ITEMS = 1000  # of a list: beyond, what its items are is taken to stay
_BY_TEXT = {"getattr", "globals", "hasattr", "vars"}  # builtins that look a name up that is a text in the code


def mentioned(code: types.CodeType) -> frozenset[str]:
    """Every name of something outside that a code object or one inside it may mention, attributes included."""
    names = global_names(code)
    return names | _texts(code) if names & _BY_TEXT else names


def looked_for(code: types.CodeType) -> frozenset[str]:
    """Every name that a code object or one inside it may look for as a text, whether it is there or not."""
    return frozenset(filter(str.isidentifier, _texts(code))) if global_names(code) & _BY_TEXT else frozenset()


def looked_up(code: types.CodeType) -> frozenset[str]:
    """Every name that a code object or one inside it looks up among the globals."""
    found = _looked_up_by.get(code)
    if found is None:
        own = [step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
        found = _looked_up_by[code] = frozenset(own).union(*map(looked_up, _inner(code)))
    return found


def holders(code: types.CodeType, values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Where else a mentioned name may be: in the user's modules and functions among values, and in what these hold.

    Args:
        code: may import modules, too.
        values: what other names stand for.
    """
    names, seen = mentioned(code), set[int]()
    pending = [*values, *(sys.modules.get(name) for name in _imported(code))]
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, list | tuple | dict) and len(value) <= _MOST_ITEMS:
            pending += value.values() if isinstance(value, dict) else value
        if not _holds_names(value):
            continue
        yield vars(value)
        pending += [vars(value)[name] for name in names & vars(value).keys()]


def library_numbers(names: Collection[str], values: Iterable[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Which of some names are numbers in a library's module among values, as `math.pi`; its functions stay."""
    for value in values:
        if isinstance(value, types.ModuleType) and not _holds_names(value):
            yield from ((vars(value), name) for name in names if type(vars(value).get(name)) in (int, float))


def _holds_names(value: Any) -> bool:
    if isinstance(value, types.ModuleType):
        file = getattr(value, "__file__", None)
        return value.__spec__ is None if file is None else is_user_file(file)  # one that nothing has imported is theirs
    return isinstance(value, types.FunctionType) or hasattr(type(value), "__nbgraph_inline__")


def _imported(code: types.CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname == "IMPORT_NAME":
            yield from (step.argval, step.argval.partition(".")[0])
    for inner in _inner(code):
        yield from _imported(inner)


def _texts(code: types.CodeType) -> frozenset[str]:
    own = (const for const in code.co_consts if isinstance(const, str))
    return frozenset(own).union(*map(_texts, _inner(code)))


def _inner(code: types.CodeType) -> list[types.CodeType]:
    return [const for const in code.co_consts if isinstance(const, types.CodeType)]


_looked_up_by = ByIdentity[types.CodeType, frozenset[str]]()
