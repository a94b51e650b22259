"""`input` where nobody can answer: the calls of a cell run in a process beside the notebook's."""

from __future__ import annotations

import builtins
import sys
from typing import NoReturn

from nbgraph.core.staging.impure import AskedOnceError
from nbgraph.core.staging.trace import span_of


def ask_nobody(prompt: object = "", /) -> NoReturn:
    """Stand for `input`."""
    asking = sys._getframe(1)
    raise AskedOnceError(
        "`input` has nobody to ask: the calls of a cell run in a process beside the notebook's",
        span=span_of(asking.f_code, asking.f_lasti, asking.f_lineno),
        remedy="ask before the call, and pass the answer as an argument",
        variable="input",
    )


def refuse_questions() -> None:
    """Let `input` raise, in this process, in place of Python's end of file."""
    builtins.input = ask_nobody
