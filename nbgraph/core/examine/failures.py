"""What went wrong with a call, as errors with a place in the user's source; and what is our own fault."""

from __future__ import annotations

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.located import located, user_span
from nbgraph.core.timing.cap import TimeLimitError
from nbgraph.core.timing.model import Comparison


class FailedInGraphError(NbgraphError):
    """The graph raised an error of the user's own, or of JAX, that has no better explanation."""

    id = "graph-failed"


class FailedInPythonError(NbgraphError):
    """The plain Python function raised."""

    id = "python-failed"


def errors_of(found: Comparison) -> list[NbgraphError]:
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


def fault(error: Exception) -> str:
    """The sentence for a failure of ours: what is shown besides holds."""
    return (
        f"A part is missing: nbgraph itself failed with {type(error).__name__}: {error}. This is a fault of nbgraph, "
        "not of your code; what is shown holds. Please report it with the text of the function."
    )
