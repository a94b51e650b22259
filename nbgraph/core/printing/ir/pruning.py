"""Drop unused parts of a program: equations, results of blocks, operands, carried values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TypeVar

from nbgraph.core.printing.ir.program import Atom, Block, Equation, Variable, operands_of, variables

T = TypeVar("T")


def pruned(block: Block, used: Sequence[bool] | None = None) -> Block:
    """Return a block with its used results and the equations they need; all parameters stay."""
    results = block.results if used is None else kept(block.results, used)
    wanted, equations = variables(results), list[Equation]()
    for equation in reversed(block.equations):
        if equation.acts or not wanted.isdisjoint(equation.results):
            equation = _pruned_equation(equation, [result in wanted for result in equation.results])
            wanted |= variables(operands_of(equation))
            equations.append(equation)
    return Block(block.parameters, equations[::-1], results)


def needs(block: Block) -> list[bool]:
    found = variables(block.results).union(*(variables(operands_of(equation)) for equation in block.equations))
    return [parameter in found for parameter in block.parameters]


def kept(items: Sequence[T], flags: Sequence[bool]) -> list[T]:
    """Return the items whose flags are true."""
    return [item for item, flag in zip(items, flags, strict=True) if flag]


def _without(block: Block, flags: Sequence[bool]) -> Block:
    return Block(kept(block.parameters, flags), block.equations, block.results)


def _pruned_equation(equation: Equation, used: list[bool]) -> Equation:
    match equation.operation:
        case "cond":
            return _pruned_cond(equation, used)
        case "while" | "scan":
            return _pruned_loop(equation, used)
        case "call" if not equation.params["library"]:
            return _pruned_call(equation, used)
        case _:
            return equation


def _pruned_call(equation: Equation, used: list[bool]) -> Equation:
    block = pruned(equation.blocks[0], used)
    flags = needs(block)
    operands, results = kept(equation.operands, flags), kept(equation.results, used)
    return dataclasses.replace(equation, operands=operands, results=results, blocks=(_without(block, flags),))


def _pruned_cond(equation: Equation, used: list[bool]) -> Equation:
    if equation.iterations:
        used = [True] * len(used)  # earlier iterations need all results, so keep all in the last one, too
    blocks = [pruned(block, used) for block in equation.blocks]
    flags = [any(each) for each in zip(*map(needs, blocks), strict=True)]
    operands = [equation.operands[0], *kept(equation.operands[1:], flags)]
    results = kept(equation.results, used)
    blocks = [_without(block, flags) for block in blocks]
    return dataclasses.replace(equation, operands=operands, results=results, blocks=tuple(blocks))


def _pruned_loop(equation: Equation, used: list[bool]) -> Equation:
    """Return a loop without the carried values that neither its test, nor its body, nor code after it uses."""
    counts, count = equation.constants, equation.carry
    *tests, body = equation.blocks
    tests = [pruned(test) for test in tests]
    live = list(used)
    for test in tests:
        live = [one or other for one, other in zip(live, needs(test)[counts[0] :], strict=True)]
    while True:
        made = pruned(body, live)
        needed = needs(made)[counts[-1] :][:count]
        more = [*(one or other for one, other in zip(live, needed, strict=False)), *live[count:]]
        if more == live:
            break
        live = more
    *constants, initial, arrays = equation.split(equation.operands)
    blocks = [*tests, made]
    flags = [needs(block) for block in blocks]
    for each, start in zip(flags, counts, strict=True):
        each[start : start + count] = live[:count]
    taken = [kept(group, each[: len(group)]) for group, each in zip(constants, flags, strict=True)]
    others = kept([*initial, *arrays], flags[-1][counts[-1] :])
    return equation.with_counts(
        list(map(len, taken)),
        sum(live[:count]),
        operands=[*(atom for group in taken for atom in group), *others],
        results=kept(equation.results, live),
        blocks=tuple(map(_without, blocks, flags)),
    )


def uses_of(block: Block) -> dict[Variable, int]:
    """Count how often each variable is an operand or a result of a block."""
    found: dict[Variable, int] = {}
    for equation in block.equations:
        _count(equation.operands, found)
        if equation.operation == "python_loop":
            _count([atom for atom in operands_of(equation) for _ in range(2)], found)  # used in each iteration
    _count(block.results, found)
    return found


def _count(atoms: Iterable[Atom], found: dict[Variable, int]) -> None:
    for atom in atoms:
        if isinstance(atom, Variable):
            found[atom] = found.get(atom, 0) + 1
