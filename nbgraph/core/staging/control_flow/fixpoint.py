"""Trace the body and the test of a loop as programs, until the types of the state are a fixpoint."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import jax.numpy as jnp
import numpy as np

from nbgraph.core.functionalise.sites import own_word
from nbgraph.core.records import dataclass, replace
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.copies import is_copied, is_copy
from nbgraph.core.staging.aliasing.dict_rows import note_kept
from nbgraph.core.staging.aliasing.references import known_beside, known_elsewhere, name_of
from nbgraph.core.staging.control_flow.bound_again import is_bound_again
from nbgraph.core.staging.control_flow.budget import carried_checks, may_fail
from nbgraph.core.staging.control_flow.cond import truth
from nbgraph.core.staging.control_flow.first_exit import FirstExit
from nbgraph.core.staging.control_flow.iteration import Iteration, pack, unpack
from nbgraph.core.staging.control_flow.promised import sees_numbers, with_promised_floats
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.effects.tries import refuse_lost_names
from nbgraph.core.staging.frames import nests
from nbgraph.core.staging.frames.classes import asked_truth
from nbgraph.core.staging.frames.nests import NOWHERE, Key, Nest
from nbgraph.core.staging.frames.tracing import (
    RAISES,
    Traced,
    at_run_time,
    is_check_detail,
    observe,
    refuse_advanced,
    refuse_aliases,
    trace_block,
)
from nbgraph.core.staging.lists.contents import leave_tables
from nbgraph.core.staging.lists.copies import keep_frozen, keep_shared
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.loops import IterationCount, detached, grown_like, list_pairs
from nbgraph.core.staging.lists.may_alias import (
    Begun,
    ContainerAliasError,
    ListAliasError,
    SharedParts,
    containers_in,
    holds_any,
    holds_lasting,
    may_be,
    note_aliases,
    note_copies_like,
)
from nbgraph.core.staging.lists.objects import OneObject, alternatives
from nbgraph.core.staging.state.carry import Carry, CarryMismatchError, Variable, after_values
from nbgraph.core.staging.state.instead import copied, in_code
from nbgraph.core.staging.state.location import Location, Named
from nbgraph.core.staging.state.mutable_state import Snapshot, is_unchanged
from nbgraph.core.staging.state.records import fitted, opened
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.assumed_ranges import followed
from nbgraph.core.staging.trace.events import region
from nbgraph.core.staging.trace.implications import Claim
from nbgraph.core.staging.trace.index_ranges import Stays, falling
from nbgraph.core.staging.trace.integer_steps import Counted
from nbgraph.core.staging.trace.kind_questions import State
from nbgraph.core.staging.trace.options import listening
from nbgraph.core.staging.trace.recorder import Frame
from nbgraph.core.staging.values.kinds import changed, every_part
from nbgraph.core.staging.values.undefined import Partial, Undefined, bare, split
from nbgraph.core.staging.values.values import is_traced, key_orders, leaves_of, with_article

Writes = dict[tuple[int, Any], tuple[Location, Any]]  # by identity, changed locations with their new values

MOST_TRACES = 24  # of a loop's body; the programs of the tests need 8 at most
TRACES_OF_EACH = 4  # as many more for each variable: a type may travel from one to the next


class ConditionActsError(Exception):
    """The condition of a loop has effects, so it must be tested in the body, where these are carried."""


def settle(block: Block, carry: Carry, around: Nest | None, key: Key, inside: Nest) -> Iteration:
    """Return the iteration of a loop whose state begins as `carry`, after one trace or several.

    Each trace can only widen the types of the state, so few are needed. Inside another staged loop the body is traced
    once, and the outer loop's next trace uses the wider types.

    Args:
        carry: the state before the loop, in types that may already have been widened.
        around: the nest that the loop is part of.
        inside: the nest of the loops in this one.

    Raises:
        CarryMismatchError: the state still has another type or structure after many traces.
    """
    if around is not None:
        if key in around.learned:
            carry = carry.resumed(around.learned[key], len(block.state), block.snapshot.counterpart)
        if not around.for_good and not around.is_lost(key):
            before = around.widened
            wider, traced, again = block.trace(carry)
            if again:
                around.learn(key, wider if around.widened == before else wider.without_new_rows(carry))
            elif around.settled and block.depends_on_order(wider, traced):
                around.learn(key, wider.in_first_order())
            return Iteration(wider, traced, len(block.state), rehearsed=not around.settled)
    if around is None and (promised := _as_promised(block, carry, inside)) is not None:
        return promised
    start, earlier = Point.here(), carry
    for left in reversed(range(MOST_TRACES + TRACES_OF_EACH * len(carry.variables))):
        start.rewind()
        inside.begin()
        try:
            with nests.opened(inside):
                wider, traced, again = block.trace(carry)
        except Exception:
            if inside.settled or not left:
                raise
            continue  # an inner loop had too narrow types, which may be the cause
        earlier, carry = carry, wider if inside.settled else wider.without_new_rows(carry)
        if again or not inside.settled:
            continue
        with nests.opened(inside):
            if not block.depends_on_order(carry, traced):
                break
        carry = carry.in_first_order()
    else:
        carry.refuse_unsettled(earlier)
    if around is not None:
        around.learned[key] = carry
        around.absorb(inside)
    return Iteration(carry, traced, len(block.state))


def _as_promised(block: Block, carry: Carry, inside: Nest) -> Iteration | None:
    """Return the iteration of a loop whose ints are floats from the first trace on; None for others."""
    floats = with_promised_floats(block.frame, block.body, carry)
    if floats is None:
        return None
    start = Point.here()
    inside.begin()
    with contextlib.suppress(Exception), nests.opened(inside):  # the fixpoint is found as usual
        wider, traced, again = block.trace(floats)
        if inside.settled and not again and wider.types() == floats.types():
            return Iteration(wider, traced, len(block.state))
    start.rewind()
    inside.forget()
    return None


def _copied(value: Any) -> Any:
    """Copy the dicts in a value."""
    if isinstance(value, Partial):
        return value.holding(_copied(value.value))
    made = changed(value, _copied) if type(value) in (tuple, dict) else value
    return dict(made) if type(made) is dict else made


def _seen(traced: Traced) -> tuple[str, str]:
    """Return a comparable form of a body's trace: its program, and the known parts of its results."""
    results = [traced.result, *(value for _, value in traced.writes.values())]
    known = [leaf for leaf in leaves_of(results)[0] if isinstance(leaf, bool | int | float | str | np.generic)]
    return str(traced.program), str((key_orders(results), known))


@dataclass(frozen=True)
class Block:
    """The body of a loop to trace."""

    frame: Frame  # the loop
    names: tuple[str, ...]  # the names of the state
    body: Callable[..., Any]  # one iteration: returns the next state, given the item, if there is one, and the state
    state: tuple[Any, ...]  # the values before the loop
    snapshot: Snapshot  # mutable state before the loop
    inputs: tuple[Any, ...] = ()  # the types of an iteration's arguments before the state
    item_of: Callable[[list[Any]], Any] | None = None  # makes the item from these inputs; None for a loop without items
    # what is known of the number of iterations
    iterations: IterationCount = IterationCount()
    stops: bool = True  # whether the loop ends once a check has failed
    left: bool = False  # whether the loop has a test that a `break` makes fail
    asks: Callable[..., Any] | None = None  # the test that holds when an iteration begins, if it bounds integers

    def start(self) -> Carry:
        """Return the carry before the loop."""
        variables = [Variable.of(name, value) for name, value in zip(self.names, self.state, strict=True)]
        variables += [Variable.of("", place.get(), place) for place in carried_checks(self.body)]
        return Carry(self.frame.span, variables, self.iterations)

    def settled(self) -> Iteration:
        """Return the iteration of a loop of which nothing is known yet.

        Raises:
            CarryMismatchError: a variable has another type or structure after an iteration.
            ContainerAliasError: an iteration leaves two names for one new container.
        """
        around = nests.around()
        key = around.meet(self.frame) if around is not None else NOWHERE
        return settle(self, self.start(), around, key, Nest())

    def trace(self, carry: Carry) -> tuple[Carry, Traced, bool]:
        """Trace the body; return a carry that also fits its results, the trace, and whether to trace again."""
        start, numbers = Point.here(), State(carry.span)
        stays = Stays()
        found = self._trace(carry, stays, numbers)
        while numbers.is_broken or stays.broken:
            start.rewind()
            stays, numbers = Stays(stays.changing | stays.broken), State(carry.span)
            found = self._trace(carry, stays, numbers)
        return found

    def _test_says(self, asks: Callable[..., Any], values: tuple[Any, ...]) -> list[Claim]:
        """Return the facts on integers that follow from the test of a loop, by a trace that is not kept."""
        begun, found = Point.here(), list[Counted]()

        def say() -> None:
            found.extend(followed([(asked_truth(asks(*values)), True)]))

        if begun.equations is not None and sees_numbers(asks, values):  # arithmetic, which changes nothing
            say()
            begun.rewind()
            begun.cut()
        else:
            trace_block(say, (), observe(asks, Named.of(self.names, values)))
            begun.rewind_events()
        return [(fact, True) for fact in found]

    def _trace(self, carry: Carry, stays: Stays, numbers: State) -> tuple[Carry, Traced, bool]:
        size, count, owner = len(self.state), len(self.inputs), self.frame.owner
        fall = falling(owner.parsed.node) if owner is not None else ()
        shared: list[SharedParts] = []
        begun, ended, first = list[Begun](), list[Any](), list[FirstExit | None]()

        def prepare(*tracers: Any) -> tuple[Any, ...]:
            values = carry.build(tracers[count:])
            carry.link_rows()
            begun[:] = map(Begun.of, values)
            numbers.begin(values, [variable.start for variable in carry.variables])
            for number, (variable, value) in enumerate(zip(carry.variables, values, strict=True)):
                if not variable.shared and not variable.is_undefined:
                    stays.take(number, split(value)[0], split(variable.start)[0], falls=variable.name in fall)
            carry.set_mutable_state(values, size)  # from here on rows of older lists are those of this iteration
            for variable, value in zip(carry.variables[:size], values, strict=False):
                keep_frozen(value, variable.template)
                for part, start in list_pairs(bare(value), bare(variable.start)):
                    keep_shared(part, start)
            shared.append(SharedParts.between([v.start for v in carry.variables[:size]], values[:size]))
            item = () if self.item_of is None else (self.item_of(list(tracers[:count])),)
            return (*item, *values[:size])

        def one_iteration(*values: Any) -> Any:
            first[:] = [FirstExit.of(self.body, values, self.snapshot) if self.left else None]
            claims = () if self.asks is None else self._test_says(self.asks, values)
            assumed = (*context.here().assumed, *claims)
            with effects.none_before(self.stops and may_fail(carry)), context.within(exit=first[0], assumed=assumed):
                result = at_run_time(lambda: self.body(*values), self.snapshot, only_raise=not effects.exact())
            shared[-1].refuse_changed(self.frame.span)
            if result is RAISES:
                refuse_lost_names(self.frame, self.names[:size])
            after = values[len(values) - size :] if result is RAISES else self._returned_apart(unpack(result, size))
            ended[:] = after
            for variable in carry.variables[size:]:
                assert variable.location is not None
                ended.append(value := variable.location.get())
                if (handed := self._handed_on(value, variable)) is not value:
                    variable.location.set(handed)
                    _note_copied(handed, value)
            places = [v.location.get() for v in carry.variables[size:] if v.location is not None]
            numbers.end([*after, *places])
            if stays.relied or stays.risen:
                stays.after = [split(value)[0] for value in (*after, *places)]
            grown = [self._handed_on(value, v) for value, v in zip(after, carry.variables, strict=False)]
            for new, value in zip(grown, after, strict=False):
                _note_copied(new, value)
            return pack(grown)

        def finish(result: Any, writes: Writes) -> tuple[Any, Writes]:
            after = [fitted(v, old.template) for v, old in zip(unpack(result, size), carry.variables, strict=False)]
            templates = {v.location.identity: v.template for v in carry.variables[size:] if v.location is not None}
            changed = {key: (place, fitted(value, templates.get(key))) for key, (place, value) in writes.items()}
            began = (one for each in begun for one, _ in each.held)
            leave_tables([*began, *(one for value in after for one in containers_in(value))])
            return pack(after), changed

        here = context.here()
        rebound = self._rebound(carry) | here.rebound
        with (
            listening() as options,
            context.within(rebound=rebound, counted=here.counted, stays=(*here.stays, stays)),
            region("body", self.frame.place, site=self.frame.site("while_")),
        ):
            arguments = (*self.inputs, *carry.arguments())
            asked = lambda: first[0] and first[0].asked  # noqa: E731
            traced = trace_block(one_iteration, arguments, self.snapshot, prepare, finish=finish, also=asked)
        if (log := context.here().log) is not None:  # constants from before the loop are traced there
            made = (constant for constant in traced.program.consts if not is_traced(constant))
            log.made_in_loops += [(constant, self.frame.file, self.frame.place[0]) for constant in made]
        if options.max_iterations is not None and carry.iterations.most is None:
            carry = replace(carry, iterations=IterationCount(options.max_iterations, promised=True))
        for left, made in zip(ended, unpack(traced.result, size), strict=False):
            note_copies_like(left, made, self.frame.span)
        _refuse_rebound(carry, unpack(traced.result, size), traced, _changed_in(carry, begun, ended))
        self._refuse_lost(carry, begun, ended, chosen=False)
        self._refuse_changed_next(carry, begun, ended)
        wider, again = self.widened(carry, traced.result, traced.writes)
        if not again:  # in another trace lists are in buffers, which hold copies
            refuse_aliases(traced, self.snapshot, self.frame.span)
            self._refuse_lost(carry, begun, ended, chosen=True)
        return wider, traced, again

    def _returned_apart(self, after: Sequence[Any]) -> list[Any]:
        """Return the results of an iteration with returned dicts copied, since no other iteration could change them."""
        own = self.frame.site("for_").generated | self.frame.site("while_").generated
        return [_copied(value) if name in own else value for name, value in zip(self.names, after, strict=False)]

    def _rebound(self, carry: Carry) -> frozenset[int]:
        """Return the ids of the lists under names that each iteration rebinds."""
        names = self.frame.site("for_").rebound | self.frame.site("while_").rebound
        lists = (variable for variable in carry.variables if variable.shared and variable.name in names)
        return frozenset(id(variable.template) for variable in lists)

    def depends_on_order(self, carry: Carry, traced: Traced) -> bool:
        """Whether a body depends on a dict's key order, where only the first iteration has another order."""
        if not any(variable.is_reordered for variable in carry.variables):
            return False
        here = Point.here()
        _, first, _ = self.trace(carry.in_first_order())
        here.rewind()
        return _seen(first) != _seen(traced)

    def _refuse_lost(self, carry: Carry, begun: Sequence[Begun], after: Sequence[Any], *, chosen: bool) -> None:
        """Refuse a change of a copy of the caller's list or dict; a selected one may be none in the next trace."""
        for variable, value, start, before in zip(carry.variables, after, begun, self.state, strict=False):
            is_rebound = not variable.shared and value is not start.value and start.is_changed()
            if is_rebound and holds_lasting(split(before)[0]) and (type(bare(value)) is OneObject) is chosen:
                raise ListAliasError(
                    f"an iteration of this loop changes a list or dict of the caller's in `{variable.name}`, and gives"
                    " the name another value: the change would be lost",
                    span=carry.span,
                    remedy="a copy before the loop, as `xs = list(xs)`, or another name for what the iteration makes",
                    variable=variable.name,
                )

    def _refuse_changed_next(self, carry: Carry, begun: Sequence[Begun], after: Sequence[Any]) -> None:
        """Refuse a list, dict or object that an iteration changes and rebinds so that the next would change both."""
        note_kept((one for value in after for one in containers_in(value)), self.snapshot.holds)
        for variable, value, start in zip(carry.variables, after, begun, strict=True):
            if variable.shared or value is start.value or not start.is_changed():
                continue
            others = {id(one) for other in after if other is not value for one in containers_in(other)}
            own = containers_in(value)
            for one in (*own, *(alias for each in own for alias in getattr(each, "aliases", ()))):
                known = is_copy(one) or id(one) in others
                if known or (self.snapshot.holds(one) and known_beside(one, variable.name)):
                    _refuse_one(carry.span, variable.name, name_of(one), "dict" if isinstance(one, dict) else "list")
            for one in filter(is_copied, every_part(value)):
                _refuse_one(carry.span, variable.name, "", type(one).__name__)

    def _handed_on(self, value: Any, variable: Variable) -> Any:
        """Return a name's value for the next iteration, without lists that are restored after this one."""
        if (variable.shared and value is variable.template) or (is_traced(value) and is_traced(variable.template)):
            return value
        return detached(grown_like(value, variable.template), self.snapshot.is_changed)

    def widened(self, carry: Carry, result: Any, writes: Writes) -> tuple[Carry, bool]:
        """Return a carry that also fits the results of an iteration, and whether it is wider than `carry`."""
        result = opened(result, self.snapshot.holds)
        writes = {key: (place, opened(value, self.snapshot.holds)) for key, (place, value) in writes.items()}
        after = after_values(carry, unpack(result, len(self.state)), writes)
        new = _new_locations(carry, writes)
        _refuse_new_keys(self.frame, new)
        found = [writes[variable.location.identity][1] for variable in new if variable.location is not None]
        wider, again = carry.widen(after, new, found)
        for variable in wider.variables:
            self._refuse_made(variable)
        return wider, again

    def _refuse_made(self, variable: Variable) -> None:
        """Refuse a reference to objects that the body makes and keeps whole: each trace would find one more."""
        for one in (each for objects in alternatives(variable.template) for each in objects):
            if one is not None and not self.snapshot.holds(one):
                raise ListItemError(
                    f"an iteration makes {with_article(type(one).__name__)} around a list or dict from before the loop",
                    span=self.frame.span,
                    remedy="a copy of it in the object, as `list(l)`; or the object made before the loop",
                    variable=variable.name,
                )


def _note_copied(new: Any, value: Any) -> None:
    """The lists in a value with more capacity are in Python those in the value."""
    for one, other in list_pairs(new, value):
        note_aliases(one, other)


def named(names: Sequence[str], state: Sequence[Any]) -> tuple[str, ...]:
    """Return the user's names of a state; numbered ones if they are not known."""
    return tuple(names) if len(names) == len(state) else tuple(f"value {i + 1}" for i in range(len(state)))


def _changed_in(carry: Carry, begun: Sequence[Begun], ended: Sequence[Any]) -> dict[int, str]:
    """Return the ids of the carried lists and dicts that an iteration changes and leaves in their place, and where."""
    stay = (each for each in zip(carry.variables, begun, ended, strict=False) if each[2] is each[1].value)
    return {id(one): variable.name for variable, start, _ in stay for one in start.changed()}


def _refuse_rebound(carry: Carry, after: Sequence[Any], traced: Traced, kept: dict[int, str]) -> None:
    """Refuse a container that an iteration rebinds while it has another name.

    Without an iteration both names stand for one container, but a graph has two. Lists track such aliases, and refuse
    only a change that would show.

    Args:
        after: the values of the names after an iteration.
        kept: the containers in the carry that an iteration changes, with their names.
    """
    surely = carry.iterations.exact and (carry.iterations.most or 0) > 0
    changed = {id(location.owner): location.name for location, _ in traced.writes.values()}
    rebound = {id(v.template) for v, new in zip(carry.variables, after, strict=False) if new is not v.template}
    # after `a, b = b, a` each has one name
    kept = kept | {key: name for key, name in changed.items() if key not in rebound}

    def refuse(name: str, what: str, remedy: str) -> NoReturn:
        raise ContainerAliasError(f"an iteration of this loop {what}", span=carry.span, remedy=remedy, variable=name)

    for variable, value in zip(carry.variables, after, strict=False):
        name, is_new = variable.name, isinstance(value, tuple | dict) and value is not variable.template
        if is_new and own_word(name) != "returned value" and holds_any(value, set(changed)):  # the loop ends with that
            what = f"puts a list or dict into `{name}` and changes it in place, and another name stands for it, too"
            refuse(name, what, f"put a copy into `{name}`, as `list(l)`; or leave it out, and use its own name")
    for variable, value in zip(carry.variables, after_values(carry, after, traced.writes), strict=True):
        _refuse_standing_for(carry, variable, value, kept)
    for variable, value in zip(carry.variables, after, strict=False):
        name, container = variable.name, variable.template
        if not variable.shared or value is container or isinstance(value, Undefined | OneObject):
            continue
        stays = surely or isinstance(container, list | dict)
        if (stays and id(container) not in changed) or not known_elsewhere(container):
            continue
        remedy = f"start from a copy: `{name} = {copied(name, container)}` before the loop"
        if not stays:
            otherwise = "without an iteration it would stay the one that another name stands for, too"
            refuse(name, f"binds `{name}` to another object; {otherwise}", remedy)
        after_it = "and then binds it to another object, and another name still stands for the first one"
        refuse(name, f"changes `{name}` in place {after_it}", remedy)


def _refuse_standing_for(carry: Carry, variable: Variable, value: Any, kept: dict[int, str]) -> None:
    """Refuse a second name for a list that each iteration changes: in the next one it would be a copy."""
    for one in may_be(value) if value is not variable.template else ():
        other = kept.get(id(one))
        if other is not None and one is not variable.template and not is_bound_again(carry.span, variable.name, other):
            _refuse_one(carry.span, variable.name, other, "list")


def _refuse_one(span: Span, name: str, other: str, kind: str) -> NoReturn:
    copy = kind if kind in ("dict", "list") else "copy.deepcopy"
    raise ListAliasError(
        f"`{name}` and {f'`{other}`' if other else 'another name'} stand for one {kind} after an"
        f" iteration of this loop, which the next iteration changes in place: the graph would have two {kind}s",
        span=span,
        remedy=f"`{name} = {copy}({other or '...'})`, a copy, which later changes leave as it is",
        variable=name,
    )


def _new_locations(carry: Carry, writes: Writes) -> list[Variable]:
    """Return the mutable locations that the body changes and the carry does not have yet."""
    known = {variable.location.identity for variable in carry.variables if variable.location is not None}
    return [
        Variable.of(location.name, location.get(), location)
        for key, (location, _) in writes.items()
        if key not in known
    ]


def _refuse_new_keys(frame: Frame, new: list[Variable]) -> None:
    """Refuse a key or attribute that only the loop creates: it is unknown whether it exists after the loop."""
    for variable in new:
        location = variable.location
        if location is None or isinstance(location.owner, types.CellType) or is_check_detail(location):
            continue  # a captured name may stay unbound: reading it raises
        if variable.is_undefined:
            raise CarryMismatchError(
                f"`{variable.name}` does not exist before this loop, and exists after an iteration of it",
                span=frame.span,
                remedy=f"`{in_code(variable.name)} = ...` before the loop",
                variable=variable.name,
            ).settling()


def tested(
    frame: Frame, test: Callable[..., Any], iteration: Iteration, snapshot: Snapshot, text: str, *, steady: bool = False
) -> Callable[[Sequence[Any]], Any]:
    """Return the loop's condition as a function of the carried leaves; it also fails once a check has failed.

    Args:
        test: the condition as a function of the state.
        iteration: the body, which has settled the types of the state.
        steady: whether no iteration can fail a check, and the flag was tested before the loop.

    Returns:
        A function for JAX to trace. It raises `ConditionActsError` if the condition changes something, and
        `PredicateError` if it is not one truth value.
    """
    carry, size = iteration.carry, iteration.locals
    places = {v.location.identity: v.location for v in carry.variables[size:] if v.location is not None}

    def asked(leaves: Sequence[Any]) -> Any:
        values = carry.build(leaves)
        carry.set_mutable_state(values, size)
        before = [place.get() for place in places.values()]
        try:
            with effects.asking() as inner, region("test", frame.place):
                holds = asked_truth(test(*values[:size]))
                holds = truth(holds, frame.span, text) if is_traced(holds) else jnp.asarray(bool(holds))
            if inner is not None and (inner.checks or inner.reports):
                raise ConditionActsError
            changed = [p for p, old in zip(places.values(), before, strict=True) if not is_unchanged(old, p.get())]
            changed += [place for place, _ in snapshot.changed() if place.identity not in places]
            if changed:
                raise ConditionActsError
            return holds & effects.none_failed() if effects.any_staged() and not steady else holds
        finally:
            snapshot.restore()
            refuse_advanced(snapshot)

    return asked
