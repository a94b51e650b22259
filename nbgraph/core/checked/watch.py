"""Turn one checked run into the list of numbers that went bad in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.digits import Digits, is_rounded_away
from nbgraph.core.checked.findings import BadKind, BadNumber, Direction
from nbgraph.core.checked.interpreter import Interpreter
from nbgraph.core.checked.iterations import Before, iterations_of
from nbgraph.core.checked.origins import Origin
from nbgraph.core.checked.sentences import Words, first_apart, shown_side
from nbgraph.core.checked.story import Storyteller, in_six
from nbgraph.core.checked.values import Event, Value, event_of, narrow_of, wide_of
from nbgraph.core.executor.located import code_at
from nbgraph.core.timing.shown import shown


class Watch:
    """Collects what a run has found; `before` counts the iterations that Python ran during the trace."""

    def __init__(self, words: Words, teller: Storyteller, before: Before) -> None:
        self._words, self._teller, self._before = words, teller, before

    def seen(
        self, interpreter: Interpreter, outputs: Sequence[Value] | None, digits: Digits | None
    ) -> tuple[BadNumber, ...]:
        """Return the first bad number of each type that reaches the results, in the order of the run.

        Args:
            outputs: the results; None where the run did not come to its end, and all that was made counts.
        """
        origins = interpreter.origins
        reached = (origins.first_made(),) if outputs is None else origins.behind(outputs)[:2]
        chain = dict.fromkeys(one for each in reached if each is not None for one in (each.first, each))
        found = [(2 * origin.number + 1, self._odd(origin)) for origin in chain]
        events = dict.fromkeys(_harmful(outputs or ()))
        found += [(2 * event.after, self._event(event)) for event in events]
        if digits is not None and not events:
            found.append((2 * len(origins.found), BadNumber("digits", f"{digits.sentence}.", digits.span)))
        ordered = [bad for _, bad in sorted(found, key=lambda each: each[0])]
        return tuple({bad.kind: bad for bad in reversed(ordered)}.values())[::-1]

    def _odd(self, origin: Origin) -> BadNumber:
        odd = origin.value
        kind: BadKind = "nan" if np.isnan(odd) else "-inf" if np.real(odd) == -np.inf else "inf"
        if origin.source != "operation":
            return BadNumber(kind, f"{shown(odd)} {self._teller.phrase(origin)}.")
        equations = (*(equation for equation, _ in origin.iterations), origin.owner, origin.equation)
        frames = [frame for each in equations for frame in _jax.frames_of(each)]
        backward = next((frame for frame in frames if frame.kind in ("backward", "transpose")), None)
        span, by = self._words.span_of(origin.owner), self._teller.made(origin)
        if backward is not None:
            by = f"{by}, in the backward pass{f' of `{backward.name}`' if backward.name else ''}"
        if (given := _given(origin)) and ", from " not in by:
            by = f"{by}: {origin.equation.primitive.name} of {given}"
        iterations = iterations_of(origin.owner, origin.iterations, self._words.places, self._before)
        direction: Direction = "forward" if backward is None else "backward"
        name = origin.equation.primitive.name
        message = f"{shown(odd)} is made by {by}."
        return BadNumber(kind, message, span, name, origin.operands, iterations, direction)

    def _event(self, event: Event) -> BadNumber:
        kind: BadKind = "overflow" if event.kind == "overflow" else "underflow"
        at = first_apart(event.actual, event.expected)
        narrow, wide = (event.actual[at], event.expected[at]) if at else (event.actual, event.expected)
        span, owner = self._words.span(event), event.inside if event.inside is not None else event.equation
        numbers = "wider integers" if kind == "overflow" else "float64"
        ends = ", and 0.0 in the end" if kind == "underflow" and narrow != 0 else ""
        became = f"{shown_side(narrow)}, in {numbers} {shown(in_six(np.asarray(wide)[()]))}{ends}"
        if event.argument >= 0 or span is None:
            name = self._words.cause(event).variable
            return BadNumber(kind, f"{f'Argument `{name}`' if name else 'An argument'} becomes {became}.")
        iterations = iterations_of(owner, event.iterations, self._words.places, self._before)
        where = "".join(f", in iteration {number:,} of the loop in line {line}" for line, number in iterations)
        message = f"`{code_at(span)}` in line {span.line}{where} gives {became}."
        return BadNumber(kind, message, span, event.equation.primitive.name, (), iterations)


def _given(origin: Origin) -> str:
    if origin.inside is not None or not all(np.ndim(each) == 0 and each is not None for each in origin.operands):
        return ""
    return " and ".join(shown(each) for each in origin.operands)


def _harmful(outputs: Iterable[Value]) -> Iterable[Event]:
    """Yield the underflows and integer overflows behind results without a right digit."""
    for output in outputs:
        event = event_of(output)
        wraps = event is not None and event.kind == "overflow" and np.asarray(event.actual).dtype.kind in "iu"
        if event is None or not (wraps or _underflows(event)):
            continue
        narrow = np.asarray(narrow_of(output))
        if narrow.dtype.kind not in "fc" or not np.any(narrow) or is_rounded_away(narrow, np.asarray(wide_of(output))):
            yield event


def _underflows(event: Event) -> bool:
    actual = np.asarray(event.actual)
    if event.kind != "precision" or actual.dtype.kind != "f":
        return False
    small = np.maximum(np.abs(actual), np.abs(event.expected)) < float(np.finfo(actual.dtype).smallest_normal)
    return bool(np.any(small & (np.asarray(event.expected) != 0)))
