"""What a written call of the user's function returns: each result as a part of its value, `g['w']`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax

from nbgraph.core.printing.ir.labels import identifier
from nbgraph.core.printing.ir.program import Block, Variable
from nbgraph.core.printing.source.source_expressions import Group, NotWordsError
from nbgraph.core.printing.text.code import assign, literal, text_of
from nbgraph.core.printing.text.values import Value

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer

_LEAF = jax.tree_util.tree_structure(0)


@dataclass(frozen=True)
class Called:
    """The program of a call, with where in its value each result stands."""

    block: Block
    tree: Any
    weak: tuple[bool, ...]


def enter(writer: Writer, group: Group, node: ast.expr, found: Called, paths: Sequence[int]) -> None:
    """Enter the results of a call: it stands where it is used, or gets a statement and each result is a part of it."""
    spans = group.spans
    names = [identifier(name) for name in writer.context.places.names(spans[0].file).bound.get(spans[0], ())]
    if found.tree.num_leaves == 1 and found.tree == _LEAF:
        (result,) = group.results
        result.name = names[0] if len(names) == 1 else result.name
        writer.enter(result, _value(node, result, found.weak[0]), spans)
        return
    symbols, parts = _parts(writer, names, found, set(paths))
    writer.body.put(assign(symbols, node), spans)
    for result, path in zip(group.results, paths, strict=True):
        value = _value(parts[path], result, found.weak[path])
        writer.known[result] = value.also(names=frozenset((_word(value.node),)), spans=spans)


def _value(node: ast.expr, result: Variable, weak: bool) -> Value:
    return Value(node, result.aval, None if weak else False, traced=True)


def _word(node: ast.expr) -> str:
    """What a part of a value may be called: `g['w']` is `g_w`."""
    return identifier(text_of(node).replace("'", "").replace("%", ""))


def _parts(
    writer: Writer, names: Sequence[str], found: Called, used: set[int]
) -> tuple[list[str], dict[int, ast.expr]]:
    """The variables of a statement that binds the value of a call, and each leaf of it as an expression of these.

    Raises:
        NotWordsError: it is no dict, list or tuple of arrays.
    """
    numbers = jax.tree_util.tree_unflatten(found.tree, range(found.tree.num_leaves))
    several = list(numbers) if type(numbers) is tuple and len(numbers) == len(names) else [numbers]
    symbols, parts = list[str](), dict[int, ast.expr]()
    for name, part in zip(names or ("value",), several, strict=False):
        is_used = not used.isdisjoint(jax.tree_util.tree_leaves(part))
        symbols.append(writer.context.symbols.new(name) if is_used else "_")
        parts |= _leaves(part, ast.Name(symbols[-1], ast.Load()))
    return symbols, parts


def _leaves(part: Any, node: ast.expr) -> dict[int, ast.expr]:
    """The leaves of a value, by their numbers."""
    if type(part) is int:
        return {part: node}
    keys = part.keys() if type(part) is dict else range(len(part)) if type(part) in (list, tuple) else None
    if keys is None:
        raise NotWordsError
    found: dict[int, ast.expr] = {}
    for key in keys:
        found |= _leaves(part[key], ast.Subscript(node, literal(key), ast.Load()))
    return found
