"""Let loops count from the user's start up to the user's limit.

The converter counts the iterations of `range(2, n)` from 0 up to `max(n - 2, 0)`, and computes `2 + i` from the
counter. Where only that is used, the loop may count from 2 up to `n` as well, as long as `n - 2` is an int32.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable
from typing import Any

import numpy as np

from nbgraph.core.printing.ir.program import Atom, Block, Constant, Equation, Variable, operands_of
from nbgraph.core.printing.ir.pruning import uses_of


def with_user_counters(block: Block, around: dict[Variable, Equation] | None = None) -> Block:
    """Return a block whose loops count as the user does, at any depth."""
    made = dict(around or {})
    asked = uses_of(block)
    equations = []
    for equation in block.equations:
        made |= dict.fromkeys(equation.results, equation)
        if equation.operation == "while":
            equation = _of_user(equation, made, asked)
        elif equation.operation == "scan":
            equation = _scan_of_user(equation, asked)
        inner = tuple(with_user_counters(each, made) for each in equation.blocks)
        equations.append(dataclasses.replace(equation, blocks=inner) if inner else equation)
    return Block(block.parameters, equations, block.results)


def _scan_of_user(equation: Equation, asked: Container[Variable]) -> Equation:
    """Return a loop of a fixed number of iterations, counting from the user's start."""
    (consts,), count = equation.constants, equation.carry
    body = equation.blocks[0]
    for at in range(count):
        start = equation.operands[consts + at]
        parameter = body.parameters[consts + at]
        if not _is(start, 0) or not _counts(body, consts, at) or equation.results[at] in asked:
            continue
        shift = _shift(parameter, body.equations, body.results[at])
        if shift is None:
            continue
        operands = list(equation.operands)
        operands[consts + at] = _number(shift, parameter)
        return dataclasses.replace(equation, operands=operands, blocks=(_shifted(body, parameter, shift, at),))
    return equation


def _of_user(equation: Equation, made: dict[Variable, Equation], asked: Container[Variable]) -> Equation:
    """Return a loop with a simpler limit, and with the user's start where only start plus counter is used."""
    test, body = equation.blocks
    a, b = equation.constants
    for at, parameter in enumerate(test.parameters[a:]):
        compared = [e for e in test.equations if parameter in e.operands]
        start = equation.operands[a + b + at]
        is_counter = len(compared) == 1 and compared[0].operation == "lt" and compared[0].operands[0] is parameter
        if not is_counter or not _is(start, 0) or not _counts(body, b, at):
            continue
        limit = compared[0].operands[1]
        if limit not in test.parameters[:a]:
            continue
        place = test.parameters.index(limit)
        outer = made.get(equation.operands[place])  # type: ignore[arg-type]
        if outer is None or outer.operation != "max" or not _is(outer.operands[1], 0):
            continue
        bound = outer.operands[0]
        equation = _with_limit(equation, place, bound)
        difference = made.get(bound) if isinstance(bound, Variable) else None
        shift = _shift(body.parameters[b + at], body.equations, body.results[at])
        if equation.results[at] in asked:
            return equation
        if difference is not None and difference.operation == "sub" and _is(difference.operands[1], shift):
            operands = list(equation.operands)
            operands[place], operands[a + b + at] = difference.operands[0], _number(shift, parameter)
            moved = _shifted(body, body.parameters[b + at], shift, at)
            equation = dataclasses.replace(equation, operands=operands, blocks=(test, moved))
        return equation
    return equation


def _with_limit(equation: Equation, place: int, bound: Atom) -> Equation:
    operands = [bound if k == place else atom for k, atom in enumerate(equation.operands)]
    return dataclasses.replace(equation, operands=operands)


def _is(atom: Atom, number: Any) -> bool:
    return number is not None and isinstance(atom, Constant) and not atom.aval.shape and bool(atom.value == number)


def _number(value: Any, like: Variable) -> Constant:
    return Constant(np.asarray(value, like.aval.dtype), like.aval)


def counts_by_one(body: Block, start: int, at: int) -> bool:
    """Return whether a carried value is an integer that each iteration only increments by one."""
    result, parameter = body.results[at], body.parameters[start + at]
    step = next((e for e in body.equations if result in e.results), None)
    is_number = not parameter.aval.shape and getattr(parameter.aval.dtype, "kind", "") in ("i", "u")
    if step is None or step.operation != "add" or step.operands[0] is not parameter or not is_number:
        return False
    elsewhere = any(result in operands_of(each) for each in body.equations)
    return _is(step.operands[1], 1) and not elsewhere and body.results.count(result) == 1


def _counts(body: Block, start: int, at: int) -> bool:
    """Return whether a carried value only counts, and has a sign, so that it may count from another start."""
    parameter = body.parameters[start + at]
    return counts_by_one(body, start, at) and parameter.aval.dtype.kind == "i" and parameter not in body.results


def _shift(parameter: Variable, equations: Iterable[Equation], following: Atom) -> Any:
    """Return the number that every use of a counter adds to it; None where the counter itself is used."""
    found = set()
    for equation in equations:
        if parameter not in equation.operands or following in equation.results:
            continue
        one, other = (*equation.operands, None)[:2]
        if equation.operation != "add" or other is not parameter or not isinstance(one, Constant):
            return None
        found.add(int(one.value))
    return found.pop() if len(found) == 1 else None


def _shifted(body: Block, parameter: Variable, shift: Any, at: int) -> Block:
    """Return a body whose parameter is the sum, which needs no addition."""
    following = body.results[at]
    sums = {
        equation.results[0]
        for equation in body.equations
        if parameter in equation.operands and following not in equation.results
    }
    name = next((each.name for each in sums if each.name), parameter.name)
    parameter.name = parameter.name or name
    return Block(body.parameters, _replaced(body.equations, sums, parameter), _all(body.results, sums, parameter))


def _replaced(equations: list[Equation], sums: set[Variable], parameter: Variable) -> list[Equation]:
    kept = [equation for equation in equations if not sums.intersection(equation.results)]
    return [dataclasses.replace(e, operands=_all(e.operands, sums, parameter)) for e in kept]


def _all(atoms: list[Atom], sums: set[Variable], parameter: Variable) -> list[Atom]:
    return [parameter if atom in sums else atom for atom in atoms]
