"""Loops in special code: `lax.while_loop`, `lax.fori_loop` and `lax.scan` with the carry that the trace found."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nbgraph.core.functionalise.blocks import define, load, parameters, returned, value_of
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.loop_items import Items
from nbgraph.core.specialise.loop_state import State, unpacked
from nbgraph.core.specialise.operands import is_boolean
from nbgraph.core.specialise.pieces import Outer, Sink, expanded_tail
from nbgraph.core.specialise.python_loops import PythonLoop
from nbgraph.core.staging.sequences import Range


def while_code(outer: Outer, call: ast.Call, sink: Sink) -> list[ast.stmt]:
    """The statements for `ng.while_(test, body, *state)`.

    Raises:
        NoSpecialFormError: the loop cannot be written as one piece of pure JAX code.
    """
    test, body = call.args[0], outer.branch(call.args[1], call)
    assert isinstance(test, ast.Lambda)
    if outer.plan.became("while_", call) != "while":
        return PythonLoop(outer, call, body).while_(test)
    state = State(outer, call, outer.plan.detail("while_", call))
    return _Loop(outer, call, state, expanded_tail(body, state.names), sink).while_(test)


def for_code(outer: Outer, call: ast.Call, sink: Sink) -> list[ast.stmt]:
    """The statements for `ng.for_(items, body, *state)`.

    Raises:
        NoSpecialFormError: the loop cannot be written as one piece of pure JAX code.
    """
    became = outer.plan.became("for_", call)
    body = outer.branch(call.args[1], call)
    if became in ("", "python", "unrolled"):
        return PythonLoop(outer, call, body).for_(sink)
    state = State(outer, call, outer.plan.detail("for_", call))
    loop = _Loop(outer, call, state, expanded_tail(body, state.names), sink)
    items = Items(outer.plan, outer.expressions.convert, call.args[0], state.staged.items, call)
    if became == "scan":
        return loop.scan(items)
    return loop.fori(items) if became == "fori" else loop.until(items)


@dataclass(frozen=True)
class _Loop:
    """One staged loop.

    Attributes:
        outer: the statements around it.
        call: the staging call.
        state: what it carries.
        body: one round, its results named.
        sink: what happens to the state after the loop.
    """

    outer: Outer
    call: ast.Call
    state: State
    body: ast.FunctionDef
    sink: Sink

    def while_(self, test: ast.Lambda) -> list[ast.stmt]:
        """`lax.while_loop(test, body, start)`, behind the rounds that ran in Python."""
        condition = self._truth(test.body)
        before = PythonLoop(self.outer, self.call, self.body).rounds(self.state.staged.rounds_before)
        tested, ask = _test(self.state.names, condition, test)
        function = self._round()
        start = value_of(self.state.initial(), self.call)
        holes = {"test": ask, "body": self._name, "start": start}
        value = quote_expression("lax.while_loop(test, body, start)", self.call, **holes)
        return [*before, *tested, function, *self._received(value)]

    def _truth(self, test: ast.expr) -> ast.expr:
        """A loop's condition as the bool that `lax.while_loop` asks for."""
        code = self.outer.expressions.test(test)
        if isinstance(code, ast.Name):
            for variable in self.state.staged.carry.variables:
                if variable.name == code.id and variable.leaves[0] is not None:
                    is_bool = variable.leaves[0].dtype.kind == "b"
                    return code if is_bool else quote_expression("name != 0", test, name=code)
        return code if is_boolean(code) else quote_expression("jnp.bool_(value)", test, value=code)

    def scan(self, items: Items) -> list[ast.stmt]:
        """`lax.scan(body, start, rows)[0]`."""
        rows = items.rows()
        parameter, unpack = unpacked(self.state.names, self.call)
        inner, result = self._inner()
        pair = ast.copy_location(ast.Tuple([result, _none(self.call)], ast.Load()), self.call)
        block = [*unpack, *inner, ast.copy_location(ast.Return(pair), self.body.body[-1])]
        function = define(self.body.name, parameters([parameter, self._item], self.body), block, self.body)
        start = value_of(self.state.initial(), self.call)
        holes = {"body": self._name, "start": start, "rows": rows}
        value = quote_expression("lax.scan(body, start, rows)[0]", self.call, **holes)
        return [function, *self._received(value)]

    def fori(self, items: Items) -> list[ast.stmt]:
        """`lax.fori_loop(start, stop, body, initial)`."""
        start, stop, item = items.bounds(self._item)
        function = self._round([self._item if item is None else "k"], item or [])
        initial = value_of(self.state.initial(), self.call)
        holes = {"start": start, "stop": stop, "body": self._name, "initial": initial}
        value = quote_expression("lax.fori_loop(start, stop, body, initial)", self.call, **holes)
        return [function, *self._received(value)]

    def until(self, items: Items) -> list[ast.stmt]:
        """A loop that a `break` may end: the trip number travels with the state."""
        call, names = self.call, self.state.names
        (test,) = (keyword.value for keyword in call.keywords if keyword.arg == "test")
        assert isinstance(test, ast.Lambda)
        sequence = items.sequence
        simple = isinstance(sequence, Range) and _is(sequence.start, 0) and _is(sequence.step, 1)
        item = [] if simple else items.item("k", self._item)
        trip = self._item if simple else "k"
        length, proceed = items.length(), self._truth(test.body)
        condition = quote_expression("(trip < length) & proceed", test, trip=trip, length=length, proceed=proceed)
        tested, ask = _test([trip, *names], condition, test)
        parameter, unpack = unpacked([trip, *names], call)
        inner = self.outer.block(self.body.body[:-1])
        following = quote_expression("trip + 1", call, trip=load(trip, call))
        result = value_of([following, *self.state.results(self.body)], call)
        block = [*unpack, *item, *inner, ast.copy_location(ast.Return(result), self.body.body[-1])]
        function = define(self.body.name, parameters([parameter], self.body), block, self.body)
        zero = ast.copy_location(ast.Constant(0), call)
        holes = {"test": ask, "body": self._name, "start": value_of([zero, *self.state.initial()], call)}
        value = quote_expression("lax.while_loop(test, body, start)", call, **holes)
        rest = quote_expression("value[1]" if len(names) == 1 else "value[1:]", call, value=value)
        return [*tested, function, *self._received(rest)]

    def _round(self, extra: Sequence[str] = (), before: Sequence[ast.stmt] = ()) -> ast.FunctionDef:
        """The loop's body as a function of one state, after `extra` parameters and with lines `before` the others."""
        parameter, unpack = unpacked(self.state.names, self.call)
        inner, value = returned(*self._inner())
        block = [*unpack, *before, *inner, ast.copy_location(ast.Return(value), self.body.body[-1])]
        return define(self.body.name, parameters([*extra, parameter], self.body), block, self.body)

    def _inner(self) -> tuple[list[ast.stmt], ast.expr]:
        """The body's statements and what they hand back, in the carried types."""
        if not self.state.names:
            return self.outer.block(self.body.body), _none(self.call)
        inner = self.outer.block(self.body.body[:-1])
        return inner, value_of(self.state.results(self.body), self.call)

    def _received(self, value: ast.expr) -> list[ast.stmt]:
        if not self.state.names:
            return [ast.copy_location(ast.Expr(value), self.call)]
        return self.sink(value)

    @property
    def _name(self) -> ast.Name:
        return load(self.body.name, self.call)

    @property
    def _item(self) -> str:
        return self.body.args.args[0].arg


def _test(names: Sequence[str], condition: ast.expr, at: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
    """A condition as a function of the loop's state: a lambda where there is one name."""
    if len(names) == 1:
        return [], ast.copy_location(ast.Lambda(parameters(names, at), condition), at)
    parameter, unpack = unpacked(names, at)
    block = [*unpack, ast.copy_location(ast.Return(condition), at)]
    return [define("loop_test", parameters([parameter], at), block, at)], load("loop_test", at)


def _is(value: Any, number: int) -> bool:
    """Whether a value is that integer, and not a tracer that might be."""
    return isinstance(value, int) and value == number


def _none(at: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Constant(None), at)
