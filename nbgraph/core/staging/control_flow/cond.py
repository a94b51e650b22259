"""Stage `if` on a traced predicate: trace both branches once, merge them, join them by `lax.cond` or a select."""

from __future__ import annotations

import ast
import dis
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import JUMPS, Site, condition_text, own_word
from nbgraph.core.source.text import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.audit import may_store
from nbgraph.core.staging.control_flow.branch_stores import stored_behind
from nbgraph.core.staging.control_flow.carry_labels import own_label
from nbgraph.core.staging.control_flow.list_branches import agreeing, by_value
from nbgraph.core.staging.control_flow.shared_calls import Rest, Shared, stage_shared
from nbgraph.core.staging.effects import effects, watching
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.effects.tries import refuse_lost_names
from nbgraph.core.staging.enumerated.values import narrowed, text_names
from nbgraph.core.staging.frames.classes import asked_truth
from nbgraph.core.staging.frames.tracing import (
    Traced,
    is_check_detail,
    observe,
    refuse_aliases,
    trace_branch,
)
from nbgraph.core.staging.lists.copies import keep_frozen
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.may_alias import note_copies_like
from nbgraph.core.staging.state.instead import in_code, nothing_like
from nbgraph.core.staging.state.location import MISSING, Location, Named
from nbgraph.core.staging.state.merge import UNNAMED, BranchMismatchError, Merge, Pair
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.state.records import as_left
from nbgraph.core.staging.trace import context, implications
from nbgraph.core.staging.trace.cost import is_cheap
from nbgraph.core.staging.trace.events import region
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, is_seen, operator_frame, record
from nbgraph.core.staging.values.dict_order import KEYS
from nbgraph.core.staging.values.undefined import bare, is_unbound, split
from nbgraph.core.staging.values.values import cast, is_traced, type_of


class PredicateError(StagingError):
    """A condition is an array of several booleans instead of a single one."""

    id = "predicate-not-scalar"
    original = "ValueError: The truth value of an array"


_Build = Callable[[list[Any]], Any]  # builds a variable's value from the selected leaves


def if_(predicate: Any, if_true: Callable[..., Any], if_false: Callable[..., Any], *operands: Any) -> Any:
    """`if`: run one branch when the predicate is known, stage both when it is traced.

    Args:
        predicate: a truth value; traced ones must be scalars.
        if_true: the first branch, a function of the operands.
        *operands: the values of the names that the branches read and bind.

    Returns:
        What the branches return: the values of the names they bind.

    Raises:
        BranchMismatchError: a name is something else after one branch than after the other.
        PredicateError: the predicate is an array of several elements.
    """
    predicate = asked_truth(predicate)
    known = implications.known_truth(predicate) if is_traced(predicate) else None
    if known is not None or not is_traced(predicate):
        if is_unbound(predicate):
            predicate.fail()
        predicate = predicate if known is None else known
        taken = bool(predicate)
        if context.here().log is not None:
            frame = calling_frame(1)
            site = frame.site("if_")
            is_own = site.test in JUMPS or site.test.startswith("except")
            value = "known" if is_own else taken is not site.turned
            reason = f"{condition_text(site.test)} is {value} at trace time"
            record(frame, Decision(frame.span, site.construct, "python", reason))
            with region("branch", frame.place, taken, staged=False, site=site):
                return if_true(*operands) if taken else if_false(*operands)
        return if_true(*operands) if taken else if_false(*operands)
    return stage_if(operator_frame(1), predicate, if_true, if_false, operands)


@effects.telling()
def stage_if(
    frame: Frame,
    predicate: Any,
    if_true: Callable[..., Any],
    if_false: Callable[..., Any],
    operands: tuple[Any, ...],
    names: tuple[str, ...] = (),  # the user's names for the results of an `if` that the user has not written
    construct: str = "",
) -> Any:
    """Stage an `if` whose predicate is traced."""
    site = frame.site("if_")
    pred = truth(predicate, frame.span, site.test)

    def one(side: Callable[..., Any], holds: bool, *, asked: bool = False) -> Callable[[], Any]:
        def run() -> Any:
            taken = region("branch", frame.place, holds, predicate=pred, site=site)
            with implications.assuming(pred, holds, asked=asked), taken:
                return settled(site, side(*map(_if_there, operands)))

        return run

    first = context.here().exit
    if site.leaves and first is not None and first.takes(frame, pred):
        names = tuple(each for each in site.outputs if each not in site.generated)
        reason = f"{condition_text(site.test)} is traced; the loop asks it"
        record(frame, Decision(frame.span, site.construct, "cond", reason, names, names))
        return one(if_false, False, asked=True)()
    if site.flags and not construct and not is_seen():
        return _set_flag(frame, pred, one(if_false, False)())
    # an iteration passes on all that it gets
    snapshot = observe(if_true, if_false, Named.of(names if construct else site.operands, operands))
    start = Point.here()

    run_true, run_false, outputs = one(if_true, True), one(if_false, False), names or site.outputs
    if _never_returns(if_false) and not _never_returns(if_true):
        false = trace_branch(run_false, snapshot)
        if false.raises:
            return or_raise(frame, jnp.logical_not(pred), false, snapshot, run_true, outputs)
        start.rewind()
    true = trace_branch(run_true, snapshot)
    if true.raises:
        return or_raise(frame, pred, true, snapshot, run_false, outputs)
    false = trace_branch(run_false, snapshot)
    if false.raises:
        start.rewind()
        false = trace_branch(run_false, snapshot)
        return or_raise(frame, jnp.logical_not(pred), false, snapshot, run_true, outputs)
    return join(frame, pred, true, false, snapshot, names, construct)


def _set_flag(frame: Frame, pred: Any, old: Any) -> Any:
    """Set a generated flag where a condition holds, without a branch."""
    result = pred
    if is_traced(old):
        result = jax.lax.bitwise_or(old, pred)
        implications.note_choices(pred, [result], [(True, old)])
    elif old:
        result = True
    site = frame.site("if_")
    reason = f"{condition_text(site.test)} is traced; both sides are cheap"
    record(frame, Decision(frame.span, site.construct, "select", reason, site.outputs, site.outputs))
    watching.note()
    return result


def _never_returns(function: Callable[..., Any]) -> bool:
    """Whether a branch ends in `raise` on every path, so that it is best traced first."""
    code = getattr(function, "__code__", None)
    return code is not None and not any(operation in _RETURNS for operation in code.co_code[::2])


_RETURNS = frozenset(number for name, number in dis.opmap.items() if name.startswith("RETURN_"))


def join(
    frame: Frame,
    pred: Any,
    true: Traced,
    false: Traced,
    snapshot: Snapshot,
    names: tuple[str, ...] = (),  # the user's names for the results of an `if` that the user has not written
    construct: str = "",  # the user's construct, if it is no `if`
) -> Any:
    """Select between two traced branches at run time."""
    site = frame.site("if_")
    outputs = names or site.outputs
    for side in (true, false):
        refuse_aliases(side, snapshot, frame.span)
    branches = (true, false)
    many = len(outputs) > 1
    true, false, kept = by_value(true, false, snapshot, many=many)
    try:
        true, false = agreeing(true, false, snapshot.holds, frame)
    except ListItemError as error:
        error.span = error.span or frame.span
        raise
    merge = _merge(frame, site.test, snapshot, true, false)
    builders = _outputs(outputs, true.result, false.result, merge)
    writes = _writes(site.test, true, false, merge)
    behind = stored_behind(true, false, merge.pairs)
    programs = behind.true.program, behind.false.program
    select = all(is_cheap(each, pred) for each in programs)
    shared = None if select or not merge.pairs else stage_shared(pred, *programs, partial(_select, pred))
    select = select or (shared is not None and shared.are_cheap)
    chosen = behind.rejoined(_choose(pred, behind.true, behind.false, behind.pairs, select, shared))
    implications.note_choices(pred, chosen, [(pair.true, pair.false) for pair in merge.pairs])
    made = []
    for location, _, build in writes:
        value = build(chosen)
        if location.key is not KEYS or location.get() is not value:  # the keys may be in this order already
            location.set(value)
            made.append(location)
    result = builders(chosen)
    for side in branches:
        keep_frozen(result, side.result)
        note_copies_like(side.result, result, frame.span)
        for location in made:
            if (written := side.writes.get(location.identity)) is not None:
                note_copies_like(written[1], location.get(), frame.span)
    kept.note(result if many else (result,), made)
    label_of = behind.words | {id(pair): own_label(location) for location, pairs, _ in writes for pair in pairs}
    named = [pair for pair in behind.pairs if pair.name or id(pair) in behind.words]
    own = tuple(label_of.get(id(pair)) or own_word(pair.name) for pair in named)
    names = tuple("" if word else pair.name for pair, word in zip(named, own, strict=True))
    became, in_graph, why = ("select", "", "; both sides are cheap") if select else ("cond", "", "")
    if shared is not None:
        why = f"; both sides call {' and '.join(f'`{name}`' for name in shared.names)}"
    if not merge.pairs:
        in_graph, why = ("same", "; both sides leave the same") if _is_moot(true, false, merge.pairs) else ("cond", "")
    reason = f"{condition_text(site.test)} is traced{why}"
    promotions = tuple(merge.promotions)
    each = dict(zip(outputs, result if many else (result,), strict=False))
    held = {location.name: location.get() for location, _, _ in writes if location.name}
    texts = tuple(written for name, value in {**held, **each}.items() for written in text_names(name, bare(value)))
    construct, words = construct or site.construct, own if any(own) else ()
    decision = Decision(
        *(frame.span, construct, became, reason, names, names, promotions),
        words=words,
        texts=texts,
        turned=site.turned,
        jump=JUMPS.get(site.test, ""),
        in_graph=in_graph,
    )
    if decision.jump != "raise" or in_graph != "same":  # else nothing follows what may raise
        record(frame, decision)
    watching.note()
    return result


def settled(site: Site, result: Any) -> Any:
    """Return a branch's result without what is known in it: names that are bound there, and generated flags."""
    if len(site.outputs) < 2:
        return _known_here(result, is_flag=bool(site.generated))
    parts = zip(site.outputs, result, strict=True)
    return tuple(_known_here(part, is_flag=name in site.generated) for name, part in parts)


def _if_there(value: Any) -> Any:
    """Return the value of a name without its flag, if the name is certainly bound here."""
    inner, exists = split(value)
    return inner if inner is not value and implications.surely_holds(exists) else value


def _known_here(value: Any, *, is_flag: bool) -> Any:
    there = _if_there(value)
    if there is not value:
        return _of_one_kind(there)
    if is_flag and implications.is_flag(value):
        known = implications.known_truth(value)
        return value if known is None else known
    return _of_one_kind(value)


def _of_one_kind(value: Any) -> Any:
    """Return the value narrowed, unless `ng.function` traces, which accepts several types."""
    scope = context.here().effects
    return value if scope is not None and scope.rows is not None else narrowed(value)


def _writes(test: str, true: Traced, false: Traced, merge: Merge) -> list[tuple[Location, list[Pair], _Build]]:
    """Merge the branches' changes of mutable state; return location, selected leaves and builder of each."""
    writes = []
    for key in {**true.writes, **false.writes}:
        location = (true.writes.get(key) or false.writes[key])[0]
        old = location.get()
        values = [side.writes[key][1] if key in side.writes else old for side in (true, false)]
        if not is_check_detail(location) and (values[0] is MISSING) != (values[1] is MISSING):
            deleted, name = old is not MISSING, in_code(location.name)
            side = "true" if deleted is (values[0] is MISSING) else "false"
            first = nothing_like(values[values[0] is MISSING])
            raise BranchMismatchError(
                f"`{location.name}` {'is deleted' if deleted else 'exists'} on one path only, where "
                + (f"`{test}` is {side}" if test else "an exception goes another way"),  # a `try` has no test
                span=merge.span,
                remedy=f"`{name} = 0` in place of `del`, or what else stands for nothing"
                if deleted
                else f"`{name} = {first}` before this line, so that it exists on both",
                variable=location.name,
            )
        size = len(merge.pairs)
        build = merge.variable(location.name or "a value", values[0], values[1], location.container)
        writes.append((location, merge.pairs[size:], build))
    return writes


def or_raise(
    frame: Frame,
    pred: Any,  # where the raising branch is taken, a traced bool scalar
    raising: Traced,
    snapshot: Snapshot,
    other: Callable[[], Any],
    names: tuple[str, ...],
) -> Any:
    """Stage an `if` with a branch that raises: its effects under the predicate, the other branch without it.

    Raises:
        RaiseInTryError: a `try` around it in the same function may read names that the branch has bound.
    """
    refuse_lost_names(frame, names)
    nothing = trace_branch(lambda: None, snapshot)
    kept = {key: write for key, write in raising.writes.items() if context.here().tries or is_check_detail(write[0])}
    raising = replace(raising, writes=kept)
    merge = _merge(frame, "", snapshot, raising, nothing)
    writes = _writes("", raising, nothing, merge)
    select = is_cheap(raising.program, pred)
    chosen = _choose(pred, raising, nothing, merge.pairs, select)
    for location, _, build in writes:
        location.set(build(chosen))
    decision = Decision(frame.span, frame.site("if_").construct, "check", "one side raises")
    record(frame, decision)
    watching.note()
    return other()


def _merge(frame: Frame, test: str, snapshot: Snapshot, true: Traced, false: Traced) -> Merge:
    reads = as_left(true.writes.values()), as_left(false.writes.values())
    return Merge(frame.span, test, snapshot.holds, reads)


def _outputs(names: tuple[str, ...], true: Any, false: Any, merge: Merge) -> _Build:
    if len(names) < 2:
        return merge.variable(names[0] if names else UNNAMED, true, false)
    parts = [merge.variable(*each) for each in zip(names, true, false, strict=True)]
    return lambda chosen: tuple(part(chosen) for part in parts)


def _choose(
    pred: Any, true: Traced, false: Traced, pairs: list[Pair], select: bool, shared: Shared | None = None
) -> list[Any]:
    """Return the values of the differing leaves, selected at run time."""
    if _is_moot(true, false, pairs):
        return []
    if not pairs:
        select = False  # the result is not used, but the audit must see the change

    varying = [_jax.varying_axes(pred, pair.true, pair.false) for pair in pairs]

    def branch(side: Traced, leaf: Callable[[Pair], Any], rest: Rest | None) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            results = side.run() if rest is None else rest.run()
            chosen = [cast(side.pick(leaf(pair), results), pair.type) for pair in pairs]
            return [_jax.vary_over(value, axes) for value, axes in zip(chosen, varying, strict=True)]

        return run

    rests = (None, None) if shared is None else (shared.true, shared.false)
    run_true = branch(true, lambda pair: pair.true, rests[0])
    run_false = branch(false, lambda pair: pair.false, rests[1])
    if select:
        return [_select(pred, a, b) for a, b in zip(run_true(), run_false(), strict=True)]
    return list(jax.lax.cond(pred, run_true, run_false))


def _is_moot(true: Traced, false: Traced, pairs: list[Pair]) -> bool:
    if pairs or true.program.effects or false.program.effects:
        return False
    return not (may_store(true.program.jaxpr) or may_store(false.program.jaxpr))


def _select(pred: Any, true: Any, false: Any) -> Any:
    if true is false:
        return true
    true, false = (jnp.asarray(side) if not is_traced(side) else side for side in (true, false))
    return jax.lax.select_n(pred, false, true) if true.dtype == false.dtype else jnp.where(pred, true, false)


def _for_each_item(span: Span, of_truths: bool) -> str:
    """Return the array operators to write for `and`, `or`, `not` or a chain of comparisons.

    Args:
        of_truths: whether the operand is an array of truth values, and not of numbers.
    """
    match syntax_at(span)[1]:
        case ast.BoolOp(op=word, values=parts):
            sign = " & " if isinstance(word, ast.And) else " | "
            asked = ("" if of_truths or isinstance(part, ast.Compare) else " != 0" for part in parts)
            tests = [f"({ast.unparse(part)}{zero})" for part, zero in zip(parts, asked, strict=True)]
            return f"`{sign.join(tests)}`, item by item"
        case ast.UnaryOp(op=ast.Not(), operand=part):
            test = f"~({ast.unparse(part)})" if of_truths else f"({ast.unparse(part)}) == 0"
            return f"`{test}`, item by item"
        case ast.Compare(left=left, ops=signs, comparators=parts):
            pairs = zip([left, *parts[:-1]], signs, parts, strict=True)
            tests = [f"({ast.unparse(ast.Compare(one, [sign], [other]))})" for one, sign, other in pairs]
            return f"`{' & '.join(tests)}`, item by item"
    return "`&`, `|` and `~` for arrays, which work item by item"


def truth(value: Any, span: Span, text: str) -> Any:
    """Return a traced value's truth as a traced bool scalar; refuse an array of several elements."""
    kind = type_of(value)
    if math.prod(kind.shape) != 1:
        code = not text.startswith("the operand")
        raise PredicateError(
            f"{f'the condition `{text}`' if code else text} is {kind.spoken}, not one truth value",
            span=span,
            remedy=f"`jnp.all({text})` or `jnp.any({text})` for one answer, or `jnp.where` to choose per element"
            if code
            else _for_each_item(span, kind.dtype == np.bool_),
        )
    value = jnp.reshape(value, ()) if kind.shape else value
    return value if kind.dtype == np.bool_ else value != 0
