"""Choices that the specialised code writes in another way than this run's graph makes them."""

from __future__ import annotations

import ast
from collections import defaultdict

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision

_KINDS = {
    "lax.cond": "cond",
    "lax.switch": "cond",
    "jnp.where": "select",
    "jnp.select": "select",
    "lax.select": "select",
}
_WHY = {
    "select": "the specialised code says `lax.cond` here, which leaves the same values and computes one side only",
    "cond": "the specialised code says `jnp.where` here, which leaves the same values and computes both sides",
}


def written_choices(code: GeneratedCode | None) -> dict[int, set[str]]:
    """How the choices of each line of the source are written in a form of the code: "cond", "select".

    A line of which nothing is known is not in it.
    """
    found: dict[int, set[str]] = defaultdict(set)
    if code is not None:
        for node in ast.walk(ast.parse(code.text)):
            kind = _KINDS.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
            place = _source_of(node, code) if kind is not None else None
            if kind is not None and place is not None:
                found[place.line].add(kind)
    return dict(found)


def otherwise(decision: Decision, written: dict[int, set[str]]) -> str:
    """Why the code says another word than the graph has, for the hover; "" where it does not."""
    kinds = written.get(decision.span.line, set())
    return "" if decision.shown in kinds or not kinds else _WHY.get(decision.shown, "")


def _source_of(node: ast.AST, code: GeneratedCode) -> Span | None:
    """The source of the innermost stretch of code around a node."""
    assert isinstance(node, ast.expr)
    start, end = (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)
    around = [
        link
        for link in code.mappings
        if (link.generated.line, link.generated.column) <= start
        and end <= (link.generated.end_line, link.generated.end_column)
    ]
    if not around:
        return None
    spread = [(link.generated.end_line - link.generated.line, link.generated.end_column) for link in around]
    return around[min(range(len(around)), key=spread.__getitem__)].source
