"""`if` in special code: `jnp.where`, `lax.cond`, or Python's own where Python decided."""

from __future__ import annotations

import ast
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nbgraph.core.functionalise.blocks import load, returned, value_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.branches import (
    Side,
    applied,
    callable_code,
    changes_of,
    gives_nothing,
    is_cast,
    refuse_shared_objects,
)
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.checks import begun, raise_code, raised, start_of
from nbgraph.core.specialise.entering import Entering
from nbgraph.core.specialise.flags import flag_of, flag_value, with_flags
from nbgraph.core.specialise.held_lists import Holding, finished, inside, room_tests
from nbgraph.core.specialise.named_lists import Named, chosen_list, list_values
from nbgraph.core.specialise.operands import is_part, is_plain, never_raising, only_computes
from nbgraph.core.specialise.outputs import Outputs
from nbgraph.core.specialise.pieces import Outer, Sink, expanded_tail, plain_tail, received, result_of, unset_code
from nbgraph.core.specialise.shared_members import SharedMembers, cast_items, shared_members
from nbgraph.core.specialise.slots import Slot, entered
from nbgraph.core.specialise.types import cast_code, cast_parts
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.cond import StagedChange, StagedIf
from nbgraph.core.staging.merge import Pair
from nbgraph.core.staging.values import is_dynamic, leaves_of, type_of


def if_code(outer: Outer, call: ast.Call, sink: Sink) -> list[ast.stmt]:
    """The statements for `ng.if_(test, if_true, if_false, *operands)`.

    Raises:
        NoSpecialFormError: a branch does what one piece of pure JAX code cannot say.
    """
    became = outer.plan.became("if_", call)
    test = outer.expressions.truth(call.args[0], call)
    if became in ("", "python"):
        return _python_if(outer, call, test, sink)
    if became == "check":
        return raise_code(outer, call, test, sink)
    detail: StagedIf = outer.plan.detail("if_", call)
    predicate = getattr(detail, "predicate", None)
    if predicate is not None and predicate.shape:
        test = quote_expression("jnp.reshape(test, ())", call, test=test)
    changes = changes_of(outer, call, detail)
    return _Conditional(outer, call, detail, sink, changes).code(test, as_select=became == "select")


def _python_if(outer: Outer, call: ast.Call, test: ast.expr, sink: Sink) -> list[ast.stmt]:
    """The branch that was always taken, in place of the `if`; Python's `if` where both were."""
    taken = {outcome.detail for outcome in outer.plan.outcomes("if_", call)}
    if taken == {True}:
        return [*_asked(test, call), *outer.inline(outer.branch(call.args[1], call), sink)]
    if taken == {False}:
        return [*_asked(test, call), *outer.inline(outer.branch(call.args[2], call), sink)]
    body = outer.inline(outer.branch(call.args[1], call), sink)
    orelse = outer.inline(outer.branch(call.args[2], call), sink)
    passing: list[ast.stmt] = [ast.copy_location(ast.Pass(), call)]
    return [ast.copy_location(ast.If(test, body or passing, orelse), call)]


def _asked(test: ast.expr, call: ast.Call) -> list[ast.stmt]:
    """The line that asks what decides nothing: it may act, as `(k := k - 1) > 0` does."""
    return [] if is_plain(test) else [ast.copy_location(ast.Expr(test), call)]


@dataclass(frozen=True)
class _Conditional:
    """One staged `if`.

    Attributes:
        outer: the statements around it.
        call: the staging call.
        detail: how it was staged.
        sink: what happens to its value.
        changes: the places in the heap that it changes.
    """

    outer: Outer
    call: ast.Call
    detail: StagedIf
    sink: Sink
    changes: tuple[tuple[StagedChange, Slot], ...]

    @property
    def slots(self) -> list[Slot]:
        """The places in the heap that it changes, as variables of the branches."""
        return [slot for _, slot in self.changes]

    def code(self, test: ast.expr, *, as_select: bool) -> list[ast.stmt]:
        """`lax.cond(test, if_true, if_false, *operands)`, or `jnp.where(test, a, b)` where both sides are one value."""
        outermost = begun(self.outer, self.slots)
        before = len(self.outer.errors or ())
        starts = [code for slot in self.slots for code in start_of(self.outer, slot, self.call, outermost=outermost)]
        true = self._branch(self.call.args[1], "true")
        false = self._branch(self.call.args[2], "false")
        functions: list[ast.stmt] = [side for side in (true, false) if isinstance(side, ast.FunctionDef)]
        chosen = [name for name, pairs in self._grouped if name and (pairs or name in self._outputs.two_ways)]
        kept = self._with_lengths(with_flags(chosen, self._flagged))
        if any(slot.is_check for slot in self.slots) and before == len(self.outer.errors or ()):
            raise self.outer.plan.refuse(self.call, "a helper raises at run time in here")
        operands = [*self._entering.operands(), *starts]
        match true, false:
            case ast.Lambda(), ast.Lambda() if as_select and self._is_one_leaf:
                sides = {"a": never_raising(applied(true, operands)), "b": never_raising(applied(false, operands))}
                value = quote_expression("jnp.where(test, a, b)", self.call, test=test, **sides)
            case _:
                sides = {"a": callable_code(true, self.call), "b": callable_code(false, self.call)}
                cond = quote_expression("lax.cond(test, a, b)", self.call, test=test, **sides)
                assert isinstance(cond, ast.Call)
                value = replace(cond, args=[*cond.args, *operands])
        value = value if self._members is None else self._members.around(value)
        if not self.detail.outputs and not self.slots and not self.detail.pairs:
            acts = functions or any(isinstance(side.body, ast.Call) for side in (true, false))
            return [*functions, ast.copy_location(ast.Expr(value), self.call)] if acts else _asked(test, self.call)
        if not self.detail.outputs and not self.slots:
            return [*functions, *(self.sink(value) or _asked(test, self.call))]
        holding: list[Holding] = [*self.slots, *map(Named, self._lists.values())]
        checks = room_tests(self.outer.plan, holding, self.call)
        checks += raised(self.outer, self.call) if outermost else []
        checks += finished(self.outer.plan, holding, self.call)
        if self.outer.plan.lists.staged:
            self.outer.plan.lists.active |= self._lists
        surely = [flag_of(self.outer.plan, name) for name in self.detail.outputs if name not in self._flagged]
        set_ = [line for flag in surely if flag is not None for line in quote("flag = True", self.call, flag=flag)]
        asked = [] if kept or self.slots else _asked(test, self.call)
        return [*functions, *asked, *self._received(kept, value, checks), *set_]

    def _branch(self, argument: ast.expr, side: Side) -> ast.FunctionDef | ast.Lambda:
        """One side as a function of the operands; a lambda where it is one expression."""
        with inside(self.outer.plan, self.slots), self.outer.expressions.apart():
            return self._side(argument, side)

    def _side(self, argument: ast.expr, side: Side) -> ast.FunctionDef | ast.Lambda:
        function = expanded_tail(self.outer.branch(argument, self.call), self.detail.outputs)
        arguments = self._entering.parameters(function)
        hands_back = result_of(function) is not None
        body = self.outer.block(function.body[:-1] if hands_back else function.body)
        results = [result for result in self._results(function, side) if result is not None]
        body += self.outer.expressions.taken()
        if self.slots and not self.detail.outputs:
            results = []
        names, body, results, held = entered(self.slots, body, results, function)
        signature = self._entering.signature([*arguments, *names], function)
        for (change, slot), values in zip(self.changes, held, strict=True):
            as_it_is = slot.buffer is not None or slot.is_detail
            results += values if as_it_is else [self._cast(values[0], change.pairs, change.true, side)]
        body = [statement for statement in body if not isinstance(statement, ast.Pass)]
        if not results:
            return self._without_results(body, signature, function)
        body, value = returned(plain_tail(body), value_of(results, self.call))
        if not body:
            return ast.copy_location(ast.Lambda(signature, value), function)
        body = [*body, ast.copy_location(ast.Return(value), function.body[-1])]
        return replace(function, body=body, args=signature)

    def _without_results(
        self, body: list[ast.stmt], signature: ast.arguments, function: ast.FunctionDef
    ) -> ast.FunctionDef | ast.Lambda:
        """A side that only acts."""
        nothing = ast.copy_location(ast.Constant(None), function)
        body = [line for line in body if not (isinstance(line, ast.Expr) and only_computes(line.value))]
        if not body or (isinstance(body[0], ast.Expr) and len(body) == 1 and gives_nothing(self.outer, body[0].value)):
            value = body[0].value if body and isinstance(body[0], ast.Expr) else nothing
            return ast.copy_location(ast.Lambda(signature, value), function)
        return replace(function, body=body, args=signature)

    def _cast(self, value: ast.expr, pairs: Sequence[Pair], template: Any, side: Side) -> ast.expr:
        """A side's value of one variable in the types that both sides agree on."""
        if not any(is_cast(pair, side) for pair in pairs):
            return value
        leaves = [leaf for leaf in leaves_of(template)[0] if is_dynamic(leaf)]
        if len(leaves) != len(pairs):
            raise self.outer.plan.refuse(self.call, f"part of `{pairs[0].name}` is promoted here")
        before = [type_of(pair.true if side == "true" else pair.false) for pair in pairs]
        return cast_parts(value, template, before, [pair.type for pair in pairs])

    def _results(self, function: ast.FunctionDef, side: Side) -> list[ast.expr | None]:
        """The values a branch returns, in the types that both sides agree on; None for what both sides share."""
        value = result_of(function)
        if value is None:
            return []
        if self._members is not None:
            return self._members.chosen(value, side)
        count = max(len(self.detail.outputs), 1)
        values = list(value.elts) if count > 1 and isinstance(value, ast.Tuple) else [value]
        if len(values) != count:
            if any(is_cast(pair, side) for pair in self.detail.pairs):
                raise self.outer.plan.refuse(self.call, "several values are promoted at once here")
            return [self.outer.expressions.convert(value)]
        found: list[ast.expr | None] = []
        for (name, pairs), item in zip(self._grouped, values, strict=True):
            if name in self._lists:
                found += list_values(self.outer.expressions, self._lists[name], item)
            elif name in self._outputs.two_ways:
                found.append(self.outer.expressions.convert(item))
            else:
                found.append(self._result(item, pairs, side))
            if name in self._flagged:
                found.append(flag_value(self.outer.plan, name, item))
        return found

    @functools.cached_property
    def _lists(self) -> dict[str, Buffered]:
        """The outputs that are lists of run-time length."""
        return {
            name: chosen_list(self.outer.plan, name, pairs[0].type, self.call)
            for name, pairs in self._grouped
            if [pair.name for pair in pairs] == [name, f"{name}.length"]
        }

    def _with_lengths(self, names: Sequence[str]) -> list[str]:
        """Names, each list's with that of its length."""
        parts = [self._lists[name].names if name in self._lists else [name] for name in names]
        return [part for each in parts for part in each]

    @functools.cached_property
    def _flagged(self) -> dict[str, str]:
        """The flags of the outputs that may have no value, where that is asked somewhere."""
        named = [pair.name for pair in self.detail.pairs]
        found = {}
        for name in self.detail.outputs:
            last = max((i for i, other in enumerate(named) if other == name), default=len(named))
            flag = flag_of(self.outer.plan, name)
            if flag is not None and named[last + 1 : last + 2] == [""]:
                found[name] = flag
        return found

    def _result(self, item: ast.expr, pairs: list[Pair], side: Side) -> ast.expr | None:
        if not pairs and self.detail.outputs:
            return None
        if verb_of(item) == "undefined":
            return unset_code(self.detail, pairs, item)
        code = self.outer.expressions.convert(item)
        if len(pairs) == 1 and not is_part(pairs[0].name):
            return cast_code(code, pairs[0].type) if is_cast(pairs[0], side) else code
        if pairs and any(is_cast(pair, side) for pair in pairs):
            return cast_items(self.outer, self.call, self.detail, code, pairs, side)
        refuse_shared_objects(self.outer, self.call, item, pairs)
        return code

    def _received(self, kept: list[str], value: ast.expr, checks: list[ast.stmt]) -> list[ast.stmt]:
        """Bind the results; a name whose value is the same on both sides is no result of the `cond`."""
        if not self.slots and not self._lists and list(self.detail.outputs) == kept:
            return self.sink(value)
        if not self.detail.outputs:
            return [*received((), self.slots, value, self.call), *checks]
        both = [name for name, pairs in self._grouped if not pairs and name not in self._outputs.two_ways]
        bound = received(kept, self.slots, value, self.call) if kept or self.slots else []
        checks = [*checks, *(line for name in both for line in self._outputs.shared(name))]
        done = self.sink(value_of([load(name, self.call) for name in self.detail.outputs], self.call))
        returns = done if done and isinstance(done[0], ast.Return) else []
        return [*bound, *checks, *returns]

    @functools.cached_property
    def _outputs(self) -> Outputs:
        """What both sides give for each name."""
        in_place = frozenset(slot.root for slot in self.slots if slot.is_items)
        return Outputs(self.outer, self.call, self.detail, in_place)

    @functools.cached_property
    def _members(self) -> SharedMembers | None:
        """Of a tuple that both sides write down, which members are the same objects."""
        if len(self.detail.outputs) != 1 or self.slots or not self.detail.pairs:
            return None
        sides = [self._outputs.side(argument, 0) for argument in self.call.args[1:3]]
        return shared_members(self.outer, self.call, sides, self.detail, self._outputs.bound_inside)

    @property
    def _is_one_leaf(self) -> bool:
        """Whether one number or array is chosen, and no container."""
        if self._members is not None:
            return len(self.detail.pairs) == 1 and self.detail.pairs[0].name.endswith("]")
        pairs = [*self.detail.pairs, *(pair for change in self.detail.heap for pair in change.pairs)]
        if not pairs:
            return len(self._outputs.two_ways) == 1
        names = {"", "the value", *self.detail.outputs, *(slot.text for slot in self.slots if not slot.is_items)}
        return len(pairs) == 1 and pairs[0].name in names

    @property
    def _entering(self) -> Entering:
        """What travels into both sides."""
        known = self.detail.given if self.outer.plan.manner.keeps_known else ()
        return Entering(self.outer, self.call, [slot.root for slot in self.slots], known)

    @property
    def _grouped(self) -> Sequence[tuple[str, list[Pair]]]:
        """The pairs of each output, in order; a pair belongs to the name its own begins with."""
        pairs = self.detail.pairs
        if not self.detail.outputs:
            return [("", list(pairs))]
        return [
            (name, [p for p in pairs if p.name == name or p.name.startswith((f"{name}[", f"{name}."))])
            for name in self.detail.outputs
        ]
