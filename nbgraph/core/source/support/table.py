"""The support table of builtins, methods and library functions: the one source for all code."""

from __future__ import annotations

import builtins
import importlib
import importlib.util
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from nbgraph.core.source.support.builtin_functions import BUILTINS, METHODS
from nbgraph.core.source.support.libraries import ARRAYS, LIBRARIES, MATH
from nbgraph.core.source.support.rows import Fact, Row, Support


def _by_name(rows: Iterable[Row]) -> Mapping[str, Row]:
    found: dict[str, Row] = {}
    for row in rows:
        if row.name in found:
            raise ValueError(f"{row.name} has two rows")
        found[row.name] = row
    return MappingProxyType(found)


FUNCTIONS: Mapping[str, Row] = _by_name((*BUILTINS, *MATH, *ARRAYS, *LIBRARIES))
"""Builtins as `abs`, functions of modules as `math.sqrt`, and whole modules."""
METHODS_BY_NAME: Mapping[str, Row] = _by_name(METHODS)


@cache
def builtins_that(facts: Fact, *results: str) -> frozenset[str]:
    """Return the names of the builtins with all of some facts, and one of some result types.

    >>> sorted(builtins_that(Fact.CONSUMES, "list", "item"))
    ['list', 'max', 'min', 'sorted']
    """
    return _that([row for row in FUNCTIONS.values() if "." not in row.name], facts, results)


@cache
def methods_that(facts: Fact, *results: str) -> frozenset[str]:
    """Return the names of the methods with all of some facts, and one of some result types.

    >>> sorted(methods_that(Fact.RESIZES, "item"))
    ['pop']
    """
    return _that(METHODS_BY_NAME.values(), facts, results)


@cache
def functions_of(module: str, facts: Fact, *results: str) -> frozenset[str]:
    """Return the names in their module of the functions with all of some facts, and one of some result types.

    >>> sorted(functions_of("itertools", Fact.ENDLESS))
    ['count', 'cycle', 'repeat']
    """
    mine = [row for row in FUNCTIONS.values() if row.name.rpartition(".")[0] == module]
    return frozenset(name.rpartition(".")[2] for name in _that(mine, facts, results))


def _that(rows: Iterable[Row], facts: Fact, results: tuple[str, ...]) -> frozenset[str]:
    return frozenset(row.name for row in rows if facts in row.facts and (not results or row.result in results))


@cache
def objects_that(facts: Fact) -> frozenset[Any]:
    """Return the function objects with all of some facts, builtins included.

    >>> setattr in objects_that(Fact.MUTATES), getattr in objects_that(Fact.MUTATES)
    (True, False)
    """
    return frozenset(found for row in FUNCTIONS.values() if facts in row.facts for found in objects_of(row))


def is_one_that(function: Any, facts: Fact) -> bool:
    """Return whether a function, which may be unhashable, has all of some facts."""
    return any(function is each for each in objects_that(facts))


def objects_of(row: Row) -> tuple[Any, ...]:
    """Return the function of a row; () where this Python does not have it, or where it is a module."""
    module, _, name = row.name.rpartition(".")
    if module:
        return tuple(found for found in [getattr(_module(module), name, None)] if callable(found))
    found = getattr(builtins, name, None)
    return (found,) if callable(found) else ()


@cache
def _module(name: str) -> Any:
    return importlib.import_module(name) if importlib.util.find_spec(name.partition(".")[0]) else None


def row_of(name: str) -> Row | None:
    """Return the row of a builtin or of a module's function; None for an unknown name.

    An exception has the row of the class that it is derived from.

    >>> row_of("hash").support, row_of("KeyError") is row_of("Exception"), row_of("unheard_of")
    (<Support.REFUSED: 'refused'>, True, None)
    """
    value = getattr(builtins, name, None)
    if name not in FUNCTIONS and isinstance(value, type) and issubclass(value, BaseException):
        return FUNCTIONS["Exception"]
    return FUNCTIONS.get(name)


def is_left_to_python(name: str) -> bool:
    """Return whether a builtin is always called as it is, even with traced values.

    >>> is_left_to_python("callable"), is_left_to_python("len")
    (True, False)
    """
    row = row_of(name)
    return row is None or row.support is Support.PYTHON


OF_NUMBERS = frozenset(name for name, row in METHODS_BY_NAME.items() if row.support is Support.CONVERTED)
"""Methods that numbers of a graph lack, and which stand-ins answer for."""
CHANGING = methods_that(Fact.MUTATES)
RETURNING_NONE = methods_that(Fact.MUTATES, "None")
"""Methods that change what they are called on, and those of them that return None."""
