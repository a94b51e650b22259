"""Reads of names that may have no value yet: they ask, and speak of the user's name when there is none."""

from __future__ import annotations

import ast
from typing import TypeVar, cast

from nbgraph.core.analysis.names import Peek, free_names
from nbgraph.core.normalise.rewriter import SCOPES, rebuild
from nbgraph.core.normalise.template import quote_expression

Part = TypeVar("Part", bound=ast.AST)
_NOTHING: frozenset[str] = frozenset()


def check_reads(node: Part, unsure: frozenset[str], later: frozenset[str] = _NOTHING) -> Part:
    """`node` with `ng.defined(name)` around every read of an unsure name.

    Args:
        node: an expression, or a statement without blocks.
        unsure: names that some path to `node` has not bound.
        later: names that may be unbound when an inner function is called, whatever they are where it is defined.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(check_reads(example("a = a + b"), frozenset("a")))
    a = ng.defined(a) + b
    >>> show(check_reads(example("f = lambda b: a + b"), frozenset("b"), frozenset("ab")))
    f = lambda b: ng.defined(a) + b
    >>> show(check_reads(example("def f(c=a): return b + c"), frozenset("a"), frozenset("bc")))
    def f(c=ng.defined(a)):
        return ng.defined(b) + c
    """
    return cast(Part, _checked(node, unsure, later))


def _checked(node: ast.AST, unsure: frozenset[str], later: frozenset[str]) -> ast.AST:
    if isinstance(node, Peek):
        return node
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in unsure:
        return quote_expression("ng.defined(name)", node, name=node)
    if not isinstance(node, SCOPES):
        return rebuild(node, lambda child: _checked(child, unsure, later))
    body = node.body if isinstance(node.body, list) else [node.body]
    held = free_names(node)
    # a lambda may be one of ours, which is called where it stands
    now, free = (unsure | later if isinstance(node, ast.Lambda) else later) & held, later & held
    return rebuild(node, lambda child: _checked(child, now, free) if child in body else _checked(child, unsure, later))
