"""Convert arithmetic on truth values: Python computes with 0 and 1, array libraries with logic."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import UNKNOWN, Environment

_LOGIC = frozenset(("and_", "or_", "not_", "in_", "is_", "equal", "ordered"))
_DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)
_SIGNS = {**syntax.SYMBOLS, ast.UAdd: "+", ast.USub: "-", ast.Invert: "~"}


def convert_arithmetic(node: ast.BinOp | ast.UnaryOp, environment: Environment) -> ast.expr:
    """Convert an operator so that truth values count as numbers where Python takes them as such.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> numbers, texts = ("(x > 1) + (x > 2)", "-(x > 1)", "+x"), ("'%d' % a", "n * '#'", "'-' * 40")
    >>> for code in (*numbers, "a ** b", "a ** 2", *texts):
    ...     show(convert_arithmetic(example(code), Environment({})))
    ng.counted(x > 1, '+', x > 2)
    ng.counted('-', x > 1)
    ng.counted('+', x)
    ng.call(pow, a, b)
    a ** 2
    ng.percent('%d', a)
    ng.repeated('#', n)
    '-' * 40

    A division that a `try` waits for becomes `ng.divided(a, '/', b)`, and a sum that a trace has found to be one of
    truth values `ng.counted(a, '+', b)`. A power stays where its exponent is a number in
    the code: no other can be found to be negative only at run time.
    """
    found = (node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0) in environment.tries
    if isinstance(node, ast.UnaryOp):
        changes = isinstance(node.op, ast.USub | ast.Invert) and (found or is_truth(node.operand))
        if changes or (isinstance(node.op, ast.UAdd) and not isinstance(node.operand, ast.Constant)):
            sign = ast.copy_location(ast.Constant(_SIGNS[type(node.op)]), node)
            return quote_expression("ng.counted(sign, value)", node, sign=sign, value=node.operand)
        return node
    if found and isinstance(node.op, _DIVISIONS):
        sign = ast.copy_location(ast.Constant(_SIGNS[type(node.op)]), node)
        return quote_expression("ng.divided(left, sign, right)", node, sign=sign, left=node.left, right=node.right)
    if isinstance(node.op, ast.Pow) and not _is_plain_exponent(node.right, environment):
        return quote_expression("ng.call(pow, base, exponent)", node, base=node.left, exponent=node.right)
    if isinstance(node.op, ast.Mod) and _is_text(node.left):
        return quote_expression("ng.percent(text, values)", node, text=node.left, values=node.right)
    if isinstance(node.op, ast.Mult):
        for text, times in ((node.left, node.right), (node.right, node.left)):
            if _is_text(text) and not isinstance(times, ast.Constant):
                return quote_expression("ng.repeated(text, times)", node, text=text, times=times)
    if isinstance(node.op, _ARITHMETIC) and (found or is_truth(node.left) or is_truth(node.right)):
        sign = ast.copy_location(ast.Constant(_SIGNS[type(node.op)]), node)
        return quote_expression("ng.counted(left, sign, right)", node, sign=sign, left=node.left, right=node.right)
    return node


def is_truth(node: ast.expr) -> bool:
    """Return whether an expression is a truth value by its form alone."""
    match node:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr=operator)):
            return operator in _LOGIC
    return False


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_plain_exponent(node: ast.expr, environment: Environment) -> bool:
    """Return whether an exponent cannot be a negative integer: another number in the code, or one known outside."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, float)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return True
    found = node.value if isinstance(node, ast.Constant) else environment.resolve(node)
    if isinstance(found, int) and found < 0:
        return False
    return found is not UNKNOWN and isinstance(found, int | float)
