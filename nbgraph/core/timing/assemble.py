"""From what ran to what is said about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core.staging.budget import IterationBudgetError
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.changed import other_effect
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import Baseline, BaselineName, Verdict
from nbgraph.core.timing.session import First, Session
from nbgraph.core.timing.shown import raised
from nbgraph.core.timing.verdict import judge, judge_errors

_COLD = "one run, cold: warm-up included"
_EFFECTS_ONCE = "one run, cold: running it again would repeat what it prints or changes"
_EFFECTS_NEVER = "not run: it would repeat what the function prints or changes"
_ENDLESS_NEVER = "not run: it would take longer still"
_NOT_REACHED = "not reached before the interrupt"
_INTERRUPTED = "The measurement was interrupted; what was measured until then is shown."
_DISK_CACHE = "The compile time may be that of reading JAX's compilation cache on disk."
_NEEDS_JAX = "Plain Python raised {}, so the graph is compared with eager JAX."


def assemble(
    title: str, asked: Sequence[BaselineName], session: Session, given: Arguments, *, effects: bool
) -> Comparison:
    """The comparison a session amounts to."""
    baselines = tuple(_baseline(name, session, effects) for name in asked)
    python, graph = session.firsts.get("python", First()), session.firsts.get("graph", First())
    verdict = _verdict(session)
    return Comparison(
        title=title,
        baselines=baselines,
        phases=session.phases,
        verdict=verdict,
        notes=_notes(session, verdict, python),
        guards=session.guards,
        interrupted=session.interrupted,
        cause=other_effect(given, python.after, graph.after) if verdict.equal else None,
        value=graph.value,
        python_value=python.value,
        graph_error=graph.error,
        python_error=python.error,
    )


def _baseline(name: BaselineName, session: Session, effects: bool) -> Baseline:
    outcome = session.outcomes.get(name)
    if outcome is None and name == "eager" and (effects or _endless(session)):
        return Baseline(name, note=_EFFECTS_NEVER if effects else _ENDLESS_NEVER)
    if outcome is None:
        return Baseline(name, note=_NOT_REACHED)
    error = None if outcome.error is None else raised(outcome.error)
    if not outcome.cold:
        return Baseline(name, outcome.sample, error)
    return Baseline(name, outcome.sample, error, _EFFECTS_ONCE if effects else _COLD, steady=False)


def _verdict(session: Session) -> Verdict:
    graph = session.firsts.get("graph")
    name = _reference(session.firsts)
    if graph is None or name is None:
        return Verdict(None, "unknown", "There are no two results to compare.")
    reference = session.firsts[name]
    if isinstance(reference.error, TimeLimitError):
        return Verdict(
            None, "unknown", f"No verdict: {reference.error}, so there is nothing to hold the graph against."
        )
    if reference.error is not None or graph.error is not None:
        return judge_errors(reference.error, graph.error, reference=name)
    return judge(reference.value, graph.value, reference=name)


def _endless(session: Session) -> bool:
    """Whether Python was stopped, or the graph's loops were."""
    errors = [session.firsts[name].error for name in ("python", "graph") if name in session.firsts]
    return any(isinstance(error, TimeLimitError | IterationBudgetError) for error in errors)


def _reference(firsts: dict[BaselineName, First]) -> BaselineName | None:
    """Plain Python where it ran. An error of it counts as its result, save when it says that JAX arrays are needed."""
    python, eager = firsts.get("python"), firsts.get("eager")
    if python is None:
        return None if eager is None else "eager"
    needs_jax = isinstance(python.error, AttributeError | TypeError)
    return "eager" if needs_jax and eager is not None and eager.error is None else "python"


def _notes(session: Session, verdict: Verdict, python: First) -> tuple[str, ...]:
    notes = []
    if verdict.reference == "eager" and python.error is not None:
        notes.append(_NEEDS_JAX.format(raised(python.error)))
    if session.phases.compile is not None and _disk_cache():
        notes.append(_DISK_CACHE)
    if session.interrupted:
        notes.append(_INTERRUPTED)
    return tuple(notes)


def _disk_cache() -> bool:
    import jax

    config: Any = jax.config
    return bool(config.jax_compilation_cache_dir)
