"""Calls of Python's builtins in special code: their counterparts in `jax.numpy` where traced values are concerned."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.operands import is_boolean
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.prints import is_spelled, makes_text, print_code
from nbgraph.core.staging.calls import StagedCall

_WHOLE = {"sum": "jnp.sum", "max": "jnp.max", "min": "jnp.min", "any": "jnp.any", "all": "jnp.all"}
_PAIRS = {"max": "jnp.maximum(a, b)", "min": "jnp.minimum(a, b)"}
_BEST = {"max": "jnp.argmax", "min": "jnp.argmin"}
_CASTS = ("int", "float", "bool")
_KEPT = {"len", "abs", "range", "enumerate", "zip", "reversed", "map", "divmod", "pow", "list"}
_ITEMS = ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp


def builtin_code(plan: Plan, call: ast.Call, at: ast.Call, detail: StagedCall) -> ast.expr:
    """A builtin called on traced values.

    Args:
        plan: the decisions, to refuse with.
        call: the call with its arguments specialised.
        at: the call in general code.
        detail: how it was staged.

    Raises:
        NoSpecialFormError: it has no counterpart.
    """
    name, arguments, keywords = detail.function.__name__, call.args, {k.arg: k.value for k in call.keywords}
    if name == "print":
        if any(map(makes_text, arguments)):
            raise plan.refuse(at, "this prints a text that is made of other texts")
        if not all(is_spelled(each, count) for each, count in zip(arguments, detail.leaves, strict=False)):
            raise plan.refuse(at, "this prints an object with run-time values in it")
        return print_code(call, at)
    if name in ("isinstance", "hasattr", "type") and isinstance(detail.constant, bool | type):
        fixed = detail.constant
        if any(other.detail.constant is not fixed for other in plan.outcomes("call", at)):
            raise plan.refuse(at, f"`{name}` has other answers at different times")
        return load(fixed.__name__, at) if isinstance(fixed, type) else ast.copy_location(ast.Constant(fixed), at)
    if detail.known and name in ("sorted", "max", "min", "sum", "any", "all"):  # of what is known among its arguments
        return call
    if name == "pow" and len(arguments) == 2:
        if isinstance(arguments[1], ast.UnaryOp):  # a negative power of an integer is a fraction
            return quote_expression("(base * 1.0) ** power", at, base=arguments[0], power=arguments[1])
        return ast.copy_location(ast.BinOp(arguments[0], ast.Pow(), arguments[1]), at)
    if name in _KEPT or (arguments and isinstance(arguments[0], ast.Dict)):
        return call
    if name == "filter" and _is_pythons(plan, arguments[1]):
        return call
    if detail.by_method and name == "round":
        return call
    if detail.by_method and name in ("int", "float", "complex"):
        return quote_expression(f"value.__{name}__()", at, value=arguments[0])
    if name == "bool" and (asked := plan.asked_methods(at)):
        return quote_expression(f"value.{asked[0]}(){' != 0' * (asked[0] == '__len__')}", at, value=arguments[0])
    if name in _CASTS and len(arguments) == 1:
        return quote_expression(f"jnp.asarray(value).astype({name})", at, value=arguments[0])
    if name == "round" and not keywords:
        form = "jnp.round(value).astype(int)" if len(arguments) == 1 else "jnp.round(value, digits)"
        return quote_expression(form, at, value=arguments[0], digits=arguments[-1])
    if name == "sum" and not keywords and not detail.takes_array and not _holds_truths(arguments[0]):
        return call
    if name == "sum" and len(arguments) == 2:
        return quote_expression("jnp.sum(items) + start", at, items=arguments[0], start=arguments[1])
    if name in _PAIRS and "key" not in keywords and len(arguments) == 1 and _is_pythons(plan, arguments[0]):
        return call
    if name in _PAIRS:
        return _extreme(plan, name, arguments, keywords, at)
    if name in _WHOLE and len(arguments) == 1 and not keywords:
        return quote_expression(f"{_WHOLE[name]}(items)", at, items=_array(arguments[0], detail))
    if name == "sorted":
        return _sorted(plan, arguments[0], keywords, detail, at)
    raise plan.refuse(at, f"`{name}` with these arguments has no counterpart in `jax.numpy`")


def _is_pythons(plan: Plan, items: ast.expr) -> bool:
    """Whether items are numbers in a list that the run has cut to its length, or what passes a filter of these."""
    match items:
        case ast.Call(func=ast.Name(id="filter"), args=[_, inner]):
            return _is_pythons(plan, inner)
    return isinstance(items, ast.Name) and items.id in plan.lists.cut


def _holds_truths(items: ast.expr) -> bool:
    """Whether some items are truth values, which Python adds as numbers."""
    if isinstance(items, ast.ListComp | ast.GeneratorExp):
        return is_boolean(items.elt)
    return isinstance(items, ast.List | ast.Tuple) and any(map(is_boolean, items.elts))


def _array(items: ast.expr, detail: StagedCall) -> ast.expr:
    """Some items as one array."""
    if detail.takes_array and not isinstance(items, _ITEMS):
        return items
    if isinstance(items, ast.GeneratorExp):
        items = ast.copy_location(ast.ListComp(items.elt, items.generators), items)
    return quote_expression("jnp.array(items)", items, items=items)


def _extreme(
    plan: Plan, name: str, arguments: list[ast.expr], keywords: dict[str | None, ast.expr], at: ast.Call
) -> ast.expr:
    """`max` and `min`: of two values, of several, by a key."""
    if any(isinstance(argument, ast.Starred) for argument in arguments):
        raise plan.refuse(at, f"`{name}` of unpacked arguments has no counterpart in `jax.numpy`")
    if isinstance(arguments[0], ast.List | ast.Tuple) and not arguments[0].elts and "default" in keywords:
        return keywords["default"]
    if "key" not in keywords and len(arguments) == 2:
        return quote_expression(_PAIRS[name], at, a=arguments[0], b=arguments[1])
    several = ast.copy_location(ast.List(arguments, ast.Load()), at)
    items = several if len(arguments) > 1 else arguments[0]
    if isinstance(items, _ITEMS) and not isinstance(items, ast.GeneratorExp):
        array = quote_expression("jnp.array(items)", at, items=items)
    else:
        array = quote_expression("jnp.array(list(items))", at, items=items)
    if "key" not in keywords:
        return quote_expression(f"{_WHOLE[name]}(array)", at, array=array)
    if _is_tuple(keywords["key"]):
        raise plan.refuse(at, f"`{name}` by a key of several parts has no counterpart in `jax.numpy`")
    item = plan.fresh("item", at)
    form = f"array[{_BEST[name]}(jnp.array([key({item}) for {item} in items]))]"
    return quote_expression(form, at, array=array, items=items, key=keywords["key"])


def _is_tuple(key: ast.expr) -> bool:
    """Whether a key has several parts, the first of which counts most."""
    return isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple)


def _sorted(
    plan: Plan, items: ast.expr, keywords: dict[str | None, ast.expr], detail: StagedCall, at: ast.Call
) -> ast.expr:
    """`sorted`: a list, stable."""
    array, backwards = _array(items, detail), keywords.get("reverse")
    is_constant = backwards is None or isinstance(backwards, ast.Constant)
    falls = isinstance(backwards, ast.Constant) and bool(backwards.value)
    if "key" not in keywords and is_constant:
        form = "list(jnp.sort(array, descending=True))" if falls else "list(jnp.sort(array))"
        return quote_expression(form, at, array=array)
    key = keywords.get("key", quote_expression("lambda item: item", at))
    item = plan.fresh("item", at)
    if _is_tuple(key) and is_constant and not falls:
        parts = quote_expression(f"zip(*[key({item}) for {item} in items])", at, key=key, items=items)
        form = "list(array[jnp.lexsort([jnp.array(part) for part in parts][::-1])])"
        return quote_expression(form, at, array=array, parts=parts)
    keys = quote_expression(f"jnp.array([key({item}) for {item} in items])", at, key=key, items=items)
    if not is_constant or falls:
        descending = backwards if backwards is not None else ast.copy_location(ast.Constant(True), at)
        form = "list(array[jnp.argsort(keys, descending=flag)])"
        return quote_expression(form, at, array=array, keys=keys, flag=descending)
    return quote_expression("list(array[jnp.argsort(keys)])", at, array=array, keys=keys)


def plain_call(function: ast.expr, node: ast.Call, arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.Call:
    """A call as Python has it."""
    return ast.copy_location(ast.Call(function, arguments, keywords), node)


def renamed_call(call: ast.Call, function: str) -> ast.Call:
    """A call of another function with the same arguments."""
    return replace(call, func=quote_expression(function, call))
