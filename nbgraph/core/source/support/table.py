"""The support table: what is true of each builtin, method and library function, the one source that all code asks."""

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
    """The names of the builtins of which all of some facts are true, and which return one of some types.

    >>> sorted(builtins_that(Fact.CONSUMES, "list", "item"))
    ['list', 'max', 'min', 'sorted']
    """
    return _that([row for row in FUNCTIONS.values() if "." not in row.name], facts, results)


@cache
def methods_that(facts: Fact, *results: str) -> frozenset[str]:
    """The names of the methods of which all of some facts are true, and which return one of some types.

    >>> sorted(methods_that(Fact.RESIZES, "item"))
    ['pop']
    """
    return _that(METHODS_BY_NAME.values(), facts, results)


@cache
def functions_of(module: str, facts: Fact, *results: str) -> frozenset[str]:
    """The names, in their module, of the functions of which all of some facts are true.

    >>> sorted(functions_of("itertools", Fact.ENDLESS))
    ['count', 'cycle', 'repeat']
    """
    mine = [row for row in FUNCTIONS.values() if row.name.rpartition(".")[0] == module]
    return frozenset(name.rpartition(".")[2] for name in _that(mine, facts, results))


def _that(rows: Iterable[Row], facts: Fact, results: tuple[str, ...]) -> frozenset[str]:
    return frozenset(row.name for row in rows if facts in row.facts and (not results or row.result in results))


@cache
def objects_that(facts: Fact) -> frozenset[Any]:
    """The functions themselves of which all of some facts are true, builtins included.

    >>> setattr in objects_that(Fact.MUTATES), getattr in objects_that(Fact.MUTATES)
    (True, False)
    """
    return frozenset(found for row in FUNCTIONS.values() if facts in row.facts for found in objects_of(row))


def is_one_that(function: Any, facts: Fact) -> bool:
    """Whether a function, which may have no hash, is one of those."""
    return any(function is each for each in objects_that(facts))


def objects_of(row: Row) -> tuple[Any, ...]:
    """The function that a row is about; nothing where this Python does not have it, or where it is a module."""
    module, _, name = row.name.rpartition(".")
    if module:
        return tuple(found for found in [getattr(_module(module), name, None)] if callable(found))
    found = getattr(builtins, name, None)
    return (found,) if callable(found) else ()


@cache
def _module(name: str) -> Any:
    return importlib.import_module(name) if importlib.util.find_spec(name.partition(".")[0]) else None


def row_of(name: str) -> Row | None:
    """The row of a builtin or of a function of a module; None where the name is in no table.

    An exception has the row of the class that it is derived from.

    >>> row_of("hash").support, row_of("KeyError") is row_of("Exception"), row_of("unheard_of")
    (<Support.REFUSED: 'refused'>, True, None)
    """
    value = getattr(builtins, name, None)
    if name not in FUNCTIONS and isinstance(value, type) and issubclass(value, BaseException):
        return FUNCTIONS["Exception"]
    return FUNCTIONS.get(name)


def is_left_to_python(name: str) -> bool:
    """Whether a builtin is called as it stands, traced values or not.

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
