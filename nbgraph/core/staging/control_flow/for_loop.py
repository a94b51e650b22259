"""Stage `for` over arrays, traced ranges and long ranges; unroll short ones, and let Python run all others."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from itertools import compress
from typing import Any

import jax

from nbgraph.core._jax import under_trace
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.aliasing.copies import CopyChangedError
from nbgraph.core.staging.control_flow import unrolled
from nbgraph.core.staging.control_flow.budget import Limit, ends, limit_of, may_fail, require_within
from nbgraph.core.staging.control_flow.carry_labels import carry_labels
from nbgraph.core.staging.control_flow.cond import stage_if
from nbgraph.core.staging.control_flow.first_apart import first_apart
from nbgraph.core.staging.control_flow.fixpoint import Block, named, tested
from nbgraph.core.staging.control_flow.guarded_items import Acts, unmapped
from nbgraph.core.staging.control_flow.iteration import (
    Iteration,
    NotLeft,
    count_trips,
    go_on_while,
    inputs_of,
    pack,
    scan_rows,
    unpack,
)
from nbgraph.core.staging.control_flow.live_lists import (
    GoesOn,
    Live,
    as_live,
    changes_its_list,
    has_changed,
    is_live,
    is_settled,
    length_now,
    lists_in,
    walk,
)
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.frames import nests
from nbgraph.core.staging.frames.tracing import observe
from nbgraph.core.staging.impure.opaque import note_use
from nbgraph.core.staging.lists.appends import without_appends
from nbgraph.core.staging.lists.assignment import put_in_buffers
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.loops import IterationCount, holds_dicts, holds_rows
from nbgraph.core.staging.sequences.endless import NEVER, endless, refuse_endless, refused_overflow
from nbgraph.core.staging.sequences.iterators import iterators_behind, lists_behind, refuse_changed, refuse_kept
from nbgraph.core.staging.sequences.sequences import Range, Sequence, sequence_of
from nbgraph.core.staging.sequences.size_watches import watches_of
from nbgraph.core.staging.state.carry import CarryMismatchError
from nbgraph.core.staging.state.location import Named
from nbgraph.core.staging.state.mutable_state import Snapshot, used_now
from nbgraph.core.staging.trace import context, index_ranges
from nbgraph.core.staging.trace.events import region
from nbgraph.core.staging.trace.kind_questions import one_of
from nbgraph.core.staging.trace.recorder import Frame, converted_frames, operator_frame, record
from nbgraph.core.staging.trace.user_frames import at_place, is_block
from nbgraph.core.staging.values.kinds import Watch, kind_of
from nbgraph.core.staging.values.values import any_traced, as_argument, is_traced, type_of

UNROLL_AT_MOST = 8  # the most known iterations that are always unrolled
TESTS_AT_MOST = 32  # how often an `if` may be in the graph for nested unrolled loops
_APPENDING = 8  # a factor for loops that append to lists
SETTLE_AT_MOST = 2  # iterations that are unrolled so that the rest can be staged
UNROLL_IF_NEEDED = 1024  # the most known iterations that are unrolled if the body cannot be staged

_NEEDS_PYTHON = (
    StagingError,
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
    jax.errors.NonConcreteBooleanIndexError,
)

_Body = Callable[..., Any]


@dataclass(frozen=True)
class _For:
    """A loop before one of its iterations."""

    frame: Frame  # the loop
    items: Any  # the iterable; a `Sequence` if it may be staged
    body: _Body  # one iteration
    state: tuple[Any, ...]  # the values of the carried names
    test: Callable[..., Any] | None  # the condition to go on, a function of the state

    @functools.cached_property
    def snapshot(self) -> Snapshot:
        """Observe the mutable state that it can reach, and the tables whose rows it iterates over."""
        site = self.frame.site("for_")
        lists = [part.source for part in lists_in(self.items)]
        tables = [each for each in lists if holds_rows(each) or holds_dicts(each)]
        reached = Named.of(site.operands, self.state), self.test, Named.of([site.test] * len(tables), tables)
        return observe(self.body, *reached)

    @property
    def is_static(self) -> bool:
        """Whether the number of iterations is known."""
        return isinstance(self.items.length, int)

    @property
    def touches_traced(self) -> bool:
        """Whether traced values are in its state, its items or within its reach."""
        known = self.snapshot.known
        return (
            not context.here().rebound.isdisjoint(known)
            or self.items.traced
            or any_traced(*self.state)
            or any(map(any_traced, known.values()))
        )

    @property
    def repeats_tests(self) -> bool:
        """Whether nested loops would put the tests in them into the graph too often.

        Each test is two branches to trace and compile, hundreds of times as expensive as arithmetic. A list that
        unrolled loops append to is Python's own and costs nothing, which outweighs some tests. A recursion that calls
        itself twice repeats the loop in each of its levels.
        """
        site = self.frame.site("for_")
        around = context.here().repeated * 4 ** (calls_under_way() - 1 if site.tests else 0)
        most = TESTS_AT_MOST * (_APPENDING if site.appends else 1)
        nested = bool(site.tests) and (around > 1 or max(site.tests) > 1) and self.items.length > 1
        return nested and around * sum(self.items.length**loops for loops in site.tests) > most

    @property
    def too_much(self) -> unrolled.TooMuch | None:
        """Return when this loop around others adds too much; None if it has none, or an outer loop will be asked.

        Only the outermost loop of a nest decides: many small loops are no cheaper than their operations.
        """
        if not self.frame.site("for_").nests or self.test is not None or context.here().short_loops == "undecided":
            return None
        self.snapshot  # noqa: B018 - mutable state before the first iteration
        return functools.partial(unrolled.Growth.repeats, length=self.items.length)


def calls_under_way() -> int:
    """Return how many calls of the innermost converted function are running, as in a recursion."""
    codes = [frame.f_code for frame in converted_frames() if not is_block(frame.f_code)]
    return max(codes.count(codes[0]) if codes else 0, 1)


def for_(items: Any, body: Callable[..., Any], *state: Any, test: Callable[..., Any] | None = None) -> Any:
    """`for`: staged over arrays and traced ranges, and over long ranges whose body computes with traced values.

    Args:
        items: what the loop runs over.
        body: one iteration, a function from the item and the state to the next state.
        *state: values of the names that the loop carries, before it.
        test: whether to go on, as a function of the state; what a `break` becomes.

    Returns:
        The state after the loop: one value, or a tuple.
    """
    loop = _For(operator_frame(1), items, body, state, test)
    if not (watches := watches_of(items)):
        return pack(_over(loop))
    result = _over(replace(loop, body=_watching(body, [watch for _, watch in watches])))
    asked = True if test is None else test(*result)
    for at_the_end, watch in watches:
        if at_the_end:
            watch(asked)
    return pack(result)


def _watching(body: _Body, watches: list[Watch]) -> _Body:
    """Return a body that first checks the sizes of the loop's containers."""

    def watching(*values: Any) -> Any:
        for watch in watches:
            watch()
        return body(*values)

    return watching


def _over(loop: _For) -> tuple[Any, ...]:
    """Return the state after the loop, staged or not."""
    items, endlessly = loop.items, loop.test is not None and under_trace()
    items = items.taken(whole=loop.test is None) if isinstance(items, Sequence) else kind_of(items).walked(items)
    walked, sequence = replace(loop, items=items), sequence_of(items)
    if sequence is None and endlessly:
        sequence = endless(items)
    if sequence is None:
        return _python_for(walked, "Python iterates over this object")
    loop = replace(loop, items=sequence)
    if loop.is_static and not under_trace():
        return _python_for(walked, "nothing is traced")
    short = loop.is_static and sequence.length <= UNROLL_AT_MOST
    if short and not loop.repeats_tests and context.here().short_loops != "staged":
        reason = f"{sequence.length} iteration{'s' * (sequence.length != 1)}, known at trace time"
        return _python_for(loop, reason, too_much=loop.too_much)
    if loop.is_static and not loop.touches_traced:
        return _python_for(loop, "nothing in it is traced", too_much=unrolled.Growth.has_effects)
    with context.within(repeated=context.here().repeated * (sequence.length if short else 1)):
        return _stage_for(loop)


def over_range(frame: Frame, items: Range, body: _Body, state: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Stage a loop of a known number of iterations; None if nothing in it is traced, or it needs Python."""
    loop = _For(frame, items, body, state, None)
    return _staged_or_none(loop) if loop.touches_traced else None


def _staged_instead(loop: _For, growth: unrolled.Growth, now: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Stage a loop that adds too much to the graph, in place of its unrolled iterations; None if that fails.

    If nothing in it was traced before its first iteration, its iterations must leave only effects.
    """
    growth.tried = True
    if replace(loop, state=now).touches_traced and not loop.touches_traced:
        return None
    iterations = unrolled.TakenBack.since(loop.snapshot, growth.start, Point.here())
    if iterations is None:
        return None
    try:
        with context.within(short_loops="staged" if loop.items.length <= UNROLL_AT_MOST else "unrolled"):
            result = _stage_iterations(loop)
    except Exception:
        if loop.snapshot.advanced() is not None:
            raise  # an advanced iterator cannot be restored
        iterations.put_back()
        return None
    iterations.cut()
    return result


def _python_for(
    loop: _For, reason: str, *, too_much: unrolled.TooMuch | None = None, settles: str = ""
) -> tuple[Any, ...]:
    """Let Python iterate; a `break` that became traced guards the remaining iterations.

    Args:
        too_much: whether its iterations add too much, so that it is staged if it can be; None to unroll it.
        settles: why the whole loop cannot be staged, if its first iterations may change that: then the rest is.
    """
    trips = guarded = 0
    left = False
    growth = unrolled.Growth(Point.here())
    behind = iterators_behind(loop.items)
    acts = Acts(*behind) if behind and loop.test is not None else None
    if (parts := unmapped(loop.items)) is not None and loop.test is not None:
        loop = replace(loop, body=_with_call(parts[0], loop.body), items=parts[1])
    frame, items, state, test = loop.frame, loop.items, loop.state, loop.test
    iterator = iter(items)
    repeated = context.here().repeated * (max(items.length, 1) if isinstance(items, Sequence) else 1)
    note_use(used_now(), *behind)
    watched = [each for each in lists_behind(items, behind) if growing_of(each) is None]
    while True:
        go_on = True if test is None else test(*state)
        if is_traced(go_on):
            refuse_endless(items, guarded, frame.span)
            guarded += 1
        elif not go_on:
            left = True
            break  # before the next item is taken, as in Python
        try:
            with acts.refused(frame.span) if acts is not None and is_traced(go_on) else contextlib.nullcontext():
                item = next(iterator)
        except StopIteration:
            break
        may_stage = too_much is not None and not growth.tried
        with (
            context.within(repeated=repeated, **{"short_loops": "undecided"} if may_stage else {}),
            unrolled.iteration_scope(frame.span.line, trips),
            region("iteration", frame.place, trips, staged=False),
        ):
            if is_traced(go_on):
                with refused_overflow(items, guarded, frame.span):
                    state = _guarded_iteration(loop, go_on, item, state)
            else:
                state = unpack(loop.body(item, *state), len(state))
        trips += 1
        may_settle = settles and trips <= SETTLE_AT_MOST
        if may_settle and (settled := _staged_rest(replace(loop, state=state), (trips, settles))) is not None:
            return settled
        if changed_lists := [each for each in watched if growing_of(each) is not None]:
            if changed_lists != [items]:
                refuse_changed(frame.span)
            return _stage_for(replace(loop, items=Live(items, trips), state=state))
        if has_changed(items):
            live = as_live(items, trips)
            if is_settled(live):
                refuse_changed(frame.span)
            if is_traced(length_now(live)):
                return _stage_for(replace(loop, items=live, state=state))
            iterator = walk(live)
        grows = too_much is not None and not growth.tried and too_much(growth, trips)
        if grows and (staged := _staged_instead(loop, growth, state)) is not None:
            return staged
        if (added := growth.look(trips)) > unrolled.MOST_OPERATIONS:
            named = dict(zip(frame.site("for_").operands, state, strict=False))
            unrolled.refuse_growth(frame, frame.site("for_").test, named, trips, added)
    if guarded:
        refuse_kept(behind, frame.span)
    became = "unrolled" if under_trace() else "python"
    reason = _left_early(reason, trips) if left else reason
    record(frame, Decision(frame.span, "for", became, reason, trips=trips))
    return state


def _with_call(function: Callable[..., Any], body: _Body) -> _Body:
    """Return the body of a loop over a `map` that calls the function itself, once per iteration."""
    return lambda arguments, *state: body(function(*arguments), *state)


def _left_early(reason: str, trips: int) -> str:
    """Return the reason for an unrolled loop that was left before its items were used up.

    >>> _left_early("4 iterations, known before", 2), _left_early("Python iterates over this object", 1)
    ('left in iteration 2 of 4 iterations, known before', 'Python iterates over this object; left in iteration 1')
    """
    where = f"in iteration {trips}" if trips else "before iteration 1"
    return f"left {where} of {reason}" if reason[:1].isdigit() else f"{reason}; left {where}"


def _guarded_iteration(loop: _For, go_on: Any, item: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
    """Stage an iteration that runs only if the loop has not been left."""
    size, body, names = len(state), loop.body, loop.frame.site("for_").operands
    blocks = (lambda *s: pack(unpack(body(item, *s), size))), (lambda *s: pack(s))
    return unpack(stage_if(loop.frame, go_on, *blocks, state, names=names, construct="iteration"), size)


@effects.telling()
def _stage_for(loop: _For) -> tuple[Any, ...]:
    """Stage the loop; unroll it if its body needs Python and it is short enough."""
    snapshot, start = loop.snapshot, Point.here()
    try:
        return _stage_iterations(replace(loop) if put_in_buffers(loop.state) else loop)
    except _NEEDS_PYTHON as error:
        around = nests.around()
        if around is not None and not around.settled:
            raise  # this trace will be repeated with wider types
        start.undo(snapshot)
        is_range = isinstance(loop.items, Range) and not loop.is_static
        if isinstance(error, CarryMismatchError) and error.settles and is_range:
            return _first_apart(loop, error)
        if not loop.is_static or loop.items.length > UNROLL_IF_NEEDED or snapshot.advanced() is not None:
            raise
        why = _first_line(error) if isinstance(error, CarryMismatchError) else ""
        return _python_for(loop, f"unrolled: {_first_line(error)}", settles=why)


def _first_apart(loop: _For, error: CarryMismatchError) -> tuple[Any, ...]:
    """Stage the first iteration of a range of run-time length apart from the others."""

    def first() -> tuple[Any, ...]:
        state = unpack(loop.body(loop.items.item(0, None), *loop.state), len(loop.state))
        rest = replace(loop, items=as_live(loop.items, 1), state=state)
        return _stage_iterations(rest, (1, _first_line(error)))

    names = named(loop.frame.site("for_").operands, loop.state)
    return first_apart(loop.frame, loop.items.length > 0, first, names, loop.state, loop.snapshot, error)


def _staged_rest(loop: _For, made: tuple[int, str]) -> tuple[Any, ...] | None:
    """Stage the loop after its first iterations; None if it still cannot be staged.

    A name may have another shape before the loop than in it, as `m` in `m = 0.0` and `m = 0.9 * m + g`.
    """
    rest = as_live(loop.items, made[0])
    if is_live(rest) or rest.length != loop.items.length - made[0] or rest.length <= UNROLL_AT_MOST:
        return None
    return _staged_or_none(replace(loop, items=rest), made)


def _staged_or_none(loop: _For, made: tuple[int, str] = (0, "")) -> tuple[Any, ...] | None:
    """Stage the loop; None, with nothing changed, if the body needs Python."""
    snapshot, start = loop.snapshot, Point.here()
    try:
        return _stage_iterations(loop, made)
    except _NEEDS_PYTHON:
        around = nests.around()
        if snapshot.advanced() is not None or (around is not None and not around.settled):
            raise
        start.undo(snapshot)
        return None


def _first_line(error: BaseException) -> str:
    text = getattr(error, "message", None) or str(error)
    return text.splitlines()[0] if text else type(error).__name__


def _stage_iterations(loop: _For, made: tuple[int, str] = (0, "")) -> tuple[Any, ...]:
    """Stage the loop; `made` has the number of iterations that Python has run before, and the reason."""
    frame, sequence, test, snapshot, static = loop.frame, loop.items, loop.test, loop.snapshot, loop.is_static
    site = frame.site("for_")
    surely = static and sequence.length > 0 and test is None
    iterations = (
        IterationCount(sequence.length, exact=test is None) if static and sequence.length != NEVER else IterationCount()
    )
    iterations = IterationCount() if is_live(sequence) else iterations
    start = Point.here()
    stops = test is not None or is_live(sequence) or (not static and effects.budget() is not None)
    try:
        iteration = _trace_body(loop, iterations, stops=stops)
    except CopyChangedError as error:
        if is_live(sequence) or all(part.source is not error.table for part in lists_in(sequence)):
            raise
        iteration = None
    if iteration is None or (not is_live(sequence) and changes_its_list(sequence, iteration)):
        if is_settled(as_live(sequence)):
            refuse_changed(frame.span)
        start.undo(snapshot)
        return _stage_iterations(replace(loop, items=as_live(sequence)))
    if iteration.rehearsed:
        return iteration.stand_in(surely=surely)
    limit, n = _limit(sequence, iteration), sequence.length
    lists = iteration.appended() if surely and not is_live(sequence) else []
    if is_live(sequence):
        goes_on = GoesOn(sequence, test)
        asked = tested(frame, goes_on, iteration, snapshot, "the loop goes on")
        (final, n), became = go_on_while(sequence, iteration, asked, limit, goes_on), "while"
    elif stops and (test is not None or may_fail(iteration.carry)):
        asked = _not_left(frame, iteration) or tested(
            frame, test or (lambda *_: True), iteration, snapshot, "the loop goes on"
        )
        (final, n), became = go_on_while(sequence, iteration, asked, limit), "while"
    elif static and (sequence.rows is not None or lists):
        final, became = scan_rows(sequence, iteration, lists), "scan"
    else:
        final, became = count_trips(sequence, iteration, limit), "fori"
    carry, moves = iteration.carry, iteration.changing(final, tested=became == "while")
    names = tuple(carry.leaf_names())
    result = iteration.leave(final, surely=surely)
    if limit is not None:
        require_within(limit, n <= limit.most, frame, site.test, names, final)
    trips = sequence.length if static and not is_live(sequence) else None
    bound = "" if test is None else "at most "
    reason = f"{bound}{trips} iterations" if trips is not None else f"the length of `{site.test}` is traced"
    if is_live(sequence):
        reason = f"`{site.test}` changes in its iterations"
    if trips == NEVER:
        reason = "until a run-time value ends it"
    if made[0]:
        reason += f" after {made[0]} that stands apart: {made[1]}"
    promotions, moves = tuple(carry.promotions), without_appends(moves, lists)
    words = tuple(compress(without_appends(carry_labels(carry), lists), moves))
    carried = tuple(compress(without_appends(names, lists), moves))
    outputs = (*carried, *(names[store.buffer] for each in lists for store in each.stores))
    texts, end = carry.text_names(), ends(carry.iterations, endless=trips == NEVER or is_live(sequence))
    known = None if trips == NEVER or test is not None else trips
    decision = Decision(
        frame.span, site.construct, became, reason, carried, outputs, promotions, known, words, texts, **end
    )
    record(frame, replace(decision, before=None if is_live(sequence) else made[0]))
    return result


def _not_left(frame: Frame, iteration: Iteration) -> NotLeft | None:
    """Return the test of a loop that only a `break` ends; None for another loop."""
    variables, made_up = iteration.carry.variables, frame.site("for_").generated
    flags = [at for at, each in enumerate(variables) if each.name in made_up]
    if iteration.traced is None or iteration.traced.asked is None or len(flags) != 1 or effects.any_staged():
        return None
    return NotLeft(sum(len(each.types()) for each in variables[: flags[0]]))


def _limit(sequence: Sequence, iteration: Iteration) -> Limit | None:
    """Return the most iterations of the loop; a sequence with an end needs only the user's own limit."""
    iterations = iteration.carry.iterations
    never_ends = isinstance(sequence.length, int) and sequence.length == NEVER
    return limit_of(iterations) if iterations.promised or never_ends or is_live(sequence) else None


def _trace_body(loop: _For, iterations: IterationCount, *, stops: bool) -> Iteration:
    """Trace an iteration over an item known by its iteration number and row."""
    frame, sequence = loop.frame, loop.items
    arrays, tree = jax.tree_util.tree_flatten(sequence.rows)
    types = map(type_of, arrays)
    leaves = [as_argument(replace(kind, shape=kind.shape[1:])) for kind in types]
    counted, target = sequence.counted, frame.site("for_").target

    def item_of(inputs: list[Any]) -> Any:
        k, rows = (inputs[0], inputs[1:]) if counted else (None, inputs)
        one_of(k, ())  # Python's
        for row, array in zip(rows, arrays, strict=True):
            one_of(row, (array,))
        row = jax.tree_util.tree_unflatten(tree, rows)
        item = sequence.item(k, row) if target is None else at_place(frame.file, target)(lambda: sequence.item(k, row))
        if counted and not is_live(sequence):
            index_ranges.of_trip(k, sequence, item)
        return item

    inputs = tuple(inputs_of(sequence, 0, leaves))
    names, made_up = frame.site("for_").operands, frame.site("for_").generated
    flags = [value for name, value in zip(names, loop.state, strict=False) if name in made_up]
    left = loop.test is not None and not is_live(sequence) and bool(flags) and all(flag is False for flag in flags)
    block = Block(
        frame, named(names, loop.state), loop.body, loop.state, loop.snapshot, inputs, item_of, iterations, stops, left
    )
    return block.settled()
