"""`while` and `for`: run by Python while everything is known, staged from the moment something is traced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core._jax import under_trace
from nbgraph.core.errors import StagingError
from nbgraph.core.staging import effects, recorder
from nbgraph.core.staging.carry import Carry, CarryMismatchError, Variable, after_values, travelling_leaves
from nbgraph.core.staging.cond import stage_if, truth
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.heap import Named, Snapshot
from nbgraph.core.staging.recorder import Frame, calling_frame, record
from nbgraph.core.staging.sequences import Sequence, sequence_of
from nbgraph.core.staging.tracing import Traced, is_check_detail, observe, refuse_aliases, trace_block
from nbgraph.core.staging.values import LeafType, any_traced, cast, is_traced, type_of

UNROLL_AT_MOST = 8  # static trips that are simply repeated
UNROLL_IF_NEEDED = 1024  # static trips that are repeated when the body cannot be staged

_NEEDS_PYTHON = (
    StagingError,
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
    jax.errors.NonConcreteBooleanIndexError,
)


class TestChangesStateError(StagingError):
    """The condition of a staged loop changes an object."""

    id = "test-changes-state"


@dataclass(frozen=True)
class StagedLoop:
    """How a loop was staged, for special code.

    Attributes:
        carry: the state with its final types.
        rounds_before: rounds that ran in Python before the loop was staged.
        after: the types in which one round leaves the travelling leaves, before they are cast.
        items: the sequence of a `for`.
    """

    carry: Carry
    rounds_before: int
    after: tuple[LeafType, ...]
    items: Sequence | None = None


def while_(test: Callable[..., Any], body: Callable[..., Any], *state: Any) -> Any:
    """`while`: rounds run in Python as long as the test is known; from the first traced test on, staged.

    Args:
        test: the condition as a function of the state.
        body: one round, a function from the state to the next state.
        *state: values of the names that the loop carries, before it.

    Returns:
        The state after the loop: one value, or a tuple.
    """
    frame = calling_frame(1)
    rounds = 0
    while True:
        holds = _ask(test, state, careful=rounds == 0)
        if is_traced(holds):
            return _pack(_stage_while(frame, test, body, state, rounds))
        if not holds:
            site = frame.site("while_")
            reason = f"`{site.test}` is known at trace time"
            record(frame, "while_", Decision(frame.span, "while", "python", reason, trips=rounds), rounds)
            return _pack(state)
        state = _unpack(body(*state), len(state))
        rounds += 1


def _ask(test: Callable[..., Any], state: tuple[Any, ...], *, careful: bool) -> Any:
    """The test's value; with `careful`, without staging equations that a staged loop would only repeat."""
    if not careful or not under_trace():
        holds = test(*state)
        return holds if is_traced(holds) else bool(holds)
    traced = trace_block(lambda: test(*state), (), observe(test, state))
    if is_traced(traced.result):
        return traced.result
    if traced.program.jaxpr.eqns or traced.writes:
        return bool(test(*state))
    return bool(traced.result)


def _stage_while(frame: Frame, test, body, state: tuple[Any, ...], rounds: int) -> tuple[Any, ...]:
    site = frame.site("while_")
    snapshot = observe(test, body, Named.of(site.operands, state))
    carry, traced_body = _fixpoint(frame, site.operands, body, state, snapshot, ())
    asked = _trace_test(frame, test, carry, len(state), snapshot, site.test)
    final = jax.lax.while_loop(
        lambda leaves: asked.run(*leaves)[0],
        lambda leaves: _next(carry, traced_body, leaves, len(state)),
        carry.initial(),
    )
    result = _leave(carry, final, len(state), surely=False)
    names = tuple(carry.leaf_names())
    reason = f"`{site.test}` is traced" + (f" from round {rounds + 1} on" if rounds else "")
    decision = Decision(frame.span, "while", "while", reason, names, names, tuple(carry.promotions))
    record(frame, "while_", decision, StagedLoop(carry, rounds, _after_types(carry, traced_body, len(state))))
    return result


def for_(items: Any, body: Callable[..., Any], *state: Any, test: Callable[..., Any] | None = None) -> Any:
    """`for`: staged over arrays and traced ranges, and over long ranges whose body computes with traced values.

    Args:
        items: what the loop runs over.
        body: one round, a function from the item and the state to the next state.
        *state: values of the names that the loop carries, before it.
        test: whether to go on, as a function of the state; what a `break` becomes.

    Returns:
        The state after the loop: one value, or a tuple.
    """
    frame = calling_frame(1)
    sequence = sequence_of(items)
    if sequence is None:
        return _pack(_python_for(frame, items, body, state, test, "Python iterates over this object"))
    static = isinstance(sequence.length, int)
    if static and not under_trace():
        return _pack(_python_for(frame, items, body, state, test, "nothing is traced"))
    if static and sequence.length <= UNROLL_AT_MOST:
        reason = f"{sequence.length} trips, known at trace time"
        return _pack(_python_for(frame, sequence, body, state, test, reason))
    if static and not _touches_traced(sequence, body, state, test):
        return _pack(_python_for(frame, sequence, body, state, test, "nothing in it is traced"))
    return _pack(_stage_for(frame, sequence, body, state, test, 0))


def _python_for(frame: Frame, items: Any, body, state: tuple[Any, ...], test, reason: str) -> tuple[Any, ...]:
    """Python walks over the items; a `break` that became traced guards the remaining rounds."""
    trips = 0
    iterator = iter(items)
    while True:
        go_on = True if test is None else test(*state)
        if not is_traced(go_on) and not go_on:
            break  # before the next item is taken: Python would not have taken it
        try:
            item = next(iterator)
        except StopIteration:
            break
        if is_traced(go_on):
            state = _guarded_round(frame, go_on, body, item, state)
        else:
            state = _unpack(body(item, *state), len(state))
        trips += 1
    became = "unrolled" if under_trace() else "python"
    record(frame, "for_", Decision(frame.span, "for", became, reason, trips=trips), trips)
    return state


def _guarded_round(frame: Frame, go_on: Any, body, item: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
    size = len(state)
    again = Frame(None, frame.file, frame.place)
    result = stage_if(
        again,
        go_on,
        lambda *s: _pack(_unpack(body(item, *s), size)),
        lambda *s: _pack(s),
        state,
        names=frame.site("for_").operands,
    )
    return _unpack(result, size)


def _stage_for(frame: Frame, sequence: Sequence, body, state, test, rounds: int) -> tuple[Any, ...]:
    static = isinstance(sequence.length, int)
    snapshot = observe(body, Named.of(frame.site("for_").operands, state), test)
    log = recorder.current.get()
    mark = log.mark() if log is not None else 0
    checks = effects.mark()
    try:
        return _stage_rounds(frame, sequence, body, state, test, rounds, snapshot)
    except _NEEDS_PYTHON as error:
        snapshot.restore()
        effects.rewind(checks)
        if log is not None:
            log.rewind(mark)
        if not static or sequence.length > UNROLL_IF_NEEDED:
            raise
        reason = f"unrolled: {_first_line(error)}"
        return _python_for(frame, sequence, body, state, test, reason)


def _first_line(error: BaseException) -> str:
    text = getattr(error, "message", None) or str(error)
    return text.splitlines()[0] if text else type(error).__name__


def _stage_rounds(frame, sequence: Sequence, body, state, test, rounds: int, snapshot: Snapshot) -> tuple[Any, ...]:
    site = frame.site("for_")
    size = len(state)
    index = [0] if _needs_index(sequence) else []
    one_row = jax.tree_util.tree_map(lambda array: jax.ShapeDtypeStruct(array.shape[1:], array.dtype), sequence.rows)
    row_leaves, row_tree = jax.tree_util.tree_flatten(one_row)

    def item_of(extra: list[Any]) -> Any:
        k = extra[0] if index else None
        return sequence.item(k, jax.tree_util.tree_unflatten(row_tree, extra[len(index) :]))

    extra = (*index, *row_leaves)
    carry, traced = _fixpoint(frame, site.operands, body, state, snapshot, extra, item_of)
    initial = carry.initial()
    static = isinstance(sequence.length, int)
    surely = static and sequence.length > 0 and test is None
    if test is None and static and sequence.rows is not None:
        final, became = _scan(sequence, carry, traced, initial, size, bool(index)), "scan"
    elif test is None:
        final, became = _count(sequence, carry, traced, initial, size, bool(index)), "fori"
    else:
        asked = _trace_test(frame, test, carry, size, snapshot, "the loop goes on")
        final, became = _until(sequence, carry, traced, asked, initial, size, bool(index)), "while"
    result = _leave(carry, final, size, surely=surely)
    names = tuple(carry.leaf_names())
    trips = sequence.length if static else None
    reason = f"{trips} trips" if static else f"the length of `{site.test}` is traced"
    decision = Decision(frame.span, "for", became, reason, names, names, tuple(carry.promotions), trips)
    record(frame, "for_", decision, StagedLoop(carry, rounds, _after_types(carry, traced, size), sequence))
    return result


def _needs_index(sequence: Sequence) -> bool:
    return sequence.counted


def _scan(sequence, carry, traced, initial, size, counted) -> list[Any]:
    def step(state, row):
        k, leaves = state
        rows = jax.tree_util.tree_leaves(row)
        new = _next(carry, traced, leaves, size, [*([k] if counted else []), *rows])
        return ((k + 1 if counted else k), new), None

    (_, final), _ = jax.lax.scan(step, (0 if counted else None, initial), sequence.rows, length=sequence.length)
    return final


def _count(sequence, carry, traced, initial, size, counted) -> list[Any]:
    def step(k, leaves):
        rows = [array[k] for array in jax.tree_util.tree_leaves(sequence.rows)]
        return _next(carry, traced, leaves, size, [*([k] if counted else []), *rows])

    return jax.lax.fori_loop(0, sequence.length, step, initial)


def _until(sequence, carry, traced, asked, initial, size, counted) -> list[Any]:
    def go_on(state):
        k, leaves = state
        return (k < sequence.length) & asked.run(*leaves)[0]

    def step(state):
        k, leaves = state
        rows = [jax.lax.dynamic_index_in_dim(a, k, keepdims=False) for a in jax.tree_util.tree_leaves(sequence.rows)]
        return k + 1, _next(carry, traced, leaves, size, [*([k] if counted else []), *rows])

    return jax.lax.while_loop(go_on, step, (0, initial))[1]


def _fixpoint(frame, names, body, state, snapshot, extra, item_of=None) -> tuple[Carry, Traced]:
    """Trace the body until the types of the state no longer widen; each round can only widen, so it ends."""
    size = len(state)
    named = names if len(names) == size else [f"value {i + 1}" for i in range(size)]
    carry = Carry(frame.span, [Variable.of(name, value) for name, value in zip(named, state, strict=True)])
    log = recorder.current.get()
    mark = log.mark() if log is not None else 0

    def prepare(*tracers: Any) -> tuple[Any, ...]:
        values = carry.build(tracers[len(extra) :])
        for variable, value in zip(carry.variables[size:], values[size:], strict=True):
            assert variable.location is not None
            variable.location.set(value)
        item = () if item_of is None else (item_of(list(tracers[: len(extra)])),)
        return (*item, *values[:size])

    checks = effects.mark()
    while True:
        if log is not None:
            log.rewind(mark)
        effects.rewind(checks)
        traced = trace_block(body, (*extra, *carry.arguments()), snapshot, prepare)
        after = after_values(carry, _unpack(traced.result, size), traced.writes)
        known = {variable.location.identity for variable in carry.variables[size:]}
        new = [
            Variable.of(location.name, location.get(), location)
            for key, (location, _) in traced.writes.items()
            if key not in known
        ]
        _refuse_new_keys(frame, new)
        refuse_aliases(traced, snapshot, frame.span)
        carry, again = carry.widen(after, new)
        if not again:
            return carry, traced


def _refuse_new_keys(frame: Frame, new: list[Variable]) -> None:
    """A key or attribute that only exists once the loop has run: nobody could say whether it does."""
    for variable in new:
        location = variable.location
        if location is not None and variable.is_undefined and not is_check_detail(location):
            raise CarryMismatchError(
                f"`{variable.name}` does not exist before this loop, and exists after a round of it",
                span=frame.span,
                remedy=f"give `{variable.name}` a value before the loop",
                variable=variable.name,
            )


def _trace_test(frame: Frame, test, carry: Carry, size: int, snapshot: Snapshot, text: str) -> Traced:
    """The loop's condition as a program of the state; once a check has failed the loop ends too."""

    def asked(*values: Any) -> Any:
        for variable, value in zip(carry.variables[size:], values[size:], strict=True):
            assert variable.location is not None
            variable.location.set(value)
        holds = test(*values[:size])
        holds = truth(holds, frame.span, text) if is_traced(holds) else jnp.asarray(bool(holds))
        return holds & effects.none_failed() if effects.any_staged() else holds

    traced = trace_block(asked, carry.arguments(), snapshot, lambda *leaves: tuple(carry.build(leaves)))
    known = {variable.location.identity for variable in carry.variables[size:]}
    for key, (location, _) in traced.writes.items():
        if key not in known:
            raise TestChangesStateError(
                f"the condition of this loop changes `{location.name}`",
                span=frame.span,
                remedy="change it in the loop's body, and let the condition only look",
                variable=location.name,
            )
    return traced


def _next(carry: Carry, traced: Traced, leaves, size: int, extra=()) -> list[Any]:
    """One round: the traced body's equations on the present leaves, results in the carried types."""
    results = traced.run(*extra, *leaves)
    after = after_values(carry, _unpack(traced.result, size), traced.writes)
    outgoing = [traced.pick(leaf, results) for leaf in travelling_leaves(carry, after)]
    return [cast(leaf, kind) for leaf, kind in zip(outgoing, carry.types(), strict=True)]


def _after_types(carry: Carry, traced: Traced, size: int) -> tuple[LeafType, ...]:
    after = after_values(carry, _unpack(traced.result, size), traced.writes)
    return tuple(type_of(leaf) for leaf in travelling_leaves(carry, after))


def _leave(carry: Carry, final, size: int, *, surely: bool) -> tuple[Any, ...]:
    """After the loop: heap locations get their values, locals are returned."""
    values = carry.build(final, surely=surely)
    for variable, value in zip(carry.variables[size:], values[size:], strict=True):
        assert variable.location is not None
        variable.location.set(value)
    return tuple(values[:size])


def _touches_traced(sequence: Sequence, body, state, test) -> bool:
    """Whether a loop has anything to do with traced values."""
    if sequence.traced or any_traced(*state):
        return True
    return any(is_traced(value) for value in Snapshot.of(body, test, state).known.values())


def _pack(state: tuple[Any, ...]) -> Any:
    if not state:
        return None
    return state[0] if len(state) == 1 else tuple(state)


def _unpack(result: Any, size: int) -> tuple[Any, ...]:
    if size == 0:
        return ()
    return (result,) if size == 1 else tuple(result)
