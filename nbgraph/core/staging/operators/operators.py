"""Implement `and`, `or`, `not`, `in` and `is` for traced operands, with Python's results and laziness."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, KeysView, ValuesView
from dataclasses import replace
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from nbgraph.core._jax import under_trace
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import Site, place_of
from nbgraph.core.source.text import syntax_at
from nbgraph.core.staging.control_flow.cond import join, or_raise, settled, stage_if, truth
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import is_truth_beside_number
from nbgraph.core.staging.enumerated.placeholders import is_string
from nbgraph.core.staging.enumerated.values import ChosenText, ChosenValue, is_chosen
from nbgraph.core.staging.frames.classes import asked_truth, method_of
from nbgraph.core.staging.frames.tracing import observe, trace_block
from nbgraph.core.staging.lists.choices import OneOf
from nbgraph.core.staging.lists.contents import growing_of, truth_of
from nbgraph.core.staging.lists.copies import refuse_identity
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.objects import OneObject, is_same_object
from nbgraph.core.staging.lists.queries import contains as list_contains
from nbgraph.core.staging.lookups.several import by_kind
from nbgraph.core.staging.lookups.strings import mapped, same, same_object
from nbgraph.core.staging.operators.builtin_numbers import bool_
from nbgraph.core.staging.operators.python_classes import ArrayClass
from nbgraph.core.staging.sequences.sequences import Range
from nbgraph.core.staging.trace import implications
from nbgraph.core.staging.trace.assumed_ranges import followed
from nbgraph.core.staging.trace.cost import is_cheap
from nbgraph.core.staging.trace.events import region
from nbgraph.core.staging.trace.integer_steps import Counted
from nbgraph.core.staging.trace.kind_questions import may_be_of_array, refuse_unhashable
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, record, user_frame
from nbgraph.core.staging.values.kinds import kind_of, version
from nbgraph.core.staging.values.undefined import (
    Partial,
    PerhapsUndefinedError,
    Undefined,
    UndefinedNameError,
    assigned_alike,
)
from nbgraph.core.staging.values.values import any_traced, is_dynamic, is_traced, type_of

_LAZY_AT_MOST = 8  # the most operations of an operand that is always computed


def and_(first: Any, *rest: Callable[[], Any]) -> Any:
    """Return `a and b`: the first false operand, else the last; later operands are evaluated only if needed."""
    return _lazily("and_", calling_frame(1), first, rest, stop_at=False)


def or_(first: Any, *rest: Callable[[], Any]) -> Any:
    """Return `a or b`: the first true operand, else the last; later operands are evaluated only if needed."""
    return _lazily("or_", calling_frame(1), first, rest, stop_at=True)


def _lazily(connective: str, frame: Frame, value: Any, rest: tuple[Callable[[], Any], ...], *, stop_at: bool) -> Any:
    for index, operand in enumerate(rest):
        if growing_of(value) is not None:
            if is_traced(holds := truth_of(value)) and not _is_condition(frame):  # `a or b` is `a if a else b`
                return _staged_list(connective, frame, value, rest[index:], holds, stop_at=stop_at)
            value = holds if _is_condition(frame) else value
        holds = asked_truth(value) if isinstance(value, ChosenText) or is_string(value) else value
        if is_traced(holds):
            value = holds if is_string(value) and _is_condition(frame) else value
            return _staged(connective, frame, value, rest[index:], holds, stop_at=stop_at)
        if bool(holds) is stop_at:
            return value
        value = operand()
    return value


def _staged_list(
    connective: str, frame: Frame, value: Any, rest: tuple[Callable[[], Any], ...], holds: Any, *, stop_at: bool
) -> Any:
    """Stage the operators for a list of run-time length, as `a if a else b`."""
    operands = getattr(syntax_at(frame.span)[1], "values", [])
    test = ast.unparse(operands[-1 - len(rest)]) if len(operands) > len(rest) else "the operand"
    here = replace(frame, stands_for=Site(connective.rstrip("_"), test=test))

    def others() -> Any:
        return _lazily(connective, frame, rest[0](), rest[1:], stop_at=stop_at)

    sides = (lambda: value, others) if stop_at else (others, lambda: value)
    return stage_if(here, holds, *sides, ())


def _staged(
    connective: str, frame: Frame, value: Any, rest: tuple[Callable[[], Any], ...], holds: Any, *, stop_at: bool
) -> Any:
    """Stage the operators for a traced operand: as logical operations if the rest is cheap, else as an `if`."""
    word, here = connective.rstrip("_"), Frame(None, frame.file, frame.place)

    def others() -> Any:
        found = _lazily(connective, frame, rest[0](), rest[1:], stop_at=stop_at)
        facts.extend(followed([(found, not stop_at)]))
        if not (isinstance(found, list) or is_truth_beside_number(value, found)) or not _is_condition(frame):
            return found
        holds = asked_truth(found)
        return truth(holds, frame.span, f"the operand of `{word}`") if is_traced(holds) else bool(holds)

    facts: list[Counted] = []
    snapshot = observe(*rest)
    taken = region("branch", frame.place, not stop_at, predicate=holds)
    with implications.assuming(holds, not stop_at), taken:
        traced = trace_block(lambda: settled(here.site("if_"), others()), (), snapshot, may_raise=True)
    if traced.raises:
        holds = truth(holds, frame.span, f"the operand of `{word}`")
        reached = jnp.logical_not(holds) if stop_at else holds
        return or_raise(here, reached, traced, snapshot, lambda: value, ())
    other = traced.result
    if is_truth_beside_number(value, other) and _is_condition(frame):
        value = truth(holds, frame.span, f"the operand of `{word}`")
    pure = not traced.writes and not traced.program.effects and _is_small(traced.program)
    if pure and is_dynamic(other) and is_traced(value) and _is_bool(value) and _is_bool(other):
        other = traced.pick(other, traced.run())
        record(frame, Decision(frame.span, word, "logical", "its operands are traced"))
        result = _either(value, other) if stop_at else _both(value, other)
        for operand in (value, other):
            implications.note(result, not stop_at, operand, not stop_at)
        return result
    decide = truth(holds, frame.span, f"the operand of `{word}`")
    keep = trace_block(lambda: value, (), snapshot)
    true, false = (keep, traced) if stop_at else (traced, keep)
    cheap = all(is_cheap(side.program, decide) for side in (keep, traced))
    reason = "its operands are traced" + ("; both sides are cheap" if cheap else "")
    record(frame, Decision(frame.span, word, "cond", reason, in_graph="select" if cheap else ""))
    names = (f"the value of `{word}`",)
    result = join(here, decide, true, false, snapshot, names)
    implications.note_facts(result, not stop_at, facts)
    return result


def _both(first: Any, second: Any) -> Any:
    """Return the conjunction of two truth values, without the casts of `jnp.logical_and`."""
    return lax.bitwise_and(first, second) if jnp.shape(first) == jnp.shape(second) else jnp.logical_and(first, second)


def _either(first: Any, second: Any) -> Any:
    return lax.bitwise_or(first, second) if jnp.shape(first) == jnp.shape(second) else jnp.logical_or(first, second)


def _is_condition(frame: Frame) -> bool:
    """Whether only the truth of an `and` or `or` is used: it is the test of a statement, or part of one.

    The test of a loop with a `break` is in a generated `and` at the position of the test.
    """
    if frame.owner is None:
        return False
    pending = [getattr(node, "test", None) for node in ast.walk(frame.owner.parsed.node)]
    pending += [node.operand for node in ast.walk(frame.owner.parsed.node) if isinstance(node, ast.UnaryOp)]
    line, _, column, _ = frame.place
    if any(node is not None and place_of(node) == frame.place for node in pending):
        return True
    while pending:
        node = pending.pop()
        if isinstance(node, ast.BoolOp):
            if (node.lineno, node.col_offset) == (line, column):
                return True
            pending += node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            pending.append(node.operand)
    return False


def _is_small(program: Any) -> bool:
    return len(program.jaxpr.eqns) <= _LAZY_AT_MOST and not any(
        e.primitive.name in ("while", "scan", "cond") for e in program.jaxpr.eqns
    )


def _is_bool(value: Any) -> bool:
    kind = type_of(value)
    return kind.dtype == np.bool_ and kind.shape == ()


def not_(operand: Any) -> Any:
    """Return `not a`, a bool, also for traced operands."""
    operand = asked_truth(operand)
    if not is_traced(operand):
        return not operand
    frame = calling_frame(1)
    record(frame, Decision(frame.span, "not", "logical", "its operand is traced"))
    holds = truth(operand, frame.span, "the operand of `not`")
    return implications.opposite(holds)


def in_(item: Any, items: Any) -> Any:
    """Return `item in items`; traced values are compared one by one, as in Python."""
    if isinstance(items, Undefined | Partial):
        items.fail()
    if is_chosen(items) or (isinstance(items, str) and is_chosen(item)):
        return mapped(operator.contains, items, item)
    if (holds := kind_of(items).holds(items, item)) is not None:
        return holds
    if (contains := version(operator.contains, (items, item) if isinstance(items, str) else (items,))) is not None:
        return contains(items, item)
    if growing_of(items) is not None:
        return list_contains(items, item)
    if isinstance(items, dict | set | frozenset | KeysView | ValuesView) and under_trace():
        if not isinstance(items, ValuesView):
            refuse_unhashable(*(item if isinstance(item, tuple) else (item,)))
        items = list(items)
    if under_trace() and (contains := _own_membership(items)) is not None:
        return bool_(contains(items, item))
    if not under_trace() or not (is_traced(items) or any_traced(item) or _holds_traced(items)):
        return item in items
    if hasattr(items, "shape"):
        return jnp.any(items == item)
    if isinstance(items, range):
        items = Range(items.start, items.stop, items.step)
    if isinstance(items, Range):
        return _in_range(item, items)
    if not isinstance(items, list | tuple):
        return item in items
    found: Any = False
    for candidate in items:
        same = candidate is item or is_equal(candidate, item)
        found = found | same if is_traced(same) or is_traced(found) else (found or same)
        if found is True:
            return True
    return found


def _in_range(item: Any, items: Range) -> Any:
    """Return whether an item is between the bounds and a whole number of steps from the start."""
    if not is_dynamic(item) or type_of(item).shape:
        return False
    start, stop, step = items.start, items.stop, items.step
    up, down = (start <= item) & (item < stop), (stop < item) & (item <= start)
    inside = jnp.where(step > 0, up, down) if is_traced(step) else up if step > 0 else down
    if isinstance(step, int) and abs(step) == 1 and type_of(item).dtype_kind in "iub":
        return inside
    return inside & ((item - start) % jnp.maximum(abs(step), 1) == 0)


def _own_membership(items: Any) -> Callable[[Any, Any], Any] | None:
    return None if isinstance(items, List) else method_of(type(items), "__contains__")


def _holds_traced(items: Any) -> bool:
    if isinstance(items, Range):
        return items.traced
    return isinstance(items, list | tuple) and any_traced(*items)


def equal(a: Any, b: Any) -> Any:
    """Return `a == b`; tuples and lists with traced items are compared item by item."""
    if not under_trace() or not any_traced(a, b):
        return a == b
    return is_equal(a, b)


def is_equal(a: Any, b: Any) -> Any:
    """Return whether Python finds two values equal, where parts of them are traced."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list) and any_traced(a, b):
        if isinstance(a, tuple) is not isinstance(b, tuple) or len(a) != len(b):
            return False
        return _all_of(one is other or is_equal(one, other) for one, other in zip(a, b, strict=True))
    if type(a) is dict and type(b) is dict and any_traced(a, b):
        return a.keys() == b.keys() and _all_of(a[key] is b[key] or is_equal(a[key], b[key]) for key in a)
    if isinstance(a, ChosenText) or isinstance(b, ChosenText):
        return same(a, b)
    if (compare := version(operator.eq, (a, b))) is not None:
        return compare(a, b)
    if OneOf in (type(a), type(b)):
        return a == b
    if not (is_dynamic(a) and is_dynamic(b)):
        return False if is_traced(a) or is_traced(b) else bool(a == b)
    result = a == b
    return result if is_traced(result) else bool(result)


def _all_of(truths: Iterable[Any]) -> Any:
    found: Any = True
    for each in truths:
        if not is_traced(each) and not each:
            return False
        found = each if found is True else found & each
    return found


def ordered(a: Any, sign: str, b: Any) -> Any:
    """Return `a < b`, or another comparison; tuples and lists with traced items are compared item by item.

    As in Python, the first items that differ decide, or else the lengths.

    Args:
        sign: `<`, `<=`, `>` or `>=`.
    """
    compare = _ORDERS[sign]
    are_alike = any(isinstance(a, kind) and isinstance(b, kind) for kind in (tuple, list))
    if not (are_alike and any_traced(a, b)):
        return compare(a, b)
    result: Any = compare(len(a), len(b))
    for one, other in reversed(list(zip(a, b, strict=False))):
        if one is not other:
            result = ordered(one, sign[0], other) | (equal(one, other) & result)
    return result


_ORDERS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def is_(item: Any, other: Any) -> Any:
    """Return `flag is True` or `text is None`: a traced bool's value, else identity as in Python."""
    if isinstance(item, bool) and isinstance(other, ChosenValue):
        item, other = other, item
    if isinstance(item, ChosenValue) and isinstance(other, bool):
        return by_kind(lambda known: is_dynamic(known) and _is_bool(known) and is_(known, other), item)
    if isinstance(item, ChosenText) or isinstance(other, ChosenText):
        return same_object(item, other)
    if isinstance(item, ArrayClass | OneOf) or isinstance(other, ArrayClass | OneOf):
        return item == other
    if OneObject in (type(item), type(other)):
        return is_same_object(item, other)
    refuse_identity(item, other)
    constant = other
    if not isinstance(constant, bool):
        _refuse_two_numbers(item, other)
        return item is other
    if is_traced(item):
        if not _is_bool(item):
            return False
        if may_be_of_array(item):
            raise _identity_error("this truth value comes from an array, or may do, and is none of Python's own then")
        if constant:
            return item
        return implications.opposite(item)
    if isinstance(item, np.bool_):
        return bool(item) is constant
    return item is constant


def _refuse_two_numbers(item: Any, other: Any) -> None:
    """Refuse to compare two run-time numbers by identity, which for equal ones depends on Python."""
    both = is_traced(item) and is_traced(other) and item is not other
    if both and not item.shape and not other.shape and not type_of(item).is_key:
        raise _identity_error("whether two numbers of run time are one object, Python alone knows")


def _identity_error(message: str) -> StagingError:
    remedy = "`==` for `is`, which asks for the value"
    return StagingError(message, span=user_frame().span, remedy=remedy, id="traced-value-in-python")


def defined(value: Any) -> Any:
    """Return the value of a name that may be unbound; raise if it is."""
    if isinstance(value, Undefined):
        frame = calling_frame(1)
        try:
            value.fail()
        except Exception as error:
            error.span = frame.span  # type: ignore[attr-defined]
            raise
    if isinstance(value, Partial):
        return _existing(value, calling_frame(1))
    return value


def _existing(value: Partial, frame: Frame) -> Any:
    """Return the value of a name bound on some paths, and stage a check that it is bound, if one can raise."""
    message = f"`{value.name}` is read but has no value: {value.reason}"
    remedy = f"`{value.name} = ...` before, so that it has a value on every path"
    slip = assigned_alike(frame.owner.parsed.node, value.name) if frame.owner is not None else None
    if slip is not None:
        message += f"; line {slip.lineno} assigns `{slip.id}`"
        remedy = f"`{value.name}` for `{slip.id}` in line {slip.lineno}"

    def error() -> UndefinedNameError:
        return UndefinedNameError(message, span=frame.span, remedy=remedy, variable=value.name)

    if implications.surely_holds(value.exists):
        return value.value
    if not effects.exact():
        raise PerhapsUndefinedError(message, span=frame.span, remedy=remedy, variable=value.name)
    effects.require(value.exists, effects.Check(frame.span, error))
    return value.value


def locals_(**named: Any) -> dict[str, Any]:
    """Return `locals()`, the names that are bound here; refuse a name that is bound on some paths only."""
    for value in named.values():
        if isinstance(value, Partial):
            value.fail()
    return {name: value for name, value in named.items() if not isinstance(value, Undefined)}


def undefined(name: str = "") -> Undefined:
    """Return the value of an unbound name, which raises when it is read; "" names generated code's own."""
    return Undefined(name)
