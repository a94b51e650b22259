"""Run `while` in Python as long as its test is known; stage it where the test is traced."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cached_property
from itertools import compress
from typing import Any

from jax import lax

from nbgraph.core import _jax
from nbgraph.core._jax import reads_reference, under_trace
from nbgraph.core.decisions import Decision
from nbgraph.core.functionalise.sites import condition_text
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.source.text import syntax_at
from nbgraph.core.staging.control_flow import budget, unrolled
from nbgraph.core.staging.control_flow.carry_labels import carry_labels
from nbgraph.core.staging.control_flow.cond import truth
from nbgraph.core.staging.control_flow.counted_while import iterations_of_nest, stage_counted, stage_drained
from nbgraph.core.staging.control_flow.differentiable import Parts
from nbgraph.core.staging.control_flow.first_apart import first_apart
from nbgraph.core.staging.control_flow.fixpoint import Block, ConditionActsError, named, settle, tested
from nbgraph.core.staging.control_flow.iteration import Iteration, pack, unpack
from nbgraph.core.staging.control_flow.left_at_once import KnownAtFirstError, flag_of, is_left_at_once
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.enumerated.values import ChosenValue, texts_of
from nbgraph.core.staging.frames import nests
from nbgraph.core.staging.frames.classes import asked_truth
from nbgraph.core.staging.frames.nests import NOWHERE, Key, Nest
from nbgraph.core.staging.frames.tracing import observe, trace_block
from nbgraph.core.staging.state.carry import Carry, CarryMismatchError
from nbgraph.core.staging.state.location import Named
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.assumed_ranges import tells_of_integers
from nbgraph.core.staging.trace.events import region
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, record
from nbgraph.core.staging.values.values import is_traced


def while_(test: Callable[..., Any], body: Callable[..., Any], *state: Any) -> Any:
    """`while`: iterations run in Python as long as the test is known; where an iteration makes it traced, all are
    staged.

    Args:
        test: the condition as a function of the state.
        body: one iteration, a function from the state to the next state.
        *state: values of the names that the loop carries, before it.

    Returns:
        The state after the loop: one value, or a tuple.
    """
    frame = calling_frame(1)
    if not under_trace():
        return pack(_go_on(_While(frame, test, body, state), test(*state), 0))
    around = nests.around()
    loop = _While(frame, test, body, state, around, around.meet(frame) if around is not None else NOWHERE)
    loop.snapshot  # noqa: B018 - mutable state before the test
    holds, acts = loop.ask()
    if is_traced(holds):
        loop.snapshot.restore()
        return pack(loop.stage_flag() if acts else loop.stage_traced())
    for staging in (stage_counted, stage_drained):
        if holds and (counted := staging(frame, test, body, state, loop.snapshot)) is not None:
            return pack(counted)
    return pack(_first_iteration(loop) if holds else _go_on(loop, holds, 0))


@dataclass(frozen=True)
class _While:
    """A loop before one of its iterations."""

    frame: Frame  # the loop
    test: Callable[..., Any]  # the condition as a function of the state
    body: Callable[..., Any]  # one iteration
    state: tuple[Any, ...]  # the values of the carried names
    around: Nest | None = None  # the nest that the loop is part of
    key: Key = NOWHERE  # the loop in it
    inside: Nest = field(default_factory=Nest)  # the nest of the loops in the body
    flag: bool = False  # whether the first value of the state is the test's, found by the previous iteration
    own_test: Callable[..., Any] | None = None  # with such a flag, the condition as a function of the state

    @cached_property
    def snapshot(self) -> Snapshot:
        """Observe mutable state before the iteration."""
        return observe(self.test, self.body, Named.of(self.names, self.state))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the user's names of the state."""
        operands = self.frame.site("while_").operands
        return named(("the condition", *operands) if self.flag else operands, self.state)

    @property
    def block(self) -> Block:
        """Return the body as a block to trace."""
        source = None if self.frame.owner is None else self.frame.owner.parsed.source
        asks = (self.own_test or self.test) if tells_of_integers(syntax_at(self.frame.span, source)[1]) else None
        return Block(self.frame, self.names, self.body, self.state, self.snapshot, asks=asks)

    @property
    def rehearsed(self) -> Nest | None:
        """Return the outer nest, if its present trace is only for the types and may be repeated; else None."""
        return self.around if self.around is not None and not self.around.for_good else None

    @property
    def is_left_late(self) -> bool:
        """Whether a flag that an iteration sets may end it, and an iteration with loops in it can be undone."""
        site, can = self.frame.site("while_"), not self.snapshot.iterators and Point.here().equations is not None
        is_first = self.rehearsed is None and (self.around is None or self.around.from_first.get(self.key, True))
        return bool(site.generated) and is_first and can and budget.has_while(self.body.__code__)

    def run(self, number: int) -> _While:
        """Let Python run iteration `number`, counted from 0; return the loop after it."""
        with (
            unrolled.iteration_scope(self.frame.span.line, number),
            region("iteration", self.frame.place, number, staged=False, site=self.frame.site("while_")),
        ):
            return replace(self, state=unpack(self.body(*self.state), len(self.state)))

    def asked(self) -> Any:
        """Return the test's value; for a list whether it has items."""
        with region("test", self.frame.place, staged=False, site=self.frame.site("while_")):
            return asked_truth(self.test(*self.state))

    def ask(self) -> tuple[Any, bool]:
        """Return the test's value, and whether it adds run-time checks or reads a reference.

        If the value is traced, its equations are removed, as the staged loop repeats them.
        """
        point = Point.here()
        if point.equations is None:
            return self._ask_apart(), False
        holds = self.asked()
        if is_traced(holds):
            acts = effects.mark() > point.checks or reads_reference(point.equations)
            point.rewind()
            point.cut()
            return holds, acts
        return bool(holds), False

    def _ask_apart(self) -> Any:
        begun = Point.here()
        traced = trace_block(self.asked, (), self.snapshot)
        if is_traced(traced.result):
            begun.rewind_events()
            return traced.result
        known_twice = traced.program.jaxpr.eqns or traced.writes
        return bool(self.asked()) if known_twice else bool(traced.result)

    @effects.telling()
    def stage(
        self, iterations: int = 0, *, surely: bool = False, carry: Carry | None = None, left_by: int | None = None
    ) -> tuple[Any, ...]:
        """Stage the rest of the loop.

        Args:
            iterations: the number of iterations that Python has run before.
            surely: whether the test holds for the first iteration.
            carry: the carry, if more of its types is known than the values show.
            left_by: the position of the flag that must be traced in every iteration; None if there is none.

        Raises:
            KnownAtFirstError: the flag may be known in the first iteration.
        """
        site, block, begun = self.frame.site("while_"), self.block, Point.here()
        iteration = settle(block, carry or block.start(), self.around, self.key, self.inside)
        if left_by is not None and not is_left_at_once(iteration, left_by):
            raise KnownAtFirstError
        if iteration.rehearsed:
            return iteration.stand_in(surely=surely)
        limit = budget.limit_of(iteration.carry.iterations)
        steady = limit is not None and not budget.may_fail(iteration.carry)
        asked = tested(self.frame, self.test, iteration, self.snapshot, site.test, steady=steady)
        start = Point.here()
        try:
            body, where = iteration.program(), self.frame.span
            loop = Parts(asked, iteration.next, iteration.begun, body, _test_of(body, left_by))
            final, within = budget.iterations_while(loop, limit, iteration.counter, where, steady=steady)
        except ConditionActsError:
            start.rewind()
            begun.rewind_events()
            if start.equations is not None:
                start.cut()
            return self.stage_flag(iterations, surely=surely)
        names, moves = tuple(iteration.carry.leaf_names()), iteration.changing(final, tested=True)
        result = iteration.leave(final, surely=surely)
        if limit is not None:
            budget.require_within(limit, within, self.frame, site.test, names, final)
        after = f" from iteration {iterations + 1} on" if iterations else " after an iteration" if surely else ""
        reason = f"{_of_tail_call(self.frame)}{condition_text(site.test)} is traced{after}"
        promotions = tuple(iteration.carry.promotions)
        names, words = tuple(compress(names, moves)), tuple(compress(carry_labels(iteration.carry), moves))
        texts, end = iteration.carry.text_names(), budget.ends(iteration.carry.iterations)
        decision = Decision(where, "while", "while", reason, names, names, promotions, words=words, texts=texts, **end)
        record(self.frame, replace(decision, before=iterations))
        return result

    def stage_traced(self) -> tuple[Any, ...]:
        """Stage the loop; its first iteration apart where a name has another shape before it."""
        start = Point.here()
        try:
            return self.stage()
        except CarryMismatchError as error:
            if not error.settles or (self.around is not None and not self.around.settled):
                raise  # in a loop, this trace will be repeated with wider types
            start.undo(self.snapshot)
            holds = truth(self.asked(), self.frame.span, self.frame.site("while_").test)
            run = lambda: self.run(0).stage(1)  # noqa: E731
            return first_apart(self.frame, holds, run, self.names, self.state, self.snapshot, error)

    def stage_flag(self, iterations: int = 0, *, surely: bool = False) -> tuple[Any, ...]:
        """Stage the rest of the loop with its test at the end of each iteration, for a test with effects.

        In its own place, each check of the test would cost a callback per iteration.
        """
        return self.with_flag().stage(iterations, surely=surely)[1:]

    def with_flag(self) -> _While:
        """Return the loop with the test's value in its state."""

        test, one_iteration = self.test, self.body  # named here, for the snapshot to see what they can reach
        span, text = self.frame.span, self.frame.site("while_").test

        def ask(state: tuple[Any, ...]) -> Any:
            holds = asked_truth(test(*state))
            return truth(holds, span, text) if is_traced(holds) else bool(holds)

        def body(_: Any, *state: Any) -> Any:
            after = unpack(one_iteration(*state), len(state))
            return pack((ask(after), *after))

        start = (ask(self.state), *self.state)
        own_test = lambda _, *state: test(*state)  # noqa: E731
        asked = (self.frame, lambda holds, *_: holds, body, start, self.around, self.key)
        return _While(*asked, flag=True, own_test=own_test)


def _of_tail_call(frame: Frame) -> str:
    """Return a prefix for the reason of a loop that the user wrote as a tail call; else ""."""
    owner, span = frame.owner, frame.span
    written = owner is None or span is None or owner.parsed.source.segment(span).startswith("while")
    return "" if written else "a tail call as a loop: "


def _test_of(body: Any, flag: int | None) -> Any:
    """Return the test's program, if it only reads a flag of the state; None if it must be traced."""
    if flag is None or body is None or effects.any_staged():
        return None
    return _jax.asked_of(body, lax.bitwise_not, [flag])


def _go_on(loop: _While, holds: Any, iterations: int, begun: _Begun | None = None) -> tuple[Any, ...]:
    """Let Python run iterations until the test fails or is traced, or they add too much to the graph."""
    acts = False
    while not is_traced(holds):
        if not holds:
            reason = f"{condition_text(loop.frame.site('while_').test)} is known at trace time"
            record(loop.frame, Decision(loop.frame.span, "while", "python", reason, trips=iterations))
            return loop.state
        staged = begun.instead(loop, iterations) if begun is not None else None
        if staged is not None:
            return staged
        loop = loop.run(iterations)
        iterations += 1
        holds, acts = loop.ask() if under_trace() else (loop.asked(), False)
    return loop.stage_flag(iterations) if acts and not loop.flag else loop.stage(iterations)


@dataclass
class _Begun:
    """A loop whose iterations Python runs while a graph is made."""

    loop: _While  # the loop before its first iteration
    growth: unrolled.Growth  # the operations that the iterations add

    def instead(self, now: _While, iterations: int) -> tuple[Any, ...] | None:
        """Stage the loop in place of its iterations, if they add too much; None to run one more."""
        added = self.growth.look(iterations)
        if added > unrolled.MOST_OPERATIONS:
            test, state = now.frame.site("while_").test, dict(zip(now.names, now.state, strict=True))
            unrolled.refuse_growth(now.frame, test, state, iterations, added)
        if not added or self.growth.tried:
            return None
        self.growth.tried = True
        return _staged_instead(self.loop, now, self.growth.start, Point.here())


def _first_iteration(loop: _While) -> tuple[Any, ...]:
    """Handle a loop whose test is known to hold: the test may be traced after an iteration of Python."""
    nest = loop.rehearsed
    if nest is not None and nest.from_first.get(loop.key):
        try:
            return loop.stage(surely=True)
        except Exception:
            if not nest.settled:
                raise  # the outer trace will be repeated
            loop.snapshot.restore()
            nest.give_up(loop.key)
    if (staged := _at_once(loop)) is not None:
        return staged
    if loop.is_left_late and (staged := _after_rehearsal(loop)) is not None:
        return staged
    start, short = Point.here(), iterations_of_nest(loop.frame, loop.test, loop.state)
    if nest is None:
        loop.inside.begin(for_good=True)
    inside = nests.opened(loop.inside) if nest is None else contextlib.nullcontext()
    with inside, context.within(**{"short_loops": "undecided"} if short else {}):
        after = loop.run(0)
    done = Point.here()
    grows = short and unrolled.Growth(start).repeats(1, length=short)
    if grows and (counted := _counted_instead(loop, start, done)) is not None:
        return counted
    holds, _ = after.ask()
    if is_traced(holds) and (loop.around is None or loop.around.from_first.get(loop.key, True)):
        staged = _staged_instead(loop, after, start, done)
        if staged is not None:
            return staged
        if loop.around is not None:
            loop.around.give_up(loop.key)
    if loop.around is not None and nest is None:
        loop.around.absorb(loop.inside)
    return _go_on(after, holds, 1, _Begun(loop, unrolled.Growth(start)))


def _at_once(loop: _While) -> tuple[Any, ...] | None:
    """Stage the loop without an iteration before it; None, with nothing changed, if an iteration must run first."""
    nest, log, place = loop.rehearsed, context.here().log, (loop.frame.file, loop.frame.place)
    may_be = (
        log is not None and place not in log.known_at_first and (loop.is_left_late if nest is None else nest.at_once)
    )
    flag = flag_of(loop.frame, loop.test, loop.body, loop.state) if may_be else None
    if log is None or flag is None or place in log.known_at_first:
        return None
    start = Point.here()
    loop.inside.at_once = True
    try:
        return loop.stage(surely=True, left_by=flag)
    except Exception:
        if nest is not None:
            raise
        log.known_at_first.add(place)
        _take_back(loop, start)
        return None
    finally:
        loop.inside.at_once = False


def _after_rehearsal(loop: _While) -> tuple[Any, ...] | None:
    """Stage the loop after a first iteration that only finds the types of its inner loops; None if that fails.

    A complete first iteration would stage the inner loops, and theirs again, and all would be undone.
    """
    start = Point.here()
    loop.inside.begin()
    try:
        with nests.opened(loop.inside):
            after = loop.run(0)
        done = Point.here()
        staged = _staged_instead(loop, after, start, done) if is_traced(after.ask()[0]) else None
    except Exception:  # from too narrow types, or the user's: the iteration is repeated
        staged = None
    if staged is None:
        _take_back(loop, start)
    return staged


def _take_back(loop: _While, start: Point) -> None:
    """Undo what was staged since a point."""
    start.undo(loop.snapshot)
    start.cut()
    loop.inside.forget()


def _counted_instead(loop: _While, start: Point, done: Point) -> tuple[Any, ...] | None:
    """Stage a nest of short loops in place of its first iteration, as `_staged_instead` does."""
    iterations = unrolled.TakenBack.since(loop.snapshot, start, done)
    if iterations is None:
        return None
    staged = None
    with contextlib.suppress(Exception), context.within(short_loops="staged"):
        staged = stage_counted(loop.frame, loop.test, loop.body, loop.state, loop.snapshot)
    (iterations.put_back if staged is None else iterations.cut)()
    return staged


def _kinds_open(values: Any) -> int:
    return sum(isinstance(text, ChosenValue) for text in texts_of(values))


def _staged_instead(loop: _While, after: _While, start: Point, done: Point) -> tuple[Any, ...] | None:
    """Stage the loop in place of its first iteration, which Python has run from `start` to `done`.

    Return None, with the iteration's effects in place, if it cannot be undone, or if a name changes its type in it.
    """
    iterations = unrolled.TakenBack.since(loop.snapshot, start, done)
    if iterations is None:
        return None
    try:
        carry, _ = loop.block.widened(loop.block.start(), pack(after.state), iterations.writes)
        templates = [variable.template for variable in carry.variables]
        if _kinds_open(templates) > max(_kinds_open(loop.state), _kinds_open(after.state)):
            raise TypeError("the first iteration fixes the type of a name: None before it, a number after it")
        if loop.rehearsed is not None:
            loop.rehearsed.learn(loop.key, carry)
            loop.rehearsed.from_first[loop.key] = True
            return Iteration(carry, None, len(loop.state), rehearsed=True).stand_in(surely=True)
        result = loop.stage(surely=True, carry=carry)
    except Exception:
        iterations.put_back()
        return None
    iterations.cut()
    if loop.around is not None:
        loop.around.from_first[loop.key] = True
    return result
