"""Convert displays and comprehensions of dicts and sets with run-time keys: `ng.dict_([(k, v)])` and `ng.set_([x])`.

Which functions need them is not known before a trace: those of which one has found it out carry `KEYED`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar, cast

from nbgraph.core.normalise.trees.rewriter import rebuild, replace
from nbgraph.core.normalise.trees.template import quote_expression

KEYED = (0, 0, 0, 0)  # among the places that traces have found: the function as a whole
Node = TypeVar("Node", bound=ast.AST)


def convert_keyed_displays(node: Node) -> Node:
    """Return a tree in which each display or comprehension of a dict or a set takes run-time keys.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> for code in ("{}", "{k: v, 1: 2}", "{**d, k: v}", "{x, 1}", "{f(x) for x in xs}", "{k: 0 for k in xs}"):
    ...     show(convert_keyed_displays(example(code)))
    ng.dict_()
    ng.dict_([(k, v), (1, 2)])
    ng.dict_(d, [(k, v)])
    ng.set_([x, 1])
    ng.set_([f(x) for x in xs])
    ng.dict_([(k, 0) for k in xs])
    """
    return cast("Node", _converted(node))


def _converted(node: ast.AST) -> ast.AST:
    new = rebuild(node, _converted)
    match new:
        case ast.Dict():
            return _call("dict_", new, _parts(new))
        case ast.DictComp(key=key, value=value, generators=generators):
            return _call("dict_", new, [_at(new, ast.ListComp(_pair(key, value), generators))])
        case ast.Set(elts=items):
            return _call("set_", new, [_at(new, ast.List(items, ast.Load()))])
        case ast.SetComp(elt=item, generators=generators):
            return _call("set_", new, [_at(new, ast.ListComp(item, generators))])
    return new


def _call(name: str, node: ast.expr, parts: Sequence[ast.expr]) -> ast.Call:
    call = quote_expression(f"ng.{name}()", node)
    assert isinstance(call, ast.Call), "what the template says"
    return replace(call, args=list(parts))


def _parts(node: ast.Dict) -> list[ast.expr]:
    """Return what a display takes its items from, in order: lists of pairs, and other dicts."""
    parts: list[ast.expr] = []
    for is_pair, items in groupby(zip(node.keys, node.values, strict=True), lambda item: item[0] is not None):
        if is_pair:
            parts.append(_at(node, ast.List([_pair(key, value) for key, value in items if key], ast.Load())))
        else:
            parts += [value for _, value in items]
    return parts


def _pair(key: ast.expr, value: ast.expr) -> ast.expr:
    return _at(key, ast.Tuple([key, value], ast.Load()))


def _at(node: ast.AST, made: ast.expr) -> ast.expr:
    return ast.copy_location(made, node)
