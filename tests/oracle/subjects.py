"""The calls that the oracle looks at: each program of the pool and of the support table, once for each signature."""

from __future__ import annotations

import linecache
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.source.support.rows import Support
from tests.docs.support.entry import Entry
from tests.docs.support.page import called_name
from tests.docs.support.table import all_entries
from tests.programs.pool import RIGHT, load_all


@dataclass(frozen=True)
class Subject:
    """One call of one program.

    Attributes:
        name: the program, and the number of the arguments where it has several signatures.
        function: the program.
        arguments: what it is called with.
        refused: whether the call is expected to be an error.
        strict: whether the program stands strict dtype promotion.
        reset: undoes what earlier calls did to globals.
    """

    name: str
    function: types.FunctionType
    arguments: tuple[Any, ...]
    refused: bool = False
    strict: bool = True
    reset: Callable[[], None] = lambda: None


def subjects() -> Iterator[Subject]:
    """Every call, in the order of the names."""
    for name, program in load_all().items():
        reset, refused = program.reset or (lambda: None), program.expect != RIGHT
        for number, arguments in signatures(program.arguments):
            title = f"{name}#{number}" if number else name
            yield Subject(title, program.function, arguments, refused, program.strict, reset)
    for entry in (each for each in all_entries() if each.here):
        refused, sets = entry.support is Support.REFUSED, [eval(f"({a},)", {"jnp": jnp}) for a in entry.arguments]
        for number, arguments in signatures(sets):
            title = f"support table.{entry.names[0]}"
            yield Subject(f"{title}#{number}" if number else title, define(entry), arguments, refused, strict=False)


def signatures(sets: Any) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The sets of arguments of which no earlier one has the same signature, with their numbers."""
    seen = set()
    for number, arguments in enumerate(sets):
        leaves, tree = jax.tree_util.tree_flatten(arguments)
        types_of = [(type(leaf), getattr(leaf, "shape", None), str(getattr(leaf, "dtype", ""))) for leaf in leaves]
        key = str((tree, types_of, [leaf for leaf in leaves if isinstance(leaf, str)]))
        if key not in seen:
            seen.add(key)
            yield number, arguments


def define(entry: Entry) -> types.FunctionType:
    """The function that the program of an entry in the support table defines last."""
    file = f"<entry, {entry.names[0]}>"
    linecache.cache[file] = (len(entry.code), None, entry.code.splitlines(True), file)
    names: dict[str, Any] = {"jax": jax, "jnp": jnp, "ng": ng, "__name__": "entries"}
    exec(compile(entry.code, file, "exec", dont_inherit=True), names)
    function = names[called_name(entry.code)]
    assert isinstance(function, types.FunctionType)
    return function
