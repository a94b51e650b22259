"""Every link of the source map joins texts that say the same."""

from __future__ import annotations

import ast
import textwrap

from nbgraph.core.executor.convert import conversion
from nbgraph.core.normalise.trees.naming import identifiers
from nbgraph.core.source.text import SourceText
from tests.pool.subject import Subject
from tests.programs.pool import load_all

INDENTED = "syntax.docstring"  # its text at the margin moves with the code around it


def leaf(text: str) -> ast.expr | None:
    """A name or constant, if the text is one."""
    try:
        node = ast.parse(textwrap.dedent(text).strip(), mode="eval").body
    except SyntaxError:
        return None
    return node if isinstance(node, ast.Name | ast.Constant) else None


def links_names_and_constants_to_themselves(subject: Subject) -> None:
    """In the converted code."""
    converted, code = subject.converted, subject.converted_code
    generated = SourceText("converted code", tuple(code.text.split("\n")))
    assert code.mappings
    users = identifiers(converted.parsed.node)  # a name that stands for one of the user's is linked to that one
    for mapping in code.mappings:
        assert converted.parsed.span.contains(mapping.source), mapping
        new, old = leaf(generated.segment(mapping.generated)), leaf(converted.parsed.source.segment(mapping.source))
        if isinstance(new, ast.Constant) and isinstance(old, ast.Constant):
            assert new.value == old.value, mapping
        if isinstance(new, ast.Name) and isinstance(old, ast.Name) and new.id in users:
            assert new.id == old.id, mapping


def test_every_line_of_collatz_is_linked() -> None:
    converted = conversion(load_all()["classics.collatz"].function)
    linked = {mapping.source.line for mapping in converted.code.mappings}
    body = converted.parsed.span
    first = body.line + 1  # below the decorator
    assert linked >= {first, first + 1, first + 2, first + 3, first + 4, first + 6, first + 7, first + 8}
