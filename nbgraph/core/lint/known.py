"""Local names that are other names of something outside: bound once, by an import or to a name that is known."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core.source.environment import UNKNOWN, Environment


def known_locals(body: Sequence[ast.AST], environment: Environment) -> dict[str, Any]:
    """What such names in a function's body stand for.

    Args:
        body: the statements.
        environment: the names around, in which those of the function say nothing.

    >>> environment = Environment({"seen": []}, local=frozenset({"also", "r", "x"}))
    >>> sorted(known_locals(ast.parse("import random as r; also = seen; x = 1").body, environment))
    ['also', 'r']
    """
    nodes = [node for statement in body for node in ast.walk(statement)]
    bound = Counter(name for node in nodes for name in _bound(node))
    found = {name: value for node in nodes for name, value in _meanings(node, environment) if bound[name] == 1}
    return {name: value for name, value in found.items() if value is not UNKNOWN}


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def _meanings(node: ast.AST, environment: Environment) -> Iterator[tuple[str, Any]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Attribute() as value):
            yield name, environment.resolve(value)
        case ast.Import(names=names):
            for each in names:
                whole = each.name if each.asname else each.name.partition(".")[0]
                yield each.asname or whole, sys.modules.get(whole, UNKNOWN)
        case ast.ImportFrom(module=str(module), names=names, level=0) if module in sys.modules:
            for each in names:
                yield each.asname or each.name, vars(sys.modules[module]).get(each.name, UNKNOWN)
