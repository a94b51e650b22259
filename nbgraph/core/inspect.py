"""Look at one function and one call from all sides: code, decisions, graph, comparison, errors."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.call import explained
from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.convert import conversion, plain_function
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.located import located, user_span
from nbgraph.core.executor.unfit import parameter_names, static_candidates
from nbgraph.core.forms.gather import forms
from nbgraph.core.graph.model import Aval, Graph
from nbgraph.core.graph.trace import graph_of_jaxpr
from nbgraph.core.lint.lint import lint
from nbgraph.core.pipeline import Converted
from nbgraph.core.recording.calls import recorded, speaks
from nbgraph.core.recording.model import Recording
from nbgraph.core.report import Report
from nbgraph.core.specialise.specialise import specialise
from nbgraph.core.staging.budget import BUDGET
from nbgraph.core.staging.values import leaf_names
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.compare import compare_calls
from nbgraph.core.timing.model import Comparison

Tell = Callable[[str, Report], None]


class FailedInGraphError(NbgraphError):
    """The graph raised an error of the user's own, or of JAX, that has no better explanation."""

    id = "graph-failed"


class FailedInPythonError(NbgraphError):
    """The plain Python function raised."""

    id = "python-failed"


@dataclass(frozen=True)
class _Call:
    """One call of one function, with an executor of its own, so that looking at it leaves the user's cache alone."""

    function: GraphFunction
    title: str
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]

    @classmethod
    def of(
        cls, fn: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any], title: str | None = None
    ) -> _Call:
        python = plain_function(fn)
        static = fn.static_argnames if isinstance(fn, GraphFunction) else ()
        unfit = static_candidates(parameter_names(python), arguments, keywords)  # as the executor learns of itself
        budget = fn.max_iterations if isinstance(fn, GraphFunction) else BUDGET
        known = tuple(dict.fromkeys((*static, *unfit)))
        executor = GraphFunction(python, static_argnames=known, max_iterations=budget)
        return cls(executor, title or _call_text(fn, arguments, keywords), arguments, keywords)

    @property
    def leaves(self) -> list[Any]:
        """Every value handed in, containers taken apart."""
        leaves: list[Any] = jax.tree_util.tree_leaves((self.arguments, self.keywords))
        return leaves


def general_code(converted: Converted) -> GeneratedCode:
    """The code that runs, as text."""
    node: Any = converted.node
    if isinstance(node, ast.Lambda):
        node = ast.copy_location(ast.Expr(node), node)
    else:
        fields = {name: value for name, value in ast.iter_fields(node) if name != "decorator_list"}
        node = ast.copy_location(ast.FunctionDef(**fields, decorator_list=[]), node)
    return emit("general", [node], converted.parsed.source, converted.parsed.span, converted.parsed.node)


def to_code(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> str:
    """The generated source of a function.

    Args:
        fn: the function.
        *arguments: example arguments, or their shapes as `jax.ShapeDtypeStruct`; with them the result is the
            specialised form, pure JAX with all decisions made, else the general form.
        **keywords: example arguments by name.

    Raises:
        StagingError: the function cannot be staged for these arguments.
    """
    converted = conversion(fn)
    if not arguments and not keywords:
        return general_code(converted).text
    function = _Call.of(fn, arguments, keywords).function
    function.trace(*arguments, **keywords)
    return specialise(converted, function.traces[-1]).text


def graph(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Graph:
    """The traced program of a call as a graph.

    Args:
        fn: the function.
        *arguments: the call's arguments, or their shapes as `jax.ShapeDtypeStruct`.
        **keywords: the call's arguments by name.

    Raises:
        StagingError: the function cannot be staged for these arguments.
    """
    return _graph(_Call.of(fn, arguments, keywords))


def compare(fn: Callable[..., Any], *arguments: Any, check: bool = False, **keywords: Any) -> Comparison:
    """Run a call as plain Python, as eager JAX and as a graph: is it the same, and is it faster?

    Where the results differ, a checked run of the graph finds the line, the variable and the cause.

    Args:
        fn: the function; one that prints, asks or opens files runs once only, without statistics.
        *arguments: the call's arguments.
        check: whether to make the checked run in any case; it says what it took.
        **keywords: the call's arguments by name.

    Returns:
        Times in seconds, the verdict on the results, and the cause of a difference.
    """
    return _compare(_Call.of(fn, arguments, keywords), timing=True, check=check)


def trace_values(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Recording:
    """Record a run: every node's value at every step, which branch was taken, how many rounds loops made.

    The operations of the graph run one at a time, with the graph's own element types, and the plain Python function
    runs beside them. Of long loops the first, the last and some rounds between them are kept.

    Args:
        fn: the function.
        *arguments: the call's arguments.
        **keywords: the call's arguments by name.

    Returns:
        The record; `print` shows it as a table.

    Raises:
        StagingError: the function cannot be staged for these arguments.

    >>> def halved(n):
    ...     count = 0
    ...     while n > 1:
    ...         n = n // 2
    ...         count = count + 1
    ...     return count
    >>> found = trace_values(halved, 5)
    >>> found.values("n"), found.values("count")
    (('5', '2', '1'), ('0', '1', '2'))
    >>> print(found)  # doctest: +ELLIPSIS
    halved(5) = 2: ... steps
    ...
    """
    call = _Call.of(fn, arguments, keywords)
    call.function.trace(*arguments, **keywords)
    made = _recorded(call, seconds=_PATIENT)
    assert made is not None, "it was traced"
    return made


_PATIENT = 10.0  # seconds: who asks for the record alone is ready to wait for it


def _recorded(call: _Call, error: NbgraphError | None = None, **options: Any) -> Recording | None:
    failed_at = None if error is None or error.span is None else error.span.line
    names = _argument_names(call)
    return recorded(call.function, call.title, call.arguments, call.keywords, names, failed_at=failed_at, **options)


def report(fn: Callable[..., Any], *arguments: Any, timing: bool = True, hlo: bool = False, **keywords: Any) -> Report:
    """Everything there is to show about a function and a call. What fails is left out, and says why in `errors`.

    Args:
        fn: the function.
        *arguments: the call's arguments; values, or shapes as `jax.ShapeDtypeStruct` to trace without running.
        timing: whether to measure.
        hlo: whether to show the program that XLA makes, too; it is long.
        **keywords: the call's arguments by name.

    Raises:
        SourceError: the function's source is not to be had, so there is nothing to show.
    """
    return report_call(fn, arguments, keywords, timing=timing, hlo=hlo)


def report_call(
    fn: Callable[..., Any],
    arguments: Sequence[Any] = (),
    keywords: Mapping[str, Any] = MappingProxyType({}),
    *,
    title: str | None = None,
    timing: bool = True,
    hlo: bool = False,
    call: bool | None = None,
    tell: Tell | None = None,
) -> Report:
    """`report` with all its options.

    Args:
        fn: the function.
        arguments: the call's arguments by position.
        keywords: the call's arguments by name.
        title: the call as the user wrote it.
        timing: whether to measure.
        hlo: whether to show the program that XLA makes, too; it is long.
        call: whether there is a call at all; by default when there are arguments, or none are needed.
        tell: is told what is about to be done, in words that go on from "while", with the report as it would be if
            that were broken off.

    Raises:
        SourceError: the function's source is not to be had, so there is nothing to show.
    """
    converted = conversion(fn)
    this = _Call.of(fn, tuple(arguments), dict(keywords), title)
    source, span, general = converted.parsed.source, converted.parsed.span, general_code(converted)
    found = Report(this.title, source, span, general, findings=lint(fn))
    if not (call if call is not None else bool(arguments or keywords or not _required(fn))):
        return found

    def on_step(step: str, **fields: Any) -> None:
        if tell is not None:
            tell(step, replace(found, **fields))

    fields, errors = _examined(this, converted, timing=timing, hlo=hlo, on_step=on_step)
    return replace(found, errors=tuple(errors), **fields)


def _examined(
    call: _Call, converted: Converted, *, timing: bool, hlo: bool, on_step: Callable[..., None]
) -> tuple[dict[str, Any], list[NbgraphError]]:
    """What a call adds to a report, and its errors; each part by itself, so that one failure leaves the others."""
    fields: dict[str, Any] = {}
    errors: list[NbgraphError] = []
    if not any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in call.leaves):
        found = _compare(
            call, timing=timing, on_step=lambda step, found: on_step(step, **_compared(found, call, timing=timing))
        )
        fields = _compared(found, call, timing=timing)
        errors += _errors_of(found)
        if found.interrupted and found.value is None:
            return fields, errors
        on_step("the run was recorded", **fields)
        fields |= _recorded_fields(call, errors)
        if found.graph_error is not None:
            return fields, errors
    on_step("the graph was read", **fields)
    try:
        traced = call.function.trace(*call.arguments, **call.keywords)
        trace = call.function.traces[-1]
        fields["graph"] = _graph_of(traced, call)
        fields["decisions"] = trace.decisions
        fields["specialised"] = specialise(converted, trace)
        fields["forms"] = forms(
            traced,
            source=converted.parsed.source,
            function=converted.parsed.span,
            argument_names=_argument_names(call),
            decisions=trace.decisions,
            optimised=hlo,
        )
    except NbgraphError as error:
        errors.append(error)
    except Exception as fault:  # what is known already must not be lost with it
        fields["notes"] = (*fields.get("notes", ()), _fault(fault))
    return fields, errors


def _recorded_fields(call: _Call, errors: Sequence[NbgraphError]) -> dict[str, Any]:
    """The record of the run as a report's field; a run that was never traced has none."""
    if not call.function.traces:
        return {}
    try:
        return {"recording": _recorded(call, errors[0] if errors else None)}
    except NbgraphError:  # what cannot be traced again says so where the graph is read
        return {}
    except Exception as fault:  # as above
        return {"notes": (_fault(fault),)}


def _fault(error: Exception) -> str:
    return (
        f"A part is missing: nbgraph itself failed with {type(error).__name__}: {error}. This is a fault of nbgraph, "
        "not of your code; what is shown holds. Please report it with the text of the function."
    )


def _compared(found: Comparison, call: _Call, *, timing: bool) -> dict[str, Any]:
    """A report's fields that are known from a comparison."""
    measured = any(baseline.sample is not None or baseline.error is not None for baseline in found.baselines)
    return {
        "comparison": found if timing and measured else None,
        "verdict": found.verdict,
        "cause": found.cause,
        "value": _as_given(found.value, call),
        "python_value": found.python_value,
    }


def _errors_of(found: Comparison) -> list[NbgraphError]:
    """What went wrong while comparing, each with its place in the user's source."""
    errors: list[NbgraphError] = []
    for error, kind, who in (
        (found.graph_error, FailedInGraphError, "the graph"),
        (found.python_error, FailedInPythonError, "plain Python"),
    ):
        if error is None:
            continue
        try:
            with located():
                raise error
        except NbgraphError as explained:
            errors.append(explained)
        except Exception as plain:
            text = str(plain).splitlines()[0] if str(plain) else ""
            message = f"{who} raised {type(plain).__name__}" + (f": {text}" if text else "")
            message = text if isinstance(plain, TimeLimitError) else message
            remedy = "other arguments; or an `if` before this line, for those with which it fails"
            errors.append(kind(message, span=user_span(plain.__traceback__), remedy=remedy))
    return errors


def _graph(call: _Call) -> Graph:
    return _graph_of(call.function.trace(*call.arguments, **call.keywords), call)


def _graph_of(traced: Any, call: _Call) -> Graph:
    name = call.function.python_function.__name__
    decisions = call.function.traces[-1].decisions
    return graph_of_jaxpr(traced.jaxpr, name=name, argument_names=_argument_names(call), decisions=decisions)


def _compare(
    call: _Call,
    *,
    timing: bool,
    check: bool = False,
    on_step: Callable[[str, Comparison], None] | None = None,
) -> Comparison:
    python = call.function.python_function
    prints = _prints(conversion(python))
    found = compare_calls(
        title=call.title,
        python=python,
        eager=python if timing else None,
        jitted=call.function.jitted,
        args=call.arguments,
        kwargs=call.keywords,
        static_argnames=call.function.static_argnames,
        graph=call.function,
        settle=partial(_bounded, call.function),
        unguarded=call.function.without_budget,
        effects=not timing or prints,
        on_step=on_step,
    )
    return explained(found, call.function, call.arguments, call.keywords, check=check, repeatable=not prints)


def _bounded(function: GraphFunction, nanoseconds: int) -> Any:
    """The compiled graph, whose loops end when they have made more rounds than Python can have made in its time."""
    most = max(_FEW_ROUNDS, nanoseconds)
    if function.max_iterations is not None and function.max_iterations > most:
        function.bound(most)
    return function.jitted


_FEW_ROUNDS = 10**6  # take some hundredths of a second


def _prints(converted: Converted) -> bool:
    """Whether the function speaks: then it runs once, not for statistics."""
    return speaks(converted.parsed.node)


def _argument_names(call: _Call) -> tuple[str, ...]:
    """The user's name of each traced leaf among the arguments, in JAX's order."""
    bound = inspect.signature(call.function.python_function).bind_partial(*call.arguments, **call.keywords)
    names: list[str] = []
    for name, value in bound.arguments.items():
        if name not in call.function.static_argnames:
            names += leaf_names(name, value)
    return tuple(names)


def _required(fn: Callable[..., Any]) -> bool:
    """Whether a function cannot be called without arguments."""
    parameters = inspect.signature(plain_function(fn)).parameters.values()
    star = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(p.default is inspect.Parameter.empty and p.kind not in star for p in parameters)


def _call_text(fn: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    parts = [*map(_short, arguments), *(f"{name}={_short(value)}" for name, value in keywords.items())]
    return f"{getattr(fn, '__name__', 'function')}({', '.join(parts)})"


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    if len(text) > 30 and isinstance(value, jax.Array | np.ndarray):
        return str(Aval(value.shape, str(value.dtype)))
    return text if len(text) <= 30 else text[:27] + "..."


def _as_given(value: Any, call: _Call) -> Any:
    """Results as Python numbers and NumPy arrays where the user passed no JAX arrays."""
    if any(isinstance(leaf, jax.Array) for leaf in call.leaves):
        return value

    def plain(leaf: Any) -> Any:
        if not isinstance(leaf, jax.Array) or jax.numpy.issubdtype(leaf.dtype, jax.dtypes.extended):
            return leaf
        array = np.asarray(leaf)
        return array.item() if array.ndim == 0 else array

    return jax.tree_util.tree_map(plain, value, is_leaf=lambda leaf: leaf is None)
