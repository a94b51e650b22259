"""Print `lax.while_loop`, and `lax.fori_loop` where an integer counts up to a limit."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nbgraph.core.printing.equations.conditionals import returned, size_of
from nbgraph.core.printing.ir.counters import counts_by_one
from nbgraph.core.printing.ir.program import Atom, Block, Constant, Equation, Spans, Variable
from nbgraph.core.printing.ir.pruning import needs, pruned
from nbgraph.core.printing.text.code import assign, call, lambda_of, width
from nbgraph.core.printing.text.values import Value, known_value, variable
from nbgraph.core.records import dataclass

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer

_SHORT = 50  # characters of a lambda
_FEW = 12  # equations that may fit into one


@dataclass(frozen=True)
class Function:
    """The parts of a loop's function."""

    name: str
    block: Block
    constants: Sequence[Value]
    names: Sequence[str]  # what its parameters are to be called
    counter: int | None = None  # which of the carried values is its first parameter, by itself; None for none


def print_while(writer: Writer, equation: Equation) -> None:
    a, _ = equation.constants
    values = [writer.read(atom) for atom in equation.operands]
    of_test, of_body, initial, _ = equation.split(values)
    around = of_test + [writer.named(value) for value in of_body]
    test, body = equation.blocks
    names = carried_names(equation, initial)
    count = _counter(writer, equation)
    if count is not None and (limit := _limit(count, test, around)) is not None:
        at = count[0]
        if initial[at].known is None or limit.known is None:
            names[at] = "i" if names[at] == "value" else names[at]
            function = Function("loop_body", body, around[a:], names, at)
            rest = [value for k, value in enumerate(initial) if k != at]
            node = call("lax.fori_loop", [initial[at].node, limit.node, define(writer, function, equation.spans)])
            node.args.append(returned(rest))
            results = [result for k, result in enumerate(equation.results) if k != at]
            writer.assign(results, node, equation.spans, acts=equation.acts)
            return
    around[:a] = [writer.named(value) for value in around[:a]]
    functions = [Function("loop_test", test, around[:a], names), Function("loop_body", body, around[a:], names)]
    made = [define(writer, function, equation.spans) for function in functions]
    node = call("lax.while_loop", [*made, returned(initial)])
    writer.assign(equation.results, node, equation.spans, acts=equation.acts, traced=True)


def carried_names(equation: Equation, initial: Sequence[Value]) -> list[str]:
    """Return names for the values that a loop carries."""
    parameters = equation.blocks[-1].parameters[equation.constants[-1] :]
    wanted = (own.wanted or result.wanted for own, result in zip(parameters, equation.results, strict=False))
    pairs = zip(wanted, initial, strict=False)
    return [name or next(iter(sorted(value.names)), "") or "value" for name, value in pairs]


def _counter(writer: Writer, equation: Equation) -> tuple[int, Atom] | None:
    """Return the index of the counter and the limit of a loop whose counter nothing else uses; None for other loops."""
    test, body = equation.blocks
    a, b = equation.constants
    if len(test.equations) != 1 or test.equations[0].operation != "lt":
        return None
    if test.results != test.equations[0].results:
        return None
    count, limit = test.equations[0].operands
    carried = test.parameters[a:]
    if count not in carried or limit in carried or not isinstance(count, Variable):
        return None
    at = carried.index(count)
    is_free = not writer.uses.get(equation.results[at], 0)
    return (at, limit) if is_free and counts_by_one(body, b, at) else None


def _limit(count: tuple[int, Atom], test: Block, around: Sequence[Value]) -> Value | None:
    limit = count[1]
    if isinstance(limit, Constant):
        return known_value(limit.value, limit.aval) if not limit.aval.shape else None
    return around[test.parameters.index(limit)] if isinstance(limit, Variable) else None


def define(writer: Writer, function: Function, spans: Spans) -> ast.expr:
    """Define a function of the loop's carry: a lambda where it is one short expression; return how to refer to it."""
    new = writer.context.symbols.new
    block, count = function.block, len(function.constants)
    symbols = [new(name) for name in function.names]
    if function.counter is not None:
        block = pruned(block, [k != function.counter for k in range(len(block.results))])
        if not needs(block)[count + function.counter]:
            symbols[function.counter] = new("_")
    pairs = zip(symbols, block.parameters[count:], function.names, strict=True)
    is_while = function.counter is None  # which makes arrays of all that it carries, also where `jit` is disabled
    carried = [
        variable(symbol, parameter.aval, name, parameter.name, traced=is_while) for symbol, parameter, name in pairs
    ]
    given = [*function.constants, *carried]
    own = [symbol for k, symbol in enumerate(symbols) if k != function.counter]
    first = [] if function.counter is None else [symbols[function.counter]]
    if len(own) == 1 and size_of(block) <= _FEW:
        statements, values = writer.inside(block, given, tight=True)
        value = returned(values)
        if not statements and width(value) <= _SHORT:
            return lambda_of(value, [*first, *own])
    names = [name for k, name in enumerate(function.names) if k != function.counter]
    statements, values = writer.inside(block, given, tight=False, names=names)
    state = own[0] if len(own) == 1 else new("state" if own else "_")
    opened = [assign(own, ast.Name(state, ast.Load()))] if len(own) > 1 else []
    value = returned(values)
    return writer.define(function.name, [*first, state], [*opened, *statements, ast.Return(value)], spans)
