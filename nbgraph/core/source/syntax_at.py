"""The syntax tree of a place in the user's source."""

from __future__ import annotations

import ast

from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


def syntax_at(span: Span | None) -> tuple[str, ast.AST | None]:
    """The text of a place as it was parsed, and the one expression or statement that it is, or the head of one.

    Brackets around an expression let it have more lines.

    Returns:
        None for the tree of a text that is not to be had, or parses as nothing.
    """
    source = SourceText.of_file(span.file) if span is not None else None
    if span is None or source is None or span.end_line > len(source.lines):
        return "", None
    text = source.segment(span)
    for whole in (f"({text}\n)", text, f"{text.rstrip(':')}: pass"):
        try:
            statement = ast.parse(whole).body[0]
        except (SyntaxError, IndexError):
            continue
        return whole, statement.value if isinstance(statement, ast.Expr) else statement
    return text, None
