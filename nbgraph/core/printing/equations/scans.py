"""Print `lax.scan`, or `lax.fori_loop` for a fixed number of iterations without inputs and stacked results."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import jax
import numpy as np

from nbgraph.core.printing.equations.conditionals import returned
from nbgraph.core.printing.equations.loops import Function, carried_names, define
from nbgraph.core.printing.ir.counters import counts_by_one
from nbgraph.core.printing.ir.program import Block, Equation, Variable
from nbgraph.core.printing.text.code import assign, call, literal, several
from nbgraph.core.printing.text.values import Value, variable

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer


def print_scan(writer: Writer, equation: Equation) -> None:
    params, values = equation.params, [writer.read(atom) for atom in equation.operands]
    around, initial, over = equation.split(values)
    around = [writer.named(value) for value in around]
    if not over and len(equation.results) == equation.carry and not params["reverse"]:
        _print_fori(writer, equation, around, initial)
        return
    names = carried_names(equation, initial)
    function = _define(writer, equation, around, names)
    node = call("lax.scan", [function, returned(initial), several([value.array() for value in over])])
    if not over:
        node.keywords.append(ast.keyword("length", literal(params["length"])))
    if params["reverse"]:
        node.keywords.append(ast.keyword("reverse", literal(True)))
    _assign(writer, equation, equation.carry, node)


def _print_fori(writer: Writer, equation: Equation, around: list[Value], initial: list[Value]) -> None:
    """Write a loop with a fixed number of iterations; the counter is a carried value, or `_`."""
    body, results = equation.blocks[0], list(equation.results)
    names = carried_names(equation, initial)
    at = _counter(writer, equation, initial)
    length, start = equation.params["length"], 0
    if at is None:
        counter = Variable(jax.core.ShapedArray((), np.dtype("int32")))
        at = len(initial)
        parameters = [*body.parameters, counter]
        body = Block(parameters, body.equations, [*body.results, counter])
        names.append("_")
    else:
        start = int(initial[at].known)
        results.pop(at)
    function = Function("loop_body", body, around, names, at)
    rest = [value for k, value in enumerate(initial) if k != at]
    limits = [literal(start), literal(start + length)]
    node = call("lax.fori_loop", [*limits, define(writer, function, equation.spans), returned(rest)])
    writer.assign(results, node, equation.spans, acts=equation.acts)


def _counter(writer: Writer, equation: Equation, initial: list[Value]) -> int | None:
    """Return the index of the carried counter, which starts at a known number and is unused after the loop; or None."""
    for k, value in enumerate(initial):
        is_free = value.known is not None and not writer.uses.get(equation.results[k], 0)
        if is_free and counts_by_one(equation.blocks[0], equation.constants[0], k):
            return k
    return None


def _define(writer: Writer, equation: Equation, around: list[Value], names: list[str]) -> ast.expr:
    """Define the function of one iteration: its parameters are the carry and the items scanned."""
    new, block = writer.context.symbols.new, equation.blocks[0]
    (consts,), count = equation.constants, equation.carry
    parameters = block.parameters[consts:]
    wanted = [*names, *(parameter.wanted or "item" for parameter in parameters[count:])]
    symbols = [new(name) for name in wanted]
    given = [
        variable(symbol, parameter.aval, name, parameter.name)
        for symbol, parameter, name in zip(symbols, parameters, wanted, strict=True)
    ]
    gathers = [""] * (len(block.results) - count)
    statements, values = writer.inside(block, [*around, *given], tight=False, names=[*names, *gathers])
    opened: list[ast.stmt] = []
    arguments = []
    for group, word in ((symbols[:count], "state"), (symbols[count:], "items")):
        arguments.append(group[0] if len(group) == 1 else new(word if group else "_"))
        if len(group) > 1:
            opened.append(assign(group, ast.Name(arguments[-1], ast.Load())))
    gathered = several([value.array() for value in values[count:]])
    result = ast.Return(ast.Tuple([returned(values[:count]), gathered], ast.Load()))
    return writer.define("loop_body", arguments, [*opened, *statements, result], equation.spans)


def _assign(writer: Writer, equation: Equation, count: int, node: ast.expr) -> None:
    """Enter a scan's results: the last carry and the stacked values."""
    results, spans, acts = equation.results, equation.spans, equation.acts
    carried, gathered = results[:count], results[count:]
    used = [any(writer.uses.get(result, 0) for result in group) for group in (carried, gathered)]
    if not all(used):
        at = 1 if used[1] else 0
        part = ast.Subscript(node, literal(at), ast.Load()) if any(used) else node
        writer.assign((carried, gathered)[at], part, spans, acts=acts)
        return
    targets: list[ast.expr] = []
    for group in (carried, gathered):
        symbols = []
        for result in group:
            is_used = writer.uses.get(result, 0) > 0
            symbols.append(writer.context.symbols.new(result.name or "values") if is_used else "_")
            if is_used:
                writer.known[result] = variable(symbols[-1], result.aval, result.name, spans=spans)
        names: list[ast.expr] = [ast.Name(symbol, ast.Store()) for symbol in symbols]
        targets.append(names[0] if len(names) == 1 else ast.Tuple(names, ast.Store()))
    writer.body.put(ast.Assign([ast.Tuple(targets, ast.Store())], node), spans)
