"""Functions made from one of the user's, with another body: traced in its place, so that their code can be shown."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import types
from typing import Any

import jax

from nbgraph.core.codegen.load import load
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.traces import Trace
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.source.function import given_tree


def remade(original: types.FunctionType, node: ast.FunctionDef, parsed: Any, around: dict[str, Any]) -> Any:
    """A function of the user's with another body, among other names."""
    ast.fix_missing_locations(node)
    made = load(node, original, parsed.flags, {}, parsed.class_name)
    function = types.FunctionType(made.__code__, around, original.__name__, original.__defaults__, made.__closure__)
    function.__kwdefaults__ = original.__kwdefaults__
    function.__qualname__, function.__module__ = original.__qualname__, original.__module__
    given_tree(function, dataclasses.replace(parsed, node=node))
    return function


def traced_alike(function: Any, trace: Trace) -> Trace | None:
    """The trace of a function for the arguments of another; None where it fails, or still chooses texts."""
    arguments, keywords = trace.inputs
    bound = inspect.signature(function).bind(*arguments, **keywords)
    static = [name for name, value in bound.arguments.items() if not _has_types(value)]
    executor = GraphFunction(function, static_argnames=tuple(static))
    try:
        executor.trace(*arguments, **keywords)
    except Exception:
        return None
    return executor.traces[-1]


def _has_types(value: Any) -> bool:
    return any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves(value))


def moved(made: Any, part: ast.AST, count: int) -> Any:
    """A copy at a position of its own, where there is room: decisions are found by their place."""
    if not count or not isinstance(part, ast.stmt | ast.expr) or part.end_col_offset is None:
        return made
    new, end = replace(made) if made is part else made, part.end_col_offset - count
    if end > 0 and (part.end_lineno, end) > (part.lineno, part.col_offset):
        new.end_col_offset = end
    return new
