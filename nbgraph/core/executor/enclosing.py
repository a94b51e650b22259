"""Code that Python runs by itself, though it stands in a converted function: why it must know its values."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.scope import is_generator
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

COROUTINE = "a plain function"
GENERATOR = "a function that returns its values in a list or an array"


def reason_at(span: Span) -> tuple[str, str]:
    """Why a place must decide by known values, as a clause, and what to write instead; two "" where it need not."""
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
    """The function or class whose body a place stands in; None at module level, or where the text is no program."""
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
