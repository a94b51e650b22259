"""Loops in special code that Python runs: everything they depend on was known, or some rounds were."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load, parameters, target_of, value_of
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.conditionals import if_code
from nbgraph.core.specialise.flags import flag_of, flag_value
from nbgraph.core.specialise.items_one_by_one import items_one_by_one
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.specialise.pieces import (
    Outer,
    Sink,
    assign,
    expanded_items,
    expanded_tail,
    placeholder_code,
    result_of,
)
from nbgraph.core.specialise.round_records import Entry, decide_differently, rounds_of
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
        rounds = self._unlike()
        if rounds is not None:
            return [*self._placeholders(), *(line for each in rounds for line in self._asked_round(test, each))]
        with self.outer.expressions.perhaps(test):
            condition = self.outer.expressions.convert(test.body)
        before = self._placeholders()
        return [*before, ast.copy_location(ast.While(condition, self._round(), []), self.call)]

    def for_(self, sink: Sink) -> list[ast.stmt]:
        """`for item in items: round`."""
        rounds = self._unlike()
        if rounds is not None:
            return self._one_by_one(rounds, sink)
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
        body = expanded_items(self.body, names)
        block = self.outer.inline(body, lambda value: assign(target, value, self.call))
        block += self._flags(names, result_of(body))
        return block or [ast.copy_location(ast.Pass(), self.call)]

    def _flags(self, names: Sequence[str], value: ast.expr | None) -> list[ast.stmt]:
        """The lines that keep the flags of names up to date that a round binds by what it hands back."""
        if value is None or verb_of(value) in ("if_", "for_", "while_"):
            return []  # which does so itself
        values = list(value.elts) if isinstance(value, ast.Tuple) and len(names) > 1 else [value]
        found = []
        for name, item in zip(names, values, strict=False):
            flag, holds = flag_of(self.outer.plan, name), flag_value(self.outer.plan, name, item)
            if flag is not None and isinstance(holds, ast.Constant):
                found += quote("flag = holds", self.call, flag=flag, holds=holds)
        return found

    def _unlike(self) -> list[Sequence[Entry]] | None:
        """What was recorded in each round, where the rounds decide differently and are to be written one by one."""
        plan, verb = self.outer.plan, verb_of(self.call) or ""
        if not plan.manner.unrolls:
            return None
        rounds = rounds_of(plan.journal, plan.origin, verb, place_of(self.call))
        trips = {outcome.detail for outcome in plan.outcomes(verb, self.call)}
        if trips != {len(rounds)} or not decide_differently(rounds):
            return None
        return [rounds[number] for number in sorted(rounds)]

    def _asked_round(self, test: ast.Lambda, entries: Sequence[Entry]) -> list[ast.stmt]:
        """A round of a `while`, whose test holds."""
        with self.outer.plan.within(entries):
            asked = self.outer.expressions.convert(test.body)
            acts = [] if is_plain(asked) else [ast.copy_location(ast.Expr(asked), self.call)]
            return [*self.outer.expressions.taken(), *acts, *self._round()]

    def _one_by_one(self, rounds: Sequence[Sequence[Entry]], sink: Sink) -> list[ast.stmt]:
        """The rounds of a `for`, one behind the other."""
        item, plan = self.body.args.args[0].arg, self.outer.plan
        before, items = items_one_by_one(
            plan, self.outer.expressions.convert(self.call.args[0]), len(rounds), self.body
        )
        lines = [*self._placeholders(always=bool(self.call.keywords)), *before]
        for value, entries in zip(items, rounds, strict=True):
            lines += quote("item = value", self.call, item=item, value=value)
            with plan.within(entries):
                tests = [keyword.value for keyword in self.call.keywords if isinstance(keyword.value, ast.Lambda)]
                is_guarded = bool(tests) and bool(plan.outcomes("if_", self.call))
                lines += self._perhaps_a_round(tests[0].body) if is_guarded else self._round()
        return [*lines, *self._handed_back(sink)]

    def _guarded(self) -> list[ast.stmt]:
        """Python walks; a `break` that is traced makes every round conditional."""
        call = self.call
        (test,) = (keyword.value for keyword in call.keywords)
        assert isinstance(test, ast.Lambda)
        if self._is_known(test.body):
            with self.outer.expressions.perhaps(test):
                return self._broken(self.outer.expressions.convert(test.body))
        items = self.outer.expressions.convert(call.args[0])
        loop = ast.For(target_of([self.body.args.args[0].arg], call), items, self._perhaps_a_round(test.body), [])
        return [*self._placeholders(always=True), ast.copy_location(loop, call)]

    def _perhaps_a_round(self, test: ast.expr) -> list[ast.stmt]:
        """A round that is taken only where the loop has not been left, as the `if` that it was traced as."""
        call, names = self.call, [arg.arg for arg in self.body.args.args[1:]]
        body = replace(expanded_tail(self.body, names), args=parameters(names, call))
        state = [load(name, call) for name in names]
        keep = ast.copy_location(ast.Lambda(parameters(names, call), value_of(state, call)), call)
        holes = {"test": test, "body": load(body.name, call), "keep": keep}
        choose = quote_expression("ng.if_(test, body, keep)", call, **holes)
        assert isinstance(choose, ast.Call)
        with self.outer.own_blocks(), self.outer.expressions.apart():
            self.outer.statement(body)
            choose = replace(choose, args=[*choose.args, *state])
            lines = if_code(self.outer, choose, lambda value: assign(target_of(names, call), value, call))
            return [*self.outer.expressions.taken(), *lines]

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

    def _placeholders(self, *, always: bool = False) -> list[ast.stmt]:
        """Lines for names that nothing has bound before the loop: those of ours, or all of them."""
        site, plan = self.outer.plan.site(verb_of(self.call) or "", self.call), self.outer.plan
        unbound = [
            name for name, code in zip(site.operands, self.call.args[2:], strict=False) if verb_of(code) == "undefined"
        ]
        return [
            line
            for name in unbound
            if always or name in site.generated
            for line in quote("name = zero", self.call, name=name, zero=placeholder_code(plan, name, self.call))
        ]

    def _handed_back(self, sink: Sink) -> list[ast.stmt]:
        """`return` of the loop's state, where the staging call was returned directly."""
        names = [load(name, self.call) for name in self.outer.plan.site("for_", self.call).operands]
        done = sink(value_of(names, self.call)) if names else []
        return done if done and isinstance(done[0], ast.Return) else []
