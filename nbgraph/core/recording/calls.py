"""From a call to its record: what is traced, what may run again, what is known to fail."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Sequence
from typing import Any

import jax

from nbgraph.core._jax import is_batch_of_examples
from nbgraph.core.checked.call import program_of
from nbgraph.core.checked.explain import Program
from nbgraph.core.executor.as_typed import forget_results
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.graph.trace import read_jaxpr
from nbgraph.core.recording.interpreter import Recorder
from nbgraph.core.recording.model import Recording
from nbgraph.core.recording.record import MOST_STEPS, Traced, record
from nbgraph.core.recording.summary import texts_of
from nbgraph.core.recording.way_back import in_derivative
from nbgraph.core.source.ownership import plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace import EventLog
from nbgraph.core.timing.arguments import bind

SECONDS = 0.5
"""How long each run of a record in a report may take."""
_WORDS = {"sep", "end", "flush"}  # by which `print` is told how to write, and not where
_ASKS = "Plain Python is not shown beside it: the function acts outside of its process, and would do so again."


def recorded(
    function: GraphFunction,
    title: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    names: Sequence[str],
    *,
    failed_at: Span | None = None,
    acts: bool = False,
    agrees: bool | None = None,
    forward: GraphFunction | None = None,
    seconds: float | None = None,
    steps: int = MOST_STEPS,
    clock: Callable[[], float] = time.perf_counter,
) -> Recording | None:
    """The record of a call; of a derivative that of the function's own, with what comes back.

    Args:
        function: what is called; traced again if these arguments are new to it.
        names: the user's name of each traced leaf among them.
        failed_at: where the graph raises, if it does.
        acts: whether plain Python is known to act outside of its process, and must not run again.
        agrees: whether the graph is known to give Python's result; None where nobody has compared them.
        forward: of a derivative, the function that it is of.
        seconds: how long the graph's and Python's run may take each; None for `SECONDS`.
        steps: how many steps to keep at most.
        clock: gives seconds, for the graph's run.

    Returns:
        The record; None for what cannot be traced for these arguments, save where plain Python raises as well.
    """
    traced = _traced(function, title, arguments, keywords, names)
    if traced is None or (traced.is_refused and failed_at is None):
        return None
    shown, derivative = function, traced
    through = None if forward is None else _traced(forward, title, arguments, keywords, names)
    if through is not None and forward is not None:
        shown, traced = forward, through
    converted = conversion(shown.python_function)
    given = bind(shown.jitted, arguments, keywords, (), shown.static_argnames)
    asks = acts or _asks(converted.parsed.node)
    if not asks:
        forget_results(shown.python_function, *arguments, *keywords.values())
    made = record(
        traced,
        shown.typed_function,
        converted.original.__code__,
        None if asks else given,
        why_not=_ASKS if asks else "",
        failed_at=failed_at,
        agrees=agrees if traced is derivative else None,
        has_adjoints=traced is not derivative,
        is_batch=is_batch_of_examples(plain_function(shown.python_function)),
        seconds=SECONDS if seconds is None else seconds,
        steps=steps,
        clock=clock,
    )
    if traced is derivative:
        return made
    recorder = Recorder(derivative.part, seconds=SECONDS if seconds is None else seconds, clock=clock)
    return in_derivative(made, traced.graph, derivative.graph, derivative.program, recorder)


def _traced(
    function: GraphFunction,
    title: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    names: Sequence[str],
) -> Traced | None:
    """The traced call; of one whose trace raises an empty program, beside which Python's lines stand alone."""
    parsed = conversion(function.python_function).parsed
    program = program_of(function, arguments, keywords)
    if program is None:
        if function.traces:
            return None
        empty = jax.make_jaxpr(lambda: ())()
        graph, part = read_jaxpr(empty, name=function.__name__)
        return Traced(title, Program(empty, (), ()), graph, part, parsed, (), is_refused=True)
    trace = function.traces[-1]
    graph, part = read_jaxpr(
        program.closed,
        name=function.__name__,
        argument_names=names,
        decisions=trace.decisions,
        outputs=trace.outputs,
        texts=trace.texts,
        python=function.python_function,
    )
    texts, events = texts_of(trace.record.text_numbers), trace.record.events or EventLog()
    return Traced(title, program, graph, part, parsed, trace.decisions, texts, events)


def speaks(node: ast.AST) -> bool:
    """Whether a function's own text prints, asks or writes: then it runs once only."""
    return any(isinstance(each, ast.Name) and each.id in builtins_that(Fact.ACTS) for each in ast.walk(node))


def _asks(node: ast.AST) -> bool:
    """Whether a function's own text does more to the world than to print, which can be left out of a second run."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id="input" | "open"):
                return True
            case ast.Call(func=ast.Name(id="print"), keywords=keywords) if not {k.arg for k in keywords} <= _WORDS:
                return True
            case _:
                pass
    return False
