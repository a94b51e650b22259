"""From a checked run to what is said of an inf or nan, and of an item that is not there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.checked.explain import Explanation
from nbgraph.core.checked.story import Story
from nbgraph.core.timing.anomaly import Anomaly
from nbgraph.core.timing.leaves import number_kind
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import LABELS
from nbgraph.core.timing.verdict import leaves

_NOT_TRACED = "the program could not be traced for these arguments"
_NAMES = (("nan", np.isnan), ("inf", np.isposinf), ("-inf", np.isneginf))
_NOT_MADE = "the operations of the graph, run one at a time, do not make it"


def not_finite(found: Comparison, odd: Sequence[str], made: Explanation | None) -> Anomaly | None:
    """The first inf or nan of a call; None where there is none, or where the cause of a difference says it.

    Args:
        odd: what the graph's result holds of "nan", "inf" and "-inf".
        made: what a checked run came to; None where there was none.
    """
    lost, passing = (None, None) if made is None else (made.lost, made.passing)
    if not odd:
        if found.verdict.equal is False or passing is None:
            return None
        return Anomaly(passing.value, f"On the way {passing.sentence}; the result is finite.", False, passing.span)
    if _is_said(found, lost):
        return None
    if lost is not None and lost.value.lstrip("-") not in {each.lstrip("-") for each in odd}:
        lost = None  # compiled together, the operations have made something else
    why = _NOT_TRACED if made is None else made.unwatched
    same = f" {_capital(LABELS[found.verdict.reference])} has the same." if found.verdict.equal else ""
    message = f"The result {'is' if _is_number(found.value) else 'holds'} {' and '.join(odd)}"
    span = None if lost is None else lost.span
    return Anomaly(" and ".join(odd), f"{message}{_origin(lost, odd, why)}{same}", True, span)


def out_of_range(found: Comparison, made: Explanation | None) -> Anomaly | None:
    """The first item that is not there, where Python has taken the same in its place; None where there is none."""
    if made is None or made.missed is None or not found.verdict.equal:
        return None
    message = f"{_capital(made.missed.sentence)}. {_capital(LABELS[found.verdict.reference])} has the same."
    return Anomaly("index out of range", message, True, made.missed.span)


def _origin(lost: Story | None, odd: Sequence[str], why: str) -> str:
    if lost is None:
        return f". Where it is made is not known: {why or _NOT_MADE}."
    if why:
        return f". Not all of the run was watched, for {why}; in what was, {lost.sentence}."
    if not lost.phrase or lost.value not in odd:
        return f". {_capital(lost.sentence)}."
    return f", {'which' if tuple(odd) == (lost.value,) else f'of which {lost.value}'} {lost.phrase}."


def _is_said(found: Comparison, lost: Story | None) -> bool:
    """Whether the cause of a difference is in the same place."""
    cause = found.cause
    if cause is None or cause.id not in ("overflow", "nan", "division") or cause.span is None:
        return False
    span = None if lost is None else lost.span
    return span is not None and cause.span.contains(span)


def _is_number(value: Any) -> bool:
    return isinstance(value, float | complex) or getattr(value, "shape", None) == ()


def _capital(text: str) -> str:
    return text if text.startswith(("nan", "inf", "-inf")) else text[:1].upper() + text[1:]


def odd_values(value: Any) -> tuple[str, ...]:
    """What a result holds of "nan", "inf" and "-inf".

    >>> odd_values([1.0, {"loss": np.array([np.nan, 2.0])}]), odd_values(3), odd_values(float("-inf"))
    (('nan',), (), ('-inf',))
    """
    try:
        floats = [leaf for leaf in leaves(value) if number_kind(leaf) in ("float", "complex")]
        arrays = [part for leaf in floats for part in _parts(np.asarray(leaf))]
        return tuple(name for name, test in _NAMES if any(bool(np.any(test(array))) for array in arrays))
    except Exception:  # a user's object may refuse to be looked at
        return ()


def _parts(array: Any) -> tuple[Any, ...]:
    if array.dtype.kind == "c":
        return array.real, array.imag
    return (array.astype(np.float64),)
