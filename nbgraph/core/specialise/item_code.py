"""Assignments to items of arrays in special code, which makes a new array."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.verbs import slice_code


def set_item_code(expressions: Converting, node: ast.Call) -> ast.expr:
    """`v.at[i].set(x)`, or a choice by a mask.

    Raises:
        NoSpecialFormError: it is no array.
    """
    container, index, value = (expressions.convert(argument) for argument in node.args)
    became = expressions.plan.became("set_item", node)
    if became == "where":
        return quote_expression("jnp.where(mask, value, container)", node, mask=index, value=value, container=container)
    if became != "at-set":
        raise expressions.plan.refuse(node, "an object is changed in place inside an expression")
    if any(outcome.detail for outcome in expressions.plan.outcomes("set_item", node)):
        value = quote_expression("jnp.asarray(value).astype(array.dtype)", node, value=value, array=container)
    subscript = slice_code(index)
    return quote_expression("container.at[index].set(value)", node, container=container, index=subscript, value=value)


def update_item_code(expressions: Converting, node: ast.Call) -> ast.expr:
    """`v.at[i].set(v[i] + x)`, or a choice by a mask.

    Raises:
        NoSpecialFormError: it is no array.
    """
    container, index, symbol, value = (expressions.convert(argument) for argument in node.args)
    became = expressions.plan.became("set_item", node)
    if became not in ("at-set", "masked") or not isinstance(symbol, ast.Constant):
        raise expressions.plan.refuse(node, "an object is changed in place inside an expression")
    if became == "masked":
        code = f"jnp.where(mask, container {str(symbol.value)[:-1]} value, container)"
        return quote_expression(code, node, mask=index, container=container, value=value)
    subscript = slice_code(index)
    read = ast.copy_location(ast.Subscript(container, subscript, ast.Load()), node)
    holes = {"container": container, "index": subscript, "item": read, "value": value}
    code = f"container.at[index].set(item {str(symbol.value)[:-1]} value)"
    if any(outcome.detail for outcome in expressions.plan.outcomes("set_item", node)):
        code = code.replace("set(", "set((").replace(" value)", " value).astype(container.dtype))")
    return quote_expression(code, node, **holes)
