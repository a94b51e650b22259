"""Trace a helper once for each signature: later calls repeat its program.

A user function is traced as a program of its own. The program is kept if the function changes nothing, reads nothing
of its caller's but its arguments, checks and prints nothing, and returns only arrays and values known at trace time.
A call of a program is one equation with the helper's name; the equations of a very short program are inlined. Any
other function is traced at each call. So tracing a chain of helpers takes time in proportion to its length, however
often each is called. A function that calls itself several times, as a merge sort does, gets programs that include
their run-time checks and return the changed lists among its arguments.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.depth import headroom
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.records import dataclass, replace
from nbgraph.core.source.environment import codes_in
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.effects import Check, Effects
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.frames.siblings import has_loop
from nbgraph.core.staging.frames.trace_notes import TraceNotes
from nbgraph.core.staging.frames.tracing import MOST_NESTED, NestedTooDeepError, Traced, observe, trace_block
from nbgraph.core.staging.lists.contents import are_alone
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.cost import LEAST_CALLED, size_of
from nbgraph.core.staging.trace.events import Event
from nbgraph.core.staging.trace.options import LoopOptions
from nbgraph.core.staging.trace.recorder import Recorder
from nbgraph.core.staging.trace.signatures import Given, containers_in, contents, is_plain
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.values import is_traced, leaves_of

_CALLS = 40  # Python calls between a helper and the code that traces it
MOST_DEEP = 16  # nested calls of one function that are programs within programs
_OPEN: Any = object()  # in place of a program that is being traced
_CHECKED: Any = SimpleNamespace(is_unchanged=lambda _: True)  # in place of `TraceNotes`, for a program with its checks


def nesting_of(jaxpr: Any, known: dict[int, int]) -> int:
    """Return how deeply the conditions of a program are nested."""
    if id(jaxpr) not in known:
        known[id(jaxpr)] = 0
        for equation in jaxpr.eqns:
            inside = max((nesting_of(body, known) for body, _ in _jax.bodies(equation)), default=0)
            known[id(jaxpr)] = max(known[id(jaxpr)], inside + (equation.primitive.name == "cond"))
    return known[id(jaxpr)]


@dataclass(frozen=True)
class Helper:
    """A helper's program for one signature."""

    traced: Traced  # the program, with what it returns
    snapshot: Snapshot  # the mutable state that it may have read
    given: Given  # the arguments; keeps alive the objects that the signature compares by identity
    called: Callable[..., list[Any]]  # stages a call of the program, as one equation or inlined
    nesting: int  # how deeply conditions are nested in it
    events: tuple[Event, ...] = ()  # the events of its trace
    checks: list[Check] | None = None  # for a function that calls itself, the checks inside
    calls: int = 0  # the number of user calls around its trace

    @property
    def is_called(self) -> bool:
        """Whether a call is one equation, not inlined."""
        return self.called != self.traced.run

    @property
    def may_repeat(self) -> bool:
        """Whether the state it has read is unchanged and its conditions are not nested too deeply here."""
        return context.here().depth + self.nesting < MOST_NESTED and next(self.snapshot.changed(), None) is None


def repeated(
    function: Callable[..., Any], place: Place, run: Callable[..., Any], *, inner: bool = False
) -> Callable[..., Any]:
    """Return a helper that is traced once per signature if that gives the same as tracing each call.

    Args:
        function: the user's function.
        place: the location of the call.
        run: runs the converted function.
        inner: whether converted code has made it: then it is repeated only if it calls itself several times.
    """

    def call(*arguments: Any, **keywords: Any) -> Any:
        given = Given.of(function, arguments, keywords) if not inner and _may_repeat(function) else None
        log, scope = context.here().log, context.here().effects
        if log is None:
            return run(*arguments, **keywords)
        lists = [each for each in (*arguments, *keywords.values()) if isinstance(each, list)]
        if given is None and scope is not None and _branches(function, scope, log) and are_alone(lists):
            given = Given.of_lists(function, (arguments, keywords), (scope.rows, scope.budget, scope.exact))
        if given is not None and given.key not in log.helpers:
            log.helpers[given.key] = _OPEN if given.has_checks else None  # for a recursive call with the same signature
            log.helpers[given.key] = made = _traced(given, run, log)
            if made is not None:
                return _results(made, given)
        known = None if given is None else log.helpers[given.key]
        if known is _OPEN and context.here().alone is _CHECKED:
            raise EndlessProgramError
        known = None if known is _OPEN else known
        if given is not None and known is not None and known.may_repeat and (log.events is None or known.is_called):
            if log.events is not None:
                log.events.repeat(known.events, place)
            return _results(known, given)
        result = run(*arguments, **keywords)
        if (alone := context.here().alone) is not None and not alone.is_unchanged(log):
            raise NoProgramError
        return result

    return call


class NoProgramError(BaseException):
    """A helper cannot have its own program. A BaseException, so that no `except` of the user catches it."""


class EndlessProgramError(NoProgramError):
    """A helper's own program would call itself with arguments of the same types, and so on."""


def _may_repeat(function: Any) -> bool:
    """Whether a helper may have its own program at this point of the trace."""
    here = context.here()
    inside = any(code is function.__code__ for code, _ in here.calls)
    apart = here.effects is None or here.effects.is_here
    return apart and not inside and not here.tries and _jax.equations_so_far() is not None


def _branches(function: Any, scope: Effects, log: Recorder) -> bool:
    """Whether a function calls itself at several places, in a program that is only run."""
    here, depth = context.here(), sum(code is function.__code__ for code, _ in context.here().calls)
    apart = scope.is_here and scope.budget is not None and not scope.differentiable and not here.tries
    runs = not log.shown and log.events is None and _jax.equations_so_far() is not None and not _jax.in_parts()
    is_tree = apart and runs and depth < MOST_DEEP and _loads(function.__code__, function.__name__) > 1
    return is_tree and (function,) not in log.helpers and (depth > 0 or function in recorder.functions_running())


def _loads(code: types.CodeType, name: str) -> int:
    """Count the loads of a name in a code object and the functions inside it."""
    every = (step for each in codes_in(code) for step in dis.get_instructions(each) if step.argval == name)
    return sum(each.opname.startswith("LOAD_") and each.opname not in ("LOAD_CLOSURE", "LOAD_CONST") for each in every)


def _traced(given: Given, run: Callable[..., Any], log: Recorder) -> Helper | None:
    """Return a helper's program for a signature; None, with nothing changed, if it cannot have one."""
    here, point, before, options = context.here(), Point.here(), TraceNotes.of(log), LoopOptions()
    begin = 0 if log.events is None else log.events.mark()
    own = _own_checks(given, here)
    snapshot = _observed(given, own)
    if any(map(snapshot.holds, containers_in(given.handed))):
        return None  # it reaches the dict under another name, and would get a copy
    traced, inputs, count = None, given.traced if own is None else (jnp.bool_(False), *given.traced), len(log.helpers)
    alone, is_endless = before if own is None else _CHECKED, False
    with context.within(nest=None, nest_trace=None, loop=options, assumed=(), alone=alone), headroom(_CALLS):
        try:
            traced = trace_block(_block(given, run, own, snapshot), inputs, snapshot)
        except NestedTooDeepError:
            raise  # tracing at the call would fail too
        except (Exception, NoProgramError) as error:  # traced at the call, the error has its location
            is_endless = isinstance(error, EndlessProgramError)
    calls = own is not None and (is_endless or any(key[0] is given.function for key in [*log.helpers][count:]))
    if traced is not None and before.is_unchanged(log) and options == LoopOptions() and _is_program(traced, given):
        nesting = nesting_of(traced.program.jaxpr, {})
        events = () if log.events is None else log.events.since(begin)
        checks = (None, 0) if own is None else (own.checks, len(user_frames()))
        if own is None or calls or has_loop(traced.program.jaxpr):
            return Helper(traced, snapshot, given, _stager(traced, given, log), nesting, events, *checks)
    point.rewind()
    before.put_back(log)
    if calls:  # the inner calls were traced in vain, and would be again for each outer call
        log.helpers[given.function,] = None
        if here.alone is not None:
            raise NoProgramError
    return None


def _own_checks(given: Given, here: context.TraceContext) -> Effects | None:
    """Return new checks for a program that has its own; None if it has none."""
    if not given.has_checks or here.effects is None:
        return None
    own: Effects = here.effects.begun()
    if own.rows and here.alone is not _CHECKED:
        size = sum(each.size for each in given.traced)
        own.rows = max(own.rows // (16 if size <= 32 else 4 if size <= 128 else 1), 1)
    return own


def _observed(given: Given, own: Effects | None) -> Snapshot:
    """Take a snapshot of the mutable state that a helper can reach in addition to its arguments."""
    if own is not None:
        return Snapshot.of(given.function)
    return observe(given.function, *(value for value in given.handed if type(value) is not dict))


def _block(given: Given, run: Callable[..., Any], own: Effects | None, snapshot: Snapshot) -> Callable[..., Any]:
    """Return a helper as a block of its traced arguments; with checks, of a flag before them that no loop need run."""

    def block(*tracers: Any) -> Any:
        arguments, keywords = given.filled(tracers[-len(given.traced) :])
        copies = (*arguments, *keywords.values())
        before = list(map(contents, copies))
        if own is not None:
            own.trace, own.failed = _jax.current_trace(), jnp.where(tracers[0], jnp.int32(-1), jnp.int32(0))
        with context.within(effects=own or context.here().effects):
            result = run(*arguments, **keywords)
        changed = [(at, each) for at, each in enumerate(copies) if contents(each) != before[at]]
        handed_back = next((at for at, each in enumerate(copies) if isinstance(each, list) and each is result), None)
        result = result if handed_back is None else None
        only_lists = own is not None and all(isinstance(each, list) for _, each in changed)
        if (changed and not only_lists) or _are_known(result, copies, snapshot):
            raise NoProgramError  # it changes a dict of its caller, or returns one with another name
        if own is None:
            return result
        values = tuple((code, tuple(own.values[code])) for code in own.values)
        return result, own.failed, values, handed_back, tuple(changed)

    return block


def _are_known(result: Any, copies: Any, snapshot: Snapshot) -> bool:
    """Whether a dict or list in a result has another name, or occurs twice."""
    made, theirs = list(map(id, containers_in(result))), set(map(id, containers_in(copies)))
    known = not theirs.isdisjoint(made) or any(map(snapshot.holds, containers_in(result)))
    return len(made) != len(set(made)) or known


def _stager(traced: Traced, given: Given, log: Recorder) -> Callable[..., list[Any]]:
    """Return a function that stages a call of a program, as one equation or inlined."""
    if not (given.function.__name__.isidentifier() and size_of(traced.program.jaxpr) >= LEAST_CALLED):
        return traced.run  # a lambda has no name for the equation
    return _jax.callable_program(traced.program, given.function, None if log.events is None else log.events.copied)


def _is_program(traced: Traced, given: Given) -> bool:
    """Whether a block depends on its arguments alone and each call can have a new copy of its result."""
    alone = not traced.writes and not traced.raises and not traced.program.effects
    result = traced.result
    if given.has_checks:
        result = _opened((result[0], *(each for _, each in result[-1])))
    return alone and not any(map(is_traced, traced.program.consts)) and is_plain(result, given)


def _opened(result: Any) -> Any:
    """Return a result with lists that have no other name as tuples."""
    if type(result) is tuple:
        return tuple(map(_opened, result))
    return tuple(leaves_of(result)[0]) if isinstance(result, list) and are_alone([result]) else result


def _results(helper: Helper, given: Given) -> Any:
    log, scope = context.here().log, context.here().effects
    if helper.checks is None or log is None or scope is None:
        return helper.traced.picked(helper.traced.result, helper.called(*given.traced))
    results = helper.called(jnp.logical_not(effects.none_failed()), *given.traced)
    if helper.is_called and has_loop(helper.traced.program.jaxpr):
        log.siblings.append(_jax.maker_of(results[0]).params["jaxpr"])
    result, failed, values, handed_back, changed = helper.traced.picked(helper.traced.result, results)
    for at, items in changed:
        Location(given.handed[at], None, "").set(items)
    frames = user_frames()
    checks = [replace(each, frames=(*frames, *each.frames[helper.calls :])) for each in helper.checks]
    scope.join(checks, failed, dict(values))
    return result if handed_back is None else given.handed[handed_back]
