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
from nbgraph.core.printing.ir.pruning import kept

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
        case "while" | "scan":
            first = equation.split(first)[equation.blocks.index(block)]
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
    counts, count, body = equation.constants, equation.carry, equation.blocks[-1]
    changes = [body.results[k] is not body.parameters[counts[-1] + k] for k in range(count)]
    if all(changes):
        return equation
    *constants, initial, arrays = equation.split(equation.operands)
    still = [not each for each in changes]
    moved = kept(initial, still)
    known.update(zip(kept(equation.results[:count], still), moved, strict=True))
    return equation.with_counts(
        [each + len(moved) for each in counts],
        sum(changes),
        operands=[*(atom for group in constants for atom in (*group, *moved)), *kept(initial, changes), *arrays],
        results=[*kept(equation.results[:count], changes), *equation.results[count:]],
        blocks=tuple(
            _with_moved(block, start, changes, is_body=block is body)
            for block, start in zip(equation.blocks, counts, strict=True)
        ),
    )


def _with_moved(block: Block, start: int, changes: list[bool], *, is_body: bool) -> Block:
    """Return a body, or a test, with the invariant parameters after its constants."""
    count = len(changes)
    carried = block.parameters[start : start + count]
    ordered = [*kept(carried, [not each for each in changes]), *kept(carried, changes)]
    parameters = [*block.parameters[:start], *ordered, *block.parameters[start + count :]]
    results = [*kept(block.results[:count], changes), *block.results[count:]] if is_body else block.results
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
    starts, count = equation.constants, equation.carry
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
    operands, results = _permuted(equation.operands, sum(starts), order), _permuted(equation.results, 0, order)
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
