"""Blocks that only run where a condition holds: within a branch, and an iteration of a loop, it is a constant."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from nbgraph.core.printing.program import Atom, Block, Constant, Equation, Variable

Known = dict[Variable, Atom]


def with_assumptions(block: Block, known: Known | None = None) -> Block:
    """A block in whose conditionals and loops the condition is known, at any depth."""
    known = {} if known is None else known
    made: dict[Variable, Equation] = {}
    equations = []
    for equation in block.equations:
        operands = [known.get(a, a) if isinstance(a, Variable) else a for a in equation.operands]
        made |= dict.fromkeys(equation.results, equation)
        inner = tuple(
            with_assumptions(each, _within(equation, operands, number, each, made))
            for number, each in enumerate(equation.blocks)
        )
        equations.append(dataclasses.replace(equation, operands=operands, blocks=inner))
    return Block(
        block.parameters, equations, [known.get(a, a) if isinstance(a, Variable) else a for a in block.results]
    )


def _within(
    equation: Equation, operands: list[Atom], number: int, block: Block, made: dict[Variable, Equation]
) -> Known:
    """What is known of the parameters of a branch, or of an iteration."""
    if equation.operation == "while" and number == 1:
        return _of_iteration(equation)
    index, *given = operands or [None]  # type: ignore[list-item]
    if equation.operation != "cond" or len(equation.blocks) != 2 or not isinstance(index, Variable):
        return {}
    condition = _operand("convert_element_type", index, made) or index
    if condition.aval.dtype != np.bool_:
        return {}
    root, is_opposite = _root(condition, made)
    known: Known = {}
    for parameter, atom in zip(block.parameters, given, strict=True):
        own, turned = _root(atom, made) if isinstance(atom, Variable) else (None, False)
        if own is root:
            known[parameter] = Constant(np.bool_(bool(number) == (turned == is_opposite)), condition.aval)
    return known


def _root(variable: Variable, made: dict[Variable, Equation]) -> tuple[Variable, bool]:
    is_opposite = False
    while (step := _step(variable, made)) is not None:
        variable, is_opposite = step[0], is_opposite != step[1]
    return variable, is_opposite


def _step(variable: Variable, made: dict[Variable, Equation]) -> tuple[Variable, bool] | None:
    """The condition that another one only repeats or turns round, and whether it turns it round."""
    maker = made.get(variable)
    if maker is None or not isinstance(maker.operands[0] if maker.operands else None, Variable):
        return None
    which: Any = maker.operands[0]
    if maker.operation == "not" and variable.aval.dtype == np.bool_:
        return which, True
    if maker.operation == "select_n" and variable.aval.dtype == which.aval.dtype == np.bool_:
        truths = [np.asarray(a.value) for a in maker.operands[1:] if isinstance(a, Constant) and a.aval.shape == ()]
        if len(truths) == 2 and bool(truths[0]) != bool(truths[1]):
            return which, bool(truths[0])
    return None


def _operand(operation: str, result: Variable, made: dict[Variable, Equation]) -> Any:
    maker = made.get(result)
    is_it = maker is not None and maker.operation == operation and isinstance(maker.operands[0], Variable)
    return maker.operands[0] if maker is not None and is_it else None


def _of_iteration(equation: Equation) -> Known:
    """What the test of a loop says of what an iteration starts from: all that is joined by `and` holds."""
    test, body = equation.blocks
    a, b = equation.params["cond_nconsts"], equation.params["body_nconsts"]
    carried = dict(zip(test.parameters[a:], body.parameters[b:], strict=True))
    makers = {result: each for each in test.equations for result in each.results}
    found: Known = {}
    waiting = [(test.results[0], True)]
    while waiting:
        atom, truth = waiting.pop()
        if not isinstance(atom, Variable) or atom.aval.dtype != np.bool_:
            continue
        atom, is_opposite = _root(atom, makers)
        maker, truth = makers.get(atom), truth != is_opposite
        if atom in carried:
            found[carried[atom]] = Constant(np.bool_(truth), atom.aval)
        elif maker is not None and maker.operation == ("and" if truth else "or"):
            waiting += [(each, truth) for each in maker.operands]
        elif maker is not None and maker.operation == ("eq" if truth else "ne"):
            found |= _equal(maker, carried, makers)
    return found


def _equal(equation: Equation, carried: dict[Variable, Variable], makers: dict[Variable, Equation]) -> Known:
    """The whole number that a carried value is said to be equal to."""
    value, number = equation.operands
    while isinstance(value, Variable) and (maker := makers.get(value)) is not None and maker.operation == "add":
        zero, rest = maker.operands
        if not (isinstance(zero, Constant) and zero.aval.shape == () and zero.value == 0):
            break
        value = rest
    if value not in carried or not isinstance(number, Constant) or value.aval.dtype.kind not in "biu":
        return {}
    return {carried[value]: number} if value.aval.shape == number.aval.shape == () else {}
