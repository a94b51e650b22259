"""Turn what went wrong with a call into errors with a location, and nbgraph's own faults into notes."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from nbgraph.core.errors import NbgraphError, without_paths
from nbgraph.core.executor.advice import Advice, Scene, advice_on, jax_remedy, shape_advice
from nbgraph.core.executor.located import code_at, located, user_span
from nbgraph.core.one_line import error_line, headline, text_of
from nbgraph.core.recording.model import Recording
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import raised_at
from nbgraph.core.staging.impure import ActedOnceError
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.contained import contain
from nbgraph.core.timing.findings import Cause
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.reference import needs_reference
from nbgraph.core.timing.verdict import is_also


class FailedInGraphError(NbgraphError):
    """The graph raised an exception: one of your own `raise` or `assert` statements, or an error of JAX.

    `%%autograph` and `report` show where; a plain call raises the exception itself.
    """

    id = "graph-failed"


class FailedInPythonError(NbgraphError):
    """The plain Python function raised an exception, so there is no result to compare the graph with.

    `%%autograph` and `report` show it.
    """

    id = "python-failed"


def errors_of(found: Comparison) -> list[NbgraphError]:
    """Return the errors of a comparison, each located in the user's source; one if both runs raised the same."""
    graph = found.graph_error
    is_reported = graph is None or isinstance(graph, MemoryError)
    too_slow = is_reported and isinstance(found.python_error, TimeLimitError)  # the verdict reports it
    python = None if too_slow or is_only_pythons(found) else found.python_error
    errors = (
        []
        if graph is None or isinstance(graph, ActedOnceError)
        else [_explained(graph, FailedInGraphError, "the graph raised")]
    )
    if python is not None:
        errors.append(_explained(python, FailedInPythonError, "plain Python raised"))
    if len(errors) == 2 and python is not None and graph is not None and _same(errors, python, graph):
        return [_explained(graph, FailedInGraphError, "plain Python and the graph both raised", python)]
    return errors if len({(type(error), str(error)) for error in errors}) == len(errors) else errors[:1]


def with_iteration(error: NbgraphError, recording: Recording | None) -> NbgraphError:
    """Return an error of the user's own in a loop with the iteration; any other unchanged."""
    if not isinstance(error, FailedInGraphError) or recording is None or not recording.raised_in:
        return error
    found = copy(error)
    found.message = f"{error.message}, {recording.raised_in}"
    return found


def with_refusal(found: Comparison) -> Comparison:
    """Return a comparison with the graph's refusal as its cause, where Python gives a result and the graph has none."""
    if found.cause is not None or found.python_error is not None or found.graph_error is None:
        return found
    error = errors_of(found)[0] if not isinstance(found.graph_error, ActedOnceError) else found.graph_error
    if not isinstance(error, NbgraphError) or isinstance(error, FailedInGraphError) or error.span is None:
        return found
    message, code = f"{error.message[:1].upper()}{error.message[1:]}.", code_at(error.span)
    return replace(found, cause=Cause("refused", message, error.remedy, error.span, error.variable or "", code))


def is_only_pythons(found: Comparison) -> bool:
    """Return whether Python cannot run the call and a substitute can: that is no error of the user's."""
    return needs_reference(found.python_error) and (found.graph_error is None or found.verdict.reference != "python")


def _explained(error: Exception, kind: type[NbgraphError], who: str, same: Exception | None = None) -> NbgraphError:
    """Return the error that explains another; by default a `kind` with the message "`who` ValueError: its text"."""
    try:
        with located():
            raise error
    except NbgraphError as explained:
        return explained
    except Exception as plain:
        text = headline(text_of(plain))
        if isinstance(plain, TimeLimitError):
            remedy = "smaller numbers or fewer items in the call; or a condition that ends the loop, if nothing does"
            return kind(text, span=user_span(plain.__traceback__), remedy=remedy)
        name = type(plain).__name__
        scene = Scene.of(raised_at(same or plain))
        advice = advice_on(plain, scene) or (shape_advice(text, scene) if scene is not None else Advice())
        message = f"{who} {name}" + (f": {text}" if text else "") + (f" ({advice.detail})" if advice.detail else "")
        remedy = advice.remedy or (jax_remedy(text_of(plain)) if scene is None else "")
        return kind(message, span=user_span(plain.__traceback__), remedy=remedy)


def _same(errors: list[NbgraphError], python: Exception, graph: Exception) -> bool:
    """Return whether both runs raised the same exception in the same line; Python's span may be smaller."""
    if is_also(graph, python):
        return _line(errors[0].span) == _line(errors[1].span)
    if {type(error) for error in errors} != {FailedInGraphError, FailedInPythonError}:
        return False
    alike = isinstance(python, RecursionError) or text_of(python) == text_of(graph)  # its message depends on the frame
    alike = alike and type(python) is type(graph) and not isinstance(python, TimeLimitError)
    return alike and _line(errors[0].span) == _line(errors[1].span)


def _line(span: Span | None) -> tuple[str, int] | None:
    return None if span is None else (span.file, span.line)


def unforeseen(error: BaseException, head: Span) -> NbgraphError:
    """Return the error for an exception that has ended the examination of a call.

    Args:
        head: the span for an exception that no line of the user's leads to.
    """
    known = contain(error)
    if isinstance(known, NbgraphError):
        return known
    span = user_span(known.__traceback__) or head
    return FailedInGraphError(f"the call could not be looked at further: {error_line(known)}", span=span)


def fault(error: BaseException) -> str:
    """Return the sentence for a failure of nbgraph itself."""
    return (
        f"A part is missing: nbgraph itself failed with {without_paths(error_line(error))}. This is a fault of "
        "nbgraph, not of your code; what is shown holds. Please report it with the text of the function."
    )
