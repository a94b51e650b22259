"""Loops in special code: `lax.while_loop`, `lax.fori_loop` and `lax.scan` with the carry that the trace found."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import define, load, parameters, returned, target_of, value_of
from nbgraph.core.normalise.rewriter import replace as replace_node
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.asked_ahead import looks_up
from nbgraph.core.specialise.checks import begun, goes_on, raised, start_of
from nbgraph.core.specialise.held_lists import finished, inside, room_tests
from nbgraph.core.specialise.loop_items import Items
from nbgraph.core.specialise.loop_state import State, unpacked
from nbgraph.core.specialise.operands import is_boolean
from nbgraph.core.specialise.passing import hoisted
from nbgraph.core.specialise.pieces import Outer, Sink, assign, expanded_tail, received, result_of
from nbgraph.core.specialise.python_loops import PythonLoop
from nbgraph.core.specialise.slots import entered
from nbgraph.core.specialise.stacked import Stacked, stacked
from nbgraph.core.specialise.steady import checked_once, steady
from nbgraph.core.specialise.trips import trips_known
from nbgraph.core.staging.live_lists import is_live
from nbgraph.core.staging.rounds import StagedLoop
from nbgraph.core.staging.sequences import Range, is_int


def while_code(outer: Outer, call: ast.Call, sink: Sink) -> list[ast.stmt]:
    """The statements for `ng.while_(test, body, *state)`.

    Raises:
        NoSpecialFormError: the loop cannot be written as one piece of pure JAX code.
    """
    test, body = call.args[0], outer.branch(call.args[1], call)
    assert isinstance(test, ast.Lambda)
    if outer.plan.became("while_", call) != "while":
        return PythonLoop(outer, call, body).while_(test)
    staged: StagedLoop = outer.plan.detail("while_", call)
    state = State(outer, call, staged)
    if len([each for each in staged.carry.variables if each.location is None]) == len(call.args) - 1:
        return _acting_test(outer, call, staged, sink)
    return _Loop(outer, call, state, expanded_tail(body, state.names), sink).while_(test)


def _acting_test(outer: Outer, call: ast.Call, staged: StagedLoop, sink: Sink) -> list[ast.stmt]:
    """A loop whose test does more than look: it is asked before the loop, and at the end of each round."""
    test, body = call.args[0], outer.branch(call.args[1], call)
    assert isinstance(test, ast.Lambda)
    if looks_up(test.body) and not outer.plan.manner.asks_in_place:
        raise outer.plan.refuse(call, "the test of this loop looks up an item")
    flag = outer.plan.variable_for("goes_on")
    names = [flag, *(arg.arg for arg in body.args.args)]
    body = expanded_tail(body, names[1:])
    value = result_of(body)
    ask = quote("flag = test", call, flag=flag, test=test.body)
    bound = [] if value is None else assign(target_of(names[1:], call), value, call)
    block = [*(body.body[:-1] if value is not None else body.body), *bound, *ask]
    hands_back = value_of([load(name, call) for name in names], call)
    whole = define(body.name, parameters(names, body), [*block, ast.copy_location(ast.Return(hands_back), call)], body)
    operands = [load(flag, call), *call.args[2:]]
    loop = ast.copy_location(ast.Call(call.func, [test, call.args[1], *operands], []), call)
    state = State(outer, loop, staged, tuple(names))
    asked = ast.copy_location(ast.Lambda(parameters(names, call), load(flag, call)), test)
    return [
        *outer.block(ask),
        *_Loop(outer, loop, state, whole, lambda value: received(names, (), value, call)).while_(asked),
    ]


def for_code(outer: Outer, call: ast.Call, sink: Sink) -> list[ast.stmt]:
    """The statements for `ng.for_(items, body, *state)`.

    Raises:
        NoSpecialFormError: the loop cannot be written as one piece of pure JAX code.
    """
    became = outer.plan.became("for_", call)
    body = outer.branch(call.args[1], call)
    if became in ("", "python", "unrolled"):
        return PythonLoop(outer, call, body).for_(sink)
    staged: StagedLoop = outer.plan.detail("for_", call)
    if is_live(staged.items):
        raise outer.plan.refuse(call, "this loop walks over a list that changes in its rounds")
    walked = hoisted(outer.expressions, call.args[0], staged.items)
    with trips_known(outer, Items(outer.plan, outer.expressions.convert, walked, staged.items, call)) as items:
        state = State(outer, call, staged)
        assert state.slots is not None
    loop = _Loop(outer, call, state, expanded_tail(body, state.names), sink)
    if became in ("scan", "fori") and items.has_rows:
        added = stacked(loop.body, state.slots, getattr(items.sequence, "length", None))
        if added is not None:
            return loop.stack(items, added)
    if became == "scan" or (became == "fori" and items.is_walked):
        return loop.scan(items)
    shared = {slot.name for slot in state.slots if slot.is_name}
    changed = {*state.names, *shared, *names(*loop.body.body).writes, loop.body.args.args[0].arg}
    items = steady(outer.expressions, items, changed, counted=became == "fori")
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
        changed = {*self.state.travelling, *names(*self.body.body).writes}
        checks = checked_once(self.outer.expressions, test.body, changed)
        outermost = begun(self.outer, self.state.slots)
        before = [*checks, *PythonLoop(self.outer, self.call, self.body).rounds(self.state.staged.rounds_before)]
        start = self._start(outermost)
        with inside(self.outer.plan, self.state.holding):
            truth = self._truth(test.body, checked=bool(checks))
            tested, ask = self._test([], goes_on(self.state.holding, truth), test)
            function = self._round()
        holes = {"test": ask, "body": self._name, "start": start}
        value = quote_expression("lax.while_loop(test, body, start)", self.call, **holes)
        return [*before, *tested, function, *self._received(value, outermost)]

    def _start(self, outermost: bool, *extra: ast.expr) -> ast.expr:
        """The state before the loop, after `extra` values."""
        slots = self.state.slots
        held = [start_of(self.outer, slot, self.call, outermost=outermost) for slot in slots]
        return value_of([*extra, *self.state.initial(held)], self.call)

    def _truth(self, test: ast.expr, *, checked: bool = False) -> ast.expr:
        """A loop's condition as the bool that `lax.while_loop` asks for."""
        with contextlib.ExitStack() as around:
            around.enter_context(self.outer.expressions.perhaps(test))
            if checked:
                around.enter_context(self.outer.expressions.unchecked())
            code = self.outer.expressions.truth(test, self.call)
        if isinstance(code, ast.Name):
            for variable in self.state.staged.carry.variables:
                if variable.name == code.id and variable.leaves[0] is not None:
                    is_bool = variable.leaves[0].dtype_kind == "b"
                    return code if is_bool else quote_expression("name != 0", test, name=code)
        return code if is_boolean(code) else quote_expression("jnp.bool_(value)", test, value=code)

    def scan(self, items: Items) -> list[ast.stmt]:
        """`lax.scan(body, start, rows)[0]`."""
        outermost = begun(self.outer, self.state.slots)
        rows, start = items.rows(), self._start(outermost)
        with inside(self.outer.plan, self.state.holding):
            names, inner, results = self._inner()
        parameter, unpack = unpacked(self.outer.plan, names, self.call, [self._item])
        pair = ast.copy_location(ast.Tuple([value_of(results, self.call), _none(self.call)], ast.Load()), self.call)
        block = [*unpack, *inner, ast.copy_location(ast.Return(pair), self.body.body[-1])]
        function = define(self.body.name, parameters([parameter, self._item], self.body), block, self.body)
        holes = {"body": self._name, "start": start, "rows": rows}
        value = quote_expression("lax.scan(body, start, rows)[0]", self.call, **holes)
        return [function, *self._received(value, outermost)]

    def stack(self, items: Items, added: Stacked) -> list[ast.stmt]:
        """`xs = list(lax.map(body, rows))`, or `state, xs = lax.scan(body, start, rows)` where there is a state."""
        rest = replace(self, state=replace(self.state, made=added.names), body=added.body)
        outermost, at = begun(self.outer, rest.state.slots), self.call
        rows, start = items.rows(), rest._start(outermost)
        with inside(self.outer.plan, rest.state.holding), self.outer.expressions.apart():
            names, inner, results = rest._inside()
            made = value_of([self.outer.expressions.convert(item) for item in added.items], at)
            inner += self.outer.expressions.taken()
        inner = [statement for statement in inner if not isinstance(statement, ast.Pass)]
        target = target_of(added.names, at)
        ends = [line for held in added.lists for line in held.finish(self.outer.plan, at)]
        if self.outer.plan.lists.staged:
            self.outer.plan.lists.active |= {held.name: held.fixed() for held in added.lists}
            ends = []
        if not names:
            inner, made = returned(inner, made)
            body: ast.expr = ast.copy_location(ast.Lambda(parameters([self._item], at), made), at)
            block = [*inner, ast.copy_location(ast.Return(made), at)]
            functions = [define(self.body.name, parameters([self._item], at), block, self.body)] if inner else []
            value = quote_expression("lax.map(body, rows)", at, body=self._name if inner else body, rows=rows)
            return [*functions, ast.copy_location(ast.Assign([target], value), at), *ends]
        parameter, unpack = unpacked(self.outer.plan, names, at, [self._item])
        pair = ast.copy_location(ast.Tuple([value_of(results, at), made], ast.Load()), at)
        block = [*unpack, *inner, ast.copy_location(ast.Return(pair), self.body.body[-1])]
        function = define(self.body.name, parameters([parameter, self._item], self.body), block, self.body)
        value = quote_expression("lax.scan(body, start, rows)", at, body=self._name, start=start, rows=rows)
        return [function, *rest._received(value, outermost, target), *ends]

    def fori(self, items: Items) -> list[ast.stmt]:
        """`lax.fori_loop(start, stop, body, initial)`."""
        outermost = begun(self.outer, self.state.slots)
        start, stop, item = items.bounds(self._item)
        initial = self._start(outermost)
        with inside(self.outer.plan, self.state.holding):
            function = self._round([self._item if item is None else items.trip], item or [])
        holes = {"start": start, "stop": stop, "body": self._name, "initial": initial}
        value = quote_expression("lax.fori_loop(start, stop, body, initial)", self.call, **holes)
        return [function, *self._received(value, outermost)]

    def until(self, items: Items) -> list[ast.stmt]:
        """A loop that a `break` may end: the trip number travels with the state."""
        call = self.call
        outermost = begun(self.outer, self.state.slots)
        (test,) = (keyword.value for keyword in call.keywords if keyword.arg == "test")
        assert isinstance(test, ast.Lambda)
        sequence = items.sequence
        simple = isinstance(sequence, Range) and is_int(sequence.start, 0) and is_int(sequence.step, 1)
        item = [] if simple else items.item(items.trip, self._item)
        trip = self._item if simple else items.trip
        start = self._start(outermost, ast.copy_location(ast.Constant(0), call))
        with inside(self.outer.plan, self.state.holding):
            length, proceed = items.length(), self._truth(test.body)
            holes = {"trip": load(trip, call), "length": length, "proceed": proceed}
            form = "proceed" if items.is_endless else "(trip < length) & proceed"
            condition = quote_expression(form, test, **holes)
            tested, ask = self._test([trip], goes_on(self.state.holding, condition), test)
            names, inner, results = self._inner()
        parameter, unpack = unpacked(self.outer.plan, [trip, *names], call)
        following = quote_expression("trip + 1", call, trip=load(trip, call))
        result = value_of([following, *results], call)
        block = [*unpack, *item, *inner, ast.copy_location(ast.Return(result), self.body.body[-1])]
        function = define(self.body.name, parameters([parameter], self.body), block, self.body)
        holes = {"test": ask, "body": self._name, "start": start}
        value = quote_expression("lax.while_loop(test, body, start)", call, **holes)
        rest = quote_expression("value[1]" if len(names) == 1 else "value[1:]", call, value=value)
        return [*tested, function, *self._received(rest, outermost)]

    def _round(self, extra: Sequence[str] = (), before: Sequence[ast.stmt] = ()) -> ast.FunctionDef:
        """The loop's body as a function of one state, after `extra` parameters and with lines `before` the others."""
        names, inner, results = self._inner()
        parameter, unpack = unpacked(self.outer.plan, names, self.call, extra)
        inner, value = returned(inner, value_of(results, self.call))
        block = [*unpack, *before, *inner, ast.copy_location(ast.Return(value), self.body.body[-1])]
        return define(self.body.name, parameters([*extra, parameter], self.body), block, self.body)

    def _inner(self) -> tuple[list[str], list[ast.stmt], list[ast.expr]]:
        """What the body calls its state, its statements, and what they hand back in the carried types."""
        with self.outer.expressions.apart():
            return self._inside()

    def _inside(self) -> tuple[list[str], list[ast.stmt], list[ast.expr]]:
        inner = self.outer.block(self.body.body[:-1] if self.state.names else self.body.body)
        results = self.state.results(self.body)
        inner += self.outer.expressions.taken()
        names, inner, results, held = entered(self.state.slots, inner, results, self.body)
        if len(inner) > 1:
            inner = [statement for statement in inner if not isinstance(statement, ast.Pass)]
        return [*self.state.travelling, *names], inner, [*results, *self.state.held(held)]

    def _test(self, extra: Sequence[str], condition: ast.expr, at: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """A condition as a function of the loop's state: a lambda where there is one name."""
        names = [*extra, *self.state.travelling]
        more, block, (value,), _ = entered(self.state.slots, [], [condition], at)
        names += more
        if len(names) == 1 and not block:
            return [], ast.copy_location(ast.Lambda(parameters(names, at), value), at)
        parameter, unpack = unpacked(self.outer.plan, names, at)
        block = [*unpack, *block, ast.copy_location(ast.Return(value), at)]
        name = self.outer.plan.variable_for("the test of a loop", "loop_test")
        return [define(name, parameters([parameter], at), block, at)], load(name, at)

    def _received(self, value: ast.expr, outermost: bool, more: ast.expr | None = None) -> list[ast.stmt]:
        """The lines that bind the state after the loop."""
        if not self.state.names and not self.state.slots and more is None:
            return [ast.copy_location(ast.Expr(value), self.call)]
        surely = [line for flag in self.state.surely for line in quote("flag = True", self.call, flag=flag)]
        if not (self.state.slots or self.state.flagged or self.state.lists) and more is None:
            return [*self.sink(value), *surely]
        bound = received(self.state.travelling, self.state.slots, value, self.call)
        if more is not None:
            line, *back = bound
            assert isinstance(line, ast.Assign)
            both = ast.copy_location(ast.Tuple([line.targets[0], more], ast.Store()), self.call)
            bound = [replace_node(line, targets=[both]), *back]
        bound += surely
        done = self.sink(value_of([load(name, self.call) for name in self.state.names], self.call))
        checks = room_tests(self.outer.plan, self.state.holding, self.call)
        checks += raised(self.outer, self.call) if outermost else []
        checks += finished(self.outer.plan, self.state.holding, self.call)
        return [*bound, *checks, *(done if done and isinstance(done[0], ast.Return) else [])]

    @property
    def _name(self) -> ast.Name:
        return load(self.body.name, self.call)

    @property
    def _item(self) -> str:
        return self.body.args.args[0].arg


def _none(at: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Constant(None), at)
