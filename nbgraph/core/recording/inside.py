"""Record adjoints of a function that JAX differentiates inside another one, or a second time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.interpreter import Stopped
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.recording.functions import Functions
from nbgraph.core.recording.replay import Replay
from nbgraph.core.recording.run import Call, CallKeys, Run
from nbgraph.core.recording.summary import differ, summary
from nbgraph.core.recording.tape import Tape
from nbgraph.core.recording.traced import Traced
from nbgraph.core.recording.tree import variables_of

BACK = 3  # how many times as long as a run its backward pass may take: JAX first differentiates each operation
_MOST_CALLS = 8  # how many functions differentiated inside another one are shown
Inner = Callable[[Callable[..., Any], Sequence[Any]], Traced | None]
"""Traces a function for its arguments."""


def take_inner(run: Run, trace: Inner, seconds: float, clock: Callable[[], float]) -> None:
    """Add to the values of each function that the run differentiates the adjoints by this function's own result."""
    for call in islice((each for each in run.root.every() if each.is_derived), _MOST_CALLS):
        assert call.derived is not None
        traced = trace(*call.derived)
        back = None if traced is None else adjoints(traced, seconds, clock)
        if back is not None:
            call.take_adjoints(back)


def take_second(run: Run, first: Traced, results: Sequence[Any], seconds: float, clock: Callable[[], float]) -> None:
    """Add the second derivatives to a function's values, if the adjoints of its first derivative lead to the result."""
    back = adjoints(first, seconds, clock)
    head = [] if back is None else next(iter(back.lines.values())).segments
    given = [bound.value for each in head for bound in each.bound.values()]
    known = [summary(narrow_of(value)) for value in results]
    if back is not None and all(any(differ(each, one) is False for one in given) for each in known):
        run.root.take_adjoints(back, 2)


def adjoints(traced: Traced, seconds: float, clock: Callable[[], float]) -> Call | None:
    """Return a call with the adjoint of each value in place of the value; None where they are not known."""
    tape = Tape(traced.part, wanted=variables_of(traced.events), seconds=seconds, clock=clock)
    closed = traced.program.closed
    try:
        results = tape.run(closed, traced.program.arguments)
    except (Stopped, Unsupported):
        return None
    if len(results) != 1 or not tape.go_back(results[0], BACK * seconds):
        return None
    functions, keys = Functions(traced.parsed, ()), CallKeys()
    replay = Replay(traced.events, closed.jaxpr, traced.graph, functions, keys, 1.0, is_back=True)
    return replay.run(tape.log, traced.part, closed.jaxpr.invars, tape.input_values(), is_whole=True).root
