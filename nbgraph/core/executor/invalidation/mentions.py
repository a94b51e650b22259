"""Find the outer names that a function's code can reach."""

from __future__ import annotations

import dis
import sys
import types
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from nbgraph.core.source.environment import codes_in
from nbgraph.core.source.ownership import is_user_file, plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.staging.state import global_names, texts_in
from nbgraph.core.staging.trace import ByIdentity

_MOST_ITEMS = 1000  # items of a list; those of longer ones are assumed not to change
_RUNS_TEXT = builtins_that(Fact.RUNS_CODE)
_BY_TEXT = builtins_that(Fact.BY_NAME)


_BY_MODULE_NAME = {"modules", "import_module", "__import__"}  # names of functions that look a module up by a string


def mentioned(code: types.CodeType) -> frozenset[str]:
    """Return every outer name that a code object, or one inside it, may mention, attributes included."""
    names = global_names(code)
    if names & _RUNS_TEXT:
        names = names.union(*(_names_in(text) for text in texts_in(code)))
    return names | texts_in(code) if names & _BY_TEXT else names


def _names_in(text: str) -> frozenset[str]:
    try:
        return global_names(compile(text, "<text>", "exec"))
    except (SyntaxError, ValueError):
        return frozenset()


def named_by_text(code: types.CodeType, names: dict[str, Any]) -> Iterator[str]:
    """Yield the globals that code may look up by a computed name, as by `globals()[name]`."""
    if "globals" in global_names(code):
        yield from (name for name in names if name[:1] != "_" and name not in _OF_A_PROMPT)


_OF_A_PROMPT = frozenset({"In", "Out", "exit", "quit", "get_ipython", "open"})  # names that belong to the notebook


def looked_for(code: types.CodeType) -> frozenset[str]:
    """Return every name that code may look up as a string, bound or not."""
    return frozenset(filter(str.isidentifier, texts_in(code))) if global_names(code) & _BY_TEXT else frozenset()


def looked_up(code: types.CodeType) -> frozenset[str]:
    """Return every name that a code object, or one inside it, looks up among the globals."""
    found = _looked_up_by.get(code)
    if found is None:
        steps = (step for each in codes_in(code) for step in dis.get_instructions(each))
        own = (step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
        found = _looked_up_by[code] = frozenset(own)
    return found


def references(code: types.CodeType, values: Iterable[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield further namespaces of mentioned names: the user's modules and functions among values, and in these.

    Yields:
        The attributes, and the name of their owner.
    """
    names, seen = mentioned(code), set[int]()
    pending = [*values, *(sys.modules.get(name) for name in _imported(code))]
    while pending:
        value = plain_function(pending.pop())
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, list | tuple | dict) and len(value) <= _MOST_ITEMS:
            pending += value.values() if isinstance(value, dict) else value
        if not _holds_names(value):
            continue
        yield vars(value), getattr(value, "__name__", "")
        pending += [vars(value)[name] for name in names & vars(value).keys()]


def library_names(names: Collection[str], values: Iterable[Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield those of some names that are in a library's module among values: `math.pi`, `jax.lax.scan`."""
    pending, seen = [value for value in values if isinstance(value, types.ModuleType)], set[int]()
    while pending:
        module = pending.pop()
        if id(module) in seen or _holds_names(module):
            continue
        seen.add(id(module))
        found = names & vars(module).keys()
        yield from ((vars(module), name) for name in found)
        pending += [inner for name in found if isinstance(inner := vars(module)[name], types.ModuleType)]


def user_modules(code: types.CodeType) -> Iterator[str]:
    """Yield the names of the user's modules that code imports or looks up."""
    yield from (name for name in {*_imported(code)} if (found := sys.modules.get(name)) and _holds_names(found))


def _holds_names(value: Any) -> bool:
    if isinstance(value, types.ModuleType):
        file = vars(value).get("__file__")  # a module's own `__getattr__` may have effects
        return value.__spec__ is None if file is None else is_user_file(file)  # unimported ones are the user's
    return isinstance(value, types.FunctionType) or hasattr(type(value), "__nbgraph_inline__")


def _imported(code: types.CodeType) -> Iterator[str]:
    for step in (step for each in codes_in(code) for step in dis.get_instructions(each)):
        if step.opname == "IMPORT_NAME":
            yield from (step.argval, step.argval.partition(".")[0])
    if global_names(code) & _BY_MODULE_NAME:
        yield from (text for text in texts_in(code) if text in sys.modules)


_looked_up_by = ByIdentity[types.CodeType, frozenset[str]]()
