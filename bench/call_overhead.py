"""What a call of a converted function costs, against hand-written `jax.jit` code. Targets: 1.05, with a budget 1.25.

Also what a call on plain Python values costs, where the user's own function runs, against that function itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax

import nbgraph as ng
from bench import by_hand, programs
from bench.figure import Figure
from nbgraph.core.timing.run import Job, Limits, interleave
from nbgraph.core.timing.sample import Sample

PROGRAMS: tuple[tuple[Any, Any, Any, float], ...] = (
    (programs.leaky, by_hand.leaky, 0.3, 1.05),
    (programs.huber, by_hand.huber, 0.3, 1.25),
    (programs.collatz, by_hand.collatz, 27, 1.25),
    (programs.newton, by_hand.newton, 2.0, 1.25),  # 5 rounds: the shortest call with names and a budget
)
LIMITS = Limits(budget_s=1.0, cap_s=2.0, max_runs=400)


def job(call: Callable[[], Any]) -> Job:
    """One call, repeated as it is."""
    return Job(lambda: call)


def samples(*calls: Callable[[], Any]) -> tuple[Sample, ...]:
    """Interleaved samples, each call made once before; raises what a call raised."""
    for call in calls:
        call()
    outcomes, interrupted = interleave([job(call) for call in calls], limits=LIMITS)
    if interrupted:
        raise KeyboardInterrupt
    for outcome in outcomes:
        if outcome.error is not None:
            raise outcome.error
    return tuple(outcome.sample for outcome in outcomes if outcome.sample is not None)


def figures() -> list[Figure]:
    """Best and median ratios of each program, through `ng.function` and through the user's own `jax.jit`."""
    found = []
    for plain, best, argument, target in PROGRAMS:
        hand = jax.jit(best)
        for label, ours in (("ng.function", ng.function(plain)), ("jit(ng.convert)", jax.jit(ng.convert(plain)))):
            one, other = samples(partial(ours, argument), partial(hand, argument))
            name = f"{plain.__name__} call, {label} / by hand"
            found.append(Figure(f"{name}, best", one.minimum / other.minimum, "x", target))
            found.append(Figure(f"{name}, median", one.median / other.median, "x", target))
    python, converted = samples(partial(programs.collatz, 27), partial(ng.convert(programs.collatz), 27))
    name = "collatz call on a Python int, ng.convert / itself"
    found.append(Figure(f"{name}, best", converted.minimum / python.minimum, "x", 1.10))
    return found
