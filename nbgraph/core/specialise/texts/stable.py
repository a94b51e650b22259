"""Whether what names from outside stand for stays what it is while a program runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.specialise.texts.known import Known, is_constant

_LOOKS = ("get", "index", "count", "keys", "values", "items")
_LOOKING = ("len", "max", "min", "sorted", "sum", "enumerate", "list", "tuple", "reversed")


def stays_as_it_is(nodes: Iterable[ast.AST], known: Known) -> bool:
    """Whether functions bind no global name, and only look at the containers of texts and numbers that these name.

    >>> known = Known({"PRICES": {"a": 1}}, frozenset(), frozenset())
    >>> [stays_as_it_is([ast.parse(code)], known) for code in ("x = PRICES['a']", "PRICES['a'] = 2", "p = PRICES")]
    [True, False, False]
    """
    parts = [part for node in nodes for part in ast.walk(node)]
    if any(isinstance(part, ast.Global) for part in parts):
        return False
    looked_at = {id(name) for part in parts for name in _looked_at(part)}
    outside = (name for node in nodes for name in _names_from_outside(node, frozenset()))
    return all(id(name) in looked_at or not _is_container(name, known) for name in outside)


def _names_from_outside(node: ast.AST, local: frozenset[str]) -> Iterator[ast.Name]:
    """The names in a node that no function or comprehension around binds: a notebook has a `_` of its own."""
    if isinstance(node, ast.Name) and node.id not in local:
        yield node
    inner, around = local, list[ast.AST]()  # what is asked for before the node's own names are bound
    if isinstance(node, Function):
        found = names(*(node.body if isinstance(node.body, list) else [node.body]))
        inner |= (found.writes - found.declared) | set(parameters(node))
        around = [node.args, *getattr(node, "decorator_list", ())]
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        targets = [part for each in node.generators for part in ast.walk(each.target)]
        inner |= {part.id for part in targets if isinstance(part, ast.Name)}
        yield from _names_from_outside(node.generators[0].iter, local)
    for child in ast.iter_child_nodes(node):
        yield from _names_from_outside(child, local if child in around else inner)


def _looked_at(node: ast.AST) -> list[ast.expr]:
    """What a node only looks at."""
    match node:
        case ast.Subscript(value=owner, ctx=ast.Load()) | ast.For(iter=owner) | ast.comprehension(iter=owner):
            return [owner]
        case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _LOOKS:
            return [owner]
        case ast.Call(func=ast.Name(id=name), args=args) if name in _LOOKING:
            return list(args)
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
    return []


def _is_container(name: ast.Name, known: Known) -> bool:
    value = known.value(name.id)
    return isinstance(value, list | dict | set) and is_constant(value)
