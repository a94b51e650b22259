"""`lax.cond` and `lax.switch`: a branch is a lambda where it is one short expression, else a function."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from nbgraph.core.printing.ir.program import Block, Equation
from nbgraph.core.printing.text.code import call, expression, lambda_of, several, width
from nbgraph.core.printing.text.values import Value

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer

_SHORT = 60  # characters of a lambda
_FEW = 12  # equations that may fit into one


def print_cond(writer: Writer, equation: Equation) -> None:
    which, *given = [writer.read(atom) for atom in equation.operands]
    given = [writer.named(value) for value in given]
    blocks = equation.blocks
    if len(blocks) == 2:
        which = _condition(which)
        if which.operation == "not" and not isinstance(which.node, ast.Compare):
            which, blocks = which.operands[0], blocks[::-1]
        pairs = [("if_true", blocks[1]), ("if_false", blocks[0])]
        functions = [_branch(writer, name, block, given, equation) for name, block in pairs]
        node = call("lax.cond", [which.node, *functions])
    else:
        functions = [_branch(writer, f"case_{k}", block, given, equation) for k, block in enumerate(blocks)]
        node = call("lax.switch", [which.node, ast.List(functions, ast.Load())])
    writer.assign(equation.results, node, equation.spans, acts=equation.acts)


def _condition(which: Value) -> Value:
    if which.dtype == np.bool_:
        return which
    is_converted = which.operation == "convert_element_type" and which.operands[0].dtype == np.bool_
    return which.operands[0] if is_converted else which.also(node=expression("_0_ != 0", which.node), operation="")


def _branch(writer: Writer, name: str, block: Block, given: Sequence[Value], equation: Equation) -> ast.expr:
    if size_of(block) <= _FEW:
        statements, values = writer.inside(block, given, tight=True)
        value = returned(values)
        if not statements and width(value) <= _SHORT:
            return lambda_of(value)
    names = [result.wanted for result in equation.results]
    statements, values = writer.inside(block, given, tight=False, names=names)
    value = returned(values)
    if not statements and width(value) <= _SHORT:
        return lambda_of(value)
    more = [ast.Return(value)] if values or not statements else []
    return writer.define(name, [], [*statements, *more], equation.spans)


def returned(values: Sequence[Value]) -> ast.expr:
    """Return what a function returns as an expression, each value with its dtype."""
    return several([value.typed() for value in values])


def size_of(block: Block) -> int:
    """Count the equations in a block and in the regions inside."""
    return sum(1 + sum(map(size_of, e.blocks if e.operation != "call" else ())) for e in block.equations)
