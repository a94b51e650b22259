"""The body and the test of a loop as programs, traced until the types of the state agree with themselves."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.staging import effects, recorder
from nbgraph.core.staging.carry import Carry, CarryMismatchError, Variable, after_values
from nbgraph.core.staging.cond import truth
from nbgraph.core.staging.heap import Snapshot
from nbgraph.core.staging.recorder import Frame
from nbgraph.core.staging.rounds import Round, unpack
from nbgraph.core.staging.tracing import Traced, is_check_detail, refuse_aliases, trace_block
from nbgraph.core.staging.values import is_traced


class TestChangesStateError(StagingError):
    """The condition of a staged loop changes an object."""

    id = "test-changes-state"


def trace_round(
    frame: Frame,
    names: Sequence[str],
    body: Callable[..., Any],
    state: Sequence[Any],
    snapshot: Snapshot,
    inputs: Sequence[Any] = (),
    item_of: Callable[[list[Any]], Any] | None = None,
) -> Round:
    """Trace the body until the types of the state no longer widen; each trace can only widen, so it ends.

    Args:
        frame: the loop.
        names: the user's names of the state.
        body: one round, from the item if there is one, and the state, to the next state.
        state: the values before the loop.
        snapshot: the heap before the loop.
        inputs: what a round gets besides the state, as a trace takes it.
        item_of: makes the item from these inputs; None for a loop without items.

    Raises:
        CarryMismatchError: a variable becomes another kind of thing in a round.
        ContainerAliasError: a round leaves two names for one new container.
    """
    size = len(state)
    named = names if len(names) == size else [f"value {i + 1}" for i in range(size)]
    carry = Carry(frame.span, [Variable.of(name, value) for name, value in zip(named, state, strict=True)])
    log = recorder.current.get()
    mark = log.mark() if log is not None else 0
    checks = effects.mark()

    def prepare(*tracers: Any) -> tuple[Any, ...]:
        values = carry.build(tracers[len(inputs) :])
        carry.set_heap(values, size)
        item = () if item_of is None else (item_of(list(tracers[: len(inputs)])),)
        return (*item, *values[:size])

    while True:
        if log is not None:
            log.rewind(mark)
        effects.rewind(checks)
        traced = trace_block(body, (*inputs, *carry.arguments()), snapshot, prepare)
        after = after_values(carry, unpack(traced.result, size), traced.writes)
        new = _new_locations(carry, traced)
        _refuse_new_keys(frame, new)
        refuse_aliases(traced, snapshot, frame.span)
        carry, again = carry.widen(after, new)
        if not again:
            return Round(carry, traced, size)


def _new_locations(carry: Carry, traced: Traced) -> list[Variable]:
    """What the body changes in the heap and the state does not carry yet."""
    known = carry.heap_identities()
    return [
        Variable.of(location.name, location.get(), location)
        for key, (location, _) in traced.writes.items()
        if key not in known
    ]


def _refuse_new_keys(frame: Frame, new: list[Variable]) -> None:
    """A key or attribute that only exists once the loop has run: nobody could say whether it does."""
    for variable in new:
        location = variable.location
        if location is None or isinstance(location.owner, types.CellType) or is_check_detail(location):
            continue  # a captured name may stay without a value: reading it says so
        if variable.is_undefined:
            raise CarryMismatchError(
                f"`{variable.name}` does not exist before this loop, and exists after a round of it",
                span=frame.span,
                remedy=f"give `{variable.name}` a value before the loop",
                variable=variable.name,
            )


def trace_test(frame: Frame, test: Callable[..., Any], a_round: Round, snapshot: Snapshot, text: str) -> Traced:
    """The loop's condition as a program of the state; once a check has failed the loop ends too.

    Args:
        frame: the loop.
        test: the condition as a function of the state.
        a_round: the body, which has settled the types of the state.
        snapshot: the heap before the loop.
        text: the condition in the user's words.

    Raises:
        TestChangesStateError: the condition changes something that the body does not.
        PredicateError: the condition is not one truth value.
    """
    carry, size = a_round.carry, a_round.locals

    def asked(*values: Any) -> Any:
        carry.set_heap(values, size)
        holds = test(*values[:size])
        holds = truth(holds, frame.span, text) if is_traced(holds) else jnp.asarray(bool(holds))
        return holds & effects.none_failed() if effects.any_staged() else holds

    traced = trace_block(asked, carry.arguments(), snapshot, lambda *leaves: tuple(carry.build(leaves)))
    for changed in _new_locations(carry, traced):
        raise TestChangesStateError(
            f"the condition of this loop changes `{changed.name}`",
            span=frame.span,
            remedy="change it in the loop's body, and let the condition only look",
            variable=changed.name,
        )
    return traced
