"""Texts that are printed, or part of a message: themselves, once a run has chosen them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.texts.answers import NoNumbersError
from nbgraph.core.specialise.texts.kinds import Kind

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.values import Values


def shown_code(to: Values, node: ast.expr, *, inline: bool = False) -> ast.expr:
    """What is printed, or part of a message: the text itself, once a run has chosen it.

    Raises:
        NoNumbersError: there are texts in a list.
    """
    match node:
        case ast.Constant():
            return node
        case ast.JoinedStr(values=parts):
            new = [
                replace(p, value=shown_code(to, p.value, inline=inline)) if isinstance(p, ast.FormattedValue) else p
                for p in parts
            ]
            return replace(node, values=new)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return replace(node, elts=[shown_code(to, part, inline=inline) for part in parts])
        case ast.Dict(values=parts):
            return replace(node, values=[shown_code(to, part, inline=inline) for part in parts])
    if holds_chosen(to.kind(node)) and not to.is_chosen(node):
        raise NoNumbersError
    if not to.is_chosen(node):
        value = to.value(node)
        if not any(isinstance(part, ast.Name) and part.id in to.arrays for part in ast.walk(value)):
            return value
        if to.lazy:
            raise NoNumbersError
        name = to.tables.name("answer")
        to.before += quote("name = value", node, name=name, value=value)
        return ast.copy_location(ast.Name(name, ast.Load()), node)
    number = to.value(node) if inline else to.named(node)
    if not isinstance(number, ast.Name) and not is_of_names(number):
        raise NoNumbersError
    return quote_expression("shows(number)", node, shows=to.table(node).shows, number=number)


def is_of_names(code: ast.expr) -> bool:
    """Whether some code is a tuple of names."""
    return isinstance(code, ast.Tuple) and all(isinstance(part, ast.Name) for part in code.elts)


def holds_chosen(kind: Kind) -> bool:
    """Whether there is a chosen text in a value."""
    kind = kind.found()
    return kind.is_chosen or any(holds_chosen(part) for part in kind.parts)
