"""Record a call: run the graph's operations one at a time, and the plain Python function beside it."""

from __future__ import annotations

import time
import types
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.explain import Program
from nbgraph.core.checked.machine import Stopped
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.trace import Part
from nbgraph.core.recording.aligned import aligned
from nbgraph.core.recording.digest import differ, digest, text_of
from nbgraph.core.recording.every_line import with_every_line, with_every_line_seen
from nbgraph.core.recording.frames import why_not as why_closed
from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.recording.line_log import LineLog
from nbgraph.core.recording.log import count
from nbgraph.core.recording.machine import Recorder
from nbgraph.core.recording.made import Chain, Made
from nbgraph.core.recording.model import Listing, Loop, Recording, Way
from nbgraph.core.recording.moments import PythonRun
from nbgraph.core.recording.python_run import run_python
from nbgraph.core.recording.rounds import with_python_rounds
from nbgraph.core.recording.steps import Stepper
from nbgraph.core.recording.texts import Texts, known_text
from nbgraph.core.recording.together import Together
from nbgraph.core.recording.traced_lines import with_traced_lines
from nbgraph.core.source.function import ParsedFunction
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.events import EventLog
from nbgraph.core.timing.arguments import Arguments
from nbgraph.core.units import duration

MOST_STEPS = 2_000
_MOST_CLOSED = 3  # sentences about calls that are not gone into
_NOT_BESIDE = "Plain Python is not shown beside it: the two runs could not be matched line by line."
_SHARES = tuple((share, True) for share in (1.0, 0.5, 0.25, 0.12)) + tuple(
    (share, False) for share in (1.0, 0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.0)
)
"""How much of the kept rounds to show, and whether with what called functions do; what is best first."""


@dataclass(frozen=True)
class Traced:
    """A traced call, to be recorded.

    Attributes:
        title: the call as the user wrote it.
        program: what was traced, with the call's arguments.
        graph: its complete graph.
        part: which node stands for what in it.
        parsed: the function.
        decisions: what became of its constructs.
        texts: the texts that it chooses at run time.
        events: what happened while it was traced.
    """

    title: str
    program: Program
    graph: Graph
    part: Part
    parsed: ParsedFunction
    decisions: Sequence[Decision]
    texts: Texts = field(default_factory=dict)
    events: EventLog = field(default_factory=EventLog)


def record(
    traced: Traced,
    function: Callable[..., Any],
    code: types.CodeType,
    arguments: Arguments | None,
    *,
    why_not: str = "",
    failed_at: Span | None = None,
    agrees: bool | None = None,
    seconds: float,
    steps: int = MOST_STEPS,
    clock: Callable[[], float] = time.perf_counter,
) -> Recording:
    """The run of a call, step by step.

    Args:
        traced: the call.
        function: the plain Python function.
        code: its own code.
        arguments: what to run it on; None to leave the Python run out.
        why_not: why it is left out.
        failed_at: where the run raises, if it does.
        agrees: whether both are known to give the same result; None where nobody has compared them.
        seconds: how long each of the two runs may take.
        steps: how many steps to keep at most; of loops, the first, the last and some rounds between them.
        clock: gives seconds.
    """
    parsed = traced.parsed
    functions = Functions(parsed, traced.decisions, code.co_varnames + code.co_cellvars)
    machine = Recorder(traced.part, wanted=traced.events.names(), seconds=seconds, clock=clock)
    why_alone = ""
    outputs: list[Any] | None = None
    try:
        outputs = [digest(narrow_of(value)) for value in machine.run(traced.program.closed, traced.program.arguments)]
    except Stopped:
        why_alone = f"the run was watched for {duration(seconds)}"
    except Unsupported as error:
        why_alone = f"`{error}` cannot be run by itself"
    inputs = [digest(narrow_of(value)) for value in machine.inputs]
    made, walked = _walked(machine, traced, functions, inputs, outputs, steps)
    log = LineLog(code, functions)
    python = _python(function, code, arguments, made, walked, log, seconds)
    sure = frozenset[Chain]()
    if python.raised_at is None or failed_at is not None:
        both = aligned(made, walked.counts, python, walked.staged, walked.lost)
        made, sure = with_traced_lines(both.steps, python, both.sure, steps), both.sure
    if failed_at is not None:
        made = _until(made, failed_at, python)
        outputs = None
    notes = [f"The record ends here: {why_alone}."] if why_alone else []
    notes += [why_not] if arguments is None and why_not else [python.stopped] if python.stopped else []
    loops = tuple(with_python_rounds(made, python, sure, walked.loops))
    is_same = _same(python.result, outputs or ()) if agrees is None else agrees
    on_lines = None
    if failed_at is None and python.raised_at is None:
        on_lines = _on_lines(made, log, walked, loops, steps, why_alone, python, is_same=is_same)
    if on_lines is not None:
        made, notes = on_lines
    closed = why_closed(functions.closed, log, is_laid=on_lines is not None)
    about: Any = {"whole": outputs is not None, "texts": traced.texts, "events": traced.events}
    together = Together(made, walked.counts, python, walked.peeled, sure, **about)
    finished = tuple(together.steps())
    if together.difference is not None and is_same:
        # the same result, and yet other values on the way: some positions do not belong together
        together = Together(made, walked.counts, python, walked.peeled, sure, **about, doubts=True)
        finished = tuple(together.steps())
    if together.difference is not None and is_same:
        alone = _on_lines([], log, walked, loops, steps, why_alone, python, is_same=True)
        made, notes = alone if alone is not None else (_not_laid(made), [*notes, _NOT_BESIDE])
        together = Together(made, walked.counts, PythonRun(), **about)
        finished = tuple(together.steps())
    given = (node.operation == "output" for node in traced.graph.nodes if node.kind == "output")
    results = [value for value, is_result in zip(outputs or (), given, strict=False) if is_result]
    source = parsed.source.lines[parsed.span.line - 1 : parsed.span.end_line]
    listings, ways = _contexts(walked, functions)
    return Recording(
        title=traced.title,
        file=parsed.source.file,
        lines=tuple(source),
        first=parsed.span.line,
        steps=finished,
        loops=loops,
        names=tuple(name for context, name in together.names if context == 0),
        functions=listings,
        ways=ways,
        notes=(*_sampled(loops), *notes, *islice(closed, _MOST_CLOSED)),
        difference=together.difference,
        result=_result_text(results, traced.texts, python.result),
    )


def _not_laid(made: list[Made]) -> list[Made]:
    """The steps without what Python has beside them."""
    for step in made:
        step.is_laid, step.moment = False, None
    return made


def _on_lines(
    made: list[Made],
    log: LineLog,
    walked: Stepper,
    loops: Sequence[Loop],
    most: int,
    why_alone: str,
    python: PythonRun,
    *,
    is_same: bool,
) -> tuple[list[Made], list[str]] | None:
    """The steps, one for each line that Python executes, and what to say of them.

    Args:
        made: the graph's steps.
        log: Python's lines.
        walked: the ways by which functions are called.
        loops: the loops of the record.
        most: how many steps there may be.
        why_alone: why the graph's steps end before its end; "" where they do not.
        python: Python's run, which has not raised.
        is_same: whether both give the same result: else a line may be one that the graph does not come to.

    Returns:
        None where the graph's steps have to stand as they are.
    """
    is_whole = python.end is not None and not why_alone
    if is_whole:
        whole = with_every_line(made, log, walked.contexts, loops, walked.staged, most)
        if whole is not None:
            return whole, []
    seen = with_every_line_seen(made, log, walked.contexts, loops, most, is_whole=is_whole) if is_same else None
    if seen is None:
        return None
    steps, alone = seen
    if python.stopped:
        return steps, [f"The record ends here: {python.stopped}"]
    where = "In the later steps plain" if alone else "Plain"
    why = why_alone or "what the graph computes could not be matched with them"
    return steps, [f"{where} Python's lines stand alone: {why}."] if alone < len(steps) else []


def _result_text(results: Sequence[Any], texts: Texts, python: Any) -> str:
    """The graph's result, if it is one value and not the number of a string that Python does not give."""
    if len(results) != 1:
        return ""
    (value,) = results
    if isinstance(value, int | np.integer) and int(value) in texts:
        value = None if python is None else known_text(texts, value, digest(python))
    return "" if value is None else text_of(value)


def _same(python: Any, graph: Sequence[Any]) -> bool:
    """Whether plain Python's result is what the graph's operations gave, besides what says which result it is."""
    left = iter(graph)
    leaves = map(digest, jax.tree_util.tree_leaves(python))
    return python is not None and all(any(not differ(two, one) for two in left) for one in leaves)


def _walked(
    machine: Recorder,
    traced: Traced,
    functions: Functions,
    inputs: Sequence[Any],
    outputs: Sequence[Any] | None,
    most: int,
) -> tuple[list[Made], Stepper]:
    """The steps, of as many rounds as fit; what called functions do is left out before too few rounds are left."""
    least = count(machine.log, 0.0)
    for share, into_calls in _SHARES:
        if share and count(machine.log, share) > 5 * max(most, least):
            continue
        stepper = Stepper(functions, traced.graph, traced.decisions, traced.events, share, into_calls=into_calls)
        stepper.begin(traced.part.inputs, traced.program.closed.jaxpr.invars, inputs)
        stepper.walk(machine.log, traced.part)
        if outputs is not None:
            stepper.end(traced.graph, outputs)
        if len(stepper.steps) <= most or not share:
            break
        if count(machine.log, share) == least and len(stepper.contexts) == 1:
            break  # there is nothing to leave out
    return stepper.steps, stepper


def _until(made: list[Made], place: Span, python: PythonRun) -> list[Made]:
    """The steps up to the one that raises: a graph goes on and raises at its end, but nothing after it counts.

    That is where plain Python raises; else the first step in the line that says False; else the last in the line. A
    `raise` computes nothing: its step is the test that leads there.
    """
    own = [(index, step) for index, step in enumerate(made) if step.frame.function.span.contains(place)]
    jumps = own[0][1].frame.lines.jumps if own else []
    if (jump := next((each for each in jumps if each.line == place.line), None)) is not None:
        tested, holds = jump.conditions[-1]
        leads = (i for i, step in own if step.line == tested and step.test is holds)
        if (first := next(leads, None)) is not None:
            return made[: first + 1]
    there = [index for index, step in own if step.line == step.frame.lines.start(place.line)]
    same = (i for i in there if (key := made[i].key) is not None and key[:2] == python.raised_at)
    false = (i for i in there if any(slot.value is False for slot in made[i].slots))
    last = next(same, next(false, max(there, default=len(made) - 1)))
    if (key := made[last].key) is not None and key[:2] == python.raised_at:
        made[last].test = None
        for slot in made[last].slots:
            slot.name = ""  # Python gives no variable what raises
    return made[: last + 1]


def _python(
    function: Callable[..., Any],
    code: types.CodeType,
    arguments: Arguments | None,
    made: Sequence[Made],
    walked: Stepper,
    log: LineLog,
    seconds: float,
) -> PythonRun:
    if arguments is None:
        return PythonRun()
    wanted = {key for step in made for key in (step.key, step.after, step.before) if key is not None}
    choose = Counter((step.chooses, step.line) for step in made if step.chooses is not None)
    for (chain, line), more in choose.items():
        wanted |= {(chain, line, number) for number in range(more + walked.counts[chain, line])}
    followed = {id(step.frame.function): step.frame.function for step in made if step.frame.parent is not None}
    functions = [made[0].frame.function, *followed.values()]
    staged = walked.staged
    return run_python(function, code, arguments, functions, wanted=wanted, staged=staged, seconds=seconds, log=log)


def _contexts(walked: Stepper, functions: Functions) -> tuple[tuple[Listing, ...], tuple[Way, ...]]:
    """The functions that have steps, and the ways through the text by which they are called."""
    used = dict.fromkeys((0, *(way[2].index for way in walked.contexts if way is not None)))
    numbers = {index: number for number, index in enumerate(used)}
    ways = tuple(
        Way(0, 0, -1) if way is None else Way(numbers[way[2].index], _statement_line(walked, way), way[0])
        for way in walked.contexts
    )
    return tuple(functions.found[index].listing for index in used), ways


def _statement_line(walked: Stepper, way: tuple[int, Span, Function]) -> int:
    """The first line of the statement that a call stands in."""
    caller = next(key for key, number in walked.contexts.items() if number == way[0])
    function = walked.functions.found[0] if caller is None else caller[2]
    return function.lines.start(way[1].line)


def _sampled(loops: Sequence[Loop]) -> list[str]:
    """What was left out of loops, in words."""
    short = [loop for loop in loops if loop.kept < loop.total]
    if len(short) > 3:
        kept, total = sum(loop.kept for loop in short), sum(loop.total for loop in short)
        return [
            f"{kept:,} of {total:,} rounds of {len(short):,} loop runs are kept: the first, the last, some between."
        ]
    return [
        f"Loop in line {loop.line}: {loop.kept:,} of {loop.total:,} rounds are kept: the first, the last, some between."
        for loop in short
    ]
