"""Gather everything to show about a function and a call, part by part."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from threading import Thread
from types import MappingProxyType
from typing import Any

import jax
import numpy as np

from nbgraph.core.errors import NbgraphError
from nbgraph.core.examine.call import Call, needs_arguments
from nbgraph.core.examine.failures import errors_of, fault, is_only_pythons, unforeseen, with_iteration
from nbgraph.core.examine.outside import private_strings
from nbgraph.core.examine.parts import compare_call, compile_operation, graph_of, operations, printed_code, record
from nbgraph.core.examine.reached import converted_codes, helpers_of, with_recorded
from nbgraph.core.examine.shards import places
from nbgraph.core.examine.static_search import StaticSearch
from nbgraph.core.executor.as_typed import as_typed
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.forms.gather import forms
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.special import as_drawn
from nbgraph.core.lint.lint import lint
from nbgraph.core.one_line import error_line
from nbgraph.core.records import dataclass, replace
from nbgraph.core.report import Report
from nbgraph.core.source.text import Definition
from nbgraph.core.staging.frames import is_raised
from nbgraph.core.staging.impure import no_acts
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import BY_PYTHON
from nbgraph.core.timing.reference import why_alone
from nbgraph.core.timing.shown import narrow
from nbgraph.core.value_text import as_it_is, value_text

Tell = Callable[[str, Report], None]

_ACTS = "There is no history of its loops: the function acts outside of its process, and would do so again."
READ = "the graph was read"  # the step after which no value changes any more
_NOTHING_LEFT = "The graph has nothing left to compute: the whole result was found while it was traced."


@dataclass(frozen=True)
class Wanted:
    """What a report contains."""

    title: str | None = None  # the call as the user wrote it
    timing: bool = True  # whether to measure
    hlo: bool = False  # whether to show the program that XLA makes, too; it is long
    history: bool = False  # whether to show what its loops carry, iteration by iteration
    call: bool | None = None  # whether there is a call at all; by default with arguments, or where none are needed
    # called with the next step, in words that continue "while", and with the report to use if it is interrupted
    tell: Tell = lambda step, report: None
    made: Callable[[Call], Call] = lambda call: call  # returns the call, perhaps with another executor; see `kept`
    draw: Callable[[Graph], Thread | None] = lambda graph: None  # begins to draw a graph; returns the thread, if any


def report_call(
    fn: Callable[..., Any],
    arguments: Sequence[Any] = (),
    keywords: Mapping[str, Any] = MappingProxyType({}),
    **options: Any,
) -> Report:
    """Report on a call, with all options, which `Wanted` lists; see `inspect.report`.

    Raises:
        SourceError: the function's source is not available.
    """
    wanted = Wanted(**options)
    with as_typed(fn, *arguments, *keywords.values()), no_acts():
        found = _reported(fn, arguments, keywords, wanted)
        return _with_history(found, fn, arguments, keywords) if wanted.history else found


def _with_history(
    report: Report, fn: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> Report:
    """Return the report with the values that its loops carry; without a second run of a call that fails or acts."""
    from nbgraph.core.history.record import history_of  # late: few reports have one

    compared = report.comparison
    if report.graph is None or (compared is not None and compared.graph_error is not None):
        return report
    if report.acts:
        return replace(report, notes=(*report.notes, _ACTS))
    call = Call.of(fn, tuple(arguments), dict(keywords), report.title)
    if report.static:
        call.function.keep_known(report.static)
    try:
        made = history_of(call.title, call.function, call.arguments, call.keywords)
    except Exception as ours:  # keep what is known already
        return report if report.errors else replace(report, notes=(*report.notes, fault(ours)))
    return replace(report, history=made)


def _reported(fn: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any], wanted: Wanted) -> Report:
    converted = conversion(fn)
    this = wanted.made(Call.of(fn, tuple(arguments), dict(keywords), wanted.title))
    source, span = converted.parsed.source, converted.parsed.span
    given = (*this.arguments, *this.keywords.values())
    code = converted_codes(fn, given)
    shown = Definition(converted.parsed.name, source, span)
    found = Report(this.title, source, span, code, findings=lint(fn), helpers=helpers_of(fn, given, shown))
    found = replace(found, private=private_strings(fn, given, this.title, (shown, *found.helpers)))
    if not (bool(arguments or keywords or not needs_arguments(fn)) if wanted.call is None else wanted.call):
        return found

    known: dict[str, Any] = {}

    def on_step(step: str, **fields: Any) -> None:
        known.update(fields)
        wanted.tell(step, replace(found, **fields))

    try:
        fields, errors = _examined(this, found, wanted, on_step)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # keep what is known by then
        fields, errors = known, [unforeseen(error, span)]
    fields["converted_code"] = converted_codes(fn, given)  # a trace may have found out more about them
    helpers = with_recorded(found.helpers, fields.get("recording"), shown)
    return replace(found, errors=tuple(errors), helpers=helpers, **fields)


def _examined(
    call: Call, found: Report, wanted: Wanted, on_step: Callable[..., None]
) -> tuple[dict[str, Any], list[NbgraphError]]:
    """Return a call's fields of the report, and its errors; a part that fails leaves the others."""
    fields: dict[str, Any] = {}
    errors: list[NbgraphError] = []
    run, failed, acts = False, None, False
    if not any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in call.leaves):
        search = StaticSearch(call)

        def known_of(compared: Comparison) -> dict[str, Any]:
            return _compared(compared, call, search, timing=wanted.timing)

        def tell(step: str, compared: Comparison) -> None:
            on_step(step, **known_of(compared))

        ahead = nullcontext if wanted.hlo else partial(_read_ahead, call, found, wanted.draw)
        compared = compare_call(call, timing=wanted.timing, on_step=tell, static_after=search, ahead=ahead)
        fields = known_of(compared)
        errors += errors_of(compared)
        if compared.interrupted and compared.value is None:
            return fields, errors
        run, acts = True, bool(compared.acted)
        failed = errors[0] if errors and not is_only_pythons(compared) else None
        if (compared.graph_error or why_alone(compared.python_error)) and not call.function.traces:
            if compared.python_error is not None and not why_alone(compared.python_error):
                fields |= _recorded_fields(call, failed, (), acts=acts, agrees=None)
            return fields, errors  # raised while it was traced: tracing it again would raise it again
    on_step(READ, **fields)
    notes: list[str] = list(fields.get("notes", ()))

    def part(make: Callable[[], Any]) -> Any:
        try:
            return make()
        except NbgraphError as error:
            errors.append(error)
        except KeyboardInterrupt:
            raise
        except BaseException as ours:  # keep what is known already
            if not errors or isinstance(ours, Exception):
                notes.append(fault(ours))
        return None

    traced = part(lambda: call.function.trace_with_events(*call.arguments, **call.keywords))
    if traced is not None:
        if run and failed is None and _is_known(traced.jaxpr.jaxpr, fields.get("value")):
            notes.append(_NOTHING_LEFT)
        made = {
            name: call.parts[name] if name in call.parts and not wanted.hlo else part(make)
            for name, make in _parts_of(traced, call, found, hlo=wanted.hlo).items()
        }
        if made.get("graph") is not None:
            made["decisions"] = as_drawn(made["decisions"], made["graph"])
        fields |= {name: value for name, value in made.items() if value is not None}
    given = ((f"`{name}`", value) for name, value in call.named_leaves)
    notes += places((*given, ("The result", fields.get("value"))))
    fields["notes"] = tuple(notes)
    if run:  # the last step, as it takes longest: stopping it loses nothing else
        on_step("the run was recorded", **fields)
        verdict = fields.get("verdict")
        agrees = verdict.equal if verdict is not None and verdict.reference in BY_PYTHON else None
        fields |= _recorded_fields(call, failed, notes, acts=acts, agrees=agrees)
        errors = [with_iteration(error, fields.get("recording")) for error in errors]
    return fields, errors


@contextmanager
def _read_ahead(
    call: Call, found: Report, draw: Callable[[Graph], Thread | None], free: GraphFunction | None
) -> Iterator[None]:
    """Make the parts of a report that read the program, while what will be run is compiled: operators, and `free`."""
    pool = ThreadPoolExecutor(2, "nbgraph operators")
    drawing: Thread | None = None
    try:
        with suppress(Exception):  # raised again where the program is read
            traced = call.function.trace_with_events(*call.arguments, **call.keywords)
            written = ast.walk(conversion(call.function.python_function).parsed.node)
            ints = {each.value for each in written if isinstance(each, ast.Constant) and type(each.value) is int}
            for each in dict.fromkeys(operations(traced.jaxpr.jaxpr.eqns, ints)):
                pool.submit(compile_operation, *each)
            parts = _parts_of(traced, call, found, hlo=False)
            call.parts["graph"] = parts.pop("graph")()
            drawing = draw(call.parts["graph"])  # by a child, which the rest need not wait for
            if free is not None:  # the graph without guards
                pool.submit(free.jitted.trace(*call.arguments, **call.keywords).lower().compile)
            for name, make in parts.items():
                call.parts[name] = make()
        yield
    finally:
        pool.shutdown(cancel_futures=True)
        if drawing is not None:  # nothing runs beside what is measured next
            drawing.join()


def _is_known(jaxpr: Any, value: Any) -> bool:
    """Return whether a program returns a constant: it computes nothing and returns no argument."""
    given = {id(variable) for variable in jaxpr.invars}
    return not jaxpr.eqns and value is not None and not any(id(result) in given for result in jaxpr.outvars)


def _parts_of(traced: Any, call: Call, found: Report, *, hlo: bool) -> dict[str, Callable[[], Any]]:
    """Return the functions that make the report's fields from a trace, by field."""
    trace = call.function.traces[-1]
    return {
        "graph": lambda: graph_of(traced, call),
        "decisions": lambda: trace.decisions,
        "pure_jax": lambda: printed_code(traced, call),
        "forms": lambda: forms(
            traced,
            source=found.source,
            function=found.span,
            helpers=found.helpers,
            argument_names=call.argument_names,
            decisions=trace.decisions,
            reached=() if trace.record.events is None else trace.record.events.reached(),
            optimised=hlo,
        ),
    }


def _recorded_fields(
    call: Call, failed: NbgraphError | None, notes: Sequence[str], *, acts: bool, agrees: bool | None
) -> dict[str, Any]:
    """Return the record of the run as a report's field."""
    try:
        return {"recording": record(call, failed, acts=acts, agrees=agrees)}
    except NbgraphError:  # the same error is reported where the graph is read
        return {}
    except KeyboardInterrupt as error:
        if not is_raised(error):
            raise
        return {}  # the function's own, which is among the errors
    except BaseException as ours:  # as above
        note = fault(ours) if failed is None else f"There is no record of the run: {error_line(ours)}."
        return {"notes": (*notes, note)}


def _compared(found: Comparison, call: Call, search: StaticSearch, *, timing: bool) -> dict[str, Any]:
    """Return a report's fields that are known from a comparison."""
    ran = any(baseline.sample is not None or baseline.error is not None for baseline in found.baselines)
    measured = ran or found.phases.trace is not None
    return {
        "comparison": found if timing and measured else None,
        "notes": tuple(filter(None, (search.note(found.graph_error), call.known_note, found.acted, found.changes))),
        "static": search.found,
        "changed": found.changed,
        "moved": found.moved,
        "acts": bool(found.acted),
        "verdict": found.verdict,
        "cause": found.cause,
        "anomaly": found.anomaly,
        "value": call.as_given(found.value),
        "value_text": value_text(_shown(call, found.value), narrow if call.function.traces else as_it_is),
        "python_value": found.python_value,
    }


def _shown(call: Call, value: Any) -> Any:
    """Return a result to print; numbers in a container with its own `repr`, as a named tuple, get the user's types."""
    is_plain = type(value) in (tuple, list, dict) or isinstance(value, np.ndarray | np.generic | jax.Array)
    return value if is_plain else call.as_given(value)
