"""Names that a function's text has and its code has not: annotations and defaults were evaluated where it was defined.

The code that is made of the text in another process has them again, so they travel with the function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import cloudpickle  # type: ignore[import-untyped]

from nbgraph.core.errors import SourceError
from nbgraph.core.source.function import parse_function


def with_head_names(reduced: Any, function: FunctionType) -> Any:
    """What a pickler makes of a function that travels by value, with what its annotations and defaults name.

    Args:
        reduced: the pickler's: the function's globals stand in its state.
    """
    if not isinstance(reduced, tuple):
        return reduced
    make, made_of, (attributes, slots), *rest = reduced
    known = slots["__globals__"]
    further = {name: item for name, item in _named(function) if name not in known and _travels(item)}
    if not further:
        return reduced
    return make, made_of, (attributes, {**slots, "__globals__": {**known, **further}}), *rest


def _named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The global names in a function's annotations and defaults, with their values."""
    try:
        node = parse_function(function).node
    except SourceError:
        return
    for part in _heads(node):
        for name in ast.walk(part):
            if isinstance(name, ast.Name) and name.id in function.__globals__:
                yield name.id, function.__globals__[name.id]


def _heads(node: ast.AST) -> Iterator[ast.expr]:
    for each in ast.walk(node):
        match each:
            case ast.arguments():
                yield from each.defaults
                yield from (default for default in each.kw_defaults if default is not None)
            case ast.arg(annotation=ast.expr() as annotation):
                yield annotation
            case ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.FunctionDef(returns=ast.expr() as returns):
                yield returns


def _travels(item: Any) -> bool:
    """Whether it can be sent: what is only named is not worth a call that stays here."""
    if isinstance(item, ModuleType):
        return True
    try:
        cloudpickle.dumps(item, protocol=5)
    except Exception:  # whatever its `__reduce__` may raise
        return False
    return True
