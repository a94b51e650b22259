"""Trace a block once: its program, its Python results and its changes of mutable state."""

from __future__ import annotations

import array
import dis
import io
import types
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.errors import NbgraphError, StagingError, steps_of
from nbgraph.core.messages import Message, matches
from nbgraph.core.records import dataclass
from nbgraph.core.source.ownership import is_own_file, is_user_file
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.copies import refuse_changed_copies
from nbgraph.core.staging.effects import effects, watching
from nbgraph.core.staging.effects.tries import is_of_index, keep_place
from nbgraph.core.staging.frames import nests
from nbgraph.core.staging.frames.batched_loops import with_chunks
from nbgraph.core.staging.frames.siblings import together
from nbgraph.core.staging.impure.opaque import RANDOM
from nbgraph.core.staging.lists.contents import as_now
from nbgraph.core.staging.lists.may_alias import ContainerAliasError
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.state.records import Record, opened
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.cost import dividing, may_divide
from nbgraph.core.staging.values.kinds import is_container, parts_of
from nbgraph.core.staging.values.undefined import Partial, Undefined
from nbgraph.core.staging.values.values import is_traced, leaves_of, rebuilt, with_article

_RAISE = {dis.opmap["RAISE_VARARGS"], dis.opmap["RERAISE"]}
MOST_NESTED = 48  # Python's stack overflows at about 60 nested traces, XLA's at about 300 conditionals


class NestedTooDeepError(StagingError):
    """Traced conditions are nested deeper than the compiler can handle; each `else: if` adds a level."""

    id = "nested-too-deep"


def _empty(value: Any) -> str:
    """Return the expression that makes an empty container or object of a value's type."""
    if isinstance(value, Record):
        return f"{value.cls.__name__}(...)"
    return "[]" if isinstance(value, list) else "{}" if isinstance(value, dict) else "set()"


class EscapedReferenceError(StagingError):
    """A branch or a loop creates a mutable reference of JAX, and it is used outside."""

    id = "traced-value-in-python"


class IteratorAdvancedError(StagingError):
    """A branch or a staged loop takes items from an iterator that was created outside of it.

    A graph cannot put them back.
    """

    id = "iterator-advanced"


class ObjectChangedError(StagingError):
    """A branch or a staged loop changes an object whose state lives in C, such as an `io.StringIO` or a queue.

    A graph can neither undo nor repeat that change. Use numbers, lists and arrays for the state; a `print` works.
    """

    id = "object-changed"


_INSTEAD: dict[type, str] = {
    array.array: "a list, `[...]`, or `np.array([...])`",
    memoryview: "a list, `[...]`, or `np.array([...])`",
    io.StringIO: '`print(..., end="")` for each part, which acts when the graph runs',
    io.BytesIO: "a list of numbers",
}


Writes = dict[tuple[int, Any], tuple[Location, Any]]  # changed mutable locations with their new values, by identity


@dataclass(frozen=True)
class Traced:
    """A block as a program."""

    program: Any  # the closed jaxpr; its constants may be tracers of the trace around it
    result: Any  # what the block returned; its traced leaves belong to the ended trace, see `slots`
    writes: Writes  # changed mutable locations with their new values, by identity
    slots: dict[int, int]  # for each traced leaf, by `id`, the index of the program's result
    # whether the block ends in a user exception, which has become a run-time check
    raises: bool = False
    asked: Any = None  # for an iteration, the test that leaves the loop, a leaf; None if there is none

    def run(self, *arguments: Any, mapped: bool = False) -> list[Any]:
        """Stage the program's equations here, with their locations, and return its results.

        Args:
            mapped: whether the result will be mapped, although the current trace is not.
        """
        note = recorder.noting()
        mapped = note is None and (mapped or _jax.maps_now())
        jaxpr = with_chunks(self.program.jaxpr) if mapped else self.program.jaxpr
        return _jax.staged_here(jaxpr, self.program.consts, arguments, note, None if self._is_plain else dividing())

    @property
    def _is_plain(self) -> bool:
        log = context.here().log
        return (log is not None and log.shown) or _jax.in_parts() or not may_divide(self.program.jaxpr.eqns)

    @property
    def stays(self) -> bool:
        """Whether `run` stages exactly the program's own equations."""
        return self._is_plain and not _jax.in_parts() and not _jax.maps_now()

    def pick(self, leaf: Any, results: Sequence[Any]) -> Any:
        """Return for a leaf, or a variable among the results, its value in `results`; other leaves unchanged."""
        index = self.slots.get(id(leaf)) if is_traced(leaf) or _jax.is_variable(leaf) else None
        return leaf if index is None else results[index]

    def picked(self, value: Any, results: Sequence[Any], whole: Callable[[Any], bool] | None = None) -> Any:
        """Return `result`, or a value of `writes`, with values of `results`; parts that are `whole` unchanged."""
        leaves, tree = leaves_of(value, whole)
        return rebuilt(tree, [self._picked_leaf(leaf, results) for leaf in leaves], value)

    def _picked_leaf(self, leaf: Any, results: Sequence[Any]) -> Any:
        if isinstance(leaf, Partial):
            return Partial(leaf.name, self.picked(leaf.value, results), self.pick(leaf.exists, results), leaf.reason)
        return self.pick(leaf, results)


def trace_block(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    snapshot: Snapshot,
    prepare: Callable[..., tuple[Any, ...]] | None = None,
    *,
    may_raise: bool = False,
    finish: Callable[[Any, Writes], tuple[Any, Writes]] | None = None,
    also: Callable[[], Any] = lambda: None,
) -> Traced:
    """Trace `function` without letting it change anything.

    Args:
        function: the block.
        arguments: values whose types `prepare` gets as tracers; empty if the block only closes over values.
        snapshot: mutable state before the block; always restored.
        prepare: makes the block's arguments from tracers, and sets mutable locations that the block carries.
        may_raise: whether the block may be skipped, so that a user exception becomes a run-time check.
        finish: changes the result and the writes at the end of the block.
        also: returns, at the end of the block, values that its program computes in addition.

    Raises:
        IteratorAdvancedError: the block takes items from an iterator.
    """

    def block(*tracers: Any) -> tuple[Any, Writes]:
        inputs = prepare(*tracers) if prepare is not None else tracers
        with effects.tracing_here(), watching.block():
            watching.note()  # a check may have failed in an earlier iteration
            result = at_run_time(lambda: function(*inputs), snapshot) if may_raise else function(*inputs)
            result = as_now(result, snapshot.holds)
            watching.settle()
            refuse_changed_copies()
        if (log := context.here().log) is not None:
            log.orders += snapshot.reordered()
            log.inherited += snapshot.inherited()
        changed = list(snapshot.changed())
        values, result = opened((tuple(value for _, value in changed), result), snapshot.holds)
        writes = {place.identity: (place, value) for (place, _), value in zip(changed, values, strict=True)}
        return (result, writes) if finish is None else finish(result, writes)

    blocks = (*context.here().blocks, (_jax.current_trace(), []))
    try:
        with context.within(blocks=blocks):
            traced = as_program(nests.followed(block), arguments, also)
    finally:
        snapshot.restore()
    refuse_advanced(snapshot)
    return traced


def refuse_advanced(snapshot: Snapshot) -> None:
    """Refuse a block that took items from an iterator, drew random numbers or changed a C object."""
    found = snapshot.advanced()
    if found is None:
        return
    iterator, name = found
    shown = f"`{name}`" if name else "what this block uses"
    if isinstance(iterator, RANDOM):
        raise IteratorAdvancedError(
            f"{shown} gives random numbers, and this code draws from it: a graph would repeat the same ones",
            remedy="`jax.random.uniform(key)`, with a `key` from `jax.random.split`; or draw before and pass an array",
            variable=name or None,
        )
    if isinstance(iterator, io.IOBase) or not hasattr(type(iterator), "__next__"):
        kind = with_article(type(iterator).__qualname__)
        raise ObjectChangedError(
            f"{shown} is {kind}, and this code changes it or may do: a graph cannot put it back or repeat it",
            remedy=_INSTEAD.get(type(iterator), "change it outside of the function, by what the function returns"),
            variable=name or None,
        )
    raise IteratorAdvancedError(
        f"{shown} is an iterator, and this block takes items from it: a graph cannot put them back or repeat it",
        remedy=_in_place_of_generator(iterator)
        if isinstance(iterator, types.GeneratorType)
        else "the list itself and a number for the place in it, as `items[i]`",
        variable=name or None,
    )


def _in_place_of_generator(iterator: types.GeneratorType[Any, Any, Any]) -> str:
    name = iterator.gi_code.co_name
    return f"the variables of `{name}` here, and its statements in place of each `next(...)`"


def as_program(
    block: Callable[..., tuple[Any, Writes]], arguments: Sequence[Any] = (), also: Callable[[], Any] = lambda: None
) -> Traced:
    """Trace a block that returns its result and its changes of mutable state."""
    found: dict[str, Any] = {}

    def program(*tracers: Any) -> list[Any]:
        try:
            result, writes = block(*tracers)
        except Exception as error:
            if not _is_users_own(error):
                keep_place(error)
            raise
        leaves, _ = leaves_of((result, [value for _, value in writes.values()], asked := also()))
        leaves = [part for leaf in leaves for part in _parts(leaf)]
        traced = {id(leaf): leaf for leaf in leaves if is_traced(leaf) and not _stays(leaf)}
        found.update(
            result=result,
            writes=writes,
            asked=asked,
            slots={key: index for index, key in enumerate(traced)},
            keep=traced,
        )
        return list(traced.values())

    log = context.here().log
    events = None if log is None else log.events
    jaxpr = _jax.without_unused_rows(
        _jax.traced_program(program, arguments), lambda: set() if events is None else events.named()
    )
    jaxpr = jaxpr if log is None else together(jaxpr, set(map(id, log.siblings)))
    raises = found["result"] is RAISES
    return Traced(jaxpr, found["result"], found["writes"], found["slots"], raises, found["asked"])


def _stays(leaf: Any) -> bool:
    """Whether a leaf is a JAX reference from before the block; refuse a reference that the block has made."""
    if not _jax.is_reference(leaf):
        return False
    if _jax.trace_of(leaf) is _jax.current_trace():
        raise EscapedReferenceError(
            "a reference that is made in this block is used behind it, and no value of a graph can stand for one",
            remedy="`jax.new_ref(...)` before the block; inside, assign what it holds, as `r[...] = x`",
        )
    return True


RAISES = Undefined("", "an exception is raised")  # the result of a block that ends in an exception


def at_run_time(function: Callable[[], Any], snapshot: Snapshot, *, only_raise: bool = False) -> Any:
    """Run a block; turn a user exception into a run-time check and return `RAISES`.

    Args:
        function: the block.
        snapshot: mutable state before the block.
        only_raise: whether to do so for `raise` statements only; other exceptions then propagate.
    """
    try:
        return function()
    except NbgraphError:
        raise
    except Exception as error:
        if not _is_users_own(error) or (only_raise and not is_raised(error)):
            raise
        if is_of_index(error) and not is_own_file(_innermost_file(error)):
            raise  # perhaps a run-time index: the subscript will be converted to a call
        effects.fail(error, existed=snapshot.holds(error))
        return RAISES
    except (SystemExit, KeyboardInterrupt) as error:
        if isinstance(error, KeyboardInterrupt) and not is_raised(error):
            raise  # the user presses Ctrl-C: stop making the graph
        effects.fail(error, existed=False)
        return RAISES


def trace_branch(function: Callable[[], Any], snapshot: Snapshot) -> Traced:
    """Trace a block that may be skipped: a user exception in it becomes a run-time check."""
    if context.here().depth >= MOST_NESTED:
        raise NestedTooDeepError(
            f"more than {MOST_NESTED} traced conditions are nested here",
            remedy="a table in place of the conditions, as `table[x]`; or a loop over an array",
        )
    with context.within(depth=context.here().depth + 1):
        return trace_block(function, (), snapshot, may_raise=True)


def _is_users_own(error: BaseException) -> bool:
    """Whether Python would raise the error too; errors of tracing come from inside JAX.

    A failing assert, builtin or method is called by a staging operator, which is then the innermost frame.
    """
    if isinstance(error, RecursionError) and matches(error, Message.DEPTH):
        return _recurs(error)
    file = _innermost_file(error)
    if not file or not (is_user_file(file) or is_own_file(file)):
        return False
    if isinstance(error, KeyError):
        return True  # from a dict; its key may be a run-time value
    # else from an operation that Python runs on the number itself
    return is_raised(error) or not matches(error, Message.TRACER)


def _recurs(error: RecursionError) -> bool:
    """Whether a user function has called itself too often, and not a trace nested too deeply."""
    codes = Counter(step.tb_frame.f_code for step in steps_of(error.__traceback__))
    return any(times > 1 and is_user_file(code.co_filename) for code, times in codes.items())


def _innermost_file(error: BaseException) -> str:
    trace = _innermost(error)
    return "" if trace is None else trace.tb_frame.f_code.co_filename


def is_raised(error: BaseException) -> bool:
    """Whether an exception comes from a `raise` statement of the user's."""
    trace = _innermost(error)
    return (
        trace is not None
        and is_user_file(trace.tb_frame.f_code.co_filename)
        and trace.tb_frame.f_code.co_code[trace.tb_lasti] in _RAISE
    )


def _innermost(error: BaseException) -> types.TracebackType | None:
    steps = [*steps_of(error.__traceback__)]
    return steps[-1] if steps else None


def _parts(leaf: Any) -> list[Any]:
    """Return the leaf in a list; for a value bound on some paths only, the leaves of the value and its flag."""
    if isinstance(leaf, Partial):
        return [*leaves_of(leaf.value)[0], leaf.exists]
    return [leaf]


def observe(*roots: Any) -> Snapshot:
    """Take a snapshot of mutable state reachable from `roots`, the run-time checks included."""
    snapshot = Snapshot.of(*roots)
    scope = context.here().effects
    if scope is not None:
        location = Location(scope, "failed", "")
        snapshot.before[location.identity] = (location, scope.failed)
        snapshot.dicts.append((scope.values, dict(scope.values), ""))
    return snapshot


def refuse_aliases(traced: Traced, snapshot: Snapshot, span: Span) -> None:
    """Refuse results that reach one new list, dict or set twice."""
    seen: set[int] = set()
    pending = [traced.result, *(value for location, value in traced.writes.values() if not is_check_detail(location))]
    while pending:
        value = pending.pop()
        is_object = isinstance(value, Record) and not value.is_fixed
        if is_object or (is_container(value) and not snapshot.holds(value)):
            if id(value) in seen:
                raise ContainerAliasError(
                    f"this block leaves two names for the same new {'object' if is_object else 'list, dict or set'}",
                    span=span,
                    remedy=f"`... = {_empty(value)}` before the block, filled in it; or a copy for the second name",
                )
            seen.add(id(value))
        pending += value if isinstance(value, set) else parts_of(value)


def is_check_detail(location: Location) -> bool:
    """Whether a location belongs to the run-time checks, not to the user."""
    scope = context.here().effects
    return isinstance(location.owner, effects.Effects) or (scope is not None and location.owner is scope.values)
