"""Branches that know which way their condition went: within them the condition is a constant."""

from __future__ import annotations

import dataclasses

import numpy as np

from nbgraph.core.printing.program import Atom, Block, Constant, Equation, Variable

Known = dict[Variable, Atom]


def with_assumptions(block: Block, known: Known | None = None) -> Block:
    """A block in whose conditionals the condition is known, at any depth.

    Args:
        block: the block.
        known: variables that stand for constants.
    """
    known = {} if known is None else known
    conditions: dict[Variable, Variable] = {}
    equations = []
    for equation in block.equations:
        operands = [known.get(a, a) if isinstance(a, Variable) else a for a in equation.operands]
        if equation.operation == "convert_element_type" and isinstance(operands[0], Variable):
            conditions[equation.results[0]] = operands[0]
        inner = tuple(
            with_assumptions(each, _within(equation, operands, number, each, conditions))
            for number, each in enumerate(equation.blocks)
        )
        equations.append(dataclasses.replace(equation, operands=operands, blocks=inner))
    return Block(
        block.parameters, equations, [known.get(a, a) if isinstance(a, Variable) else a for a in block.results]
    )


def _within(
    equation: Equation, operands: list[Atom], number: int, block: Block, conditions: dict[Variable, Variable]
) -> Known:
    """What is known of the parameters of a branch."""
    index, *given = operands or [None]  # type: ignore[list-item]
    if equation.operation != "cond" or len(equation.blocks) != 2 or not isinstance(index, Variable):
        return {}
    condition = conditions.get(index, index)
    if condition.aval.dtype != np.bool_:
        return {}
    truth = Constant(np.bool_(number), condition.aval)
    pairs = zip(block.parameters, given, strict=True)
    return {parameter: truth for parameter, atom in pairs if atom is condition}
