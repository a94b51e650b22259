"""Pieces of code that statements and loops share."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.functionalise.blocks import value_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.specialise.expressions import verb_of

Sink = Callable[[ast.expr], list[ast.stmt]]


def expanded_tail(function, names: Sequence[str]):
    """A block that returns a staging call's results directly, with the results named first: they may need casts."""
    last = function.body[-1]
    if not names or not has_value(function) or verb_of(last.value) not in ("if_", "while_", "for_"):
        return function
    stored = [ast.copy_location(ast.Name(name, ast.Store()), last) for name in names]
    target = stored[0] if len(stored) == 1 else ast.copy_location(ast.Tuple(stored, ast.Store()), last)
    bind = ast.copy_location(ast.Assign([target], last.value), last)
    results = [ast.copy_location(ast.Name(name, ast.Load()), last) for name in names]
    hand_back = ast.copy_location(ast.Return(value_of(results, last)), last)
    return replace(function, body=[*function.body[:-1], bind, hand_back])


def has_value(function) -> bool:
    return isinstance(function.body[-1], ast.Return) and function.body[-1].value is not None


def assign(target: ast.expr, value: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """`target = value`; pairs that assign a name to itself are left out."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = [(t, v) for t, v in zip(target.elts, value.elts, strict=True) if not _is_self(t, v)]
        if len(pairs) < len(target.elts):
            if not pairs:
                return []
            targets, values = (list(part) for part in zip(*pairs, strict=True))
            if len(pairs) == 1:
                return assign(targets[0], values[0], at)
            target = ast.copy_location(ast.Tuple(targets, ast.Store()), at)
            value = ast.copy_location(ast.Tuple(values, ast.Load()), at)
    elif _is_self(target, value):
        return []
    return [ast.copy_location(ast.Assign([target], value), at)]


def _is_self(target: ast.expr, value: ast.expr) -> bool:
    if verb_of(value) == "undefined":
        return True
    return isinstance(target, ast.Name) and isinstance(value, ast.Name) and target.id == value.id
