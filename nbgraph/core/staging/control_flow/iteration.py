"""One iteration of a staged loop as a program of its state, and the three loops of JAX that repeat it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Series
from itertools import compress
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.control_flow.budget import Limit
from nbgraph.core.staging.control_flow.differentiable import Parts, may_be_differentiated, while_loop
from nbgraph.core.staging.control_flow.early_exit import counter_in, early_exit
from nbgraph.core.staging.effects import watching
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.frames.tracing import Traced
from nbgraph.core.staging.lists.appends import Appended, appended_in, without_appends
from nbgraph.core.staging.lists.copies import keep_frozen
from nbgraph.core.staging.lists.loops import list_pairs, settled
from nbgraph.core.staging.lists.may_alias import note_aliases, note_copies_of_dicts
from nbgraph.core.staging.sequences.endless import NEVER
from nbgraph.core.staging.sequences.sequences import Sequence
from nbgraph.core.staging.state.carry import Carry, after_values, travelling_leaves
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.events import ListLength
from nbgraph.core.staging.trace.kind_questions import State
from nbgraph.core.staging.values.undefined import bare
from nbgraph.core.staging.values.values import as_argument, cast, is_traced, type_of


@dataclass(frozen=True)
class Iteration:
    """The body of a loop, traced once in the types its state has in every iteration."""

    carry: Carry  # the state
    # the body's program, from the inputs of the iteration and the travelling leaves; None for one that was only
    # rehearsed
    traced: Traced | None
    locals: int  # how many of the carried variables are names, which the body returns; the others live in mutable state
    rehearsed: bool = False  # whether the trace around will be made again, with types that this one has found

    def next(self, leaves: Series[Any], inputs: Series[Any] = ()) -> list[Any]:
        """The leaves after one more iteration: the body's equations on the present ones, in the carried types."""
        return self.next_or_left(leaves, inputs)[0]

    def _after(self, results: Series[Any]) -> list[Any]:
        assert self.traced is not None
        outgoing = [self.traced.pick(leaf, results) for leaf in self._outgoing]
        return [cast(leaf, kind) for leaf, kind in zip(outgoing, self.carry.types(), strict=True)]

    def next_or_left(self, leaves: Series[Any], inputs: Series[Any]) -> tuple[list[Any], Any]:
        """The leaves after one more iteration, and what leaves the loop in its place; None where nothing does."""
        assert self.traced is not None
        return self._after(results := self.traced.run(*inputs, *leaves)), self.traced.pick(self.traced.asked, results)

    def program(self, sequence: Sequence | None = None, *still: Any) -> Any:
        """An iteration as a program, the body's as it was traced; None where its equations are to be staged again.

        Args:
            sequence: what the loop runs over: then the number of the trip comes before the leaves, and what leaves the
                loop in place of the iteration behind them.
            *still: values that stay as they are, behind the number of the trip.
        """
        assert self.traced is not None
        jaxpr, (before, after) = self.traced.program.jaxpr, self.before_and_after
        kinds = [(kind.shape, kind.dtype, kind.weak) for kind in self.carry.types()]
        whole = sequence is None or sequence.rows is None
        if not (whole and self.traced.stays and kinds == _kinds(before) == _kinds(after)):
            return None
        results = after + ([] if self.traced.asked is None else [self.traced.pick(self.traced.asked, jaxpr.outvars)])
        equations = list(jaxpr.eqns)  # all of them: a change that is lost is refused by who finds it here
        if sequence is not None:
            k, one_more = _jax.counting(jaxpr.invars[0] if sequence.counted else None)
            others = [*map(_jax.variable_for, still)]
            before, results = [k, *others, *before], [*one_more.outvars, *others, *results]
            equations = [one_more, *equations]
        return _jax.part_of(self.traced.program, equations, results, before)

    def appended(self) -> list[Appended]:
        """The lists to which an iteration appends, and does nothing else with."""
        assert self.traced is not None
        slots = [self.traced.slots.get(id(leaf)) if is_traced(leaf) else None for leaf in self._outgoing]
        return appended_in(self.traced.program.jaxpr, slots)

    def appending(
        self, lists: Series[Appended], leaves: Series[Any], inputs: Series[Any]
    ) -> tuple[list[Any], list[list[Any]]]:
        """The leaves after one more iteration, and the rows that it appends to lists, for each of their buffers.

        Args:
            lists: what it appends to.
            leaves: the leaves before it, without those of the lists.
        """
        assert self.traced is not None
        jaxpr, log = self.traced.program.jaxpr, context.here().log
        parameters = [*jaxpr.invars[: len(inputs)], *without_appends(jaxpr.invars[len(inputs) :], lists)]
        given = dict(zip(parameters, [*inputs, *leaves], strict=True))
        left_out = [equation for each in lists for equation in each.equations]
        note = None if log is None or log.events is None else log.events.copied
        value = _jax.staged_without(jaxpr, self.traced.program.consts, given, left_out, note)
        results = [None if atom is None else value(atom) for atom in self._needed(lists)]
        outgoing = [self.traced.pick(leaf, results) for leaf in without_appends(self._outgoing, lists)]
        kinds = without_appends(self.carry.types(), lists)
        new = [cast(leaf, kind) for leaf, kind in zip(outgoing, kinds, strict=True)]
        return new, [[value(store.rows) for store in each.stores] for each in lists]

    def note(self, each: Appended, initial: Series[Any], final: Mapping[int, Any]) -> None:
        """Let the event log know what stands for a list that is gathered, in the body and behind the loop."""
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
        """The results of the body's program, None for those that belong to lists it appends to."""
        assert self.traced is not None
        given_up = {variable for each in lists for equation in each.equations for variable in equation.outvars}
        atoms = self.traced.program.jaxpr.outvars
        return [None if not _jax.literal_value(atom)[0] and atom in given_up else atom for atom in atoms]

    def counter(self) -> int | None:
        """A travelling leaf that grows by one in every iteration, by position: it counts the iterations already."""
        assert self.traced is not None
        return counter_in(self.traced.program.jaxpr.eqns, *self.before_and_after)

    def changing(self, final: Series[Any], *, tested: bool) -> list[bool]:
        """Which leaves the loop carries: JAX takes out what no iteration changes, and no test asks for.

        Args:
            final: the travelling leaves after the loop, which are still as they began where they were taken out.
            tested: whether a test may ask for them.
        """
        still = [before is after for before, after in zip(*self.before_and_after, strict=True)]
        self._note_begun(compress(zip(self.before_and_after[0], self.begun, strict=True), still))
        same = [begun is leaf for begun, leaf in zip(self.begun, final, strict=True)]
        return [not (stays and (unmoved or not tested)) for stays, unmoved in zip(still, same, strict=True)]

    def _note_begun(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Let the event log know what the leaves are that no iteration changes: JAX leaves no variable of them."""
        log = context.here().log
        if log is not None and log.events is not None:
            log.events.begun |= {before: _jax.variable_of(leaf) or _jax.known_number(leaf) for before, leaf in pairs}

    @functools.cached_property
    def before_and_after(self) -> tuple[Series[Any], list[Any]]:
        """The variables of the travelling leaves in the body's program; None behind it for what it does not give."""
        assert self.traced is not None
        jaxpr, outgoing = self.traced.program.jaxpr, self._outgoing
        slots = [self.traced.slots.get(id(leaf)) if is_traced(leaf) else None for leaf in outgoing]
        before = jaxpr.invars[len(jaxpr.invars) - len(outgoing) :]
        return before, [None if slot is None else jaxpr.outvars[slot] for slot in slots]

    @functools.cached_property
    def begun(self) -> list[Any]:
        """The travelling leaves before the first iteration."""
        return self.carry.initial()

    @functools.cached_property
    def _outgoing(self) -> list[Any]:
        assert self.traced is not None
        after = after_values(self.carry, unpack(self.traced.result, self.locals), self.traced.writes)
        return travelling_leaves(self.carry, after)

    def stand_in(self, *, surely: bool) -> tuple[Any, ...]:
        """After a loop that was only rehearsed: traced values of its types, for a trace that is not kept."""
        leaves = self.carry.initial()
        return self.leave(list(jax.lax.optimization_barrier(leaves)) if leaves else [], surely=surely)

    def leave(self, final: Series[Any], *, surely: bool) -> tuple[Any, ...]:
        """After the loop: mutable locations get their values, those of the names are returned.

        Args:
            final: the travelling leaves after the last iteration.
            surely: whether there was an iteration.
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
        """After the loop a name may stand for the list from before, or for one that an iteration has bound it to."""
        found: list[tuple[Any, Any]] = []
        for variable, value, new in zip(self.carry.variables, map(bare, values), map(bare, after), strict=True):
            if variable.shared:
                continue
            note_copies_of_dicts(variable.start, value, new, self.carry.span, surely=surely)
            for part, bound in list_pairs(value, new):
                for alias in (bound, *getattr(bound, "aliases", ())):
                    note_aliases(part, alias)  # which may be one that stays: `l = k`
            rebound = {id(part): bound for part, bound in list_pairs(value, new)}
            for part, start in list_pairs(value, variable.start):
                bound = rebound.get(id(part))
                if surely and bound is not None and not any(alias is start for alias in getattr(bound, "aliases", ())):
                    continue
                note_aliases(part, start)
                for other, begun in found:
                    if begun is start:
                        note_aliases(part, other)
                found.append((part, start))


def scan_rows(sequence: Sequence, iteration: Iteration, lists: Series[Appended] = ()) -> list[Any]:
    """`lax.scan` over the rows of a sequence: the trip count is known, and nothing ends the loop early.

    Args:
        lists: the lists to which each iteration appends: what the scan gathers.
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
    before.cut_unused(begun)  # the buffers that nobody needs
    return [made[position] if position in made else next(leaves) for position in range(len(kinds))]


def count_trips(sequence: Sequence, iteration: Iteration, limit: Limit | None) -> list[Any]:
    """`lax.fori_loop`: the trip count may be known at run time only, and nothing ends the loop early."""
    length = sequence.length

    def step(k: Any, leaves: list[Any]) -> list[Any]:
        if type_of(k).dtype != type_of(0).dtype:
            k = cast(k, type_of(0))  # a length in fewer bits counts in fewer bits
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
    """What a loop's test asks that only a `break` leaves, of the travelling leaves."""

    at: int  # the flag of the `break`, by position

    def __call__(self, leaves: Series[Any]) -> Any:
        return jax.lax.bitwise_not(leaves[self.at])

    def program(self, body: Any, length: Any) -> Any:
        """The program of whether there is another trip; None where it is to be traced."""
        if body is None or not is_traced(length) or body.jaxpr.invars[0].aval != jax.typeof(length):
            return None
        return _jax.asked_of(body, _is_within, (0, 1 + self.at), length)


def _is_within(k: Any, left: Any, length: Any) -> Any:
    return jax.lax.lt(k, length) & jax.lax.bitwise_not(left)


def go_on_while(
    sequence: Sequence,
    iteration: Iteration,
    asked: Callable[[Series[Any]], Any],
    limit: Limit | None,  # the most iterations there may be; None for any number
    counter: Any = None,  # what is told the number of the trip, as its `k`, where the condition itself knows the length
) -> tuple[list[Any], Any]:
    """`lax.while_loop` over a sequence: before each trip `asked`, of the travelling leaves, says whether to go on.

    Returns:
        The travelling leaves after it, and how many trips there were.
    """
    length, most = NEVER if counter is not None else sequence.length, None if limit is None else limit.most + 1
    if most is not None:  # one trip more than it may make shows that it goes on
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
    test = asked.program(body, length) if isinstance(asked, NotLeft) else None
    loop = Parts(go_on, step, start, body, test)
    early = early_exit(loop, first=first) if counter is None else None
    if early is not None:
        (k, final), _ = early.left(while_loop(early.loop(start), most, span))
    else:
        k, final = while_loop(loop, most, span)
    return final, k


def inputs_of(sequence: Sequence, k: Any, rows: Series[Any]) -> list[Any]:
    """What an iteration gets besides the state: the trip number where items depend on it, then the leaves of a row."""
    return [*([k] if sequence.counted else []), *rows]


def pack(state: Series[Any]) -> Any:
    """A state as generated code binds it: nothing, one value, or a tuple."""
    if not state:
        return None
    return state[0] if len(state) == 1 else tuple(state)


def unpack(result: Any, size: int) -> tuple[Any, ...]:
    """What `pack` was given, by the number of its values."""
    if size == 0:
        return ()
    return (result,) if size == 1 else tuple(result)
