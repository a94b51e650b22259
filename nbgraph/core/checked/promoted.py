"""Explain a result that differs from Python's in kind alone: an int there, in a text, too, is a float in the graph."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from nbgraph.core.decisions import Decision
from nbgraph.core.executor.located import code_at
from nbgraph.core.timing.findings import Cause
from nbgraph.core.timing.leaves import mismatch, number_kind
from nbgraph.core.timing.verdict import leaves

_NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")
_ON_ALL = "a graph has a float on all paths."
_REMEDY = "numbers of one kind on all paths, as `1.0` beside `1.5`"


def promoted(expected: Any, actual: Any, decisions: Iterable[Decision]) -> Cause | None:
    """Return the cause of a result that has floats for Python's ints, and else the same; None for any other result.

    >>> promoted((1, "n: 2"), (1.0, "n: 2.0"), ()).message
    'On some paths it is an int and on others a float; a graph has a float on all paths.'
    >>> promoted(1, 2.0, ()), promoted("a", "b", ()), promoted(1, 1, ())
    (None, None, None)
    """
    ours, theirs = list(leaves(actual)), list(leaves(expected))
    if len(ours) != len(theirs) or not all(map(_are_alike, theirs, ours)):
        return None
    if not any(map(_differ, theirs, ours)):
        return None
    widened = {
        each.variable: decision.span
        for decision in decisions
        for each in decision.promotions
        if each.variable and each.before.startswith(("int", "uint")) and each.after.startswith(("float", "bfloat"))
    }
    if len(widened) != 1:  # which of several reaches the result is not known
        return Cause("promotion", f"On some paths it is an int and on others a float; {_ON_ALL}", _REMEDY)
    ((name, span),) = widened.items()
    variable = "" if " " in name else name  # "the value" is that of a conditional expression
    message = f"`{variable or code_at(span)}` is an int on some paths and a float on others; {_ON_ALL}"
    return Cause("promotion", message, _REMEDY, span, variable, code_at(span))


def _are_alike(expected: Any, actual: Any) -> bool:
    """Return whether two leaves are the same but for ints that are floats."""
    if isinstance(expected, str) and isinstance(actual, str):
        return _as_floats(expected) == _as_floats(actual)
    if number_kind(expected) is None or number_kind(actual) is None:
        return expected is actual or bool(expected == actual)
    is_int = number_kind(expected) == "int" and number_kind(actual) == "float" and np.ndim(expected) == 0
    return mismatch(float(expected) if is_int else expected, actual) is None


def _differ(expected: Any, actual: Any) -> bool:
    return expected != actual if isinstance(expected, str) else number_kind(expected) != number_kind(actual)


def _as_floats(text: str) -> str:
    return _NUMBER.sub(lambda found: repr(float(found[0])), text)
