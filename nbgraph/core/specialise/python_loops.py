"""Loops in special code that Python runs: everything they depend on was known, or some rounds were."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import define, load, parameters, returned, target_of, value_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.pieces import (
    Outer,
    Sink,
    assign,
    expanded_items,
    expanded_tail,
    placeholder_code,
    result_of,
)
from nbgraph.core.specialise.verbs import verb_of


@dataclass(frozen=True)
class PythonLoop:
    """One loop that stays Python's, or its first rounds.

    Attributes:
        outer: the statements around it.
        call: the staging call.
        body: one round.
    """

    outer: Outer
    call: ast.Call
    body: ast.FunctionDef

    def rounds(self, count: int) -> list[ast.stmt]:
        """The rounds that ran in Python before the loop was staged."""
        if not count:
            return []
        block, before = self._round(), self._placeholders()
        if count == 1:
            return [*before, *block]
        times = ast.copy_location(ast.Constant(count), self.call)
        return before + quote("for _ in range(count): block", self.call, count=times, block=block)

    def while_(self, test: ast.Lambda) -> list[ast.stmt]:
        """`while test: round`."""
        with self.outer.expressions.perhaps(test):
            condition = self.outer.expressions.convert(test.body)
        before = self._placeholders()
        return [*before, ast.copy_location(ast.While(condition, self._round(), []), self.call)]

    def for_(self, sink: Sink) -> list[ast.stmt]:
        """`for item in items: round`."""
        if self.call.keywords:
            return self._guarded()
        target = target_of([self.body.args.args[0].arg], self.call)
        items = self.outer.expressions.convert(self.call.args[0])
        loop = ast.copy_location(ast.For(target, items, self._round(), []), self.call)
        return [*self._placeholders(), loop, *self._handed_back(sink)]

    def _round(self) -> list[ast.stmt]:
        state = self.call.args[2:]
        names = [arg.arg for arg in self.body.args.args][-len(state) :] if state else []
        target = target_of(names, self.call)
        block = self.outer.inline(expanded_items(self.body, names), lambda value: assign(target, value, self.call))
        return block or [ast.copy_location(ast.Pass(), self.call)]

    def _guarded(self) -> list[ast.stmt]:
        """Python walks; a `break` that is traced makes every round conditional."""
        call, names = self.call, [arg.arg for arg in self.body.args.args[1:]]
        item, body = self.body.args.args[0].arg, expanded_tail(self.body, names)
        (test,) = (keyword.value for keyword in call.keywords)
        assert isinstance(test, ast.Lambda)
        with self.outer.expressions.perhaps(test):
            proceed = self.outer.expressions.convert(test.body)
        if self._is_known(test.body):
            return self._broken(proceed)
        inner, value = self.outer.block(body.body[:-1]), result_of(body)
        assert value is not None, "a loop with a `break` carries its flag"
        with self.outer.expressions.apart():
            value = self.outer.expressions.convert(value)
            inner += self.outer.expressions.taken()
        block, result = returned(inner, value)
        block = [*block, ast.copy_location(ast.Return(result), call)]
        function = define(body.name, parameters(names, call), block, body)
        state = [load(name, call) for name in names]
        keep = ast.copy_location(ast.Lambda(parameters(names, call), value_of(state, call)), call)
        holes = {"proceed": proceed, "body": load(body.name, call), "keep": keep}
        choose = quote_expression("lax.cond(proceed, body, keep)", call, **holes)
        assert isinstance(choose, ast.Call)
        choose = replace(choose, args=[*choose.args, *state])
        update = ast.copy_location(ast.Assign([target_of(names, call)], choose), call)
        items = self.outer.expressions.convert(call.args[0])
        loop = ast.For(target_of([item], call), items, [function, update], [])
        return [*self._placeholders(), ast.copy_location(loop, call)]

    def _is_known(self, test: ast.expr) -> bool:
        """Whether Python knew in each round if the loop goes on."""
        verbs = [(verb, part) for part in ast.walk(test) if isinstance(part, ast.Call) and (verb := verb_of(part))]
        return bool(verbs) and not any(self.outer.plan.outcomes(verb, part) for verb, part in verbs)

    def _broken(self, proceed: ast.expr) -> list[ast.stmt]:
        """`for item in items: if did_break: break; round`."""
        done = proceed.operand if isinstance(proceed, ast.UnaryOp) else ast.UnaryOp(ast.Not(), proceed)
        leave = quote("if done: break", self.call, done=ast.copy_location(done, proceed))
        target = target_of([self.body.args.args[0].arg], self.call)
        items = self.outer.expressions.convert(self.call.args[0])
        loop = ast.For(target, items, [*leave, *self._round()], [])
        return [*self._placeholders(), ast.copy_location(loop, self.call)]

    def _placeholders(self) -> list[ast.stmt]:
        """Lines for names of ours that nothing has bound before the loop."""
        site = self.outer.plan.site(verb_of(self.call) or "", self.call)
        return [
            new
            for name, code in zip(site.operands, self.call.args[2:], strict=False)
            if verb_of(code) == "undefined" and name in site.generated
            for new in quote(
                "name = zero", self.call, name=name, zero=placeholder_code(self.outer.plan, name, self.call)
            )
        ]

    def _handed_back(self, sink: Sink) -> list[ast.stmt]:
        """`return` of the loop's state, where the staging call was returned directly."""
        names = [load(name, self.call) for name in self.outer.plan.site("for_", self.call).operands]
        done = sink(value_of(names, self.call)) if names else []
        return done if done and isinstance(done[0], ast.Return) else []
