"""Calls in special code: the user's functions in special versions, JAX in place of NumPy and `math`."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.specialise.builtin_calls import builtin_code
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.host_calls import host_call
from nbgraph.core.specialise.number_keys import get_code, kinds_of
from nbgraph.core.specialise.passing import filter_code
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.range_sums import sum_of_range
from nbgraph.core.specialise.texts.shown import SHOWN
from nbgraph.core.staging.calls import StagedCall
from nbgraph.core.staging.recorder import Outcome


def call_code(expressions: Converting, node: ast.Call) -> ast.expr:
    """A call of whatever function: of JAX's counterpart, of a special version, or as it is.

    Raises:
        NoSpecialFormError: it has no counterpart.
    """
    if isinstance(node.args[0], ast.Name) and node.args[0].id == "print" and is_print(expressions.plan, node):
        if any(isinstance(part, ast.Name) and part.id in SHOWN.get() for part in ast.walk(node)):
            return host_call(expressions.plan, node)
        try:
            return _called(expressions, node)
        except NoSpecialFormError:
            return host_call(expressions.plan, node)
    found = filter_code(expressions, node)
    return _called(expressions, node) if found is None else found


def is_print(plan: Plan, node: ast.Call) -> bool:
    """Whether a call is one of Python's `print` with values that only the run knows."""
    return any(outcome.detail.function is print for outcome in plan.outcomes("call", node))


def _called(expressions: Converting, node: ast.Call) -> ast.expr:
    function, *arguments = (expressions.convert(argument) for argument in node.args)
    keywords = [replace(keyword, value=expressions.convert(keyword.value)) for keyword in node.keywords]
    plain = ast.copy_location(ast.Call(function, arguments, keywords), node)
    gets = isinstance(function, ast.Attribute) and function.attr == "get"
    if gets and (asked := kinds_of(expressions, "item", node)) is not None:
        return get_code(expressions, plain, node, asked)
    outcomes = _own(expressions.plan.outcomes("call", node), node.args[0])
    if not outcomes:
        return plain
    kinds = expressions.plan.outcomes("dispatch", node)
    if kinds:
        return _dispatched(expressions.plan, plain, node, {outcome.detail for outcome in kinds}, len(outcomes))
    detail = _each_time(expressions.plan, node, [outcome.detail for outcome in outcomes])
    if detail.function is sum and detail.traced and (counted := sum_of_range(expressions, plain, node)) is not None:
        return counted
    if detail.became == "builtin" and (detail.traced or detail.function is print):
        return builtin_code(expressions.plan, plain, node, detail)
    if detail.became == "host":
        return host_call(expressions.plan, node)
    if not detail.traced and detail.became != "as-is":
        return plain
    if detail.became == "argument":
        return arguments[0]
    if detail.became == "array":
        name = detail.function.__name__
        if detail.function in (math.floor, math.ceil, math.trunc):
            return quote_expression(f"jnp.{name}(value).astype(int)", node, value=arguments[0])
        if (name, len(arguments)) in _MATH_ONLY or (
            name in _MATH_ALONE and detail.function is getattr(math, name, None)
        ):
            raise expressions.plan.refuse(node, f"`{name}` with these arguments has no counterpart in `jax.numpy`")
        package = (getattr(detail.function, "__module__", None) or "").partition(".")[2]
        name = f"{package}.{name}" if package and detail.function is not getattr(np, name, None) else name
        if name not in _OF_LISTS:
            plain = replace(plain, args=[_array(argument) for argument in arguments])
        return replace(plain, func=quote_expression(f"jnp.{_ARRAY_NAMES.get(name, name)}", node))
    if is_user_function(detail.function):
        named = expressions.helper(node, detail.function)
        return plain if named is node.args[0] else replace(plain, func=named)
    return plain


def _own(outcomes: list[Outcome], function: ast.expr) -> list[Outcome]:
    """Those of the calls at a place that are of one function: a comprehension appends what another call gives there."""
    appends = [outcome for outcome in outcomes if _appends(outcome.detail.function)]
    if len(appends) in (0, len(outcomes)):
        return outcomes
    is_append = isinstance(function, ast.Attribute) and function.attr == "append"
    return appends if is_append else [outcome for outcome in outcomes if outcome not in appends]


def _appends(function: Any) -> bool:
    return isinstance(getattr(function, "__self__", None), list) and function.__name__ == "append"


def _each_time(plan: Plan, node: ast.Call, details: Sequence[StagedCall]) -> StagedCall:
    """How a call was staged that was made several times: JAX takes known values, too.

    Raises:
        NoSpecialFormError: it is one function at one time, and another at another, and JAX has others for them.
    """
    traced = [detail for detail in details if detail.traced]
    functions = {_named(detail.function) for detail in details if not is_user_function(detail.function)}
    if len(functions) > 1 and any(detail.became in ("builtin", "array") for detail in traced):
        raise plan.refuse(node, "sometimes one function is called here, sometimes another")
    return traced[-1] if traced else details[-1]


def _named(function: Any) -> tuple[object, object]:
    """Which function it is; that of a method, whatever object it belongs to."""
    return getattr(function, "__module__", None), getattr(function, "__qualname__", id(function))


def _dispatched(plan: Plan, call: ast.Call, at: ast.Call, kinds: set[tuple[type, str]], times: int) -> ast.expr:
    """A call of what `functools.singledispatch` chooses for the kind of number that a run-time value stands for.

    Raises:
        NoSpecialFormError: it is chosen anew each time.
    """
    ((kind, home), *others) = kinds
    chosen = len(plan.outcomes("dispatch", at))
    if others or chosen != times or kind not in (bool, int, float, complex):
        raise plan.refuse(at, "the kind of a run-time value chooses what is called here, each time anew")
    named = load(kind.__name__, at)
    if not home:
        return replace(call, func=quote_expression("function.dispatch(kind)", at, function=call.func, kind=named))
    if not isinstance(call.func, ast.Attribute):
        raise plan.refuse(at, "the kind of a run-time value chooses a method here, which has another name")
    method = ast.copy_location(ast.Constant(call.func.attr), at)
    form = "owner.__dict__[method].dispatcher.dispatch(kind)"
    found = quote_expression(form, at, owner=load(home, at), method=method, kind=named)
    return replace(call, func=found, args=[call.func.value, *call.args])


def _array(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.GeneratorExp):
        return quote_expression("jnp.array(list(items))", node, items=node)
    return node


# Functions of `math` that `jax.numpy` does not have, or has for one number of arguments only.
_MATH_ALONE = frozenset(
    (
        *("isqrt", "factorial", "perm", "comb", "remainder", "isclose", "prod", "fsum", "dist", "modf", "frexp"),
        *("gamma", "lgamma", "erf", "erfc", "sumprod"),
    )
)
_MATH_ONLY = frozenset([("log", 2), *((n, k) for n in ("gcd", "lcm", "hypot") for k in (0, 1, 3, 4, 5))])
_OF_LISTS = frozenset(
    (
        *("array", "asarray", "stack", "concatenate", "hstack", "vstack", "dstack", "column_stack"),
        *("block", "select", "zeros", "ones", "empty", "full", "identity", "eye"),
    )
)
_ARRAY_NAMES = {"pow": "power", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}
