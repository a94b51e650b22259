"""Loops in special code: `lax.while_loop`, `lax.fori_loop` and `lax.scan` with the carry that the trace found."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nbgraph.core.functionalise.blocks import BlockFunction, parameters, returned, value_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.expressions import Expressions, verb_of
from nbgraph.core.specialise.pieces import Sink, assign, expanded_tail
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.types import cast_code, needs_cast, zeros_code
from nbgraph.core.staging.carry import Variable
from nbgraph.core.staging.loop import StagedLoop
from nbgraph.core.staging.sequences import Enumerate, Map, Range, Reversed, Rows, Zip
from nbgraph.core.staging.values import is_dynamic, leaves_of, type_of


class Outer(Protocol):
    """What loops need of the statements they stand among."""

    plan: Plan
    expressions: Expressions

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]: ...

    def branch(self, argument: ast.expr, call: ast.Call) -> ast.FunctionDef: ...

    def inline(self, function: ast.FunctionDef, sink: Sink) -> list[ast.stmt]: ...


@dataclass(frozen=True)
class Loops:
    """Specialises loops for the statements they stand among."""

    outer: Outer

    def while_(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        plan = self.outer.plan
        test, body = call.args[0], self.outer.branch(call.args[1], call)
        assert isinstance(test, ast.Lambda)
        if plan.became("while_", call) != "while":
            return self._python_while(call, test, body)
        staged: StagedLoop = plan.detail("while_", call)
        names = self._names(call, staged, call.args[2:])
        body = expanded_tail(body, names)
        condition = self.outer.expressions.convert(test.body)
        before = self._rounds_in_python(call, body, staged.rounds_before)
        tested = self._function("loop_test", names, [], condition, test)
        looped = self._body(names, staged, body, call)
        start = value_of(self._initial(staged, call.args[2:], call), call)
        value = quote_expression("lax.while_loop(test, body, start)", call, test=tested[1], body=looped[1], start=start)
        return [*before, *tested[0], *looped[0], *self._receive(names, call, value, sink)]

    def for_(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        became = self.outer.plan.became("for_", call)
        body = self.outer.branch(call.args[1], call)
        if became in ("", "python", "unrolled"):
            return self._python_for(call, body, sink)
        staged: StagedLoop = self.outer.plan.detail("for_", call)
        names = self._names(call, staged, call.args[2:])
        body = expanded_tail(body, names)
        item = body.args.args[0].arg
        if became == "scan":
            return self._scan(call, body, staged, names, item, sink)
        if became == "fori":
            return self._fori(call, body, staged, names, item, sink)
        return self._until(call, body, staged, names, item, sink)

    def _scan(self, call, body, staged, names, item, sink) -> list[ast.stmt]:
        rows = self._rows(call.args[0], staged.items)
        state, unpack = self._state(names, call)
        inner = self.outer.block(body.body[:-1]) if names else self.outer.block(body.body)
        result = value_of(self._cast_results(staged, body, call), call) if names else _none(call)
        pair = ast.copy_location(ast.Tuple([result, _none(call)], ast.Load()), call)
        block = [*unpack, *inner, ast.copy_location(ast.Return(pair), body.body[-1])]
        function = _define(body.name, [state, item], block, body)
        start = value_of(self._initial(staged, call.args[2:], call), call)
        value = quote_expression(
            "lax.scan(body, start, rows)[0]", call, body=_name(body.name, call), start=start, rows=rows
        )
        return [function, *self._receive(names, call, value, sink)]

    def _fori(self, call, body, staged, names, item, sink) -> list[ast.stmt]:
        start, stop, index = self._bounds(call.args[0], staged.items, item, call)
        looped = self._body(names, staged, body, call, [item if index is None else "k"], index)
        initial = value_of(self._initial(staged, call.args[2:], call), call)
        holes = {"start": start, "stop": stop, "body": looped[1], "initial": initial}
        value = quote_expression("lax.fori_loop(start, stop, body, initial)", call, **holes)
        return [*looped[0], *self._receive(names, call, value, sink)]

    def _until(self, call, body, staged, names, item, sink) -> list[ast.stmt]:
        """A loop that a `break` may end: the trip number travels with the state."""
        (test,) = (keyword.value for keyword in call.keywords if keyword.arg == "test")
        items = staged.items
        simple = isinstance(items, Range) and _is(items.start, 0) and _is(items.step, 1)
        index = None if simple else self._item(call.args[0], items, "k", item, call)
        trip = item if simple else "k"
        length = self._length(call.args[0], items, call)
        proceed = self.outer.expressions.convert(test.body)
        condition = quote_expression("(trip < length) & proceed", test, trip=trip, length=length, proceed=proceed)
        state_names = [trip, *names]
        tested = self._function("loop_test", state_names, [], condition, test)
        state, unpack = self._state(state_names, call)
        inner = self.outer.block(body.body[:-1])
        next_trip = quote_expression("trip + 1", call, trip=_name(trip, call))
        results = [next_trip, *self._cast_results(staged, body, call)]
        block = [*unpack, *(index or []), *inner, ast.copy_location(ast.Return(value_of(results, call)), body.body[-1])]
        function = _define(body.name, [state], block, body)
        zero = ast.copy_location(ast.Constant(0), call)
        start = value_of([zero, *self._initial(staged, call.args[2:], call)], call)
        value = quote_expression(
            "lax.while_loop(test, body, start)", call, test=tested[1], body=_name(body.name, call), start=start
        )
        if not names:
            return [*tested[0], function]
        rest = quote_expression("value[1:]", call, value=value)
        if len(names) == 1:
            rest = quote_expression("value[1]", call, value=value)
        return [*tested[0], function, *self._receive(names, call, rest, sink)]

    def _body(self, names, staged, body, call, extra: Sequence[str] = (), index=None):
        """The loop's body as a function of one state, and its name."""
        state, unpack = self._state(names, call)
        inner = self.outer.block(body.body[:-1]) if names else self.outer.block(body.body)
        value = value_of(self._cast_results(staged, body, call), call) if names else _none(call)
        inner, value = returned(inner, value)
        block = [*unpack, *(index or []), *inner, ast.copy_location(ast.Return(value), body.body[-1])]
        return [_define(body.name, [*extra, state], block, body)], _name(body.name, call)

    def _function(self, wish: str, names, before, value, at):
        """A condition as a function of the loop's state: a lambda where there is one name."""
        if len(names) == 1 and not before:
            return [], ast.copy_location(ast.Lambda(parameters(names, at), value), at)
        state, unpack = self._state(names, at)
        block = [*unpack, *before, ast.copy_location(ast.Return(value), at)]
        return [_define(wish, [state], block, at)], _name(wish, at)

    def _state(self, names: Sequence[str], at: ast.AST) -> tuple[str, list[ast.stmt]]:
        """The one parameter of a loop function, and the line that takes it apart."""
        if len(names) == 1:
            return names[0], []
        if not names:
            return "_", []
        target = ast.copy_location(ast.Tuple([_name(n, at, ast.Store()) for n in names], ast.Store()), at)
        return "state", [ast.copy_location(ast.Assign([target], _name("state", at)), at)]

    def _names(self, call: ast.Call, staged: StagedLoop, state: Sequence[ast.expr]) -> list[str]:
        """The names that travel; those that stay what they were are read from outside."""
        carried = staged.carry.variables
        if len(carried) > len(state):
            where = carried[len(state)].name or "a run-time check"
            raise self.outer.plan.refuse(call, f"`{where}` travels with this loop although it is not a local variable")
        return [variable.name for variable in carried]

    def _initial(self, staged: StagedLoop, state: Sequence[ast.expr], call: ast.Call) -> list[ast.expr]:
        return [self._start(v, code, call) for v, code in zip(staged.carry.variables, state, strict=False)]

    def _start(self, variable: Variable, code: ast.expr, call: ast.Call) -> ast.expr:
        kinds = [kind for kind in variable.leaves if kind is not None]
        if any(kind is None for kind in variable.leaves):
            raise self.outer.plan.refuse(call, f"part of `{variable.name}` is known at trace time only")
        if verb_of(code) == "undefined":
            if len(kinds) == 1 and not isinstance(variable.template, list | tuple | dict):
                return zeros_code(kinds[0], code)
            raise self.outer.plan.refuse(call, f"`{variable.name}` has no value before the loop")
        leaves = [leaf for leaf in leaves_of(variable.start)[0] if is_dynamic(leaf)]
        if not any(needs_cast(type_of(leaf), kind) for leaf, kind in zip(leaves, kinds, strict=False)):
            return code
        if len(kinds) != 1 or isinstance(variable.template, list | tuple | dict):
            raise self.outer.plan.refuse(call, f"part of `{variable.name}` is promoted by this loop")
        return cast_code(code, kinds[0])

    def _cast_results(self, staged: StagedLoop, body, call: ast.Call) -> list[ast.expr]:
        """What a round returns, in the carried types."""
        value = body.body[-1].value
        variables = staged.carry.variables
        if len(variables) > 1 and not (isinstance(value, ast.Tuple) and len(value.elts) == len(variables)):
            if any(needs_cast(a, k) for a, k in zip(staged.after, staged.carry.types(), strict=True)):
                raise self.outer.plan.refuse(call, "several values are promoted at once here")
            return self._spread(value, variables, body, call)
        values = list(value.elts) if len(variables) > 1 else [value]
        after, types = list(staged.after), staged.carry.types()
        found = []
        for variable, item in zip(variables, values, strict=True):
            count = len(variable.types())
            mine = [(after.pop(0), types.pop(0)) for _ in range(count)]
            code = self.outer.expressions.convert(item)
            casts = [kind for before, kind in mine[: len(variable.leaves)] if needs_cast(before, kind)]
            if casts and (count > 1 and len(variable.leaves) > 1):
                raise self.outer.plan.refuse(call, f"part of `{variable.name}` is promoted by this loop")
            found.append(cast_code(code, casts[0]) if casts else code)
        return found

    def _spread(self, value: ast.expr, variables, body, call) -> list[ast.expr]:
        raise self.outer.plan.refuse(call, "this loop's body ends in a choice between several values at once")

    def _receive(self, names: Sequence[str], call: ast.Call, value: ast.expr, sink: Sink) -> list[ast.stmt]:
        if not names:
            return [ast.copy_location(ast.Expr(value), call)]
        return sink(value)

    def _rounds_in_python(self, call: ast.Call, body, rounds: int) -> list[ast.stmt]:
        if not rounds:
            return []
        block = self._inline_round(call, body)
        if rounds == 1:
            return block
        count = ast.copy_location(ast.Constant(rounds), call)
        return quote("for _ in range(count): block", call, count=count, block=block)

    def _inline_round(self, call: ast.Call, body) -> list[ast.stmt]:
        names = [arg.arg for arg in body.args.args][-len(call.args[2:]) :] if len(call.args) > 2 else []
        stored = [_name(name, call, ast.Store()) for name in names]
        target = stored[0] if len(stored) == 1 else ast.copy_location(ast.Tuple(stored, ast.Store()), call)
        return self.outer.inline(body, lambda value: assign(target, value, call)) or [
            ast.copy_location(ast.Pass(), call)
        ]

    def _python_while(self, call: ast.Call, test: ast.Lambda, body) -> list[ast.stmt]:
        condition = self.outer.expressions.convert(test.body)
        before = self._before(call)
        loop = ast.While(condition, self._inline_round(call, body), [])
        return [*before, ast.copy_location(loop, call)]

    def _python_for(self, call: ast.Call, body, sink: Sink) -> list[ast.stmt]:
        if call.keywords:
            return self._guarded_for(call, body)
        target = _name(body.args.args[0].arg, call, ast.Store())
        items = self.outer.expressions.convert(call.args[0])
        loop = ast.For(target, items, self._inline_round(call, body), [])
        return [*self._before(call), ast.copy_location(loop, call), *self._after(call, sink)]

    def _guarded_for(self, call: ast.Call, body) -> list[ast.stmt]:
        """Python walks; a `break` that is traced makes every round conditional."""
        (test,) = (keyword.value for keyword in call.keywords)
        proceed = self.outer.expressions.convert(test.body)
        names = [arg.arg for arg in body.args.args[1:]]
        item = body.args.args[0].arg
        inner = self.outer.block(body.body[:-1])
        result = self.outer.expressions.convert(body.body[-1].value)
        block, result = returned(inner, result)
        function = _define(body.name, names, [*block, ast.copy_location(ast.Return(result), call)], body)
        state = [_name(name, call) for name in names]
        keep = ast.copy_location(ast.Lambda(parameters(names, call), value_of(state, call)), call)
        holes = {"proceed": proceed, "body": _name(body.name, call), "keep": keep}
        choose = quote_expression("lax.cond(proceed, body, keep)", call, **holes)
        choose = replace(choose, args=[*choose.args, *state])
        stored = [_name(name, call, ast.Store()) for name in names]
        target = stored[0] if len(stored) == 1 else ast.copy_location(ast.Tuple(stored, ast.Store()), call)
        update = ast.copy_location(ast.Assign([target], choose), call)
        items = self.outer.expressions.convert(call.args[0])
        loop = ast.For(_name(item, call, ast.Store()), items, [function, update], [])
        return [*self._before(call), ast.copy_location(loop, call)]

    def _before(self, call: ast.Call) -> list[ast.stmt]:
        """Placeholders for names that nothing has bound before the loop."""
        site = self.outer.plan.site("for_" if verb_of(call) == "for_" else "while_", call)
        found: list[ast.stmt] = []
        for name, code in zip(site.operands, call.args[2:], strict=False):
            if verb_of(code) == "undefined" and name in site.generated:
                zero = ast.copy_location(ast.Constant(0), call)
                found += quote("name = zero", call, name=name, zero=zero)
        return found

    def _after(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        """`return` of a Python loop's state, where the staging call was returned directly."""
        names = [_name(name, call) for name in self.outer.plan.site("for_", call).operands]
        done = sink(value_of(names, call)) if names else []
        return done if done and isinstance(done[0], ast.Return) else []

    def _rows(self, code: ast.expr, items: Any) -> ast.expr:
        """What `lax.scan` runs over."""
        convert = self.outer.expressions.convert
        arguments = code.args[1:] if isinstance(code, ast.Call) and verb_of(code) == "call" else []
        match items:
            case Rows():
                return convert(code)
            case Range() if isinstance(code, ast.Call):
                return replace(
                    quote_expression("jnp.arange(0)", code), args=[convert(a) for a in (arguments or code.args)]
                )
            case Enumerate() if arguments and len(arguments) < 3:
                inner = self._rows(arguments[0], items.inner)
                length = ast.copy_location(ast.Constant(items.length), code)
                index = quote_expression("jnp.arange(length)", code, length=length)
                if len(arguments) == 2:
                    index = quote_expression("index + first", code, index=index, first=convert(arguments[1]))
                return ast.copy_location(ast.Tuple([index, inner], ast.Load()), code)
            case Zip() if len(arguments) == len(items.inner) and len({p.length for p in items.inner}) == 1:
                parts = [self._rows(a, part) for a, part in zip(arguments, items.inner, strict=True)]
                return ast.copy_location(ast.Tuple(parts, ast.Load()), code)
            case Reversed() if arguments and isinstance(items.inner, Rows):
                return quote_expression("rows[::-1]", code, rows=convert(arguments[0]))
        raise self.outer.plan.refuse(code, "this loop runs over something that has no counterpart in `lax.scan`")

    def _bounds(self, code: ast.expr, items: Any, item: str, call: ast.Call):
        """Start, stop and the line that makes the item of a counted loop; no line where the counter is the item."""
        if not isinstance(items, Range):
            zero = ast.copy_location(ast.Constant(0), call)
            return zero, self._length(code, items, call), self._item(code, items, "k", item, call)
        arguments = [
            self.outer.expressions.convert(a) for a in (code.args[1:] if verb_of(code) == "call" else code.args)
        ]
        zero = ast.copy_location(ast.Constant(0), call)
        if len(arguments) == 1:
            return zero, arguments[0], None
        if len(arguments) == 2:
            return arguments[0], arguments[1], None
        return zero, self._length(code, items, call), self._item(code, items, "k", item, call)

    def _length(self, code: ast.expr, items: Any, call: ast.Call) -> ast.expr:
        if isinstance(items.length, int):
            return ast.copy_location(ast.Constant(items.length), call)
        if isinstance(items, Range):
            arguments = [self.outer.expressions.convert(a) for a in code.args[1:]]
            if len(arguments) == 1:
                return arguments[0]
            start, stop, *step = arguments
            holes = {
                "start": start,
                "stop": stop,
                "step": step[0] if step else ast.copy_location(ast.Constant(1), call),
            }
            form = "-((start - stop) // step)" if step else "stop - start"
            return quote_expression(f"jnp.maximum({form}, 0)", call, **holes)
        raise self.outer.plan.refuse(code, "the length of what this loop runs over has no simple form")

    def _item(self, code: ast.expr, items: Any, k: str, item: str, call: ast.Call) -> list[ast.stmt]:
        """`item = start + k * step` or `item = rows[k]`."""
        convert = self.outer.expressions.convert
        arguments = (
            [convert(a) for a in code.args[1:]]
            if verb_of(code) == "call"
            else [convert(a) for a in getattr(code, "args", [])]
        )
        holes: dict[str, Any] = {"item": item, "k": k}
        if isinstance(items, Range):
            form = {1: "item = k", 2: "item = start + k", 3: "item = start + k * step"}[len(arguments)]
            if len(arguments) > 1:
                holes["start"] = arguments[0]
            if len(arguments) > 2:
                holes["step"] = arguments[2]
            return quote(form, call, **holes)
        if isinstance(items, Rows):
            return quote("item = rows[k]", call, rows=convert(code), **holes)
        if isinstance(items, Enumerate) and isinstance(items.inner, Rows) and len(arguments) == 1:
            return quote("item = (k, rows[k])", call, rows=arguments[0], **holes)
        if isinstance(items, Zip) and all(isinstance(part, Rows) for part in items.inner):
            parts = [quote_expression("rows[k]", call, rows=a, k=k) for a in arguments]
            return quote("item = parts", call, parts=ast.copy_location(ast.Tuple(parts, ast.Load()), call), item=item)
        if isinstance(items, Reversed) and isinstance(items.inner, Rows):
            return quote("item = rows[::-1][k]", call, rows=arguments[0], **holes)
        if isinstance(items, Map):
            pass
        raise self.outer.plan.refuse(code, "this loop runs over something that has no counterpart in `lax`")


def _is(value: Any, number: int) -> bool:
    return isinstance(value, int) and value == number


def _name(name: str, at: ast.AST, context: ast.expr_context | None = None) -> ast.Name:
    return ast.copy_location(ast.Name(name, context or ast.Load()), at)


def _none(at: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Constant(None), at)


def _define(name: str, names: Sequence[str], block: list[ast.stmt], at: ast.AST) -> ast.FunctionDef:
    function = BlockFunction(name, parameters(names, at), block, [], None, None)
    if "type_params" in ast.FunctionDef._fields:
        function.type_params = []
    return ast.copy_location(function, at)
