"""The order in which loops carry values: as the user's function binds them, and what the converter adds behind these.

The traced program has them in the order in which the loop asks for them: `while b: a, b = b, a % b` carries `b, a`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, TypeVar

from nbgraph.core.graph.places import Places
from nbgraph.core.printing.program import Block, Equation, Spans

T = TypeVar("T")
_FIRST, _LAST = (0, 0, 0), (1 << 30, 0, 0)


def in_order(block: Block, places: Places) -> Block:
    """A block whose loops carry values in the user's order, at any depth; variables have their names."""
    equations = []
    for equation in block.equations:
        if equation.operation != "call" or not equation.params["library"]:
            equation = dataclasses.replace(equation, blocks=tuple(in_order(each, places) for each in equation.blocks))
        equations.append(_loop(equation, places) if equation.operation in ("while", "scan") else equation)
    return Block(block.parameters, equations, block.results)


def _loop(equation: Equation, places: Places) -> Equation:
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
    """Items of which those from a start on are in another order."""
    end = start + len(order)
    return [*items[:start], *(items[start + k] for k in order), *items[end:]]


def _positions(spans: Spans, places: Places) -> dict[str, tuple[int, int, int]]:
    """Where the function around a loop binds each name first."""
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
    """Where a name, `d`, or that of a part of it, `d_n`, is bound; first what the header of the loop binds."""
    while name and name not in positions:
        name = name.rpartition("_")[0]
    found = positions.get(name, _LAST)
    return _FIRST if spans and found[0] == spans[0].line else found
