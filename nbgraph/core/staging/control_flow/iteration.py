"""Represent one iteration of a staged loop as a program of its state, and stage the three loops of JAX with it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Series
from itertools import compress
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.aliasing.copies import note_copied_again
from nbgraph.core.staging.control_flow.budget import Limit
from nbgraph.core.staging.control_flow.differentiable import Parts, may_be_differentiated, while_loop
from nbgraph.core.staging.control_flow.early_exit import EarlyExit, counter_in, early_exit, left_first
from nbgraph.core.staging.effects import watching
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.frames.tracing import Traced
from nbgraph.core.staging.lists.appends import Appended, appended_in, without_appends
from nbgraph.core.staging.lists.copies import keep_frozen, keep_shared
from nbgraph.core.staging.lists.loops import list_pairs, settled
from nbgraph.core.staging.lists.may_alias import note_aliases, note_copies_of_dicts, note_one_of
from nbgraph.core.staging.sequences.endless import NEVER
from nbgraph.core.staging.sequences.sequences import Sequence
from nbgraph.core.staging.state.carry import Carry, after_values, travelling_leaves
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.events import ListLength
from nbgraph.core.staging.trace.kind_questions import State
from nbgraph.core.staging.values.kinds import in_same_places
from nbgraph.core.staging.values.objects import Record, own_attributes
from nbgraph.core.staging.values.undefined import bare
from nbgraph.core.staging.values.values import as_argument, cast, is_traced, type_of


@dataclass(frozen=True)
class Iteration:
    """The body of a loop, traced once with the types that its state has in every iteration."""

    carry: Carry  # the state
    # the body's program, with the inputs of the iteration and the carried leaves as arguments; None if it was only
    # rehearsed
    traced: Traced | None
    locals: int  # the number of carried names, which the body returns; the others are mutable locations
    rehearsed: bool = False  # whether the outer trace will be repeated with the types found here

    @property
    def _body(self) -> Traced:
        assert self.traced is not None
        return self.traced

    def next(self, leaves: Series[Any], inputs: Series[Any] = ()) -> list[Any]:
        """Return the leaves after one more iteration: the body's equations on the present leaves, cast."""
        return self.next_or_left(leaves, inputs)[0]

    def _after(self, results: Series[Any]) -> list[Any]:
        outgoing = [self._body.pick(leaf, results) for leaf in self._outgoing]
        return [cast(leaf, kind) for leaf, kind in zip(outgoing, self.carry.types(), strict=True)]

    def next_or_left(self, leaves: Series[Any], inputs: Series[Any]) -> tuple[list[Any], Any]:
        """Return the leaves after one more iteration, and the test that leaves the loop instead, or None."""
        return self._after(results := self._body.run(*inputs, *leaves)), self._body.pick(self._body.asked, results)

    def program(self, sequence: Sequence | None = None, *still: Any) -> Any:
        """Return an iteration as a program; None if the body's equations must be staged again.

        Args:
            sequence: the loop's sequence: then the iteration's number comes before the leaves, and the leaving test
                last.
            *still: unchanged values, after the number.
        """
        jaxpr, (before, after) = self._body.program.jaxpr, self.before_and_after
        kinds = [(kind.shape, kind.dtype, kind.weak) for kind in self.carry.types()]
        whole = sequence is None or sequence.rows is None
        if not (whole and self._body.stays and kinds == _kinds(before) == _kinds(after)):
            return None
        results = after + ([] if self._body.asked is None else [self._body.pick(self._body.asked, jaxpr.outvars)])
        equations = list(jaxpr.eqns)  # all of them, as the audit must see a change that would be lost
        if sequence is not None:
            k, one_more = _jax.counting(jaxpr.invars[0] if sequence.counted else None)
            others = [*map(_jax.variable_for, still)]
            before, results = [k, *others, *before], [*one_more.outvars, *others, *results]
            equations = [one_more, *equations]
        return _jax.part_of(self._body.program, equations, results, before)

    def appended(self) -> list[Appended]:
        """Return the lists to which an iteration only appends."""
        slots = [self._body.slots.get(id(leaf)) if is_traced(leaf) else None for leaf in self._outgoing]
        return appended_in(self._body.program.jaxpr, slots)

    def appending(
        self, lists: Series[Appended], leaves: Series[Any], inputs: Series[Any]
    ) -> tuple[list[Any], list[list[Any]]]:
        """Return the leaves after one more iteration, and the rows appended to lists, for each of their buffers.

        Args:
            lists: the lists to which it appends.
            leaves: the leaves before it, without those of the lists.
        """
        jaxpr, log = self._body.program.jaxpr, context.here().log
        parameters = [*jaxpr.invars[: len(inputs)], *without_appends(jaxpr.invars[len(inputs) :], lists)]
        given = dict(zip(parameters, [*inputs, *leaves], strict=True))
        left_out = [equation for each in lists for equation in each.equations]
        note = None if log is None or log.events is None else log.events.copied
        value = _jax.staged_without(jaxpr, self._body.program.consts, given, left_out, note)
        results = [None if atom is None else value(atom) for atom in self._needed(lists)]
        outgoing = [self._body.pick(leaf, results) for leaf in without_appends(self._outgoing, lists)]
        kinds = without_appends(self.carry.types(), lists)
        new = [cast(leaf, kind) for leaf, kind in zip(outgoing, kinds, strict=True)]
        return new, [[value(store.rows) for store in each.stores] for each in lists]

    def note(self, each: Appended, initial: Series[Any], final: Mapping[int, Any]) -> None:
        """Tell the event log which variables stand for a gathered list, in the body and after the loop."""
        log = context.here().log
        if log is None or log.events is None or self.traced is None:
            return
        jaxpr = self.traced.program.jaxpr
        before = jaxpr.invars[len(jaxpr.invars) - len(self.carry.types()) :]
        for store in each.stores:
            for variable in (before[store.buffer], *store.equation.outvars):
                log.events.copied(variable, final[store.buffer])
        known = _jax.known_number(initial[each.length])
        start = _jax.variable_of(initial[each.length]) if known is None else int(known)
        log.events.lengths.append(ListLength(before[each.length], each.growth.outvars[0], start, each.by))

    def _needed(self, lists: Series[Appended]) -> list[Any]:
        """Return the results of the body's program, with None for those of lists to which it appends."""
        given_up = {variable for each in lists for equation in each.equations for variable in equation.outvars}
        atoms = self._body.program.jaxpr.outvars
        return [None if not _jax.literal_value(atom)[0] and atom in given_up else atom for atom in atoms]

    def counter(self) -> int | None:
        """Return the position of a carried leaf that grows by one in every iteration; None if there is none."""
        return counter_in(self._body.program.jaxpr.eqns, *self.before_and_after)

    def changing(self, final: Series[Any], *, tested: bool) -> list[bool]:
        """Tell for each leaf whether the loop carries it; JAX takes out leaves that neither change nor are tested.

        Args:
            final: the carried leaves after the loop; those taken out are the initial ones.
            tested: whether a test may use them.
        """
        still = [before is after for before, after in zip(*self.before_and_after, strict=True)]
        self._note_begun(compress(zip(self.before_and_after[0], self.begun, strict=True), still))
        same = [begun is leaf for begun, leaf in zip(self.begun, final, strict=True)]
        return [not (stays and (unmoved or not tested)) for stays, unmoved in zip(still, same, strict=True)]

    def _note_begun(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Tell the event log the values of leaves that no iteration changes, which have no variable in JAX's loop."""
        log = context.here().log
        if log is not None and log.events is not None:
            log.events.begun |= {before: _jax.variable_of(leaf) or _jax.known_number(leaf) for before, leaf in pairs}

    @functools.cached_property
    def before_and_after(self) -> tuple[Series[Any], list[Any]]:
        """Return the variables of the carried leaves before and after the body's program; None for one without."""
        jaxpr, outgoing = self._body.program.jaxpr, self._outgoing
        slots = [self._body.slots.get(id(leaf)) if is_traced(leaf) else None for leaf in outgoing]
        before = jaxpr.invars[len(jaxpr.invars) - len(outgoing) :]
        return before, [None if slot is None else jaxpr.outvars[slot] for slot in slots]

    @functools.cached_property
    def begun(self) -> list[Any]:
        """Return the carried leaves before the first iteration."""
        return self.carry.initial()

    @functools.cached_property
    def _outgoing(self) -> list[Any]:
        after = after_values(self.carry, unpack(self._body.result, self.locals), self._body.writes)
        return travelling_leaves(self.carry, after)

    def stand_in(self, *, surely: bool) -> tuple[Any, ...]:
        """Return traced values of the loop's types, for a loop that was only rehearsed."""
        leaves = self.carry.initial()
        return self.leave(list(jax.lax.optimization_barrier(leaves)) if leaves else [], surely=surely)

    def leave(self, final: Series[Any], *, surely: bool) -> tuple[Any, ...]:
        """Set the mutable locations after the loop, and return the values of the names.

        Args:
            final: the carried leaves after the last iteration.
            surely: whether an iteration has certainly run.
        """
        built = self.carry.build(final, surely=surely)
        State(self.carry.span).begin(built, [variable.start for variable in self.carry.variables])
        after, iterations = built, None
        if self.traced is not None:
            after = after_values(self.carry, unpack(self.traced.result, self.locals), self.traced.writes)
            iterations = self.carry.iterations
        values = [
            value if variable.shared else settled(value, new, iterations)
            for variable, value, new in zip(self.carry.variables, built, after, strict=True)
        ]
        self.carry.set_mutable_state(values, self.locals)
        for value, new in zip(values, after, strict=True):
            keep_frozen(value, new)
        watching.note()
        self._note_aliases(values, after, surely=surely)
        return tuple(values[: self.locals])

    def _note_aliases(self, values: Series[Any], after: Series[Any], *, surely: bool) -> None:
        """Note that after the loop a name may stand for its earlier list, or one that an iteration bound."""
        found: list[tuple[Any, Any]] = []
        for variable, value, new in zip(self.carry.variables, map(bare, values), map(bare, after), strict=True):
            if variable.shared:
                continue
            note_copied_again(new, value)
            note_copies_of_dicts(variable.start, value, new, self.carry.span, surely=surely)
            for part, bound in _lists_beside(value, new):
                note_one_of(part, bound)  # which may be older than the loop: `l = k`
            rebound = {id(part): bound for part, bound in list_pairs(value, new)}
            for part, start in list_pairs(value, bare(variable.start)):
                keep_shared(part, start)
                bound = rebound.get(id(part))
                if surely and bound is not None and not any(alias is start for alias in getattr(bound, "aliases", ())):
                    continue
                note_one_of(part, start)
                for other, begun in found:
                    if begun is start:
                        note_aliases(part, other)
                found.append((part, start))


def _lists_beside(value: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the lists in a value after the loop with those that an iteration bound, those in objects included."""
    if isinstance(new, Record) and new.cls is type(value):
        parts: Iterable[tuple[Any, Any]] = zip(map(own_attributes(value).get, new.names), new.values, strict=True)
    elif isinstance(new, tuple):
        parts = in_same_places(value, new)
    else:
        parts = ()
        yield from list_pairs(value, new)
    for part, other in parts:
        yield from _lists_beside(part, other)


def scan_rows(sequence: Sequence, iteration: Iteration, lists: Series[Appended] = ()) -> list[Any]:
    """Stage a `lax.scan` over the rows of a sequence of known length that no test ends.

    Args:
        lists: the lists to which each iteration appends, and which the scan gathers.
    """

    def step(state: tuple[Any, list[Any]], row: Any) -> tuple[tuple[Any, list[Any]], list[list[Any]] | None]:
        k, leaves = state
        new, rows = iteration.appending(lists, leaves, inputs_of(sequence, k, jax.tree_util.tree_leaves(row)))
        return ((k + 1 if sequence.counted else k), new), rows or None

    before = Point.here()
    initial = iteration.begun
    begun = Point.here()
    start = (0 if sequence.counted else None, without_appends(initial, lists))
    (_, final), gathered = jax.lax.scan(step, start, sequence.rows, length=sequence.length)
    if not lists:
        return final
    kinds, leaves = iteration.carry.types(), iter(final)
    made: dict[int, Any] = {}
    for each, rows in zip(lists, gathered or (), strict=True):
        final_leaves = each.gathered(initial, rows, kinds)
        iteration.note(each, initial, final_leaves)
        made |= final_leaves
    before.cut_unused(begun)  # the unused buffers
    return [made[position] if position in made else next(leaves) for position in range(len(kinds))]


def count_trips(sequence: Sequence, iteration: Iteration, limit: Limit | None) -> list[Any]:
    """Stage a `lax.fori_loop` over a sequence that no test ends; its length may be traced."""
    length = sequence.length

    def step(k: Any, leaves: list[Any]) -> list[Any]:
        if type_of(k).dtype != type_of(0).dtype:
            k = cast(k, type_of(0))  # a length of fewer bits has a counter of fewer bits
        rows = [array[k] for array in jax.tree_util.tree_leaves(sequence.rows)]
        return iteration.next(leaves, inputs_of(sequence, k, rows))

    start = iteration.begun
    final: list[Any]
    if isinstance(length, int) or (type_of(length).dtype != type_of(0).dtype and not may_be_differentiated(start)):
        final = jax.lax.fori_loop(0, length, step, start)
    elif not may_be_differentiated(start):
        state = (0, length, *start)
        types = [as_argument(type_of(each)) for each in state]
        body = iteration.program(sequence, length) or _jax.traced_program(
            lambda k, n, *leaves: [jax.lax.add(k, 1), n, *step(k, list(leaves))], types
        )
        final = _jax.looped(_jax.traced_program(_is_before_end, types), body, state, recorder.noting())[2:]
    else:
        most, span = None if limit is None else limit.most, iteration.carry.span
        counted = (0 if type_of(length) == type_of(0) else jnp.zeros_like(length), start)
        body = iteration.program(sequence) if type_of(length) == type_of(0) else None
        goes_on = lambda s: jax.lax.lt(s[0], length)  # noqa: E731
        test = None if body is None else _jax.asked_of(body, jax.lax.lt, (0,), length)
        _, final = while_loop(Parts(goes_on, lambda s: (s[0] + 1, step(*s)), counted, body, test), most, span)
    return final


def _kinds(variables: Series[Any]) -> list[Any]:
    return [None if each is None else (each.aval.shape, each.aval.dtype, each.aval.weak_type) for each in variables]


def _is_before_end(k: Any, n: Any, *_: Any) -> list[Any]:
    return [jax.lax.lt(k, n)]


@dataclass(frozen=True)
class NotLeft:
    """The test of a loop that only a `break` ends, a function of the carried leaves."""

    at: int  # the position of the flag of the `break`

    def __call__(self, leaves: Series[Any]) -> Any:
        return jax.lax.bitwise_not(leaves[self.at])

    def program(self, body: Any, length: Any, *, first: bool) -> Any:
        """Return the program of the loop's whole test, without the flag if it is left first; None to trace it."""
        if body is None or not is_traced(length) or body.jaxpr.invars[0].aval != jax.typeof(length):
            return None
        asked = (jax.lax.lt, (0,)) if first else (_is_within, (0, 1 + self.at))
        return _jax.asked_of(body, *asked, length)


def _is_within(k: Any, left: Any, length: Any) -> Any:
    return jax.lax.lt(k, length) & jax.lax.bitwise_not(left)


def go_on_while(
    sequence: Sequence,
    iteration: Iteration,
    asked: Callable[[Series[Any]], Any],
    limit: Limit | None,  # the most iterations there may be; None for any number
    counter: Any = None,  # its `k` is set to the iteration's number, if the condition itself tests the length
) -> tuple[list[Any], Any]:
    """Stage a `lax.while_loop` over a sequence; before each iteration `asked` tests the carried leaves.

    Returns:
        The carried leaves after it, and the number of iterations.
    """
    length, most = NEVER if counter is not None else sequence.length, None if limit is None else limit.most + 1
    if most is not None:  # one iteration beyond the limit shows that it was exceeded
        length = min(length, most) if isinstance(length, int) else jnp.minimum(length, most)
    elif isinstance(length, int) and length != NEVER:
        most = length

    def go_on(state: tuple[Any, list[Any]]) -> Any:
        k, leaves = state
        if counter is not None:
            counter.k = k
        same = type_of(k) == type_of(length)
        return (jax.lax.lt(k, length) if same else k < length) & asked(leaves)

    def step(state: tuple[Any, list[Any]]) -> tuple[Any, ...]:
        k, leaves = state
        rows = [jax.lax.dynamic_index_in_dim(a, k, keepdims=False) for a in jax.tree_util.tree_leaves(sequence.rows)]
        after = jax.lax.add(k, 1), *iteration.next_or_left(leaves, inputs_of(sequence, k, rows))
        return after if first else after[:2]

    start, first = (0, iteration.begun), iteration.traced is not None and iteration.traced.asked is not None
    body, span = iteration.program(sequence), iteration.carry.span
    test = asked.program(body, length, first=first) if isinstance(asked, NotLeft) else None
    loop = Parts(go_on, step, start, body, test)
    if first:
        early: EarlyExit | None = left_first(loop, 1 + asked.at if test and isinstance(asked, NotLeft) else None)
    else:
        early = early_exit(loop) if counter is None else None
    if early is None:
        k, final = while_loop(loop, most, span)
        return final, k
    (k, final), goes_on = early.left(while_loop(early.loop(start), most, span))
    return final, k + goes_on if first and limit is not None else k


def inputs_of(sequence: Sequence, k: Any, rows: Series[Any]) -> list[Any]:
    """Return an iteration's inputs: its number, if items depend on it, then the leaves of a row."""
    return [*([k] if sequence.counted else []), *rows]


def pack(state: Series[Any]) -> Any:
    """Return a state as generated code binds it: None, one value, or a tuple."""
    if not state:
        return None
    return state[0] if len(state) == 1 else tuple(state)


def unpack(result: Any, size: int) -> tuple[Any, ...]:
    """Return the state that `pack` was given, by its size."""
    if size == 0:
        return ()
    return (result,) if size == 1 else tuple(result)
