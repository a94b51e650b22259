"""Assignments to items in special code: a new array for arrays, in place for Python's containers."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.item_checks import with_arrays
from nbgraph.core.specialise.list_stores import Step, assigned
from nbgraph.core.specialise.operands import is_boolean
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.decisions import AtSet
from nbgraph.core.staging.recorder import Outcome


def set_item_code(expressions: Converting, node: ast.Call) -> ast.expr:
    """`v.at[i].set(x)`, or a choice by a mask.

    Raises:
        NoSpecialFormError: it is no array.
    """
    container, index, value = (expressions.convert(argument) for argument in node.args)
    became = expressions.plan.became("set_item", node)
    if became == "where":
        index = _wide(expressions, node, index)
        return quote_expression("jnp.where(mask, value, container)", node, mask=index, value=value, container=container)
    if became != "at-set":
        raise expressions.plan.refuse(node, "an object is changed in place inside an expression")
    if any(outcome.detail.truncates for outcome in expressions.plan.outcomes("set_item", node)):
        value = quote_expression("jnp.asarray(value).astype(array.dtype)", node, value=value, array=container)
    subscript = _subscript(expressions, node, index)
    return quote_expression("container.at[index].set(value)", node, container=container, index=subscript, value=value)


def _subscript(expressions: Converting, node: ast.Call, index: ast.expr) -> ast.expr:
    """An index as it stands between brackets.

    Raises:
        NoSpecialFormError: it is a list at some times only.
    """
    details = [outcome.detail for outcome in expressions.plan.outcomes("set_item", node)]
    lists = {detail.listed for detail in details if isinstance(detail, AtSet) and any(detail.listed)}
    if len(lists) > 1:
        raise expressions.plan.refuse(node, "the places of what is set here are in a list at some times only")
    return with_arrays(index, lists.pop() if lists else ())


def are_rows(outcomes: Sequence[Outcome]) -> bool:
    """Whether of arrays set at one place, each time in a row and then in what it is a row of, none is in a list."""
    ndims = [outcome.detail.ndim for outcome in outcomes if isinstance(outcome.detail, AtSet)]
    pairs = list(zip(ndims[::2], ndims[1::2], strict=False))
    return len(ndims) == len(outcomes) == 2 * len(pairs) > 0 and all(row + 1 == array for row, array in pairs)


def update_item_code(expressions: Converting, node: ast.Call) -> ast.expr:
    """`v.at[i].set(v[i] + x)`, or a choice by a mask.

    Raises:
        NoSpecialFormError: it is no array.
    """
    container, index, symbol, value = (expressions.convert(argument) for argument in node.args)
    became = expressions.plan.became("set_item", node)
    if became not in ("at-set", "masked") or not isinstance(symbol, ast.Constant):
        raise expressions.plan.refuse(node, "an object is changed in place inside an expression")
    value = _number(value)
    if became == "masked":
        index = _wide(expressions, node, index)
        code = f"jnp.where(mask, container {str(symbol.value)[:-1]} value, container)"
        return quote_expression(code, node, mask=index, container=container, value=value)
    subscript = _subscript(expressions, node, index)
    read = ast.copy_location(ast.Subscript(container, subscript, ast.Load()), node)
    holes = {"container": container, "index": subscript, "item": read, "value": value}
    code = f"container.at[index].set(item {str(symbol.value)[:-1]} value)"
    if any(outcome.detail.truncates for outcome in expressions.plan.outcomes("set_item", node)):
        code = code.replace("set(", "set((").replace(" value)", " value).astype(container.dtype))")
    return quote_expression(code, node, **holes)


def _wide(expressions: Converting, node: ast.Call, mask: ast.expr) -> ast.expr:
    """A mask with an axis for each that the array has besides."""
    missing = expressions.plan.outcomes("set_item", node)[-1].detail
    return quote_expression(f"mask[...{', None' * missing}]", node, mask=mask) if missing else mask


def _number(value: ast.expr) -> ast.expr:
    """A truth value as the number that Python adds."""
    if isinstance(value, ast.Constant) and isinstance(value.value, bool):
        return ast.copy_location(ast.Constant(int(value.value)), value)
    return quote_expression("jnp.asarray(value).astype(int)", value, value=value) if is_boolean(value) else value


def in_place(expressions: Converting, call: ast.Call) -> list[ast.stmt]:
    """`a[i][j] = v` and `a[i][j] += v` for Python's containers, the innermost of which may hold an array."""
    steps, value = [Step(*call.args[:2])], call.args[2]
    while isinstance(value, ast.Call) and verb_of(value) == "set_item":  # `a[i][j] = v`, as lists take it
        if expressions.plan.outcomes("set_item", value) and place_of(value) != place_of(call):
            break
        steps.append(Step(*value.args[:2]))
        value = value.args[2]
    if verb_of(value) == "update_item" and isinstance(value, ast.Call):
        symbol = value.args[2]
        assert isinstance(symbol, ast.Constant)
        steps.append(Step(*value.args[:2]))
        return assigned(expressions, steps, expressions.convert(value.args[3]), call, str(symbol.value))
    return assigned(expressions, steps, expressions.convert(value), call)
