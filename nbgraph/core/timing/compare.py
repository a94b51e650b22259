"""One call run as plain Python, as eager JAX and as a graph: is it the same, and is it faster?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from nbgraph.core.staging.acts import Acts, no_acts
from nbgraph.core.staging.budget import IterationBudgetError
from nbgraph.core.timing.arguments import Arguments, bind
from nbgraph.core.timing.assemble import assemble
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.clock import REAL, Clock
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import BaselineName
from nbgraph.core.timing.reference import assigns_in_place, needs_reference
from nbgraph.core.timing.run import Limits
from nbgraph.core.timing.session import First, Session

Function = Callable[..., Any]


def compare_calls(
    *,
    title: str,
    python: Function | None,
    eager: Function | None,
    jitted: Any,
    args: tuple[Any, ...] = (),
    kwargs: Mapping[str, Any] | None = None,
    static_argnums: Collection[int] = (),
    static_argnames: Collection[str] = (),
    graph: Function | None = None,
    converted: Function | None = None,
    settle: Callable[[int], Any] | None = None,
    unguarded: Callable[[], Function | None] | None = None,
    effects: bool = False,
    guard: Callable[[Function], Function] = lambda function: function,
    acts: Acts | None = None,
    reaching: tuple[Any, ...] = (),
    clock: Clock = REAL,
    limits: Limits | None = None,
    on_step: Callable[[str, Comparison], None] | None = None,
) -> Comparison:
    """Run one call in up to three ways, compare the results and the times.

    The order is: plain Python once (the oracle), trace, lower, compile, first call, the user's call path once, eager
    JAX once, then all three in turns as `core.timing.run` describes. An eager run can take seconds where Python
    takes milliseconds; it comes last. The first runs of plain Python and of eager JAX are stopped after
    `Limits.python_s`, later ones only between runs. When Python was stopped, eager JAX does not run, and there is no
    verdict. A KeyboardInterrupt ends the measuring and
    keeps what there is (`Comparison.interrupted`). Standard output is not redirected.

    Args:
        title: the call as the user wrote it.
        python: the plain function; called with the arguments as they are. None leaves the baseline out.
        eager: the function to run op by op; called with JAX arrays. None leaves the baseline out.
        jitted: a `jax.jit` of a function that was never traced (`core.timing.stages.fresh_jit` makes one); anything
            with `.trace(...).lower().compile()` will do.
        args: the user's arguments by position. Each call gets a copy of what a function can change.
        kwargs: the user's arguments by name.
        static_argnums: as given to `jax.jit`; these arguments stay what they are in every baseline.
        static_argnames: as given to `jax.jit`.
        graph: the function the user calls in steady state; None for `jitted` itself. Its result is the one judged.
        converted: what runs op by op in the place of `python` where Python itself cannot run the call; it is given the
            user's own arguments. None where nothing may.
        settle: given the nanoseconds that plain Python took, what to stage in place of `jitted`: the graph may then be
            held to what is possible in that time.
        unguarded: gives `graph` without the guards that it has at run time, once it has run; None where it has none.
        effects: whether the function is known to print or to change something outside, which its first run as plain
            Python shows otherwise. Then Python and the graph run once each, and eager JAX does not run.
        guard: what each way's first run goes through.
        acts: where to note what plain Python's first run does besides computing.
        reaching: the user's functions, whose globals and closures are put back after each run.
        clock: gives nanoseconds.
        limits: how long to measure each baseline.
        on_step: is told what is about to be done and what is known before, as an interrupted comparison; for whoever
            must have something to show if this process does not survive the step.

    >>> import jax.numpy as jnp
    >>> from nbgraph.core.timing.stages import fresh_jit
    >>> square = lambda x: x * x
    >>> result = compare_calls(title="square(3)", python=square, eager=square, jitted=fresh_jit(square), args=(3,))
    >>> result.verdict.message, [baseline.name for baseline in result.baselines]
    ('Same result as plain Python: 9.', ['python', 'eager', 'graph'])
    """
    asked: dict[BaselineName, Function | None] = {"python": python, "eager": eager, "graph": graph or jitted}
    wanted = {name: function for name, function in asked.items() if function is not None}
    given = bind(jitted, args, kwargs or {}, static_argnums, static_argnames)
    session = Session(clock, guard=guard, effects=effects or given.only_once, acts=acts, reaching=reaching)
    if on_step is not None:

        def tell(step: str) -> None:
            session.interrupted = True  # as it would be if the step were broken off
            on_step(step, assemble(title, tuple(wanted), session, given))
            session.interrupted = False

        session.on_step = tell
    try:
        with no_acts() as refused:  # but for plain Python's first run, which is watched
            _first_runs(session, wanted, settle or (lambda _: jitted), given, limits or Limits(), converted)
            if refused and session.firsts["graph"].error is not None:  # whatever was made of it on its way
                session.refuse_graph(refused[0].act)
            if not session.effects:
                session.measure(limits, given)
                session.measure_guards(unguarded or (lambda: None), given)
    except KeyboardInterrupt:
        session.interrupted = True
    return assemble(title, tuple(wanted), session, given)


def _run_python(session: Session, function: Function, given: Arguments, limits: Limits) -> First:
    """Python on the arguments as they are; on NumPy copies of JAX's arrays where it assigns to their items."""
    found = session.run("python", function, lambda: given, limits.python_s)
    names = given.arrays
    if session.acted or not (assigns_in_place(found.error) and names):
        return found
    outcome = session.outcomes["python"]
    second = session.run("python", function, given.on_copies, limits.python_s)
    if second.error is None:
        session.copied = names
        return second
    session.firsts["python"], session.outcomes["python"] = found, outcome
    return found


def _first_runs(
    session: Session,
    wanted: Mapping[BaselineName, Function],
    settle: Callable[[int], Any],
    given: Arguments,
    limits: Limits,
    converted: Function | None,
) -> None:
    endless, taken = False, round(limits.python_s * 1e9)
    if "python" in wanted:
        python = _run_python(session, wanted["python"], given, limits)
        endless, taken = isinstance(python.error, TimeLimitError), python.time_ns or taken
    if (act := session.acts.unguarded) is not None:
        session.refuse_graph(act)
        return
    staged = session.stage(settle(taken), given)
    if staged.compiled is not None:
        if not session.effects and not endless:
            session.first_call(staged.compiled, given)
        graph = session.run("graph", wanted["graph"], lambda: given)
        if (session.effects or endless) and graph.time_ns is not None:
            session.phases = replace(session.phases, first_call=graph.time_ns * 1e-9)
    if isinstance(session.firsts["graph"].error, IterationBudgetError):
        endless = True  # eager JAX has the graph's numbers, and nobody counts its rounds
    python_error = session.firsts["python"].error if "python" in wanted else None
    if needs_reference(python_error):  # eager JAX cannot run it either
        if converted is not None and not (endless or session.acted):
            session.run("converted", converted, lambda: given, limits.python_s)
        return
    if "eager" in wanted and not session.effects and not endless:  # op by op takes longer still
        session.run("eager", wanted["eager"], given.of_eager, limits.python_s)
