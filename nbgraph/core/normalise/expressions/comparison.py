"""Convert chained comparisons, membership and identity."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable

from nbgraph.core.normalise.expressions.boolean import Delayed, binds_name, delay
from nbgraph.core.normalise.expressions.calls import may_act
from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_NOTHING_KNOWN = Environment({})


def convert_comparison(
    node: ast.Compare, name: Callable[[str], str], environment: Environment = _NOTHING_KNOWN
) -> ast.expr:
    """Return a chain as `and` of its links; a middle operand that is not a plain name is bound on first use.

    So is what stands before it, where calling it may change that.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> codes = "a < b < c", "a < f() < c", "x not in xs", "a is True", "a is b", "p == (a, b)", "(a, b) <= (c, d)"
    >>> for code in codes:
    ...     show(convert_comparison(example(code), Namer(())))
    ng.and_(a < b, lambda: b < c)
    (lambda left, middle: ng.and_(left < middle, lambda: middle < c))(a, f())
    ng.not_(ng.in_(x, xs))
    ng.is_(a, True)
    ng.is_(a, b)
    ng.equal(p, (a, b))
    ng.ordered((a, b), '<=', (c, d))
    """
    if len(node.ops) == 1:
        place = node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
        operator = node.ops[0]
        if place in environment.items and isinstance(operator, ast.Eq | ast.NotEq):
            return _equal(node.left, operator, node.comparators[0], node)
        if place in environment.items and type(operator) in _ORDERS:
            return _ordered(node.left, operator, node.comparators[0], node)
        return _link(node.left, operator, node.comparators[0], node)
    if any(binds_name(operand) for operand in node.comparators[1:]):
        return node
    return _chain(node.left, node.ops, node.comparators, node, _Naming(name, environment))


@dataclass(frozen=True)
class _Naming:
    """Fresh names, and the environment that tells where they are needed."""

    name: Callable[[str], str]
    environment: Environment

    def may_change(self, node: ast.expr) -> bool:
        calls = (part for part in syntax.walk(node) if isinstance(part, ast.Call))
        return binds_name(node) or any(may_act(call, self.environment) for call in calls)


def _chain(
    left: ast.expr,
    operators: list[ast.cmpop],
    rights: list[ast.expr],
    node: ast.Compare,
    naming: _Naming,
    *,
    stays: bool = False,
) -> ast.expr:
    """Return the links from `left` on, each evaluated only if those before it hold; a made-up `left` stays."""
    right = rights[0]
    if len(rights) == 1:
        return _link(left, operators[0], right, _between(left, right, node))
    if _is_harmless(right):
        first = _link(left, operators[0], right, _between(left, right, node))
        return _and(first, _chain(right, operators[1:], rights[1:], node, naming), node)
    middle = naming.name("middle")
    parameters, values = [middle], [right]
    here = ast.copy_location(ast.Name(middle, ast.Load()), right)
    if not _is_harmless(left) or (naming.may_change(right) and not stays and not isinstance(left, ast.Constant)):
        before = naming.name("left")
        parameters, values = [before, middle], [left, right]
        left = ast.copy_location(ast.Name(before, ast.Load()), left)
    first = _link(left, operators[0], here, _between(left, here, node))
    body = _and(first, _chain(here, operators[1:], rights[1:], node, naming, stays=True), node)
    arguments = [ast.copy_location(ast.arg(parameter), right) for parameter in parameters]
    signature = ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[])
    once = ast.copy_location(Delayed(signature, body), node)
    return ast.copy_location(ast.Call(once, values, []), node)


def _and(first: ast.expr, rest: ast.expr, node: ast.Compare) -> ast.expr:
    match rest:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr="and_"), args=[second, *others]):
            later = [delay(second), *others]
        case _:
            later = [delay(rest)]
    call = quote_expression("ng.and_(first)", node, first=first)
    assert isinstance(call, ast.Call)
    return ast.copy_location(ast.Call(call.func, [first, *later], []), node)


def _is_harmless(node: ast.expr) -> bool:
    return all(isinstance(part, _HARMLESS) for part in syntax.walk(node))


_HARMLESS = (ast.Name, ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def _link(left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.expr) -> ast.expr:
    match operator:
        case ast.In():
            return quote_expression("ng.in_(item, items)", at, item=left, items=right)
        case ast.NotIn():
            return quote_expression("ng.not_(ng.in_(item, items))", at, item=left, items=right)
        case ast.Is() | ast.IsNot() if _may_be_chosen(left, right):
            test = quote_expression("ng.is_(item, value)", at, item=left, value=right)
            return test if isinstance(operator, ast.Is) else quote_expression("ng.not_(test)", at, test=test)
        case ast.Eq() | ast.NotEq() if isinstance(left, ast.Tuple) or isinstance(right, ast.Tuple):
            return _equal(left, operator, right, at)
        case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() if isinstance(left, ast.Tuple) and isinstance(
            right, ast.Tuple
        ):
            return _ordered(left, operator, right, at)
    if isinstance(at, ast.Compare) and at.left is left and at.comparators == [right]:
        return at
    return ast.copy_location(ast.Compare(left, [operator], [right]), at)


def _equal(left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.expr) -> ast.expr:
    test = quote_expression("ng.equal(left, right)", at, left=left, right=right)
    return test if isinstance(operator, ast.Eq) else quote_expression("ng.not_(test)", at, test=test)


def _ordered(left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.expr) -> ast.expr:
    sign = ast.copy_location(ast.Constant(_ORDERS[type(operator)]), at)
    return quote_expression("ng.ordered(left, sign, right)", at, left=left, sign=sign, right=right)


_ORDERS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def _may_be_chosen(left: ast.expr, right: ast.expr) -> bool:
    """Return whether two operands of `is` may be data-dependent; in `type(x) is int` they are not."""
    if isinstance(right, ast.Constant):
        return isinstance(right.value, bool | None)
    return not any(_is_type(one) and _is_builtin(other) for one, other in ((left, right), (right, left)))


def _is_builtin(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and isinstance(getattr(builtins, node.id, None), type)


def _is_type(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="type")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr="call"), args=[ast.Name(id="type"), *_]):
            return True
    return False


def _between(left: ast.expr, right: ast.expr, node: ast.expr) -> ast.expr:
    """Return a position for one link of a chain: from its left operand to its right one."""
    at = ast.copy_location(ast.Constant(None), node)
    at.lineno, at.col_offset = left.lineno, left.col_offset
    at.end_lineno, at.end_col_offset = right.end_lineno, right.end_col_offset
    return at
