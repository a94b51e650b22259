"""Loops without what they only carry along: a value that no iteration changes is taken from around the loop."""

from __future__ import annotations

import dataclasses
from typing import Any

from nbgraph.core.printing.program import Atom, Block, Constant, Equation, Variable

Known = dict[Variable, Atom]


def without_invariants(block: Block, known: Known | None = None) -> Block:
    """A block whose loops carry only what changes, at any depth.

    Args:
        block: the block.
        known: what variables of the block stand for.
    """
    known = {} if known is None else known
    equations = []
    for equation in block.equations:
        operands = [_of(atom, known) for atom in equation.operands]
        equation = dataclasses.replace(equation, operands=operands)
        equation = _loop(equation, known) if equation.operation in ("while", "scan") else equation
        inner = tuple(without_invariants(each, _constants(each, equation)) for each in equation.blocks)
        equations.append(dataclasses.replace(equation, blocks=inner))
    return Block(block.parameters, equations, [_of(atom, known) for atom in block.results])


def _of(atom: Atom, known: Known) -> Atom:
    while isinstance(atom, Variable) and atom in known:
        atom = known[atom]
    return atom


def _constants(block: Block, equation: Equation) -> Known:
    """The parameters of a block that stand for constants."""
    first = equation.operands
    match equation.operation:
        case "cond":
            first = equation.operands[1:]
        case "while":
            a, b = equation.params["cond_nconsts"], equation.params["body_nconsts"]
            first = first[:a] if block is equation.blocks[0] else first[a : a + b]
        case "scan":
            first = first[: equation.params["num_consts"]]
        case "call" if equation.params["library"]:
            return {}
        case "call":
            pass
        case _:
            return {}
    pairs = zip(block.parameters, first, strict=False)
    return {parameter: atom for parameter, atom in pairs if isinstance(atom, Constant)}


def _loop(equation: Equation, known: Known) -> Equation:
    """A loop with what it never changes among its constants."""
    params = equation.params
    is_while = equation.operation == "while"
    body = equation.blocks[-1]
    start = params["body_nconsts"] if is_while else params["num_consts"]
    count = len(equation.results) if is_while else params["num_carry"]
    still = [body.results[k] is body.parameters[start + k] for k in range(count)]
    if not any(still):
        return equation
    first = (params["cond_nconsts"] if is_while else 0) + start
    for k in range(count):
        if still[k]:
            known[equation.results[k]] = equation.operands[first + k]
    moved = [equation.operands[first + k] for k in range(count) if still[k]]
    rest = [equation.operands[first + k] for k in range(count) if not still[k]] + equation.operands[first + count :]
    results = [result for k, result in enumerate(equation.results) if k >= count or not still[k]]
    made = _with_moved(body, start, still, is_body=True)
    if not is_while:
        counts: dict[str, Any] = {"num_consts": start + len(moved), "num_carry": count - len(moved)}
        operands = [*equation.operands[:start], *moved, *rest]
        return dataclasses.replace(equation, operands=operands, results=results, blocks=(made,), params=params | counts)
    tests = params["cond_nconsts"]
    test = _with_moved(equation.blocks[0], tests, still, is_body=False)
    counts = {"cond_nconsts": tests + len(moved), "body_nconsts": start + len(moved)}
    operands = [*equation.operands[:tests], *moved, *equation.operands[tests:first], *moved, *rest]
    blocks = (test, made)
    return dataclasses.replace(equation, operands=operands, results=results, blocks=blocks, params=params | counts)


def _with_moved(block: Block, start: int, still: list[bool], *, is_body: bool) -> Block:
    """A body, or a test, with the parameters that never change behind its constants."""
    end = start + len(still)
    carried = block.parameters[start:end]
    moved = [parameter for parameter, is_still in zip(carried, still, strict=True) if is_still]
    rest = [parameter for parameter, is_still in zip(carried, still, strict=True) if not is_still]
    results = block.results
    if is_body:
        results = [r for k, r in enumerate(results) if k >= len(still) or not still[k]]
    parameters = [*block.parameters[:start], *moved, *rest, *block.parameters[end:]]
    return Block(parameters, block.equations, results)
