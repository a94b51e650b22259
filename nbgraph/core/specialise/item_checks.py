"""Items chosen at run time: an index out of range is Python's error, where JAX would take the nearest item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Protocol

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.specialise.plan import Plan


class Checking(Protocol):
    """What a check needs of the expressions around it."""

    plan: Plan
    check: Callable[[ast.expr, ast.expr, ast.AST], list[ast.stmt]]
    before: list[ast.stmt]


def chosen(expressions: Checking, items: ast.expr, index: ast.expr, at: ast.Call) -> ast.expr:
    """`items[index]` of a tuple, or a list of known length, at an index that is only known at run time.

    Raises:
        NoSpecialFormError: it is one of several lists.
    """
    kinds = {outcome.detail for outcome in expressions.plan.outcomes("item", at)}
    if len(kinds) > 1:
        raise expressions.plan.refuse(at, "an index is checked against several lengths here")
    ((kind, length),) = kinds
    require(expressions, index, ast.copy_location(ast.Constant(length), at), f"{kind} index out of range", at)
    if is_array(items):
        return quote_expression("items[index]", at, items=items, index=index)
    return quote_expression("jnp.array(items)[index]", at, items=items, index=index)


def require(expressions: Checking, index: ast.expr, length: ast.expr, message: str, at: ast.AST) -> None:
    """A line before this one that checks an index as Python does.

    Raises:
        NoSpecialFormError: the index would be evaluated twice.
    """
    if not is_plain(index):
        raise expressions.plan.refuse(at, "an index is checked here, and evaluating it twice might show")
    holes = {"index": index, "length": length}
    form = "(index < -length) | (index >= length)"
    if isinstance(length, ast.Constant):
        holes["least"] = ast.copy_location(ast.Constant(-length.value), at)  # type: ignore[operator]
        form = "(index < least) | (index >= length)"
    fails = quote_expression(form, at, **holes)
    error = quote_expression("IndexError(message)", at, message=ast.copy_location(ast.Constant(message), at))
    lines = expressions.check(fails, error, at)
    if not any(ast.dump(lines[0]) == ast.dump(line) for line in expressions.before):
        expressions.before += lines


def is_array(items: ast.expr) -> bool:
    """Whether code makes an array, or takes a part of one that is made there.

    >>> from nbgraph.core.normalise.example import example
    >>> is_array(example("jnp.array(t)[i]")), is_array(example("t[0]"))
    (True, False)
    """
    while isinstance(items, ast.Subscript):
        items = items.value
    return isinstance(items, ast.Call) and ast.unparse(items.func) in ("jnp.array", "jnp.zeros")
