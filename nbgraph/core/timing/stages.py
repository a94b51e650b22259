"""Measure what a graph costs once: tracing, lowering, compiling and the first call, each by itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from nbgraph.core.records import dataclass, replace
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.parts import Phases
from nbgraph.core.timing.run import Clock, timed


@dataclass(frozen=True)
class Staged:
    """How far the graph got."""

    phases: Phases  # the parts that were reached, without the first call
    compiled: Callable[..., Any] | None = None  # the program, or None when a part failed
    error: Exception | None = None  # the error of that part


def stage(
    jitted: Any,
    arguments: Arguments,
    clock: Clock,
    on_step: Callable[[str], None] = lambda step: None,
    guard: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda function: function,
) -> Staged:
    """Trace, lower and compile a jitted function that was never called before.

    JAX's own start-up (finding devices, loading its compiler) is over before the clock starts. `on_step` is told
    what is about to be done, between the times.
    """
    _start_jax()
    phases, current = Phases(), arguments.call(guard(jitted.trace))
    try:
        on_step("the function was traced")
        time, traced = timed([current], clock)
        phases = replace(phases, trace=time * 1e-9)
        time, lowered = timed([traced.lower], clock)
        phases = replace(phases, lower=time * 1e-9)
        on_step("the graph was compiled")
        time, compiled = timed([lowered.compile], clock)
        return Staged(replace(phases, compile=time * 1e-9), compiled)
    except Exception as error:  # the user's function may raise anything while it is traced
        return Staged(phases, None, error)


@functools.cache
def _start_jax() -> None:
    import jax

    (jax.device_put(3) + 3).block_until_ready()  # compiled by a waiting worker, or wanted by eager JAX
