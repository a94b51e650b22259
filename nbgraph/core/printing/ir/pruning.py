"""Drop unused parts of a program: equations, results of blocks, operands, carried values."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TypeVar

from nbgraph.core.printing.ir.program import Atom, Block, Equation, Variable, operands_of, variables

T = TypeVar("T")


def pruned(block: Block, used: Sequence[bool] | None = None) -> Block:
    """Return a block with its used results and the equations they need; all parameters stay."""
    results = block.results if used is None else _kept(block.results, used)
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


def _kept(items: Sequence[T], flags: Sequence[bool]) -> list[T]:
    return [item for item, flag in zip(items, flags, strict=True) if flag]


def _without(block: Block, flags: Sequence[bool]) -> Block:
    return Block(_kept(block.parameters, flags), block.equations, block.results)


def _pruned_equation(equation: Equation, used: list[bool]) -> Equation:
    match equation.operation:
        case "cond":
            return _pruned_cond(equation, used)
        case "while":
            return _pruned_while(equation, used)
        case "scan":
            return _pruned_scan(equation, used)
        case "call" if not equation.params["library"]:
            return _pruned_call(equation, used)
        case _:
            return equation


def _pruned_call(equation: Equation, used: list[bool]) -> Equation:
    block = pruned(equation.blocks[0], used)
    flags = needs(block)
    operands, results = _kept(equation.operands, flags), _kept(equation.results, used)
    return dataclasses.replace(equation, operands=operands, results=results, blocks=(_without(block, flags),))


def _pruned_cond(equation: Equation, used: list[bool]) -> Equation:
    if equation.iterations:
        used = [True] * len(used)  # earlier iterations need all results, so keep all in the last one, too
    blocks = [pruned(block, used) for block in equation.blocks]
    flags = [any(each) for each in zip(*map(needs, blocks), strict=True)]
    operands = [equation.operands[0], *_kept(equation.operands[1:], flags)]
    results = _kept(equation.results, used)
    blocks = [_without(block, flags) for block in blocks]
    return dataclasses.replace(equation, operands=operands, results=results, blocks=tuple(blocks))


def _pruned_while(equation: Equation, used: list[bool]) -> Equation:
    test, body = equation.blocks
    a, b = equation.params["cond_nconsts"], equation.params["body_nconsts"]
    test = pruned(test)
    live = [one or other for one, other in zip(used, needs(test)[a:], strict=True)]
    while True:
        made = pruned(body, live)
        more = [one or other for one, other in zip(live, needs(made)[b:], strict=True)]
        if more == live:
            break
        live = more
    first, second = needs(test)[:a], needs(made)[:b]
    operands = equation.operands
    kept = [*_kept(operands[:a], first), *_kept(operands[a : a + b], second), *_kept(operands[a + b :], live)]
    blocks = (_without(test, [*first, *live]), _without(made, [*second, *live]))
    counts = {"cond_nconsts": sum(first), "body_nconsts": sum(second)}
    results = _kept(equation.results, live)
    return dataclasses.replace(equation, operands=kept, results=results, blocks=blocks, params=equation.params | counts)


def _pruned_scan(equation: Equation, used: list[bool]) -> Equation:
    consts, carry = equation.params["num_consts"], equation.params["num_carry"]
    live = list(used)
    while True:
        made = pruned(equation.blocks[0], live)
        needed = needs(made)
        more = [one or other for one, other in zip(live, needed[consts : consts + carry], strict=False)] + live[carry:]
        if more == live:
            break
        live = more
    flags = [*needed[:consts], *live[:carry], *needed[consts + carry :]]
    counts = {"num_consts": sum(needed[:consts]), "num_carry": sum(live[:carry])}
    return dataclasses.replace(
        equation,
        operands=_kept(equation.operands, flags),
        results=_kept(equation.results, live),
        blocks=(_without(made, flags),),
        params=equation.params | counts,
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
