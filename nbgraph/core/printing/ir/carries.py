"""Change what loops carry: move invariants to the constants, and order the rest as the user does.

The traced program has the values in the order in which the loop uses them: `while b: a, b = b, a % b` carries `b, a`.
Printed code has them as the user's function binds them, followed by what the converter adds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, TypeVar

from nbgraph.core.graph.locations import Places
from nbgraph.core.printing.ir.program import Atom, Block, Constant, Equation, Spans, Variable

Known = dict[Variable, Atom]


def without_invariants(block: Block, known: Known | None = None) -> Block:
    """Return a block whose loops carry only what changes, at any depth."""
    known = {} if known is None else known
    equations = []
    for equation in block.equations:
        operands = [_of(atom, known) for atom in equation.operands]
        equation = equation if operands == equation.operands else dataclasses.replace(equation, operands=operands)
        equation = _loop(equation, known) if equation.operation in ("while", "scan") else equation
        inner = tuple(without_invariants(each, _constants(each, equation)) for each in equation.blocks)
        equations.append(dataclasses.replace(equation, blocks=inner) if inner else equation)
    return Block(block.parameters, equations, [_of(atom, known) for atom in block.results])


def _of(atom: Atom, known: Known) -> Atom:
    while isinstance(atom, Variable) and atom in known:
        atom = known[atom]
    return atom


def _constants(block: Block, equation: Equation) -> Known:
    """Return the parameters of a block that stand for constants."""
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
    """Return a loop with its invariants among its constants."""
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
    """Return a body, or a test, with the invariant parameters after its constants."""
    end = start + len(still)
    carried = block.parameters[start:end]
    moved = [parameter for parameter, is_still in zip(carried, still, strict=True) if is_still]
    rest = [parameter for parameter, is_still in zip(carried, still, strict=True) if not is_still]
    results = block.results
    if is_body:
        results = [r for k, r in enumerate(results) if k >= len(still) or not still[k]]
    parameters = [*block.parameters[:start], *moved, *rest, *block.parameters[end:]]
    return Block(parameters, block.equations, results)


T = TypeVar("T")
_FIRST, _LAST = (0, 0, 0), (1 << 30, 0, 0)


def in_order(block: Block, places: Places) -> Block:
    """Return a block whose loops carry values in the user's order, at any depth; variables must have their names."""
    equations = []
    for equation in block.equations:
        if equation.operation != "call" or not equation.params["library"]:
            equation = dataclasses.replace(equation, blocks=tuple(in_order(each, places) for each in equation.blocks))
        equations.append(_ordered(equation, places) if equation.operation in ("while", "scan") else equation)
    return Block(block.parameters, equations, block.results)


def _ordered(equation: Equation, places: Places) -> Equation:
    is_while = equation.operation == "while"
    starts = [equation.params[key] for key in (("cond_nconsts", "body_nconsts") if is_while else ("num_consts",))]
    count, first = len(equation.results) if is_while else equation.params["num_carry"], sum(starts)
    positions = _positions(equation.spans, places)
    names = [result.name for result in equation.results[:count]]
    order = sorted(range(count), key=lambda k: (_position(names[k], positions, equation.spans), k))
    body = len(equation.blocks) - 1
    blocks = tuple(
        Block(
            _permuted(block.parameters, start, order),
            block.equations,
            _permuted(block.results, 0, order) if number == body else block.results,
        )
        for number, (block, start) in enumerate(zip(equation.blocks, starts, strict=True))
    )
    operands, results = _permuted(equation.operands, first, order), _permuted(equation.results, 0, order)
    return dataclasses.replace(equation, operands=operands, results=results, blocks=blocks)


def _permuted(items: Sequence[T], start: int, order: Sequence[int]) -> list[T]:
    end = start + len(order)
    return [*items[:start], *(items[start + k] for k in order), *items[end:]]


def _positions(spans: Spans, places: Places) -> dict[str, tuple[int, int, int]]:
    """Return where the function around a loop first binds each name."""
    if not spans:
        return {}
    names = places.names(spans[0].file)
    around = [function for function in names.functions if function.span.contains(spans[0])]
    if not around:
        return {}
    found = {name: (span.line, span.column, 0) for name, span in around[-1].parameters.items()}
    for span, targets in names.bound.items():
        if around[-1].span.contains(span):
            for k, name in enumerate(targets):
                found[name] = min(found.get(name, _LAST), (span.line, span.column, k))
    return found


def _position(name: str, positions: dict[str, tuple[int, int, int]], spans: Spans) -> Any:
    """Return where a name, `d`, or that of a part of it, `d_n`, is bound; names of the loop's header come first."""
    while name and name not in positions:
        name = name.rpartition("_")[0]
    found = positions.get(name, _LAST)
    return _FIRST if spans and found[0] == spans[0].line else found
