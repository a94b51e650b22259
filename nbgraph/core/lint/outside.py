"""Rule "changed-outside": what outlives the call is changed, which a graph, whose Python runs once, cannot repeat."""

from __future__ import annotations

import ast
import types
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from nbgraph.core.lint.finding import Finding
from nbgraph.core.lint.walk import Place, Source
from nbgraph.core.source.environment import UNKNOWN
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import CHANGING, is_one_that

_CONTAINERS = (list, dict, set, deque, bytearray, np.ndarray)


def changed_outside(source: Source, place: Place) -> Iterator[Finding]:
    """Assignments to global names, and changes of containers and objects from outside of the function."""
    node = place.node
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id in place.declared:
        yield _finding(source, node, node.id)
    elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        if _is_outside(place, node.value) or _is_bound_self(place, node):
            yield _finding(source, node, ast.unparse(node))
    elif isinstance(node, ast.Call) and (changed := _changed_by(place, node)) is not None:
        yield _finding(source, node, ast.unparse(changed))


def _finding(source: Source, node: ast.AST, name: str) -> Finding:
    message = f"`{name}` outlives the call and is changed by it, but a graph's Python runs once only"
    remedy = f"return the new value of `{name}`, and assign it where the function is called"
    return Finding("changed-outside", source.span(node), message, remedy, name)


def root(node: ast.AST) -> str:
    """The name that a chain of attributes and subscripts starts from; "" where it starts from anything else.

    >>> root(ast.parse("a.b[0].c", mode="eval").body), root(ast.parse("f().b", mode="eval").body)
    ('a', '')
    """
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_outside(place: Place, node: ast.expr) -> bool:
    """Whether an expression starts from a name of the surroundings that has a value now, or is all of them."""
    if isinstance(node, ast.Call) and place.called(node.func) is globals:
        return True
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call) and place.called(node.func) is vars and node.args:
        return _is_outside(place, node.args[0])
    name = root(node)
    return bool(name) and name not in place.own and place.resolve(ast.Name(name)) is not UNKNOWN


def _is_bound_self(place: Place, node: ast.Attribute | ast.Subscript) -> bool:
    return place.bound_self != "" and root(node) == place.bound_self


def _changed_by(place: Place, call: ast.Call) -> ast.expr | None:
    """What a call changes that is from outside: the container of a method, or what a function is given."""
    func = call.func
    owner = func.value if isinstance(func, ast.Attribute) and func.attr in CHANGING else None
    if owner is not None and _is_outside(place, owner) and isinstance(_value(place, owner), _CONTAINERS):
        return owner
    function = place.called(func)
    given = [call.args[0]] if call.args and is_one_that(function, Fact.MUTATES) else []
    given += [argument.value for argument in call.keywords if argument.arg == "out"]
    changed = (each for each in given if _is_outside(place, each))
    return next(changed, None)


def _value(place: Place, node: ast.expr) -> Any:
    """What an expression of names, modules and plain attributes holds now, without running any code."""
    if isinstance(node, ast.Attribute):
        owner = _value(place, node.value)
        if isinstance(owner, types.ModuleType | type):
            return vars(owner).get(node.attr, UNKNOWN)
        return getattr(owner, "__dict__", {}).get(node.attr, UNKNOWN)
    if isinstance(node, ast.Subscript):
        return [] if isinstance(_value(place, node.value), list | dict) else UNKNOWN  # rows of rows, most likely
    return place.resolve(node)
