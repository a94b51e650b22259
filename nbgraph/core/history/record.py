"""Record the history of a call's loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.call import program_of
from nbgraph.core.checked.explain import Program
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.history.model import History, LoopHistory
from nbgraph.core.history.own import own_loops
from nbgraph.core.history.staged import Staging, empty
from nbgraph.core.history.watched import Watched, loops_of
from nbgraph.core.recording.python_run import muted
from nbgraph.core.records import replace
from nbgraph.core.staging.control_flow import BUDGET, FAILED
from nbgraph.core.staging.enumerated import ChosenText
from nbgraph.core.staging.lists import released
from nbgraph.core.staging.trace import Binding, EventLog

_NONE = "No loop of it is in the graph: Python ran its loops, if it has any, while it traced."
_NOT_FOLLOWED = (
    "No loop of the graph has a history here: each is in a branch that is not taken, or in what a transformation, such"
    " as `jax.grad` or `jax.vmap`, makes of a function."
)


def history_of(
    title: str,
    function: GraphFunction,
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
    *,
    rows: int | None = None,  # how many iterations of a loop to keep at most; None for what its values leave room for
) -> History:
    """Return what the loops of a call bind, iteration by iteration.

    Raises:
        NbgraphError: the call cannot be traced.
        BaseException: what a check of the call raises.
    """
    limit = function.max_iterations or BUDGET
    program: Program | None = None
    for is_last in (False, True):
        function.trace_with_events(*arguments, **keywords)
        program = program_of(function, arguments, dict(keywords))
        trace = function.traces[-1]
        if program is None:
            return History(title, notes=("The call's arguments are no arrays.",))
        loops = loops_of(trace.record.events or EventLog(), program.closed.jaxpr)
        loops += own_loops(program.closed.jaxpr, {id(each.equation) for each in loops})
        results, stores = _run(program, loops, limit, rows)
        flags = [value for value, output in zip(results, trace.outputs, strict=False) if output.word == FAILED]
        if is_last or (loops and not any(map(np.any, flags))):
            break
        with muted():  # this run raises the user's error, or finds the capacity that its lists need
            function(*arguments, **keywords)
    before = program.before if program is not None else {}
    made = [_history(each, store, before, limit) for each, store in zip(loops, stores, strict=True)]
    ran = tuple(_in_one([each for each in made if each.runs]))
    equations = _jax.every_equation(program.closed.jaxpr.eqns) if program is not None else ()
    has_loop = any(each.primitive.name in ("while", "scan") for each in equations)
    return History(title, ran, () if ran else (_NOT_FOLLOWED if has_loop else _NONE,))


def _run(
    program: Program, loops: Sequence[Watched], limit: int, rows: int | None
) -> tuple[list[Any], list[dict[str, Any]]]:
    """Return the program's results, and the tables of its loops."""
    closed = program.closed
    staging = Staging({id(each.equation): (at, (each.asks, *each.variables)) for at, each in enumerate(loops)}, limit)
    jaxpr = closed.jaxpr
    if not loops:
        return [], []

    def staged(*arguments: Any) -> Any:
        stores = {at: empty([each.aval for each in loop.variables], rows) for at, loop in enumerate(loops)}
        results, stores, _ = staging.block(jaxpr, closed.consts, arguments, stores)
        return results, list(stores.values())

    pairs = list(zip(program.arguments, (each.aval.dtype for each in jaxpr.invars), strict=True))
    given = [one if getattr(one, "dtype", None) == dtype else jnp.asarray(one, dtype) for one, dtype in pairs]
    results, stores = jax.jit(staged)(*given)
    return results, jax.tree_util.tree_map(np.asarray, stores)


def _history(loop: Watched, store: dict[str, Any], before: Mapping[tuple[str, int], int | None], limit: int) -> Any:
    made, stride = int(store["made"]), int(store["stride"])
    count = -(-made // stride)
    columns = {each: column[:count] for each, column in zip(loop.variables, store["columns"], strict=True)}
    values: dict[str, Any] = {}
    for name in loop.names:
        found = columns[name.value]
        if name.chosen is not None:
            found = _strings(name.chosen, found)
        if name.exists is not None:
            gone = ~columns[name.exists].astype(bool)
            mask = np.broadcast_to(gone.reshape(-1, *(1,) * (found.ndim - 1)), found.shape)
            found = np.ma.masked_array(found, mask) if gone.any() else found
        if name.lengths:
            *rows, length = (columns[each] for each in name.lengths)
            if length.ndim > 1:  # of a known number of rows
                rows, length = [length], np.full(count, length.shape[1])
            found = [each[: int(count)] for each, count in zip(found, length, strict=True)]
            if len(rows) == 1:
                pairs = zip(found, *rows, strict=True)
                found = [[row[:n].tolist() for row, n in zip(*each, strict=False)] for each in pairs]
        values[name.label] = found
    first = before.get((loop.span.file, loop.span.line), 0) or 0  # iterations that Python has run
    numbers = np.minimum(stride * np.arange(1, count + 1), made) + first
    within = store["numbers"][:count] + first
    about = (loop.header, loop.span.file, loop.span.line, made, int(store["runs"]), numbers, within, values)
    return LoopHistory(*about, before=first, asks_last=loop.asks_last, ended=int(store["number"]) < limit)


def _in_one(loops: Sequence[LoopHistory]) -> Iterator[LoopHistory]:
    """Yield histories, in one those of a loop that stands in the graph once for each iteration of the one around it."""
    together: dict[tuple[Any, ...], list[LoopHistory]] = {}
    for at, each in enumerate(loops):
        is_once = each.runs == 1 and each.ended and not each.before  # of two that take turns the rows have no order
        together.setdefault((each.file, each.line, each.header, *each.values) if is_once else (at,), []).append(each)
    for first, *others in together.values():
        every = [first, *others]
        *offsets, count = np.cumsum([0, *(each.iterations for each in every)]).tolist()
        values = {name: _joined([each.values[name] for each in every]) for name in first.values}
        within = np.concatenate([each.within for each in every])
        numbers = np.concatenate([each.numbers + offset for each, offset in zip(every, offsets, strict=True)])
        joined = replace(first, iterations=count, runs=len(every), numbers=numbers, within=within)
        yield replace(joined, values=values) if others else first


def _joined(columns: list[Any]) -> Any:
    if all(isinstance(each, np.ndarray) and each.shape[1:] == columns[0].shape[1:] for each in columns):
        is_masked = any(isinstance(each, np.ma.MaskedArray) for each in columns)
        return np.ma.concatenate(columns) if is_masked else np.concatenate(columns)  # type: ignore[no-untyped-call]
    return [row for column in columns for row in column]


def _strings(binding: Binding, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    known = {number: _string(binding, number) for number in set(numbers.tolist())}
    return np.array([known[number] for number in numbers.tolist()], object)


def _string(binding: Binding, number: int) -> Any:
    try:
        value = binding.value(lambda _: number)
    except (KeyError, IndexError, ValueError):
        return None  # the name has no value there
    return released(value.now if isinstance(value, ChosenText) else value)
