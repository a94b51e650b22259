"""Examine one function and one call: code, graph, comparison, record, report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.checked.call import watched
from nbgraph.core.checked.findings import Findings, GradientCheck
from nbgraph.core.checked.gradient import Subject, gradient_checked
from nbgraph.core.examine.call import Call, callee_text
from nbgraph.core.examine.failures import with_refusal
from nbgraph.core.examine.parts import compare_call, graph_of, printed_code, record
from nbgraph.core.examine.reporting import report_call
from nbgraph.core.executor.as_typed import as_typed
from nbgraph.core.executor.convert import conversion
from nbgraph.core.graph.model import Graph
from nbgraph.core.history.model import History
from nbgraph.core.history.record import history_of
from nbgraph.core.one_line import error_line
from nbgraph.core.recording.model import Recording
from nbgraph.core.report import Report
from nbgraph.core.staging.impure import no_acts
from nbgraph.core.timing.model import Comparison

_PATIENT = 10.0  # seconds: who asks for the record alone is ready to wait for it


def to_code(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> str:
    """The generated source of a function.

    Args:
        fn: the function.
        *arguments: example arguments, or their shapes as `jax.ShapeDtypeStruct`; with them the result is the
            traced program as pure JAX code, else the converted code.
        **keywords: example arguments by name.

    Raises:
        StagingError: the function cannot be staged for these arguments.
    """
    if not arguments and not keywords:
        return conversion(fn).code.text
    call = Call.of(fn, arguments, keywords)
    traced = call.function.trace_with_events(*call.arguments, **call.keywords)
    return printed_code(traced, call).text


def graph(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Graph:
    """The traced program of a call as a graph.

    Args:
        fn: the function.
        *arguments: the call's arguments, or their shapes as `jax.ShapeDtypeStruct`.
        **keywords: the call's arguments by name.

    Raises:
        StagingError: the function cannot be staged for these arguments.
    """
    call = Call.of(fn, arguments, keywords)
    return graph_of(call.function.trace_with_events(*arguments, **keywords), call)


def compare(fn: Callable[..., Any], *arguments: Any, check: bool = False, **keywords: Any) -> Comparison:
    """Run a call as plain Python, as eager JAX and as a graph: is it the same, and is it faster?

    Where the results differ, a checked run of the graph finds the line, the variable and the cause; where the graph is
    refused, that is the cause.

    Args:
        fn: the function; one that prints, asks or opens files runs once only, without statistics.
        *arguments: the call's arguments.
        check: whether to make the checked run in any case; it says what it took.
        **keywords: the call's arguments by name.

    Returns:
        Times in seconds, the verdict on the results, and the cause of a difference.
    """
    with as_typed(fn, *arguments, *keywords.values()):
        return with_refusal(compare_call(Call.of(fn, arguments, keywords), timing=True, check=check))


def check(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Findings:
    """Find the numbers that go bad in a run: the first inf, nan, underflow to zero and loss of all digits.

    The operations of the graph run one at a time, each beside the same one in wider numbers. What does not reach a
    result, such as the side that `jnp.where` leaves out, is no finding. Nothing is compiled, and nothing is raised.

    Args:
        fn: the function, or a transformation of it: of `jax.grad(f)` both passes are watched.
        *arguments: the call's arguments.
        **keywords: the call's arguments by name.

    Returns:
        The findings in the order of the run, each with its line, expression, operation, operands, iteration and
        direction; false where the whole run was watched and nothing was found. `print` shows them.

    >>> import jax.numpy as jnp
    >>> found = check(lambda x: jnp.log(x), 0.0)
    >>> found[0].kind, found[0].operation, found[0].code
    ('-inf', 'log', 'jnp.log(x)')
    >>> bool(check(lambda x: jnp.log(x), 1.0))
    False
    """
    try:
        with as_typed(fn, *arguments, *keywords.values()), no_acts():
            call = Call.of(fn, arguments, keywords)
            call.function.trace_with_events(*call.arguments, **call.keywords)
            return watched(call.title, call.function, call.arguments, call.keywords, seconds=_PATIENT)
    except Exception as error:  # the user asked for findings; the call itself reports the error in full
        return Findings(callee_text(fn), unwatched=f"the call cannot be traced: {error_line(error)}")


def check_gradient(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> GradientCheck:
    """Hold JAX's gradient of a call against two-sided differences in float64.

    Args:
        fn: the function, itself and not its gradient. Of a result that is not one number, a weighted sum is taken.
        *arguments: the call's arguments. Each float among them is compared, in lists, dicts and tuples, too.
        **keywords: the call's arguments by name.

    Returns:
        A row for each argument or leaf, and what cuts or breaks the gradient, with its line: true where both agree
        and nothing does. `print` shows it as a table.

    Raises:
        StagingError: the function cannot be staged for these arguments.

    >>> import jax.numpy as jnp
    >>> print(check_gradient(lambda x: x * x, 3.0))  # doctest: +ELLIPSIS
    <lambda>(3.0): the gradients agree
    argument | numeric | JAX's | relative difference
    x        | 6.0     | 6.0   | ...
    >>> check_gradient(lambda x: x * jnp.round(x), 3.2).agree
    True
    """
    with as_typed(fn, *arguments, *keywords.values()), no_acts():
        call = Call.of(fn, arguments, keywords)
        subject = Subject(call.function.python_function, call.arguments, call.keywords)
        return gradient_checked(call.title, subject, seconds=_PATIENT)


def trace_values(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Recording:
    """Record a run: every node's value at every step, which branch was taken, how many iterations loops made.

    The operations of the graph run one at a time, with the graph's own element types, and the plain Python function
    runs beside them. Of long loops the first, the last and some iterations between them are kept.

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
    with as_typed(fn, *arguments, *keywords.values()):
        call = Call.of(fn, arguments, keywords)
        call.function.trace_with_events(*call.arguments, **call.keywords)
        made = record(call, seconds=_PATIENT)
    assert made is not None, "it was traced"
    return made


def history(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> History:
    """What each loop of a call binds, iteration by iteration, written down by the graph's loops while they run.

    The whole run is seen, however long. A row is what the names are at the end of an iteration. Of a loop of more than
    16,384 iterations, fewer where arrays are large, every second row is kept, or every fourth, ... and the last.

    Args:
        fn: the function. What it prints is not printed once more.
        *arguments: the call's arguments.
        **keywords: the call's arguments by name.

    Returns:
        For each loop of the graph its names with their values, shape (rows, ...): carried ones and others that the
        loop binds; of a list an array for each row. `numbers` has the iteration of each row. A notebook shows charts,
        `print` a table. Loops that Python runs while it traces are not in it.

    Raises:
        StagingError: the function cannot be staged for these arguments.

    >>> def halved(n):
    ...     count = 0
    ...     while n > 1:
    ...         n = n // 2
    ...         count = count + 1
    ...     return count
    >>> print(history(halved, 13))
    halved(13)
    while n > 1 (line 3): 3 iterations
      iteration | n | count
      1         | 6 | 1
      2         | 3 | 2
      3         | 1 | 3
    >>> history(halved, 13)["n"].tolist()
    [6, 3, 1]
    """
    with as_typed(fn, *arguments, *keywords.values()), no_acts():
        call = Call.of(fn, arguments, keywords)
        return history_of(call.title, call.function, call.arguments, call.keywords)


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
