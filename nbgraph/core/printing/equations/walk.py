"""Walk over a block's equations: each value is an expression until it is used, or gets a statement."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from nbgraph.core.printing.equations import conditionals, loops, prints, python_loops, scans
from nbgraph.core.printing.equations.context import Body, Context, locate
from nbgraph.core.printing.equations.elementwise import converted
from nbgraph.core.printing.equations.library import library_call
from nbgraph.core.printing.equations.operations import operation
from nbgraph.core.printing.equations.shapes import sort, top_k, unstack
from nbgraph.core.printing.equations.user_calls import helper_call, user_call
from nbgraph.core.printing.ir.program import Atom, Block, Equation, NoFormError, Spans, Variable
from nbgraph.core.printing.ir.pruning import uses_of
from nbgraph.core.printing.source.source_expressions import Group, in_source_words
from nbgraph.core.printing.text.code import assign, function_of, literal, width
from nbgraph.core.printing.text.tidy import LENGTH
from nbgraph.core.printing.text.values import Value, variable

_REGIONS = {
    "cond": conditionals.print_cond,
    "while": loops.print_while,
    "scan": scans.print_scan,
    "python_loop": python_loops.print_python_loop,
}
_SEVERAL = {"sort": sort, "top_k": top_k, "unstack": unstack}
_LONG = 70  # characters of an expression that is used once and gets a statement all the same
_WIDE = 64  # characters of several values that are returned without a name
_INLINE = frozenset(("index", "item", "stacked"))  # what is only for the operation that uses it
_PARTS = frozenset(("slice", "dynamic_slice", "broadcast_in_dim", "reshape", "column"))


def print_block(context: Context, block: Block, given: Sequence[Value], body: Body, frames: int = 0) -> list[Value]:
    """Write the statements of a block; return the values of its results."""
    return Writer(context, body, block, given, frames).write()


class Writer:
    """Writes one block; its function is inside `frames` of the user's calls."""

    def __init__(self, context: Context, body: Body, block: Block, given: Sequence[Value], frames: int = 0) -> None:
        self.frames = frames
        self.context, self.body, self.equations, self.results = context, body, block.equations, block.results
        self.known: dict[Variable, Value] = dict(zip(block.parameters, given, strict=True))
        self.uses = uses_of(block)

    def write(self) -> list[Value]:
        position = 0
        while position < len(self.equations):
            position = self.step(position)
        return [self.read(atom) for atom in self.results]

    def step(self, position: int) -> int:
        """Write one equation, or those of one expression of the user's; return the position of the next."""
        if (behind := user_call(self, position)) is not None:
            return behind
        group = self.group(position)
        if group is not None and (found := in_source_words(self, group)) is not None:
            results, value = found
            if len(results) == 1:
                self.enter(results[0], value, group.spans)
            else:
                self.assign(results, value.node, group.spans)
            return position + len(group.equations)
        self.equation(self.equations[position])
        return position + 1

    def group(self, position: int) -> Group | None:
        """Return the equations of one expression of the user's, from a position on; None if there is none."""
        spans, end = self.equations[position].spans, position
        while end < len(self.equations) and self.equations[end].spans == spans and _is_plain(self.equations[end]):
            end += 1
        if not spans or end == position or self.context.literal:
            return None
        return Group(self.equations[position:end], spans, self.uses)

    def equation(self, equation: Equation) -> None:
        """Write one equation."""
        if equation.operation in _REGIONS:
            _REGIONS[equation.operation](self, equation)
            return
        operands = [self.read(atom) for atom in equation.operands]
        if equation.acts:
            prints.print_act(self, equation, operands)
        elif equation.operation == "call":
            self.call(equation, operands)
        elif equation.operation in _SEVERAL:
            self.assign(equation.results, _SEVERAL[equation.operation](equation, operands), equation.spans)
        elif len(equation.results) != 1:
            raise NoFormError(f"the operation `{equation.operation}` with several results")
        else:
            self.enter(equation.results[0], operation(self.context, equation, operands), equation.spans)

    def call(self, equation: Equation, operands: list[Value]) -> None:
        """Write a call of a library function by its name, else the call's body."""
        found = None if self.context.literal else library_call(self.context, equation, operands)
        if found is not None:
            self.enter(equation.results[0], found, equation.spans)
            return
        if equation.params["primitive"].startswith("custom") and not equation.params["library"]:
            raise NoFormError("a derivative of the user's own")
        made = helper_call(self, equation, operands)
        if made is not None:
            self.assign(equation.results, made, equation.spans)
            return
        block = equation.blocks[0]
        uses = uses_of(block)
        given = [
            self.named(value) if uses.get(parameter, 0) > 1 else value
            for parameter, value in zip(block.parameters, operands, strict=True)
        ]
        values = print_block(self.context, block, given, self.body, self.frames)
        for result, value in zip(equation.results, values, strict=True):
            self.enter(result, value, equation.spans)

    def read(self, atom: Atom) -> Value:
        return self.context.read(atom, self.known)

    def enter(self, result: Variable, value: Value, spans: Spans) -> None:
        """Enter a value: bind it where the user names it or it is used twice, else write it where it is used."""
        if spans and not isinstance(value.node, ast.Name | ast.Constant):
            locate(value.node, spans)  # it may be written in a statement of another line
        count = self.uses.get(result, 0)
        value = value.also(names=value.names | _names(result), spans=spans)
        if not count:
            return
        is_number_of_truth = value.operation == "convert_element_type" and value.operands[0].dtype == np.bool_
        if is_number_of_truth and (count > 1 or width(value.node) > _LONG):
            self.known[result] = converted(self.named(value.operands[0]), value.aval)
            return
        named = bool(result.name) and not self.body.tight and value.known is None and not value.is_name
        is_all = self.results == [result]  # what is returned may be long
        once = count == 1 and not named and (is_all or value.operation in _PARTS or width(value.node) <= _LONG)
        again = (value.is_simple or _is_opposite(value)) and count <= 4 and not named
        if value.known is not None or value.is_name or once or again or value.operation in _INLINE:
            self.known[result] = value
        else:
            self.known[result] = self.bind(value, result.wanted)

    def bind(self, value: Value, wanted: str = "") -> Value:
        """Bind a value to a name in a statement of its own."""
        symbol = self.context.symbols.new(wanted or guess(value))
        statement = assign([symbol], value.node)
        setattr(statement, LENGTH, value.shape[0] if value.shape and isinstance(value.shape[0], int) else 0)
        self.body.put(statement, value.spans)
        weak = value.weak if value.known is None else None
        return variable(symbol, value.aval, *value.names, wanted, weak=weak, spans=value.spans, traced=value.traced)

    def named(self, value: Value) -> Value:
        """Return the value in a form that may be repeated, or used in another function."""
        if value.is_simple or _is_opposite(value) or value.known is not None or value.operation in ("item", "index"):
            return value
        return self.bind(value, next(iter(sorted(value.names)), ""))

    def assign(
        self, results: Sequence[Variable], node: ast.expr, spans: Spans, *, acts: bool = False, traced: bool = False
    ) -> None:
        """Enter the results of one expression, which is a tuple where there are several."""
        used = [self.uses.get(result, 0) > 0 for result in results]
        if not any(used):
            if acts:
                self.body.put(ast.Expr(node), spans)
        elif sum(used) == 1:
            at = used.index(True)
            if len(used) > 1:
                index = -1 if at == len(used) - 1 else at
                node = ast.Subscript(node, literal(index), ast.Load())
            self.enter(results[at], Value(node, results[at].aval, None, traced=traced), spans)
        else:
            symbols = [self.context.symbols.new(r.wanted) if use else "_" for r, use in zip(results, used, strict=True)]
            self.body.put(assign(symbols, node), spans)
            for result, symbol in zip(results, symbols, strict=True):
                self.known[result] = variable(symbol, result.aval, result.name, spans=spans, traced=traced)

    def beside(self, block: Block, more: dict[Variable, Value], body: Body) -> list[Value]:
        """Write a block that also uses values of this one; return the values of its results."""
        inner = Writer(self.context, body, block, [more[parameter] for parameter in block.parameters], self.frames)
        inner.known = self.known | inner.known
        return inner.write()

    def inside(
        self, block: Block, given: Sequence[Value], *, tight: bool, names: Sequence[str] = ()
    ) -> tuple[list[ast.stmt], list[Value]]:
        """Return the statements of a function inside this one, and its results; selects get names in long results."""
        writer = Writer(self.context, Body(tight=tight), block, given, self.frames)
        values = writer.write()
        if sum(width(value.node) + 2 for value in values) > _WIDE and len(values) == len(names):
            values = [
                writer.bind(value, name) if name and value.operation == "select_n" else value
                for value, name in zip(values, names, strict=True)
            ]
        return writer.body.statements, values

    def define(self, name: str, parameters: Sequence[str], body: list[ast.stmt], spans: Spans) -> ast.Name:
        """Define a function inside this one; return its name."""
        symbol = self.context.symbols.new(name)
        self.body.put(function_of(symbol, parameters, body), spans)
        return ast.Name(symbol, ast.Load())


def guess(value: Value) -> str:
    """Return a name for a value that the user has not named."""
    return "test" if getattr(value.dtype, "kind", "") == "b" and not value.shape else "value"


def _is_opposite(value: Value) -> bool:
    return value.operation == "not" and value.operands[0].is_name


def _names(result: Variable) -> frozenset[str]:
    return frozenset((result.wanted,)) if result.wanted else frozenset()


def _is_plain(equation: Equation) -> bool:
    return not equation.acts and equation.operation not in _REGIONS
