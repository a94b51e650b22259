"""Run one call as plain Python, as eager JAX and as a graph: are the results the same, and is the graph faster?"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.staging.control_flow import IterationBudgetError
from nbgraph.core.staging.impure import Acts, no_acts
from nbgraph.core.timing.arguments import Arguments, bind
from nbgraph.core.timing.assemble import assemble
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import BaselineName
from nbgraph.core.timing.reference import ASKS, assigns_in_place, needs_reference, stands_for_python, why_alone
from nbgraph.core.timing.run import REAL, Clock, Limits
from nbgraph.core.timing.session import First, Session

Function = Callable[..., Any]
_Ways = dict[BaselineName, Function | None]
MEASURING = threading.Event()
"""Set while calls are made again and again: what they say was said by the first runs."""


@dataclass(frozen=True)
class CallSpec:
    """One call, the baselines to run it with, and how to measure them."""

    title: str  # the call as the user wrote it
    python: Function | None  # called with the arguments as they are; None leaves the baseline out
    eager: Function | None  # the function to run op by op, called with JAX arrays; None leaves the baseline out
    # a `jax.jit` of a function that was never traced; anything with `.trace(...).lower().compile()` will do
    jitted: Any
    args: tuple[Any, ...] = ()  # by position; each call gets a copy of what a function can change
    kwargs: Mapping[str, Any] = field(default_factory=dict)  # by name
    static_argnames: Collection[str] = ()  # as given to `jax.jit`; these arguments stay as they are in every baseline
    # what the user calls in steady state, whose result is the one judged; None for `jitted` itself
    graph: Function | None = None
    # runs op by op on the user's own arguments where Python itself cannot run the call; None where nothing may
    converted: Function | None = None
    # runs plain Python on each example of a batch, where it cannot run on all at once; None for other calls
    examples: Function | None = None
    # takes plain Python's nanoseconds and returns what to stage instead of `jitted`: the graph may then be limited to
    # what is possible in that time
    settle: Callable[[int], Any] | None = None
    # takes the refusal of `jitted` and makes more arguments static; returns the names of all static ones, with which
    # `settle` makes another program; () where that would not help
    static_after: Callable[[Exception], Collection[str]] = lambda refusal: ()
    # returns `graph` without its run-time guards, once it has run; None where it has none
    unguarded: Callable[[], Function | None] = lambda: None
    # whether the function is known to print or to change something outside, which its first run as plain Python shows
    # otherwise: then Python and the graph run once each, and eager JAX does not run
    effects: bool = False
    # reads the program, given the graph without guards, which it compiles; eager JAX first runs inside
    ahead: Callable[[Any], AbstractContextManager[Any]] = nullcontext
    guard: Callable[[Function], Function] = lambda function: function  # what each way's first run goes through
    acts: Acts | None = None  # where to note what plain Python's first run does besides computing
    reaching: tuple[Any, ...] = ()  # the user's functions, whose globals and closures are put back after each run
    clock: Clock = REAL
    limits: Limits = field(default_factory=Limits)  # how long to measure each baseline


def compare_calls(spec: CallSpec, on_step: Callable[[str, Comparison], None] | None = None) -> Comparison:
    """Run one call in up to three ways, compare the results and the times.

    The order is: plain Python once (the oracle), trace, lower, compile, first call, the user's call path once, eager
    JAX once, then all three in turns as `core.timing.run` describes. An eager run can take seconds where Python
    takes milliseconds; it comes last. The first runs of plain Python and of eager JAX are stopped after
    `Limits.python_s`, later ones only between runs. When Python was stopped, eager JAX does not run, and there is no
    verdict. A KeyboardInterrupt ends the measuring and keeps what there is (`Comparison.interrupted`). Standard output
    is not redirected.

    `on_step` is told what is about to be done and what is known before, as an interrupted comparison; for whoever must
    have something to show if this process does not survive the step.

    >>> import jax
    >>> square = lambda x: x * x
    >>> result = compare_calls(CallSpec("square(3)", python=square, eager=square, jitted=jax.jit(square), args=(3,)))
    >>> result.verdict.message, [baseline.name for baseline in result.baselines]
    ('Same result as plain Python: 9.', ['python', 'eager', 'graph'])
    """
    asked: _Ways = {"python": spec.python, "eager": spec.eager, "graph": spec.graph or spec.jitted}
    wanted = {name: function for name, function in asked.items() if function is not None}
    given = bind(spec.jitted, spec.args, spec.kwargs, spec.static_argnames)
    effects = spec.effects or given.only_once
    session = Session(spec.clock, guard=spec.guard, effects=effects, acts=spec.acts, reaching=spec.reaching)
    if on_step is not None:

        def tell(step: str) -> None:
            session.interrupted = True  # as it would be if the step were broken off
            on_step(step, assemble(spec.title, tuple(wanted), session, given))
            session.interrupted = False

        session.on_step = tell
    try:
        with no_acts() as refused:  # except in plain Python's first run, whose acts are recorded
            given = _first_runs(session, wanted, given, spec)
            if refused and session.firsts.get("graph", First()).error is not None:  # whatever error the refusal became
                session.refuse_graph(refused[0].act)
            if not session.effects:
                MEASURING.set()
                session.measure(spec.limits, given)
                session.measure_guards(given)
    except KeyboardInterrupt:
        session.interrupted = True
    finally:
        MEASURING.clear()
    return assemble(spec.title, tuple(wanted), session, given)


def _run_python(session: Session, function: Function, given: Arguments, seconds: float) -> First:
    """Run Python on the arguments as they are; on NumPy copies where it assigns to items of JAX arrays.

    Returns:
        The run that gave a result; the first one where none did.
    """
    found = session.run("python", function, lambda: given, seconds)
    if session.acted or not (assigns_in_place(found.error) and given.arrays):
        return found
    given_before = session.changes.given
    second = session.run("copies", function, given.on_copies, seconds)
    if second.error is None:
        session.changes = replace(session.changes, given=given_before)  # the copies changed, not the arguments
        return second
    del session.firsts["copies"], session.outcomes["copies"]
    return found


_FULL_NS = 10**9  # from here on it filled the memory gradually, instead of asking for too much at once
_REFUSED_S = 1.0  # seconds for eager JAX where there is no graph to compare it with


def _first_runs(
    session: Session, wanted: Mapping[BaselineName, Function], given: Arguments, spec: CallSpec
) -> Arguments:
    """Run each baseline once; return the arguments, some of which the graph may need to be static."""
    seconds = spec.limits.python_s
    endless, taken = False, round(seconds * 1e9)
    if "python" in wanted:
        begin = spec.clock()
        python = _run_python(session, wanted["python"], given, seconds)
        endless, taken = isinstance(python.error, TimeLimitError), python.time_ns or taken
        if (why := why_alone(python.error)) and (why is ASKS or spec.clock() - begin > _FULL_NS):
            return given
    if (act := session.acts.unguarded) is not None:
        session.refuse_graph(act)
        return given
    staged = session.stage(spec.jitted if spec.settle is None else spec.settle(taken), given)
    if spec.settle is not None and staged.error is not None:
        session.on_step("arguments were sought that have to be static")
        if names := spec.static_after(staged.error):
            given = bind(spec.jitted, spec.args, spec.kwargs, names)
            staged = session.stage(spec.settle(taken), given)
    if staged.compiled is not None:
        if not session.effects and not endless:
            session.first_call(staged.compiled, given)
        graph = session.run("graph", wanted["graph"], lambda: given)
        if (session.effects or endless) and graph.time_ns is not None:
            session.phases = replace(session.phases, first_call=graph.time_ns * 1e-9)
        session.seek_free(spec.unguarded)
    if isinstance(session.firsts["graph"].error, IterationBudgetError):
        endless = True  # eager JAX computes the same numbers, without an iteration budget
    python_error = session.firsts["python"].error if "python" in wanted else None
    if needs_reference(python_error):  # eager JAX cannot run it either
        ways: _Ways = {"examples": spec.examples, "converted": spec.converted}
        for name, function in ways.items() if not (endless or session.acted or "copies" in session.firsts) else ():
            if function is None:
                continue
            if stands_for_python(name, session.run(name, function, lambda: given, seconds).error):
                break
        return given
    is_long = endless or given.are_many  # op by op would take even longer
    if "eager" in wanted and not session.effects and not is_long:
        refused = staged.compiled is None
        session.on_step("the program was read")
        with nullcontext() if refused else spec.ahead(session.free):
            session.run("eager", wanted["eager"], given.of_eager, min(seconds, _REFUSED_S) if refused else seconds)
    return given
