"""`a or b` with numbers in the place of texts: the operand that it gives."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.specialise.texts import either
from nbgraph.core.specialise.texts.answers import NoNumbersError, apart
from nbgraph.core.specialise.texts.tables import part_of

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.values import Values


def operands_code(to: Values, node: ast.BoolOp, operator: ast.boolop, values: Sequence[ast.expr]) -> ast.expr:
    """`a or b` as a conditional expression, where these are texts.

    Raises:
        NoNumbersError: one that is asked and handed on is more than a name.
    """
    if not to.is_chosen(node):
        with to.lazily("an operand"):
            if any(to.kind(each).may_be_itself for each in values):
                return _either_operand(to, node, operator, values)
            return replace(node, values=[to.value(each) for each in values])
    with to.lazily("an operand"):
        made = [to.value(each) for each in values]
        result = made[-1]
        for count, (each, new) in enumerate(zip(reversed(values[:-1]), reversed(made[:-1]), strict=True)):
            if not isinstance(new, ast.Name | ast.Constant):
                raise NoNumbersError
            new = _among(to, new, each, node) if to.is_chosen(each) else new
            sides = (new, result) if isinstance(operator, ast.Or) else (result, new)
            result = apart(ast.copy_location(ast.IfExp(to.truth(each), *sides), node), count)
    return result


def _either_operand(to: Values, node: ast.BoolOp, operator: ast.boolop, values: Sequence[ast.expr]) -> ast.expr:
    """`a or b` where that is a number, although `a` may be none.

    Raises:
        NoNumbersError: it is more than names, or None where it counts as false.
    """
    *asked, result = [either.number_in(to, v) if to.kind(v).may_be_itself else to.value(v) for v in values]
    if isinstance(operator, ast.And) or not all(isinstance(each, ast.Name) for each in values[:-1]):
        raise NoNumbersError
    for count, (each, number) in enumerate(zip(reversed(values[:-1]), reversed(asked), strict=True)):
        result = apart(ast.copy_location(ast.IfExp(to.truth(each), number, result), node), count)
    return result


def _among(to: Values, number: ast.expr, text: ast.expr, whole: ast.expr) -> ast.expr:
    """The number of a text as that of one among others."""
    mine, others = to.table(text), to.table(whole)
    if mine is others:
        return number
    if mine.is_flag:
        raise NoNumbersError
    plain = part_of(number, 0, text) if mine.sites else number
    values = [others.forms.index(form) if form in others.forms else 0 for form in mine.forms]
    holes = frozenset(i for i, form in enumerate(mine.forms) if form not in others.forms)
    made = to.answers(values, [len(mine.forms)], [plain], whole, holes=holes, told=True)
    beside = [(site, part_of(number, index + 1, text)) for index, site in enumerate(mine.sites)]
    return to.beside(made, others, whole, beside)
