"""Calls of the user's own functions that were traced once: a function of the same name, and its calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nbgraph.core.printing.code import call, function_of
from nbgraph.core.printing.conditionals import returned
from nbgraph.core.printing.context import Body
from nbgraph.core.printing.program import Block, Equation, counted
from nbgraph.core.printing.same import difference
from nbgraph.core.printing.values import Value, variable

if TYPE_CHECKING:
    from nbgraph.core.printing.walk import Writer


def has_helpers(block: Block) -> bool:
    """Whether helpers are called in a block, at any depth."""
    return any(e.operation == "call" and e.params.get("is_users") for e in block.equations) or any(
        has_helpers(inner) for e in block.equations for inner in e.blocks
    )


def helper_call(writer: Writer, equation: Equation, operands: Sequence[Value]) -> ast.Call | None:
    """The call of a helper, which is defined before the function; None where its name means something else.

    One that differs from iteration to iteration of an unrolled loop has numbers in it that grow with the loop's count.
    """
    context, name, block = writer.context, equation.params["name"], equation.blocks[0]
    if context.opens or not equation.params.get("is_users") or any(counted(block)):
        return None
    if name not in context.traced:
        if name in context.prelude:
            return None
        context.traced[name] = block
        _define(writer, name, equation)
    elif difference(context.traced[name], block):
        return None
    return call(name, [value.array() for value in operands])  # type: ignore[no-any-return]


def _define(writer: Writer, name: str, equation: Equation) -> None:
    context, block = writer.context, equation.blocks[0]
    symbols = [context.symbols.new(parameter.name) for parameter in block.parameters]
    given = [
        variable(symbol, parameter.aval, parameter.name)
        for symbol, parameter in zip(symbols, block.parameters, strict=True)
    ]
    body = Body()
    values = type(writer)(context, body, block, given).write()
    body.put(ast.Return(returned(values)), equation.spans)
    context.helpers[name] = function_of(name, symbols, body.statements)
