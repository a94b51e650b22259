"""Items chosen at run time: an index out of range is Python's error, where JAX would take the nearest item."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.number_keys import item_code, kinds_of
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.specialise.verbs import slice_code
from nbgraph.core.staging.items import ARRAY
from nbgraph.core.staging.listed_places import PLACES


def no_check(fails: ast.expr, error: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """No lines at all."""
    return []


def chosen(expressions: Converting, items: ast.expr, index: ast.expr, at: ast.Call) -> ast.expr:
    """`items[index]` of a tuple, a list of known length or a dict, at an index that is only known at run time.

    Raises:
        NoSpecialFormError: it is one of several lists.
    """
    if (asked := kinds_of(expressions, "item", at)) is not None:
        return item_code(expressions, items, index, at, asked)
    kinds = {outcome.detail for outcome in expressions.plan.outcomes("item", at)}
    if len(kinds) > 1:
        raise expressions.plan.refuse(at, "an index is checked against several lengths here")
    if kinds == {ARRAY}:
        return quote_expression("jnp.asarray(items)[index]", at, items=items, index=slice_code(index))
    ((kind, *_),) = kinds
    if kind == PLACES:
        ((_, lists),) = kinds
        return quote_expression("items[index]", at, items=items, index=with_arrays(index, lists))
    ((kind, length, nested),) = kinds
    require(expressions, index, ast.copy_location(ast.Constant(length), at), f"{kind} index out of range", at)
    if nested and not is_array(items):
        form = "jax.tree.map(lambda *parts: jnp.array(parts)[index], *items)"
        return quote_expression(form, at, items=items, index=index)
    if is_array(items):
        return quote_expression("items[index]", at, items=items, index=index)
    return quote_expression("jnp.array(items)[index]", at, items=items, index=index)


def with_arrays(index: ast.expr, lists: Sequence[bool]) -> ast.expr:
    """An index with arrays for the lists of places in it.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(with_arrays(example("[k, p]"), (True,)), with_arrays(example("(k, slice(0, 2))"), (False, False)))
    jnp.array([k, p])
    (k, 0:2)
    """
    if not any(lists):
        return slice_code(index)
    if len(lists) > 1 and not isinstance(index, ast.Tuple):
        return quote_expression("tuple(map(jnp.asarray, index))", index, index=index)
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    made = [
        quote_expression("jnp.array(places)", part, places=part) if is_list else slice_code(part)
        for part, is_list in zip(parts, lists, strict=True)
    ]
    return ast.copy_location(ast.Tuple(made, ast.Load()), index) if isinstance(index, ast.Tuple) else made[0]


def require(expressions: Converting, index: ast.expr, length: ast.expr, message: str, at: ast.AST) -> None:
    """A line before this one that checks an index as Python does.

    Raises:
        NoSpecialFormError: the index would be evaluated twice.
    """
    if not is_plain(index):
        raise expressions.plan.refuse(at, "an index is checked here, and evaluating it twice might show")
    place, known = _number(index), _number(length)
    if place is not None and known is not None and -known <= place < known:
        return
    require_that(expressions, _out_of_range(index, length, at), message, at)


def require_that(expressions: Converting, fails: ast.expr, message: str, at: ast.AST) -> None:
    """A line before this one that raises an `IndexError` where a condition holds."""
    error = quote_expression("IndexError(message)", at, message=ast.copy_location(ast.Constant(message), at))
    lines = expressions.check(fails, error, at)
    if not any(ast.dump(lines[0]) == ast.dump(line) for line in expressions.before):
        expressions.before += lines


def _out_of_range(index: ast.expr, length: ast.expr, at: ast.AST) -> ast.expr:
    known, place = _number(length), _number(index)
    if place is not None:
        least = place if place >= 0 else -place - 1
        return quote_expression(f"length <= {least}" if least else "length == 0", at, length=length)
    holes = {"index": index, "length": length}
    if known is None:
        return quote_expression("(index < -length) | (index >= length)", at, **holes)
    holes["least"] = ast.copy_location(ast.Constant(-known), at)
    return quote_expression("(index < least) | (index >= length)", at, **holes)


def is_number(node: ast.expr) -> bool:
    """Whether an index is written as a number."""
    return _number(node) is not None


def _number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
    return None


def is_array(items: ast.expr) -> bool:
    """Whether code makes an array, or takes a part of one that is made there.

    >>> from nbgraph.core.normalise.example import example
    >>> is_array(example("jnp.array(t)[i]")), is_array(example("t[0]"))
    (True, False)
    """
    while isinstance(items, ast.Subscript):
        items = items.value
    return isinstance(items, ast.Call) and ast.unparse(items.func) in ("jnp.array", "jnp.zeros")
