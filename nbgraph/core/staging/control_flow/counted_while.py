"""Stage `while i < n` with a known step and end like a `for` over the same range.

The loop's source shows the step, and its trace is checked: an iteration returns the counter plus the step, and leaves
the test as it was. `while xs` is staged so, too, if each iteration removes one item from a list of known length.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from nbgraph.core.functionalise.sites import Place, place_of
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.control_flow.for_loop import UNROLL_AT_MOST, over_range
from nbgraph.core.staging.control_flow.iteration import pack, unpack
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.sequences.sequences import Range
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.index_ranges import is_step
from nbgraph.core.staging.trace.recorder import Frame

_MOST = 1 << 31  # the range of a counter in a graph
_PURE = (ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)


@dataclass(frozen=True)
class _Counter:
    """The variable by which a loop counts."""

    at: int  # its position in the state
    place: Place  # the position of the increment in the user's source
    first: int
    step: int

    def moved(self, state: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
        """Return the state with another value of the counter."""
        return (*state[: self.at], value, *state[self.at + 1 :])


class _Sure:
    """Whether all traced iterations count as the loop's source says."""

    holds = True


def stage_counted(
    frame: Frame,
    test: Callable[..., Any],
    body: Callable[..., Any],
    state: tuple[Any, ...],
    snapshot: Snapshot,
) -> tuple[Any, ...] | None:
    """Return the state after a staged loop; None, with nothing changed, if the loop does not count or is short."""
    counter = _counter(frame, state)
    trips = 0 if counter is None else _trips(counter, test, state)
    if counter is None or trips <= (1 if context.here().short_loops == "staged" else UNROLL_AT_MOST):
        return None
    at, site, start = counter.at, frame.site("while_"), Point.here()
    end = counter.first + trips * counter.step
    sure = _Sure()
    ask, one_iteration = test, body  # bound here, so that the snapshot sees what they can reach

    def counted(k: Any, *others: Any) -> Any:
        after = unpack(one_iteration(*others[:at], k, *others[at:]), len(state))
        sure.holds &= is_step(k, after[at], counter.step) and _ends(counter, ask, after, end)
        return pack((*after[:at], *after[at + 1 :]))

    names = (*site.operands[:at], *site.operands[at + 1 :])
    place = replace(frame, stands_for=replace(site, operands=names, target=counter.place))
    others = (*state[:at], *state[at + 1 :])
    final = over_range(place, Range(counter.first, end, counter.step), counted, others)
    if final is not None and sure.holds:
        return (*final[:at], end, *final[at:])
    start.undo(snapshot)
    start.cut_unused(Point.here())
    return None


def iterations_of_nest(frame: Frame, test: Callable[..., Any], state: tuple[Any, ...]) -> int:
    """Return the number of iterations of a short loop that counts, is around others, and may be staged; else 0."""
    may_stage = frame.site("while_").nests and context.here().short_loops != "undecided"
    counter = _counter(frame, state) if may_stage else None
    trips = 0 if counter is None else _trips(counter, test, state)
    return trips if trips <= UNROLL_AT_MOST else 0


def stage_drained(
    frame: Frame, test: Callable[..., Any], body: Callable[..., Any], state: tuple[Any, ...], snapshot: Snapshot
) -> tuple[Any, ...] | None:
    """Return the state after a staged `while xs`; None, with nothing changed, if an iteration may remove no item."""
    items, least = _drained(frame, test, state)
    trips = (_length(items) or 0) - least
    if trips <= UNROLL_AT_MOST:
        return None
    start = Point.here()
    one_iteration = body  # bound here, so that the snapshot sees what it can reach
    place = replace(frame, stands_for=frame.site("while_"))
    final = over_range(place, Range(0, trips, 1), lambda k, *inner: one_iteration(*inner), state)
    if final is not None and _length(_drained(frame, test, final)[0]) == least:
        return final
    start.undo(snapshot)
    return None


def _drained(frame: Frame, test: Callable[..., Any], state: tuple[Any, ...]) -> tuple[Any, int]:
    """Return the list that a loop tests, and the number of items that it leaves in it; None for other tests."""
    loop = _loop_at(frame)
    match loop and loop.test:
        case ast.Name(id=name):
            least = 0
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]),
            ops=[ast.Gt()],
            comparators=[ast.Constant(value=int(least))],
        ):
            pass
        case _:
            return None, 0
    if loop is None or _may_be_left(loop):
        return None, 0
    known = dict(zip(test.__code__.co_freevars, test.__closure__ or (), strict=True))
    values = {each: cell.cell_contents for each, cell in known.items()} | dict(
        zip(frame.site("while_").operands, state, strict=False)
    )
    return values.get(name), least


@functools.lru_cache(maxsize=256)
def _may_be_left(loop: ast.While) -> bool:
    """Whether a `break` or `return` may leave a loop."""
    inner = [
        part
        for each in ast.walk(loop)
        if isinstance(each, ast.For | ast.While) and each is not loop
        for part in each.body
    ]
    theirs = {id(each) for part in inner for each in ast.walk(part) if isinstance(each, ast.Break)}
    return any(isinstance(each, ast.Break | ast.Return) and id(each) not in theirs for each in ast.walk(loop))


def _length(items: Any) -> int | None:
    """Return the known length of a list; None for any other value."""
    if type(items) is not List:
        return None
    growing = growing_of(items)
    return list.__len__(items) if growing is None else growing.capacity.length


def _ends(counter: _Counter, test: Callable[..., Any], state: tuple[Any, ...], end: int) -> bool:
    """Whether the test is known to hold up to the last iteration, given the rest of the state."""
    asked = [test(*counter.moved(state, value)) for value in (end - counter.step, end)]
    return asked[0] is True and asked[1] is False


def _loop_at(frame: Frame) -> ast.While | None:
    """Return the loop's syntax node; None in a `try`."""
    return None if frame.owner is None else _loop_in(frame.owner.parsed.node, frame.place[0])


@functools.lru_cache(maxsize=256)
def _loop_in(node: ast.AST, line: int) -> ast.While | None:
    tried = {loop for each in ast.walk(node) if isinstance(each, ast.Try) for loop in ast.walk(each)}
    loops = (each for each in ast.walk(node) if isinstance(each, ast.While) and each not in tried)
    return next((each for each in loops if each.lineno == line), None)


def _counter(frame: Frame, state: tuple[Any, ...]) -> _Counter | None:
    """Return the counter of a loop by its source: a comparison with it, and `i += 1` at the end.

    Return None if a `break` or `return` may leave the loop, or in a `try`, which may catch what fails in an iteration.
    """
    loop = _loop_at(frame)
    if loop is None or _may_be_left(loop):
        return None
    match loop.test, loop.body[-1]:
        case (
            ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]),
            ast.AugAssign(
                target=ast.Name(id=name) as target, op=ast.Add() | ast.Sub() as op, value=ast.Constant(value=int(by))
            ),
        ) if by and _asks_only(left) and _asks_only(right):
            names = frame.site("while_").operands
            at = names.index(name) if name in names and len(names) == len(state) else None
            if at is not None and type(state[at]) is int:
                return _Counter(at, place_of(target), state[at], by if isinstance(op, ast.Add) else -by)
    return None


def _asks_only(side: ast.expr) -> bool:
    """Whether a side of a comparison has no effects: names, numbers and `len(xs)`."""
    match side:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name()], keywords=[]):
            return True
    return all(isinstance(each, _PURE) for each in ast.walk(side))


def _trips(counter: _Counter, test: Callable[..., Any], state: tuple[Any, ...]) -> int:
    """Return the number of iterations until the test fails; 0 if it is not known."""

    def holds(trips: int) -> Any:
        return test(*counter.moved(state, counter.first + trips * counter.step))

    low, high = 0, 1  # it holds at 0
    while (asked := holds(high)) is True and abs(high * counter.step) < _MOST:
        low, high = high, 2 * high
    if asked is not False:
        return 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) is True else (low, middle)
    return high
