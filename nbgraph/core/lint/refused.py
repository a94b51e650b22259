"""Rule "refused": what a graph refuses at its line since it would do otherwise than Python, where the text shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

import jax
import numpy as np

from nbgraph.core.lint.effects import root
from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import functions_of

_ARRAYS = (np.ndarray, jax.Array)


def refused(source: Source, place: Place) -> Iterator[Finding]:
    """Questions for NumPy or JAX, keys in another order, and what stands in two places."""
    node = place.node
    if _asks_for_one(place, node):
        message = "a graph does not know whether an array came from NumPy or from JAX"
        remedy = "ask for both, `isinstance(v, (np.ndarray, jax.Array))`; or for what you need, as `v.ndim`"
        yield Finding("refused", source.span(node), message, remedy)
    if isinstance(node, ast.For | ast.While):
        yield from _shared(source, node)
        yield from _kept(source, place, node)


def _asks_for_one(place: Place, node: ast.AST) -> bool:
    """Whether a class is asked that an argument has as NumPy's array, and not as JAX's, or the other way round."""
    match node:
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], comparators=[right]):
            asked = [left, right]
            classes: Sequence[ast.expr] = [right, left]
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[left, ast.Tuple(elts=elements)]):
            asked, classes = [left], elements
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[left, right]):
            asked, classes = [left], [right]
        case _:
            return False
    found = {place.resolve(each) for each in classes if any(place.resolve(each) is cls for cls in _ARRAYS)}
    return len(found) == 1 and any(_is_of(each, place.given) for each in asked)


def _is_of(node: ast.expr, given: frozenset[str]) -> bool:
    """Whether an expression is an argument or its class."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]) | ast.Name(id=name):
            return name in given
        case ast.Attribute(value=ast.Name(id=name), attr="__class__"):
            return name in given
    return False


def _shared(source: Source, loop: ast.For | ast.While) -> Iterator[Finding]:
    """A list with a name of its own that a tuple holds, and that a loop changes in it."""
    lists, tuples = set(), {}
    for assignment in source.assignments:
        match assignment:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() | ast.ListComp()):
                lists.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=elements)):
                tuples[name] = {each.id for each in elements if isinstance(each, ast.Name)}
    for node in ast.walk(loop) if lists and tuples else ():
        name = root(node.value) if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript) else ""
        held = tuples.get(name, set()) & lists
        if held and not isinstance(getattr(node, "ctx", None), ast.Load):
            message = f"`{name}` holds `{min(held)}`, which has a name of its own: in a loop of a graph that is a copy"
            remedy = f"change it by its name, `{min(held)}[...] = ...`, and leave it out of the tuple"
            yield Finding("refused", source.span(node), message, remedy, name)


def _kept(source: Source, place: Place, loop: ast.For | ast.While) -> Iterator[Finding]:
    """An array of NumPy that a loop changes in place, and keeps under another name or in a list without a copy."""
    arrays = {name for name, made in _assigned(source.assignments) if _makes_array(place, made)}
    if not arrays:
        return
    changing = {name for name, _ in _assigned(ast.walk(loop))}
    leaving = {id(part) for block in _last_blocks(loop) for node in block for part in ast.walk(node)}
    kept: set[str] = set()
    for node in ast.walk(loop):
        match node:
            case ast.Assign(value=ast.Name(id=name)) if id(node) not in leaving:
                kept.add(name)
            case ast.Call(func=ast.Attribute(attr="append"), args=[ast.Name(id=name)]) if id(node) not in leaving:
                kept.add(name)
    for node in ast.walk(loop):
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()) if name in arrays & kept - changing:
                message = f"`{name}` is changed here, and this loop keeps the same array under another name"
                yield Finding("refused", source.span(node), message, f"a copy where it is kept, `{name}.copy()`", name)


def _last_blocks(loop: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of a loop after which no iteration follows."""
    for node in ast.walk(loop):
        if isinstance(node, ast.If):
            yield from (
                block for block in (node.body, node.orelse) if block and isinstance(block[-1], ast.Break | ast.Return)
            )


def _assigned(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Names that are assigned something, each with what; also those of `a, b = ..., ...`."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=False))
            case ast.Assign(targets=targets, value=value):
                pairs = [(target, value) for target in targets]
            case _:
                continue
        yield from ((target.id, value) for target, value in pairs if isinstance(target, ast.Name))


def _makes_array(place: Place, made: ast.expr) -> bool:
    makers = functions_of("numpy", Fact.NONE, "array")
    return isinstance(made, ast.Call) and any(place.called(made.func) is getattr(np, name) for name in makers)
