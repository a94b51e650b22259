"""Explain why a graph's result is not Python's: run the checked program and find the one operation to blame."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.digits import Digits, digits_of, lost_digits
from nbgraph.core.checked.findings import BadNumber
from nbgraph.core.checked.interpreter import Interpreter, Stopped
from nbgraph.core.checked.iterations import Before
from nbgraph.core.checked.origins import is_floating
from nbgraph.core.checked.rounding import is_within_rounding
from nbgraph.core.checked.sentences import AS_FLOAT, Words
from nbgraph.core.checked.story import Story, Storyteller
from nbgraph.core.checked.values import Event, Value, apart, event_of, narrow_of, wide_of
from nbgraph.core.checked.watch import Watch
from nbgraph.core.executor.located import user_span
from nbgraph.core.keys import is_key_type
from nbgraph.core.messages import Message, matches
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.spans import Span
from nbgraph.core.timing.findings import Cause, CauseId
from nbgraph.core.timing.leaves import mismatch, number_kind
from nbgraph.core.timing.shown import raised
from nbgraph.core.units import duration

INTERRUPTED = "it was interrupted"
SECONDS = 2.0


@dataclass(frozen=True)
class Program:
    closed: Any  # the traced program
    arguments: Sequence[Any]  # the user's own value for each of its inputs
    names: Sequence[str]  # the user's name of each
    before: Before = field(default_factory=dict)  # how many iterations of its loops Python ran while it was traced
    file: str = ""  # the file of the user's function


@dataclass(frozen=True)
class Explanation:
    """What a checked run found."""

    cause: Cause | None  # the cause of the difference; None where none was found
    note: str  # how long the run took, whether it ended, and what it found
    # where the infinities and nans of the results come from; where the run did not come to its end, the first
    # that was made
    lost: Story | None = None
    passing: Story | None = None  # where an inf or nan arose although all results are finite
    missed: Story | None = None  # the first index out of range that a result depends on
    digits: Digits | None = None  # where the results have no right digit, though the reference's are the same
    unwatched: str = ""  # why the run did not end; "" where it did
    bad: tuple[BadNumber, ...] = ()  # the numbers that went bad on the way to the results, in the order of the run


def explain(
    program: Program,
    *,
    python_error: Exception | None = None,  # what plain Python raised, if it did
    python_value: Any = None,
    # what the compiled graph returned, flat, in the order of the program's results; None if it raised or was not run
    results: Sequence[Any] | None = None,
    differ: bool = True,  # whether the results differ; if not, the run only checks what might have gone wrong
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.perf_counter,  # returns seconds
) -> Explanation:
    """Find what makes the graph's result differ from Python's."""
    start = clock()
    interpreter, words = Interpreter(seconds=seconds, clock=clock), Words(program.names, program.closed.jaxpr)
    outputs: list[Value] | None = None
    unwatched = ""
    try:
        outputs = interpreter.run(program.closed, program.arguments)
    except Stopped:
        unwatched = f"it was stopped{words.iterations_so_far(interpreter)}"
    except Unsupported as error:
        unwatched = f"`{error}` cannot be run by itself"
    except KeyboardInterrupt:
        unwatched = INTERRUPTED
    except Exception as error:  # a bug in nbgraph must not lose the findings so far
        unwatched = f"it failed, {raised(error)}"
    took = f"The checked run took {duration(clock() - start)}{f'; {unwatched}' if unwatched else ''}."
    teller = Storyteller(words.places, program.names, program.before, program.file)
    made_first = interpreter.origins.first_made(), None, None
    lost, passing, outside = made_first if outputs is None else interpreter.origins.behind(outputs)
    lost_story, passing_story = (None if each is None else teller.story(each) for each in (lost, passing))
    missed = None if outside is None or outside.missed is None else teller.missed(outside, outside.missed)

    def made(cause: Cause | None, sentence: str = "", digits: Digits | None = None) -> Explanation:
        bad = Watch(words, teller, program.before).seen(interpreter, outputs, digits)
        return Explanation(
            cause, f"{took} {sentence}".strip(), lost_story, passing_story, missed, digits, unwatched, bad
        )

    if not differ:
        if outputs is not None and results is None:
            results = [narrow_of(output) for output in outputs]
        digits = None if outputs is None or results is None else lost_digits(outputs, results, words, program.before)
        seen = any((lost, passing, missed, digits))
        return made(None, _all_well(interpreter, words, teller, unwatched, seen=seen), digits)
    if python_error is not None and (kind := _kind_of_error(python_error)) is not None:
        return made(_where_python_raised(interpreter, words, python_error, kind))
    event = _blamed(interpreter, outputs)
    at = _miscompiled(outputs, results) if outputs is not None and results is not None else None
    if event is not None and (at is None or interpreter.parted is not None or not _is_pythons(outputs, python_value)):
        is_other = at is not None and outputs is not None and np.array_equal(event.actual, narrow_of(outputs[at]))
        return made(_wide_enough(words.cause(event, is_compiled_so=not is_other), python_value))
    if at is not None and outputs is not None and results is not None:
        rounding = digits_of(outputs[at], results[at], words, program.before)
        if rounding is not None:
            return made(words.rounded(f"{rounding.sentence}.", rounding.span))
        # mostly rounding: a test of it, as of a tolerance, may come out otherwise when compiled
        unsure = (event for event in interpreter.events.values() if event.kind == "precision")
        if (event := next(unsure, None)) is not None:
            return made(words.cause(event, is_compiled_so=False))
        narrow, rest = narrow_of(outputs[at]), seconds - (clock() - start)
        is_rounding = is_within_rounding(narrow, results[at], program.closed, program.arguments, rest)
        return made(words.compiler(narrow, results[at], program.closed, at, is_rounding=is_rounding))
    by_zero = (
        event for event in interpreter.events.values() if event.kind == "division" and not is_floating(event.dtype)
    )
    if outputs is not None and (event := next(by_zero, None)) is not None:
        return made(words.cause(event))  # NumPy's integers have a value there, too, and another one
    if outputs is not None and (sentence := _as_written(outputs, python_value)):
        return made(words.rounded(sentence, None))
    if outputs is not None and _is_one_digit_apart([narrow_of(output) for output in outputs], python_value):
        to_digits = (each for each in interpreter.ties if each.primitive is not jax.lax.round_p)
        if (span := next(filter(None, map(words.span_of, to_digits)), None)) is not None:
            return made(words.half_way(span))
    return made(None, "" if lost is not None else "It found no cause.")


def _wide_enough(cause: Cause, python_value: Any) -> Cause:
    """Return the cause with a remedy that fits Python's result: an integer beyond 64 bits needs a float."""
    leaves = jax.tree_util.tree_leaves(python_value)
    beyond = any(isinstance(leaf, int) and not -(2**63) <= leaf < 2**63 for leaf in leaves)
    return replace(cause, remedy=AS_FLOAT) if cause.id == "overflow" and beyond else cause


def _blamed(interpreter: Interpreter, outputs: Sequence[Value] | None) -> Event | None:
    """Return the event that reaches a result, else the one that made a test come out differently; or None."""
    reached = [event for output in outputs or () if (event := event_of(output)) is not None]
    found = [event for event in (*reached, interpreter.parted) if event is not None]
    if outputs is None and not found:  # stopped early: only differences so far are known
        differing = (event for event in interpreter.events.values() if event.kind in ("overflow", "precision", "nan"))
        found = [event for event in differing if apart(np.asarray(event.actual), np.asarray(event.expected))]
    return min(found, key=lambda event: (event.kind == "precision", event.order), default=None)


def _miscompiled(outputs: Sequence[Value], results: Sequence[Any]) -> int | None:
    """Return the index of the first result that differs between single operations and the compiled program; or None."""
    if len(outputs) != len(results):
        return None
    for at, (output, result) in enumerate(zip(outputs, results, strict=True)):
        dtype = getattr(result, "dtype", None)
        if dtype is None or is_key_type(dtype):
            continue
        if apart(np.asarray(result), narrow_of(output)):
            return at
    return None


def _as_written(outputs: Sequence[Value], python_value: Any) -> str:
    """Return a sentence on a number in a string of Python's result that the graph has with other digits; "" if none."""
    texts = [each for each in jax.tree_util.tree_leaves(python_value) if isinstance(each, str)]
    numbers = [each for each in outputs if not is_key_type(getattr(wide_of(each), "dtype", np.dtype(int)))]
    sides = [(str(np.asarray(narrow_of(each))[()]), str(wide_of(each))) for each in numbers]
    found = [(text, *each) for each in sides for text in texts if each[0] != each[1] and each[1] in text]
    return "{0!r} has {2} in it, of which the graph has {1}.".format(*found[0]) if found else ""


def _is_one_digit_apart(ours: Sequence[Any], python_value: Any) -> bool:
    """Return whether all numbers that differ are floats, and differ by 1 in one decimal place.

    >>> _is_one_digit_apart([np.float32(2.68), True], 2.67), _is_one_digit_apart([np.float32(2.7)], 2.67)
    (True, False)
    >>> _is_one_digit_apart([np.int32(3), np.float32(2.68)], (3, 2.67))
    True
    """
    theirs = [each for each in jax.tree_util.tree_leaves(python_value) if number_kind(each) is not None]
    differing = [pair for pair in zip(theirs, ours, strict=False) if mismatch(*pair) is not None]
    if not differing or any(not isinstance(each, float) or np.shape(one) for each, one in differing):
        return False
    places = np.log10([abs(float(one) - each) or 1.0 for each, one in differing])
    return bool(np.all(np.abs(places - np.round(places)) < 1e-3))


def _is_pythons(outputs: Sequence[Value] | None, python_value: Any) -> bool:
    """Return whether the graph's operations, one at a time, give Python's results: they are no narrower then."""
    theirs = jax.tree_util.tree_leaves(python_value)
    if outputs is None or not theirs or len(theirs) != len(outputs):
        return False
    pairs = [(each, narrow_of(output)) for each, output in zip(theirs, outputs, strict=True)]
    return all(number_kind(each) is not None and mismatch(each, ours) is None for each, ours in pairs)


def _kind_of_error(error: Exception) -> CauseId | None:
    """Return the cause that belongs to an error of Python's for numbers; None for other errors."""
    if isinstance(error, ZeroDivisionError):
        return "division"
    if isinstance(error, IndexError):
        return "index"
    if isinstance(error, OverflowError):
        return "overflow"
    return "nan" if isinstance(error, ValueError) and matches(error, Message.DOMAIN) else None


def _where_python_raised(interpreter: Interpreter, words: Words, error: Exception, kind: CauseId) -> Cause:
    span = user_span(error.__traceback__)
    wanted: tuple[CauseId, ...] = ("overflow", "nan") if kind == "overflow" else (kind,)
    found = [event for event in interpreter.events.values() if event.kind in wanted and _is_at(words, event, span)]
    event = min(found, key=lambda event: event.order, default=None)
    return words.raised(error, kind, event, span)


def _is_at(words: Words, event: Event, span: Span | None) -> bool:
    place = words.span(event)
    return place is not None and span is not None and (place.file, place.line) == (span.file, span.line)


def _all_well(interpreter: Interpreter, words: Words, teller: Storyteller, unwatched: str, *, seen: bool) -> str:
    """Return the note of a run that found nothing to blame, limited to what the run has seen."""
    until = "Up to there it" if unwatched else "It"
    changes = [event for event in interpreter.events.values() if event.kind in ("overflow", "index", "division")]
    harmless = [event for event in changes if event.kind != "index" and not is_floating(event.dtype)]
    harmless += [event for event in changes if event.kind == "index" and words.is_item(event)]
    if harmless:
        return f"{until} found what does not change the result: {words.in_short(harmless[0])}."
    if seen:
        return ""  # that has a message of its own
    if (origin := interpreter.origins.first_made()) is not None:
        return f"{until} found what does not reach the result: {teller.story(origin).sentence}."
    return f"{until} found no inf, no nan, no overflow, no item out of range and no division by zero."
