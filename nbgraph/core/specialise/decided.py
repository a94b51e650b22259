"""Parameters whose value was decided when special code was made: it says so, and takes no other."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from typing import Any

from nbgraph.core.executor.traces import Trace
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote
from nbgraph.core.pipeline import Converted

_PLAIN = (bool, int, float, str, type(None))


def with_decided(main: ast.FunctionDef, converted: Converted, trace: Trace) -> ast.FunctionDef:
    """Special code that refuses other values of parameters which its decisions hang on.

    Args:
        main: the code.
        converted: the function.
        trace: what it was made from.
    """
    before, after = _reads(converted.parsed.node), _reads(main)
    lines = []
    for name, value in _known(converted, trace).items():
        if after[name] < before[name] and not (isinstance(value, float) and value != value):
            known = ast.copy_location(ast.Constant(value), main.body[0])
            form = "assert name is known" if value is None or isinstance(value, bool) else "assert name == known"
            lines += quote(form, main.body[0], name=name, known=known)
    return (
        replace(main, body=[*main.body[: _docstring(main)], *lines, *main.body[_docstring(main) :]]) if lines else main
    )


def _known(converted: Converted, trace: Trace) -> dict[str, Any]:
    """The parameters that were no part of the graph, with their values: static, or not given."""
    arguments, keywords = trace.inputs
    try:
        bound = inspect.signature(converted.original).bind(*arguments, **keywords)
    except TypeError:
        return {}  # a method, which gets its object besides
    bound.apply_defaults()
    own = {name for name in bound.arguments if _is_single(converted, name)}
    return {name: value for name, value in bound.arguments.items() if name in own and type(value) in _PLAIN}


def _is_single(converted: Converted, name: str) -> bool:
    """Whether a name is that of one argument."""
    arguments = converted.parsed.node.args
    return any(each.arg == name for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))


def _reads(node: ast.AST) -> Counter[str]:
    """How often each name is read."""
    return Counter(part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load))


def _docstring(main: ast.FunctionDef) -> int:
    return int(ast.get_docstring(main, clean=False) is not None)
