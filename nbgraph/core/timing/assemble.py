"""Assemble a comparison from what ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core.one_line import listed
from nbgraph.core.staging.control_flow import IterationBudgetError
from nbgraph.core.staging.impure import Act, ActedOnceError
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.changes import other_effect
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import LABELS, Baseline, BaselineName, Verdict
from nbgraph.core.timing.reference import in_place_of_python, needs_reference, on_copies, stands_for_python, why_alone
from nbgraph.core.timing.session import First, Session
from nbgraph.core.timing.shown import raised
from nbgraph.core.timing.verdict import judge, judge_errors
from nbgraph.core.units import duration

_IN_PLACE_OF_PYTHON: tuple[BaselineName, ...] = ("copies", "examples", "converted")
_SLOW_START_S, _SLOW_START = 0.01, 10  # from so many seconds, and times the median, a slow first call is noted
_FIRST_CALL = "its first call took {}"
_COLD = "one run, cold: warm-up included"
_EFFECTS_ONCE = "not timed: it ran once, and a second run would repeat what it prints or changes"
_EFFECTS_NEVER = "not run: it would repeat what the function prints or changes"
_ENDLESS_NEVER = "not run: it would take longer still"
_MANY_NEVER = "not run: each of the {:,} numbers of the arguments would be an array of its own"
_ALONE_NEVER = "not run: it would end as plain Python has"
_NOT_REACHED = "not reached before the interrupt"
_NO_GRAPH = "Plain Python ran it once; timing it would do so again."
_GRAPH_WITHOUT = "Plain Python ran it once, and timing it would do so again; the graph was made and has run without."
_NOT_MADE = "No verdict: no graph has run, since making or running one {} (line {})."
_INTERRUPTED = "The measurement was interrupted; what was measured until then is shown."
_DISK_CACHE = "The compile time may be that of reading JAX's compilation cache on disk."
_NEEDS_JAX = "Plain Python raised {}, so the graph is compared with Python on JAX arrays."


def assemble(title: str, asked: Sequence[BaselineName], session: Session, given: Arguments) -> Comparison:
    """Return the comparison of a session."""
    baselines = tuple(_baseline(name, session, given) for name in _shown(asked, session))
    python, graph = session.firsts.get("python", First()), session.firsts.get("graph", First())
    verdict = _named(_verdict(session), given, python)
    held = session.firsts.get(verdict.reference, First())
    acted = _acted(session.acts.found, graph)
    return Comparison(
        title=title,
        baselines=baselines,
        phases=session.phases,
        verdict=verdict,
        notes=_notes(session, verdict, python),
        guards=session.guards,
        acted=acted,
        changes=session.changes.sentence,
        changed=session.changes.names,
        moved=session.changes.moved,
        effects=session.acted,
        interrupted=session.interrupted,
        cause=other_effect(given, held.after, graph.after) if verdict.equal else None,
        value=graph.value,
        python_value=python.value,
        expected=held.value,
        graph_error=graph.error,
        python_error=python.error,
    )


def _shown(asked: Sequence[BaselineName], session: Session) -> list[BaselineName]:
    """Return the baselines to show: those requested, or the substitutes that ran if Python cannot run the call."""
    if not needs_reference(session.firsts.get("python", First()).error):
        return list(asked)
    others = [name for name in _IN_PLACE_OF_PYTHON if name in session.firsts]
    return ["python", *others, *(name for name in asked if name not in ("python", "eager"))]


def _baseline(name: BaselineName, session: Session, given: Arguments) -> Baseline:
    outcome = session.outcomes.get(name)
    if outcome is None and name == "eager" and given.are_many and not session.effects:
        return Baseline(name, note=_MANY_NEVER.format(len(given.leaves)))
    if outcome is None and name == "eager" and (session.effects or _endless(session)):
        return Baseline(name, note=_EFFECTS_NEVER if session.effects else _ENDLESS_NEVER)
    if outcome is None:
        is_alone = why_alone(session.firsts.get("python", First()).error)
        return Baseline(name, note=_ALONE_NEVER if is_alone else _NOT_REACHED)
    if isinstance(outcome.error, ActedOnceError):
        return Baseline(name, outcome.sample, note=_EFFECTS_NEVER, steady=not outcome.cold)
    error = None if outcome.error is None else raised(outcome.error)
    if session.effects and error is None:  # one run, mostly spent on showing what is printed
        return Baseline(name, note=_EFFECTS_ONCE)
    if not outcome.cold:
        return Baseline(name, outcome.sample, error, _slow_start(name, session))
    return Baseline(name, outcome.sample, error, _COLD, steady=False)


def _slow_start(name: BaselineName, session: Session) -> str:
    """Return a note on a first call much slower than later ones: imports, compilations, a user's cache; or "".

    The graph's first call is reported by phases.
    """
    first, sample = session.firsts[name].time_ns, session.outcomes[name].sample
    if name == "graph" or first is None or sample is None:
        return ""
    slow = first * 1e-9 >= max(_SLOW_START_S, _SLOW_START * sample.median)
    return _FIRST_CALL.format(duration(first * 1e-9)) if slow else ""


def _verdict(session: Session) -> Verdict:
    graph = session.firsts.get("graph")
    name = _reference(session.firsts)
    if graph is not None and isinstance(graph.error, ActedOnceError):
        return Verdict(None, "unknown", _NOT_MADE.format(graph.error.act.label, graph.error.act.span.line))
    if graph is None and name == "python" and (alone := why_alone(session.firsts[name].error)):
        return Verdict(None, "unknown", alone)
    if graph is None or name is None:
        return Verdict(None, "unknown", "There are no two results to compare.")
    reference = session.firsts[name]
    if needs_reference(reference.error) and graph.error is None:
        return Verdict(None, "unknown", _without_reference(session))
    if isinstance(reference.error, TimeLimitError):
        return Verdict(
            None, "unknown", f"No verdict: {reference.error}, so there is nothing to hold the graph against."
        )
    if reference.error is not None or graph.error is not None:
        return judge_errors(reference.error, graph.error, reference=name)
    return judge(reference.value, graph.value, reference=name, small_apart=True)


def _without_reference(session: Session) -> str:
    """Return the message for a call that Python cannot run, with how each substitute ended."""
    tried = {name: session.firsts[name].error for name in _IN_PLACE_OF_PYTHON if name in session.firsts}
    ends = [f"{LABELS[name]} ended with {raised(error)}" for name, error in tried.items() if error is not None]
    return f"No verdict: Python cannot run this call, and {listed(ends) or 'nothing else was run'}."


def _named(verdict: Verdict, given: Arguments, python: First) -> Verdict:
    """Return the verdict with its reference, where that is not Python on the user's own arguments."""
    if verdict.reference == "copies":
        return replace(verdict, message=on_copies(verdict.message, given.arrays))
    if verdict.reference in ("examples", "converted") and python.error is not None:
        return replace(
            verdict, message=f"{verdict.message.rstrip('.')}. {in_place_of_python(python.error, verdict.reference)}"
        )
    return verdict


def _endless(session: Session) -> bool:
    errors = [session.firsts[name].error for name in ("python", "graph") if name in session.firsts]
    return any(isinstance(error, TimeLimitError | IterationBudgetError) for error in errors)


def _reference(firsts: dict[BaselineName, First]) -> BaselineName | None:
    """Return the baseline to compare with: Python, its error included, unless the error requires JAX arrays."""
    python, eager = firsts.get("python"), firsts.get("eager")
    if python is None:
        return None if eager is None else "eager"
    for name in _IN_PLACE_OF_PYTHON:
        if name in firsts and stands_for_python(name, firsts[name].error):
            return name
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


def _acted(acts: Sequence[Act], graph: First) -> str:
    """Return a note on the call's effects; "" if it has none.

    >>> from nbgraph.core.spans import Span
    >>> _acted([Act("runs a command", Span("lesson.py", 3, 0, 3, 9))], First())
    'This call runs a command (line 3). Plain Python ran it once; timing it would do so again.'
    """
    done = list(dict.fromkeys(f"{act.label} (line {act.span.line})" for act in acts))
    return f"This call {listed(done)}. {_GRAPH_WITHOUT if graph.time_ns is not None else _NO_GRAPH}" if done else ""


def _disk_cache() -> bool:
    import jax

    config: Any = jax.config
    return bool(config.jax_compilation_cache_dir)
