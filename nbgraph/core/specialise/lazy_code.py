"""`and` and `or` in special code: logical operations, a `lax.cond`, or Python's own."""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager
from typing import Protocol

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.list_code import asks_python
from nbgraph.core.specialise.operands import as_bool, is_boolean, is_plain, never_raising
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.verbs import undelay


class Lazily(Protocol):
    """The expressions around."""

    plan: Plan
    before: list[ast.stmt]

    def operand(self, node: ast.expr, as_test: bool) -> ast.expr:
        """An operand of a lazy operator."""

    def perhaps(self, node: ast.AST, where: ast.expr | None = None) -> AbstractContextManager[None]:
        """What is converted inside is evaluated under a condition."""


def lazy_code(
    expressions: Lazily, node: ast.Call, verb: str, forms: tuple[ast.boolop, str, str], *, as_test: bool
) -> ast.expr:
    """`a and b` or `a or b`.

    Args:
        expressions: the expressions around.
        node: the staging call.
        verb: its verb.
        forms: Python's operator, and the templates of the logical operation and the choice.
        as_test: whether only the truth counts.

    Raises:
        NoSpecialFormError: lines before it would read what only `and` keeps from being read.
    """
    operator, logical, cond = forms
    operands = [expressions.operand(node.args[0], as_test)]
    asked, lines = as_bool(operands[0]), len(expressions.before)
    for part in node.args[1:]:
        where = asked if verb == "and_" else quote_expression("jnp.logical_not(asked)", node, asked=asked)
        with expressions.perhaps(node, where):
            operands.append(expressions.operand(undelay(part), as_test))
        both = "asked & more" if verb == "and_" else "asked | more"
        asked = quote_expression(both, node, asked=asked, more=as_bool(operands[-1]))
    kinds = [outcome.decision.became for outcome in expressions.plan.outcomes(verb, node)]
    in_python = any(asks_python(expressions.plan, part) for part in node.args[1:])
    if in_python and len(expressions.before) > lines:
        raise expressions.plan.refuse(
            node, "an item that may not be there is part of what is checked before it is read"
        )
    if not kinds or in_python:
        return ast.copy_location(ast.BoolOp(operator, operands), node)
    is_logical = set(kinds) == {"logical"} or (all(map(is_boolean, operands)) and all(map(is_plain, operands)))
    template = logical if is_logical else cond
    known = len(operands) - 1 - len(kinds)  # leading operands that Python decided by itself
    if known > 0:
        operands = operands[known:]
    if template == cond and all(is_plain(operand) for operand in operands):
        bool_first = is_boolean(operands[0])  # the others are not, else the operator were a logical one
        brought_to_one_type = {
            "and_": "jnp.where(a, b, 0)" if bool_first else "jnp.where(a, b, a)",
            "or_": "jnp.where(a, 1, b)" if bool_first else "jnp.where(a, a, b)",
        }
        template = logical if as_test else brought_to_one_type[verb]
        if as_test:
            operands = [as_bool(operand) for operand in operands]
    if template != cond:
        operands = [operands[0], *map(never_raising, operands[1:])]
    result = operands[-1]
    for operand in reversed(operands[:-1]):
        result = quote_expression(template, node, a=operand, b=result)
    return result
