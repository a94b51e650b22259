"""What is true of a builtin, a method or a library function stands in the support table, and in no list elsewhere."""

from __future__ import annotations

import ast
import bisect
import builtins
import collections
import contextlib
import copy
import functools
import heapq
import itertools
import math
import random
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nbgraph.core.source.support.rows import Fact, Row, Support
from nbgraph.core.source.support.table import FUNCTIONS, METHODS_BY_NAME, OF_NUMBERS, builtins_that, objects_of
from nbgraph.core.staging.builtins.builtin_functions import TABLE
from nbgraph.core.staging.builtins.library_functions import COUNTERPARTS as OF_LIBRARIES
from nbgraph.core.staging.builtins.math_functions import COUNTERPARTS as OF_MATH

PACKAGE = Path(__file__).parents[1] / "nbgraph"
MODULES = (math, itertools, functools, heapq, bisect, random, statistics)
CLASSES = (list, dict, set, str, collections.deque, collections.Counter, collections.OrderedDict)
WALKS = {"enumerate", "filter", "map", "range", "reversed", "zip"}  # types that are called, and not asked about
MANY = 3

# Lists that remain, by the file, each with the reason.
LOWERINGS = {
    "core/staging/builtins/string_methods.py": "methods of strings whose characters only the run knows",
    "core/staging/builtins/builtin_functions.py": "the function that stands for each builtin",
    "core/staging/builtins/library_functions.py": "the function that stands for each function of a library",
    "core/staging/builtins/math_functions.py": "the function that stands for each function of `math` that JAX has not",
    "core/staging/builtins/array_selections.py": "the function that stands for each method of arrays, of a selection",
    "core/staging/builtins/heaps.py": "the function that stands for each function of `heapq` and `bisect`",
    "core/normalise/statements/comprehension.py": "the name of the running result of each builtin that folds",
    "core/normalise/expressions/reductions.py": "how many more arguments each builtin that folds may have",
    "core/normalise/expressions/local_names.py": "the code that stands for each builtin that looks at all local names",
}
OTHER_WORDS = {
    "core/checked/cuts.py": "primitives of JAX",
    "core/checked/moving.py": "primitives of JAX",
    "core/checked/operations.py": "primitives of JAX",
    "core/checked/story.py": "primitives of JAX, and what they are called by",
    "core/staging/trace/cost.py": "primitives of JAX",
    "core/staging/trace/kind_questions.py": "primitives of JAX",
    "core/printing/text/variations.py": "what may jump, in whatever module: of NumPy's and JAX's, too",
    "core/executor/invalidation/dependencies.py": "what tells a member of an enumeration from its number",
    "core/executor/invalidation/mentions.py": "names that a notebook keeps for itself",
}


def vocabulary() -> frozenset[str]:
    """The names of the builtins, of methods of containers and strings, and of functions of some modules."""
    names = {name for owner in (builtins, *MODULES, *CLASSES) for name in dir(owner) if not name.startswith("_")}
    types = {name for name, value in vars(builtins).items() if isinstance(value, type) and name not in WALKS}
    return frozenset(names - types)


def words_of(node: ast.AST) -> list[str]:
    """What a display, the keys of a dict or a split string lists: its strings, and the functions that it names."""
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return [word for part in parts for word in _word(part)]
        case ast.Dict(keys=keys):
            return [word for key in keys if key is not None for word in _word(key)]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
            return text.split()
        case ast.Call(func=ast.Name(id="words"), args=[ast.Constant(value=str(text))]):
            return text.split()
    return []


def _word(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(word)):
            yield word
        case ast.Name(id=name) if callable(found := getattr(builtins, name, None)) and not isinstance(found, type):
            yield name
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in {each.__name__ for each in MODULES}:
            yield name


def listed(tree: ast.AST, known: frozenset[str]) -> Iterator[tuple[int, list[str]]]:
    """The lists in a program that hold at least as many known names as other words, and not few of them."""
    for node in ast.walk(tree):
        words = words_of(node)
        found = [word for word in words if word in known]
        if len(set(found)) >= MANY and 2 * len(found) >= len(words):
            yield getattr(node, "lineno", 0), found


@pytest.mark.parametrize(
    "code", ["X = ('append', 'extend', 'pop')", "X = {abs: 1, len: 2, sum: 3}", "X = 'sin cos tan'.split()"]
)
def test_a_list_is_seen(code: str) -> None:
    assert [len(found) for _, found in listed(ast.parse(code), vocabulary())] == [3]


def test_no_list_of_builtins_or_methods_stands_outside_the_table() -> None:
    known, elsewhere = vocabulary(), {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("core/source/support/") and (lists := list(listed(ast.parse(path.read_text()), known))):
            elsewhere[name] = lists
    allowed = LOWERINGS | OTHER_WORDS
    assert {name: lists for name, lists in elsewhere.items() if name not in allowed} == {}
    assert allowed.keys() - elsewhere.keys() == set(), "these have no list any more"


def test_each_builtin_that_is_converted_has_a_function_that_stands_for_it() -> None:
    converted = {name for name in builtins_that(Fact.NONE) if FUNCTIONS[name].support is Support.CONVERTED}
    lowered = {function.__name__ for function in TABLE}
    assert lowered - converted == OF_NUMBERS
    assert {name for name in converted - lowered if hasattr(builtins, name)} == {
        *("ord", "tuple"),  # Python's own do
        *("dict", "set"),  # theirs are in `keyed`, for the functions that need them
    }


def test_each_function_of_a_module_that_stands_for_another_has_a_row() -> None:
    rows = {function: row for row in FUNCTIONS.values() for function in objects_of(row)}
    assert {function for function in OF_MATH if rows[function].support is not Support.CONVERTED} == set()
    assert {function for function in OF_LIBRARIES if function not in rows} == set()


def test_a_row_has_a_remedy_where_its_function_is_refused() -> None:
    for row in FUNCTIONS.values():
        assert bool(row.error) == bool(row.remedy) == (row.support is Support.REFUSED), row.name


def test_the_rows_of_methods_are_methods() -> None:
    import array
    import csv
    import io
    import queue

    import numpy as np

    owners = (*CLASSES, bytearray, np.ndarray, array.array, io.StringIO, memoryview, queue.Queue, int, float)
    names = {name for owner in owners for name in dir(owner)} | set(dir(csv.writer(io.StringIO()))) | {"locked"}
    assert METHODS_BY_NAME.keys() - names == set()


GIVEN: tuple[tuple[Any, ...], ...] = ((), (1,), (0, 5), ([5],), ({1: 5},), (2,), ((),))
MADE = ([3, 1, 2], bytearray((3, 1, 2)), {3, 1}, {1: 2, 3: 4}, collections.deque((3, 1)))
COUNTED = (collections.Counter({1: 2, 3: 4}), collections.OrderedDict({1: 2, 3: 4}))


@pytest.mark.parametrize("owner", [*MADE, *COUNTED], ids=lambda owner: type(owner).__name__)
def test_what_changes_a_container_in_python_mutates_in_the_table(owner: Any) -> None:
    """What adds a method to a class of ours is reminded of its row by Python itself."""

    def changes(name: str, arguments: tuple[Any, ...]) -> bool:
        tried = copy.deepcopy(owner)
        with contextlib.suppress(Exception):
            getattr(tried, name)(*arguments)
        return (repr(tried), list(tried)) != (repr(owner), list(owner))

    found = {name for name in dir(owner) if not name.startswith("_") and any(changes(name, each) for each in GIVEN)}
    stated = {name for name in dir(owner) if Fact.MUTATES in METHODS_BY_NAME.get(name, Row(name)).facts}
    assert found == stated
