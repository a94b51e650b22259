"""Dicts whose keys are numbers in special code, asked by a number that only the run knows."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.staging.number_keys import KeyKinds


def kinds_of(expressions: Converting, verb: str, at: ast.Call) -> KeyKinds | None:
    """How a place asks a dict for a number of run time; None for a place that does something else.

    Raises:
        NoSpecialFormError: it asks differently at different times, or for keys that no array holds.
    """
    found = {outcome.detail for outcome in expressions.plan.outcomes(verb, at)}
    kinds = {detail for detail in found if isinstance(detail, KeyKinds)}
    if not kinds:
        return None
    if len(found) > 1:
        raise expressions.plan.refuse(at, "a dict is asked here for a number of run time, each time in another way")
    (kind,) = kinds
    if not kind.plain:
        raise expressions.plan.refuse(at, "a dict is asked for a number of run time, and its keys fit into no array")
    return kind


def item_code(expressions: Converting, items: ast.expr, key: ast.expr, at: ast.Call, kinds: KeyKinds) -> ast.expr:
    """`d[x]`: the item at the key that is equal, after a check that there is one."""
    items, key = named(expressions, items, "table", at), named(expressions, key, "key", at)
    found = _found(expressions, items, key, at, kinds)
    if kinds.missing == "raise":
        _require(expressions, found, quote_expression("KeyError(key)", at, key=key), at)
    elif kinds.missing == "new":
        _require(expressions, found, quote_expression("KeyError('a new key')", at), at)
    item = _item(items, found, at, kinds)
    if kinds.missing != "zero":
        return item
    return _with_default(expressions, item, found, ast.copy_location(ast.Constant(0), at), at, kinds)


def get_code(expressions: Converting, call: ast.Call, at: ast.Call, kinds: KeyKinds) -> ast.expr:
    """`d.get(x, y)`.

    Args:
        expressions: what converts.
        call: the call with its arguments converted.
        at: the call in general code.
        kinds: how the dict is asked.

    Raises:
        NoSpecialFormError: it may give None, or has parts.
    """
    if not isinstance(call.func, ast.Attribute) or len(call.args) != 2:
        raise expressions.plan.refuse(at, "a dict gives None here for a key that it has not")
    items, key = named(expressions, call.func.value, "table", at), named(expressions, call.args[0], "key", at)
    found = _found(expressions, items, key, at, kinds)
    return _with_default(expressions, _item(items, found, at, kinds), found, call.args[1], at, kinds)


def assigned_code(
    expressions: Converting, items: ast.expr, key: ast.expr, value: ast.expr, at: ast.Call, symbol: str, kinds: KeyKinds
) -> list[ast.stmt]:
    """`d[x] = v` and `d[x] += v`: each item is another one, or stays.

    Raises:
        NoSpecialFormError: the items have parts.
    """
    if kinds.nested:
        raise expressions.plan.refuse(at, "a list or tuple is the item of a key that only the run knows")
    items, key = named(expressions, items, "table", at), named(expressions, key, "key", at)
    found = _found(expressions, items, key, at, kinds)
    new_key = symbol == "=" or kinds.missing == "zero"
    error = "KeyError('a new key')" if new_key else "KeyError(key)"
    _require(expressions, found, quote_expression(error, at, key=key), at)
    if symbol != "=":
        item = _item(items, found, at, kinds)
        value = quote_expression(f"item {symbol[:-1]} value", at, item=item, value=value)
    value = _as_name(expressions, value, "new", at)
    names: dict[str, Hole] = {wish: expressions.plan.fresh(wish, at) for wish in ("k", "same")}
    code = """for k, same in zip(items, found):
    items[k] = jnp.where(same, value, items[k])"""
    return quote(code, at, items=items, found=found, value=value, **names)


def named(expressions: Converting, value: ast.expr, wish: str, at: ast.AST) -> ast.expr:
    """What is evaluated several times, as something that shows nowhere and is short."""
    if isinstance(value, ast.Name | ast.Constant) or (isinstance(value, ast.Tuple) and is_plain(value)):
        return value
    return _as_name(expressions, value, wish, at)


def _as_name(expressions: Converting, value: ast.expr, wish: str, at: ast.AST) -> ast.expr:
    if isinstance(value, ast.Name | ast.Constant):
        return value
    name = expressions.plan.fresh(wish, value)
    expressions.before += quote("name = value", at, name=name, value=value)
    return load(name, at)


def _found(expressions: Converting, items: ast.expr, key: ast.expr, at: ast.AST, kinds: KeyKinds) -> ast.expr:
    """Which of the keys it is, as an array of truth values with a name."""
    code = "jnp.array(list(items)) == key"
    if kinds.plain == "tuple":
        code = "(jnp.array(list(items)) == jnp.array(key)).all(1)"
    return _as_name(expressions, quote_expression(code, at, items=items, key=key), "is_key", at)


def _item(items: ast.expr, found: ast.expr, at: ast.AST, kinds: KeyKinds) -> ast.expr:
    code = "jnp.array(list(items.values()))[found.argmax()]"
    if kinds.nested:
        code = "jax.tree.map(lambda *parts: jnp.array(parts)[found.argmax()], *items.values())"
    return quote_expression(code, at, items=items, found=found)


def _with_default(
    expressions: Converting, item: ast.expr, found: ast.expr, default: ast.expr, at: ast.AST, kinds: KeyKinds
) -> ast.expr:
    none = isinstance(default, ast.Constant) and not isinstance(default.value, bool | int | float)
    if kinds.nested or none:
        raise expressions.plan.refuse(at, "an item of a dict or something of another kind is chosen at run time")
    return quote_expression("jnp.where(found.any(), item, default)", at, found=found, item=item, default=default)


def _require(expressions: Converting, found: ast.expr, error: ast.expr, at: ast.AST) -> None:
    expressions.before += expressions.check(quote_expression("~found.any()", at, found=found), error, at)
