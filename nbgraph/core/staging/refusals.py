"""Functions that must know their arguments, as the fence says: with traced ones a located error, else themselves."""

from __future__ import annotations

import builtins
import sys
from typing import Any, NoReturn

from nbgraph.core.errors import StagingError
from nbgraph.core.source.fence.table import all_verdicts
from nbgraph.core.source.fence.verdict import Outcome, Verdict
from nbgraph.core.staging.recorder import calling_frame


def _functions(verdict: Verdict) -> list[Any]:
    """The functions that a verdict is about, as far as this Python has them."""
    found = []
    for name in verdict.names:
        module, _, function = name.rpartition(".")
        home = sys.modules.get(module) if module else builtins
        if hasattr(home, function):
            found.append(getattr(home, function))
    return found


REFUSED = {
    function: verdict
    for verdict in all_verdicts()
    if verdict.outcome is Outcome.REFUSED
    for function in _functions(verdict)
}


def refuse(function: Any) -> NoReturn:
    """Say that a function was called with a traced value, in the user's line.

    Raises:
        StagingError: always, with the id and the remedy of the function's verdict.
    """
    verdict = REFUSED[function]
    raise StagingError(
        f"`{function.__name__}` must know its arguments, and one is only known at run time",
        span=calling_frame(3).span,
        remedy=verdict.remedy,
        id=verdict.error,
    )
