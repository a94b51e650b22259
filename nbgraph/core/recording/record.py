"""Record a call: run the graph's operations one at a time, and the Python function for comparison."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.interpreter import Stopped
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.graph.model import Graph
from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.recording.inside import BACK, Inner, take_inner, take_second
from nbgraph.core.recording.interpreter import Recorder
from nbgraph.core.recording.log import count
from nbgraph.core.recording.model import Listing, Loop, NodeValue, Recording, Step, Way
from nbgraph.core.recording.python_run import PythonCall, PythonRun, run_python
from nbgraph.core.recording.replay import Replay
from nbgraph.core.recording.run import CallKeys, Run
from nbgraph.core.recording.summary import Texts, differ, known_text, shortened, summary, text_of
from nbgraph.core.recording.tape import Tape
from nbgraph.core.recording.together import Together, View, Ways, follows
from nbgraph.core.recording.traced import Traced
from nbgraph.core.recording.tree import variables_of
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.spans import Span
from nbgraph.core.timing.cap import PATIENCE
from nbgraph.core.units import duration

SECONDS = 0.5  # as long as a report waits for each run
_MOST_CLOSED = 3  # sentences about calls that are not gone into
_SHARES = tuple((share, True) for share in (1.0, 0.5, 0.25, 0.12)) + tuple(
    (share, False) for share in (1.0, 0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.0)
)
"""How much of the kept iterations to show, and whether with what called functions do; what is best first."""


def own_clock() -> Callable[[], float]:
    """Return a clock of the thread's processor time, so that a busy machine shortens no record; see `PATIENCE`."""
    own, passed = time.thread_time(), time.perf_counter()
    return lambda: max(time.thread_time() - own, (time.perf_counter() - passed) / PATIENCE)


@dataclass(frozen=True)
class Options:
    """What is known of a call before it is recorded, and how much of it to record."""

    failed_at: Span | None = None  # where the graph raises, if it does
    acts: bool = False  # whether plain Python acts outside of its process, so that it must not run again
    agrees: bool | None = None  # whether the graph's result equals Python's; None where the two were not compared
    has_adjoints: bool = False  # whether the derivatives of the result by the variables are shown beside their values
    is_batch: bool = False  # whether it is a batch: one run, with its own derivative, per row of each argument
    trace: Inner | None = None  # traces a function that the call differentiates, for its values' adjoints
    second: tuple[Traced, Sequence[Any]] | None = None  # for a second derivative, the traced first one and its operands
    seconds: float = field(default_factory=lambda: SECONDS)  # how long each of the two runs may take
    steps: int = 2_000  # how many steps to keep at most; of loops, the first, the last and some iterations between
    clock: Callable[[], float] = field(default_factory=own_clock)  # returns seconds, for the graph's run


def record(traced: Traced, call: PythonCall, options: Options) -> Recording:
    """Record a call, step by step."""
    failed_at, seconds = options.failed_at, options.seconds
    parsed = traced.parsed
    functions = Functions(parsed, call.code.co_varnames + call.code.co_cellvars)
    recorder = partial(Tape, is_batch=options.is_batch) if options.has_adjoints else Recorder
    interpreter = recorder(traced.part, wanted=variables_of(traced.events), seconds=seconds, clock=options.clock)
    why_alone = ""
    outputs: list[Any] | None = None
    results: list[Any] = []
    try:
        results = interpreter.run(traced.program.closed, traced.program.arguments)
        outputs = [summary(narrow_of(value)) for value in results]
    except Stopped:
        why_alone = f"the run was watched for {duration(seconds)}"
    except Unsupported as error:
        why_alone = f"`{error}` cannot be run by itself"
    keys = CallKeys()
    run, into_calls, replay = _replayed(interpreter, traced, functions, keys, options.steps, is_whole=not why_alone)
    if isinstance(interpreter, Tape) and results and interpreter.go_back(results[0], BACK * seconds):
        run.root.take_adjoints(replay(is_back=True).root)
    if options.second is not None:
        take_second(run, *options.second, seconds, options.clock)
    elif options.trace is not None and not options.has_adjoints:
        take_inner(run, options.trace, seconds, options.clock)
    if traced.is_refused:  # there is no graph
        run.is_known, run.root.lines = True, {}
    kept = {key: each.seen for key, each in run.loops.items() if each.seen is not None}
    python = run_python(call, functions, keys, kept=kept, into_calls=into_calls, seconds=seconds)
    outputs = None if failed_at is not None else outputs
    is_same = _same(python.result, outputs or ()) if options.agrees is None else options.agrees
    alone = why_alone or ("the trace has raised" if traced.is_refused else "")
    view = View(ends_early=bool(alone), is_refused=traced.is_refused, into_calls=into_calls)
    both = _together(run, python, view, raises=failed_at is not None, is_same=is_same, most=options.steps)
    finished = _until(both, failed_at, functions) if failed_at is not None else both.steps
    for at in [at for at in both.raised if at < len(finished)]:
        finished[at] = without_values(finished[at], *both.raised[at], traced.graph)
    given = {node.id for node in traced.graph.nodes if node.kind == node.operation == "output"}
    ends = traced.part.ends
    if outputs is not None:
        finished[-1] = _with_outputs(finished[-1], traced.graph, ends, outputs)
    shown_results = [value for value, end in zip(outputs or (), ends, strict=False) if end in given]
    source = parsed.source.lines[parsed.span.line - 1 : parsed.span.end_line]
    listings, ways = _contexts(both.ways, functions)
    missing = [f"The graph's values are shown in no step: {traced.events.missing or 'the trace was not followed'}."]
    missing = [] if run.is_known else [run.lost] if run.lost else missing
    notes = _left_out(both.loops, run, into_calls, options.steps) + missing
    notes += _notes(both, python, why_alone, call.why_not)
    return Recording(
        title=traced.title,
        file=parsed.source.file,
        lines=tuple(source),
        first=parsed.span.line,
        steps=tuple(finished),
        loops=tuple(both.loops),
        names=tuple(name for context, name in both.names if context == 0),
        functions=listings,
        ways=ways,
        raises=both.by_python and python.has_raised and failed_at is not None,
        notes=(*notes, *list(run.closed)[:_MOST_CLOSED]),
        difference=both.difference,
        is_on_copies=python.reference == "copies",
        result=_result_text(shown_results, traced.texts, python.result),
    )


def _replayed(
    interpreter: Recorder, traced: Traced, functions: Functions, keys: CallKeys, most: int, *, is_whole: bool
) -> tuple[Run, bool, Callable[..., Run]]:
    """Replay the graph's run with as many iterations as fit; drop called functions before too few iterations are left.

    Returns:
        The run, whether to show what called functions do, and a function that replays it again.
    """
    least = count(interpreter.log, 0.0)
    closed = traced.program.closed.jaxpr

    def replayed(share: float, *, is_back: bool = False) -> Run:
        replay = Replay(traced.events, closed, traced.graph, functions, keys, share, is_back=is_back)
        return replay.run(interpreter.log, traced.part, closed.invars, interpreter.input_values(), is_whole=is_whole)

    for share, into_calls in _SHARES:
        if share and count(interpreter.log, share) > 5 * max(most, least):
            continue
        run = replayed(share)
        if run.count(into_calls=into_calls) <= most or not share:
            break
        if count(interpreter.log, share) == least and not run.has_calls:
            break  # there is nothing to leave out
    return run, into_calls, partial(replayed, share)


def _together(run: Run, python: PythonRun, view: View, *, raises: bool, is_same: bool, most: int) -> Together:
    """Merge both runs into one record."""
    agrees = not python.has_raised and (is_same or (not view.ends_early and follows(run, python)))
    view = replace(view, by_python=python.is_whole and ((raises and python.has_raised) or agrees))
    both = Together(run, python, view)
    if len(both.steps) > max(most, run.count(into_calls=view.into_calls)):
        both = Together(run, python, replace(view, by_python=False))
    if both.difference is not None and is_same:
        # equal results with different values before: some steps were matched wrongly
        both = Together(run, python, replace(view, doubts=True))
    return both


def _notes(both: Together, python: PythonRun, why_alone: str, why_not: str) -> list[str]:
    """Return the notes that a reader of both runs needs."""
    if both.by_python and not python.has_raised:
        if python.stopped:
            return [f"The record ends early: {python.stopped[0].lower()}{python.stopped[1:]}"]
        where = "In the later steps plain" if both.alone else "Plain"
        return [f"{where} Python's lines stand alone: {why_alone}."] if both.alone < len(both.steps) else []
    notes = [f"The record ends early: {why_alone}."] if why_alone else []
    return notes + ([why_not] if why_not else [python.stopped] if python.stopped else [])


def _with_outputs(step: Step, graph: Graph, ends: Mapping[str, Sequence[str]], outputs: Sequence[Any]) -> Step:
    values = dict(zip(ends, outputs, strict=False))
    cut = {end: shortened(value, *map(values.get, ends[end])) for end, value in values.items()}
    made = (NodeValue(end, "", text_of(value)) for end, value in cut.items())
    known = {node.id for node in graph.nodes if node.kind == "constant"}
    is_made = any(edge.source not in known for edge in graph.edges if edge.target in ends)
    return replace(step, nodes=(*step.nodes, *made), is_traced=step.is_traced and not is_made)


def _result_text(results: Sequence[Any], texts: Texts, python: Any) -> str:
    """Return the graph's result as a string; "" unless it is one value, with an enumerated string as in Python."""
    if len(results) != 1 or not (python is None or jax.tree_util.all_leaves([python])):
        return ""
    (value,) = results
    if isinstance(value, int | np.integer) and int(value) in texts:
        value = None if python is None else known_text(texts, value, summary(python))
    return "" if value is None else text_of(value)


def _same(python: Any, graph: Sequence[Any]) -> bool:
    """Return whether Python's leaves are, in order, among the results of the graph's operations.

    The graph also returns which result it is.
    """
    left = iter(graph)
    leaves = map(summary, jax.tree_util.tree_leaves(python))
    return python is not None and all(any(not differ(two, one) for two in left) for one in leaves)


def _until(both: Together, place: Span, functions: Functions) -> list[Step]:
    """Return the steps up to the one that raises: the graph raises at its end, but nothing after that step counts.

    Python's lines end there. Where Python has not run, it is the first step in the line that computes False, or the
    last in the line.
    """
    if both.by_python:
        return list(both.steps)
    steps, ways = both.steps, [functions.found[0] if way is None else way[2] for way in both.ways]
    there = [n for n, step in enumerate(steps) if step.line == place.line and ways[step.way].span.contains(place)]
    false = (n for n in there if any(each.text == "False" for each in steps[n].nodes))
    return steps[: next(false, max(there, default=len(steps) - 1)) + 1]


def _contexts(ways: Ways, functions: Functions) -> tuple[tuple[Listing, ...], tuple[Way, ...]]:
    """Return the functions that have steps, and the call paths to them."""
    used = dict.fromkeys((0, *(way[2].index for way in ways if way is not None)))
    numbers = {index: number for number, index in enumerate(used)}
    called = list(ways)

    def made(way: tuple[int, Span | None, Function] | None) -> Way:
        if way is None:
            return Way(0, 0, -1)
        caller, site, function = way
        around = called[caller]
        lines = (functions.found[0] if around is None else around[2]).lines
        return Way(numbers[function.index], 0 if site is None else lines.start(site.line), caller)

    return tuple(functions.found[index].listing for index in used), tuple(map(made, called))


def _left_out(loops: Sequence[Loop], run: Run, into_calls: bool, most: int) -> list[str]:
    """Return sentences on the iterations and called functions that the record leaves out."""
    short = [loop for loop in loops if loop.kept < loop.total]
    kept, total = sum(loop.kept for loop in short), sum(loop.total for loop in short)
    many = f"{kept:,} of {total:,} iterations of {len(short):,} loop runs are kept: the first, the last, some between."
    one = "Loop in line {0.line}: {0.kept:,} of {0.total:,} iterations are kept: first, last, some between."
    found = [many] if len(short) > 3 else list(map(one.format, short))
    if not into_calls and run.has_calls:
        found.append(f"What called functions do is left out: with it the record would have more than {most:,} steps.")
    return found


def without_values(step: Step, kind: str, place: Span, graph: Graph) -> Step:
    """Return a step in which Python raises an exception, without the graph's values from there on."""
    spans = {node.id: node.span for node in graph.nodes}
    nodes = (
        replace(each, text=f"no value ({kind})") if _is_behind(spans, each.node, place) else each for each in step.nodes
    )
    return replace(step, nodes=tuple(nodes))


def _is_behind(spans: Mapping[str, Span | None], node: str, place: Span) -> bool:
    """Return whether Python computes a node after a location, or from its value: operands come before.

    >>> place = Span("f", 2, 4, 2, 10)
    >>> spans = {"whole": Span("f", 2, 0, 2, 10), "left": Span("f", 2, 0, 2, 2), "operand": Span("f", 2, 4, 2, 6)}
    >>> [_is_behind(spans | {"itself": place}, node, place) for node in ("itself", "whole", "left", "operand")]
    [True, True, False, False]
    """
    span = spans.get(node)
    if span is None or span.file != place.file:
        return False
    begins, ends = (span.line, span.column), (place.end_line, place.end_column)
    return span.contains(place) or begins >= ends
