"""Explain why code in a converted function must know its values: Python runs classes, coroutines and generators."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.scope import is_generator
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

COROUTINE = "a plain function"
GENERATOR = "a function that returns its values in a list or an array"


def reason_at(span: Span) -> tuple[str, str]:
    """Return why a position must decide by known values, and what to write instead; two "" if it need not."""
    source = SourceText.of_file(span.file)
    scope = _innermost_scope(source, span) if source is not None else None
    match scope:
        case ast.ClassDef(name=name):
            return (
                f"in the body of the class `{name}`, which Python runs",
                "a name before the class, `y = ...`, that the class reads",
            )
        case ast.AsyncFunctionDef(name=name):
            return f"in the coroutine `{name}`, which Python runs", COROUTINE
        case ast.FunctionDef(name=name) if is_generator(scope):
            return f"in the generator `{name}`, which Python runs", GENERATOR
    return "", ""


def _innermost_scope(source: SourceText, span: Span) -> ast.AST | None:
    """Return the function or class around a position; None at module level."""
    pending: list[ast.AST] = [source.tree]
    found = None
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            inside = source.node_span(node)
            start, end = (inside.line, inside.column), (inside.end_line, inside.end_column)
            if not start <= (span.line, span.column) <= end:
                continue
            found, pending = node, []
        pending.extend(ast.iter_child_nodes(node))
    return found
