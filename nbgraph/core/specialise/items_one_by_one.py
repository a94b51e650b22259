"""What a loop runs over, where its rounds are written one behind the other."""

from __future__ import annotations

import ast

from nbgraph.core.analysis.names import names
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.plan import Plan


def items_one_by_one(
    plan: Plan, items: ast.expr, count: int, body: ast.FunctionDef
) -> tuple[list[ast.stmt], list[ast.expr]]:
    """The lines before the rounds, and the item of each round.

    Args:
        plan: the decisions, to refuse with and for names.
        items: what the loop runs over, as special code.
        count: how many rounds there are.
        body: one round.

    Raises:
        NoSpecialFormError: taking the items before the first round may show.
    """
    match items:
        case ast.Call(func=ast.Name(id="range"), args=bounds) if all(map(_is_number, bounds)):
            numbers = range(*(ast.literal_eval(bound) for bound in bounds))
            return [], [ast.copy_location(ast.Constant(number), items) for number in numbers[:count]]
        case ast.Tuple(elts=parts) | ast.List(elts=parts) if all(_stays(part, body) for part in parts):
            return [], parts[:count]
        case ast.Call(func=ast.Name(id=name)) if name not in _LOOK_ONLY:
            raise plan.refuse(items, "each round of this loop decides otherwise, and asks for its item at its start")
        case ast.GeneratorExp():
            raise plan.refuse(items, "each round of this loop decides otherwise, and makes its item at its start")
    name = plan.fresh("items", items)
    before = quote("name = list(items)", items, name=name, items=items)
    return before, [quote_expression(f"name[{number}]", items, name=name) for number in range(count)]


_LOOK_ONLY = ("range", "enumerate", "zip", "reversed", "sorted", "list", "tuple")


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())) | ast.Constant(value=int()):
            return True
    return False


def _stays(node: ast.expr, body: ast.FunctionDef) -> bool:
    """Whether an expression has the same value before each round, and costs nothing."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name not in names(*body.body).writes
        case ast.UnaryOp(operand=operand):
            return _is_number(operand)
        case ast.Tuple(elts=parts):
            return all(_stays(part, body) for part in parts)
    return False
