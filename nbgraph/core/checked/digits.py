"""Find results without a right digit: cancellation, and numbers too small for the graph's floats.

A checked run has both sides of each value, the graph's and the one in wide numbers. Plain Python on JAX arrays computes
in the graph's floats as well, so that its result may be the same and as wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.checked.iterations import Before, iteration_words
from nbgraph.core.checked.sentences import Words, first_apart, shown_side
from nbgraph.core.checked.story import in_six
from nbgraph.core.checked.values import Event, Value, apart, event_of, narrow_of, wide_of
from nbgraph.core.executor.located import code_at
from nbgraph.core.keys import is_key
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span
from nbgraph.core.timing.shown import shown

_NO_DIGIT = 0.5  # relative error: -log10(2 e) significant digits are right
_NOISE = 1e-5  # what is left of numbers that should cancel; the page calls it the same as zero


@dataclass(frozen=True)
class Digits:
    sentence: str  # the value, the right value and where digits are lost; without the full stop
    span: Span | None  # the user's code that loses them; None where none is to blame alone


def lost_digits(outputs: Sequence[Value], results: Sequence[Any], words: Words, before: Before) -> Digits | None:
    """Return the first of the graph's results that has no right digit; None if there is none.

    Args:
        outputs: the results of a checked run.
        results: those of the compiled graph; results with other digits are not reported.
        before: how many iterations of its loops Python ran while it traced.
    """
    if len(outputs) != len(results):
        return None
    pairs = zip(outputs, results, strict=True)
    found = (digits_of(output, result, words, before) for output, result in pairs if not _differ(output, result))
    return next(filter(None, found), None)


def _differ(output: Value, result: Any) -> bool:
    if is_key(result):  # which NumPy has no array for
        return True
    narrow = np.asarray(narrow_of(output))
    return np.shape(result) != narrow.shape or narrow.dtype.kind != "f" or apart(np.asarray(result), narrow)


def digits_of(output: Value, result: Any, words: Words, before: Before) -> Digits | None:
    """Return the message for one result; None if it has right digits. Compiled, it may have other wrong digits."""
    event = event_of(output)
    narrow, wide = np.asarray(narrow_of(output)), np.asarray(wide_of(output))
    if event is None or event.kind != "precision" or narrow.dtype.kind != "f" or np.shape(result) != narrow.shape:
        return None
    wrong = _without_digits(narrow.astype(wide.dtype), wide, _smallest(event))
    if not np.any(wrong):
        return None
    at = tuple(int(axis) for axis in np.argwhere(wrong)[0]) if wrong.ndim else ()
    index = f" at [{', '.join(map(str, at))}]" if at else ""
    head = f"No digit of the result{index} is right: it is {shown_side(np.asarray(result)[at])}"
    place, span = _where(event, words, before)
    return Digits(f"{head}, and the same operations in float64 give {_wide(wide[at])}{place}", span)


def is_rounded_away(narrow: Any, wide: Any) -> bool:
    """Return whether elements were lost: not finite, or zero where the wide number is a normal float of the graph."""
    smallest = float(np.finfo(narrow.dtype).smallest_normal)
    return bool(np.any(np.isfinite(wide) & (~np.isfinite(narrow) | ((narrow == 0) & (np.abs(wide) >= smallest)))))


def _without_digits(narrow: Any, wide: Any, smallest: float | None) -> Any:
    error, fine = np.abs(narrow - wide), np.isfinite(narrow) & np.isfinite(wide)
    large = error > _NOISE
    if smallest is not None:
        large |= (narrow == 0) & (np.abs(wide) >= smallest)
    return fine & large & (error >= _NO_DIGIT * np.abs(wide))


def _smallest(event: Event) -> float | None:
    """Return the graph's smallest normal float, where a smaller number became zero; None otherwise."""
    smallest = float(np.finfo(event.dtype).smallest_normal)
    lost = (event.actual == 0) & (event.expected != 0) & (np.abs(event.expected) < smallest)
    return smallest if np.any(lost) else None


def _where(event: Event, words: Words, before: Before) -> tuple[str, Span | None]:
    """Return where the two sides first differ, as the end of a sentence, and the code there; None where unknown."""
    span = words.span(event)
    if event.argument >= 0:
        name = words.cause(event).variable
        return f". {f'Argument `{name}`' if name else 'An argument'} becomes {shown_side(event.actual)}", None
    if span is None:
        return "", None
    at = first_apart(event.actual, event.expected)
    narrow, wide = (event.actual[at], event.expected[at]) if at else (event.actual, event.expected)
    owner = event.inside if event.inside is not None else event.equation
    around = iteration_words(owner, event.iterations, words.places, before)
    index = f" at [{', '.join(map(str, at))}]" if at else ""
    gives = f"{shown_side(narrow)}{index}, in float64 {_wide(wide)}"
    return f". It begins with `{code_at(span)}` in line {span.line}{around}: {gives}", span


def _wide(value: Any) -> str:
    return shown(in_six(np.asarray(value)[()]))
