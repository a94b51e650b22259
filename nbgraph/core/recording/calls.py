"""Record a call: trace it, and decide whether Python may run again and what is known to fail."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import jax

from nbgraph.core._jax import is_batch_of_examples
from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.call import program_of
from nbgraph.core.checked.explain import Program
from nbgraph.core.checked.interpreter import Stopped
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.decisions import OWN_LENGTH
from nbgraph.core.executor.as_typed import forget_results
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.traces import Trace
from nbgraph.core.graph.model import Graph, Node, Region, grouped
from nbgraph.core.graph.trace import Part, read_jaxpr
from nbgraph.core.recording.interpreter import Recorder
from nbgraph.core.recording.log import Done
from nbgraph.core.recording.model import NodeValue, Recording, Step
from nbgraph.core.recording.python_run import PythonCall, muted
from nbgraph.core.recording.record import Options, record
from nbgraph.core.recording.summary import summary, text_of, texts_of
from nbgraph.core.recording.traced import Traced
from nbgraph.core.source.ownership import plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.staging.trace import ByIdentity, EventLog
from nbgraph.core.timing.arguments import bind

_WORDS = {"sep", "end", "flush"}  # the options of `print` that say how to write, not where
_ASKS = "Plain Python is not shown beside it: the function acts outside of its process, and would do so again."


def recorded(
    function: GraphFunction,
    title: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    names: Sequence[str],
    *,
    forward: GraphFunction | None = None,
    first: GraphFunction | None = None,
    **options: Any,
) -> Recording | None:
    """Return the record of a call; for a derivative that of its forward function, with the adjoints of its values.

    Args:
        function: what is called; traced again if these arguments are new to it.
        names: the user's name of each traced leaf among them.
        forward: of a derivative, the function that it is of.
        first: of a second derivative, the first one.
        **options: those of `Options`.

    Returns:
        The record; None for a call that cannot be traced, unless Python raises as well and may run again.
    """
    about = Options(**options)
    traced = _traced(function, title, arguments, keywords, names)
    if traced is None or (traced.is_refused and about.failed_at is None):
        return None
    shown, derivative = function, traced
    through = None if forward is None else _traced(forward, title, arguments, keywords, names)
    if through is not None and forward is not None:
        shown, traced, about = forward, through, replace(about, agrees=None, has_adjoints=True)
    second = None if first is None else _traced(first, title, arguments, keywords, names)
    if second is not None:
        about = replace(about, second=(second, _results(derivative, about)))
    converted = conversion(shown.python_function)
    given = bind(shown.jitted, arguments, keywords, shown.static_argnames)
    asks = about.acts or _asks(converted.parsed.node)
    if asks and traced.is_refused:
        return None
    if not asks:
        forget_results(shown.python_function, *arguments, *keywords.values())
    call = PythonCall(shown.typed_function, converted.original.__code__, None if asks else given, _ASKS if asks else "")
    is_batch = is_batch_of_examples(plain_function(shown.python_function))
    made = record(traced, call, replace(about, is_batch=is_batch, trace=_inner))
    if traced is derivative:
        return made
    recorder = Recorder(derivative.part, seconds=about.seconds, clock=about.clock)
    return in_derivative(made, traced.graph, derivative, recorder)


def _results(traced: Traced, about: Options) -> Sequence[Any]:
    with contextlib.suppress(Stopped, Unsupported):
        run = Recorder(traced.part, seconds=about.seconds, clock=about.clock).run
        return list(run(traced.program.closed, traced.program.arguments))
    return ()


def _inner(python: Callable[..., Any], arguments: Sequence[Any]) -> Traced | None:
    """Trace a function that another one differentiates by itself; return None if that fails.

    It may use values that only the trace around it has.
    """
    function = GraphFunction(python)
    try:
        with muted():
            function.learn_arguments(tuple(arguments), {})
            function.trace_with_events(*arguments)
            return _traced(function, python.__name__, tuple(arguments), {}, ())
    except Exception:  # the user's function may raise anything
        return None


def _traced(
    function: GraphFunction, title: str, arguments: tuple[Any, ...], keywords: dict[str, Any], names: Sequence[str]
) -> Traced | None:
    """Return the traced call, an empty program where its trace raises; None if it cannot be traced again."""
    parsed = conversion(function.python_function).parsed
    program = program_of(function, arguments, keywords)
    if program is None:
        if function.traces:
            return None
        empty = jax.make_jaxpr(lambda: ())()
        graph, part = read_jaxpr(empty, name=function.__name__)
        return Traced(title, Program(empty, (), ()), graph, part, parsed, (), is_refused=True)
    trace = function.traces[-1]
    graph, part = read_traced(function, program.closed, names)
    texts, events = texts_of(trace.record.text_numbers), trace.record.events or EventLog()
    return Traced(title, program, graph, part, parsed, trace.decisions, texts, events)


def read_traced(function: GraphFunction, closed: Any, names: Sequence[str]) -> tuple[Graph, Part]:
    """Return the complete graph of the program that a function was last traced to; cached."""
    trace = function.traces[-1]
    known = _read.get(trace)
    if known is None or known[0] is not closed.jaxpr or known[1] != names:
        labels = (trace.record.events or EventLog()).names().values()
        graph, part = read_jaxpr(
            closed,
            name=function.__name__,
            argument_names=names,
            decisions=trace.decisions,
            outputs=trace.outputs,
            texts=trace.texts,
            strings=texts_of(trace.record.text_numbers),
            python=function.python_function,
            lists={name for each in labels for name in each if name.endswith(OWN_LENGTH)},
        )
        known = _read[trace] = closed.jaxpr, names, graph, part
    return known[2:]


_read: ByIdentity[Trace, tuple[Any, Sequence[str], Graph, Part]] = ByIdentity()


def speaks(node: ast.AST) -> bool:
    """Return whether a function's own code prints, asks or writes: then it must not run twice."""
    return any(isinstance(each, ast.Name) and each.id in builtins_that(Fact.ACTS) for each in ast.walk(node))


def _asks(node: ast.AST) -> bool:
    """Return whether a function's own code does more than print, which a second run can leave out."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id="input" | "open"):
                return True
            case ast.Call(func=ast.Name(id="print"), keywords=keywords) if not {k.arg for k in keywords} <= _WORDS:
                return True
            case _:
                pass
    return False


def in_derivative(recording: Recording, forward: Graph, derivative: Traced, recorder: Recorder) -> Recording:
    """Return the record of a function's run with the nodes and the result of its derivative.

    JAX builds the backward pass from the forward pass, so no line of Python belongs to it, and it has other loops.
    So a step shows what the function's own program computes, at the matching nodes of the forward pass; the values of
    the
    backward pass are part of the last step.
    """
    graph, program = derivative.graph, derivative.program
    nodes = _same(forward, forward.nodes, graph, graph.nodes)
    regions = _same(forward, forward.regions, graph, graph.regions)
    steps = [_moved(step, nodes, regions) for step in recording.steps]
    loops = tuple(replace(loop, region=regions.get(loop.region, "")) for loop in recording.loops)
    result = ""
    try:
        outputs = [text_of(summary(narrow_of(value))) for value in recorder.run(program.closed, program.arguments)]
    except (Stopped, Unsupported):
        outputs = []
    if outputs:
        result = outputs[0] if len(outputs) == 1 else ""
        back = _back(recorder, graph, set(nodes.values()), derivative.part.ends, outputs)
        steps[-1] = replace(steps[-1], nodes=(*steps[-1].nodes, *back))
    return replace(recording, steps=tuple(steps), loops=loops, result=result)


def _back(
    recorder: Recorder, graph: Graph, known: set[str], ends: Iterable[str], outputs: Sequence[str]
) -> Iterator[NodeValue]:
    """Yield the values of the backward pass, except those in its loops, and the results."""
    others = {node.id for node in graph.nodes} - known
    for done in recorder.log:
        if isinstance(done, Done):
            for shown, value in zip(done.entry.results, done.values, strict=True):
                if shown.node in others:
                    yield NodeValue(str(shown.node), "", text_of(value))
    yield from (NodeValue(node, "", text) for node, text in zip(ends, outputs, strict=False))


def _moved(step: Step, nodes: dict[str, str], regions: dict[str, str]) -> Step:
    return replace(
        step,
        nodes=tuple(replace(value, node=nodes[value.node]) for value in step.nodes if value.node in nodes),
        taken=tuple(regions[each] for each in step.taken if each in regions),
        left=tuple(regions[each] for each in step.left if each in regions),
    )


def _same(one: Graph, ours: Sequence[Node | Region], other: Graph, theirs: Sequence[Node | Region]) -> dict[str, str]:
    """Map the id of each node or region in one graph to that of its counterpart in the other's forward pass."""
    first, second = grouped(_keyed(one, ours)), grouped(_keyed(other, theirs))
    pairs = ((each, second[key]) for key, each in first.items() if len(second[key]) == len(each))
    return {mine: its for ids, others in pairs for mine, its in zip(ids, others, strict=True)}


def _keyed(graph: Graph, items: Sequence[Node | Region]) -> Iterator[tuple[Any, str]]:
    """Yield each node or region with a key that identifies it in another graph of the same function."""
    regions = {region.id: region for region in graph.regions}
    for each in items:
        around = regions.get((each.region if isinstance(each, Node) else each.parent) or "")
        place = each if each.span is not None or around is None or isinstance(each, Node) else around
        if not _is_back(each, regions) and each.kind != "output" and (place.span or each.kind == "input"):
            is_loop = each.kind in ("while", "scan")
            what = ("loop",) if is_loop else (each.kind, each.operation, "" if isinstance(each, Node) else each.label)
            yield (*what, place.span or each.label, place.callers), each.id


def _is_back(item: Node | Region, regions: Mapping[str, Region]) -> bool:
    at = regions.get(item.region) if isinstance(item, Node) else item
    while at is not None and at.kind != "backward":
        at = regions.get(at.parent or "")
    return at is not None
