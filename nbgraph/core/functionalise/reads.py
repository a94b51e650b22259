"""Reads of names that may have no value yet: they ask, and speak of the user's name when there is none."""

from __future__ import annotations

import ast
from typing import overload

from nbgraph.core.analysis.names import Peek
from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.normalise.template import quote_expression


@overload
def check_reads(node: ast.expr, unsure: frozenset[str]) -> ast.expr: ...


@overload
def check_reads(node: ast.stmt, unsure: frozenset[str]) -> ast.stmt: ...


@overload
def check_reads(node: ast.AST, unsure: frozenset[str]) -> ast.AST: ...


def check_reads(node: ast.AST, unsure: frozenset[str]) -> ast.AST:
    """`node` with `ng.defined(name)` around every read of an unsure name.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(check_reads(example("a = a + b"), frozenset("a")))
    a = ng.defined(a) + b
    """
    if isinstance(node, Peek):
        return node
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in unsure:
        return quote_expression("ng.defined(name)", node, name=node)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node
    return rebuild(node, lambda child: check_reads(child, unsure))
