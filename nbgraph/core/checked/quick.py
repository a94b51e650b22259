"""Run scalar operations whose two sides agree, most of a loop, on a quick path."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from nbgraph.core.checked.operations import ELEMENTWISE
from nbgraph.core.checked.values import CLOSE, PLAIN, Form, Pair, event_of

Environment = list[Any]
Step = Callable[[Environment], None]

_EXACT: dict[str, Callable[..., Any]] = {
    **{name: ELEMENTWISE[name] for name in ("add", "add_any", "sub", "mul", "eq", "ne", "lt", "le", "gt", "ge")},
    **{name: ELEMENTWISE[name] for name in ("and", "or", "xor", "not", "neg", "abs", "sign")},
    "max": max,
    "min": min,
}
_FLOATING: dict[str, Callable[..., Any]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def quick_step(name: str, ins: list[int], out: int, form: Form, general: Step) -> Step:
    """Return an operation's step on the quick path if it has one, else the general step."""
    if name == "select_n":
        return _selecting(ins, out, general)
    if form.plain and name in _EXACT:
        made = _unary if len(ins) == 1 else _binary
        return made(_EXACT[name], ins, out, form, general)
    if name in _FLOATING and form.shape == () and form.dtype is not None and form.dtype.kind == "f":
        return _floating(_FLOATING[name], ins, out, general)
    return general


def _selecting(ins: list[int], out: int, general: Step) -> Step:
    """Return the step of a choice by one truth value, which passes the chosen operand on unchanged."""

    def step(environment: Environment) -> None:
        which = environment[ins[0]]
        chosen = environment[ins[1 + which]] if isinstance(which, int) else None
        if chosen is None or ((event := event_of(chosen)) is not None and not event.settled):
            general(environment)
        else:
            environment[out] = chosen

    return step


def _limits(form: Form) -> tuple[int, int]:
    return (form.low, form.high) if form.plain == "int" else (0, 1)


def _unary(operation: Callable[..., Any], ins: list[int], out: int, form: Form, general: Step) -> Step:
    (low, high), (only,) = _limits(form), ins

    def step(environment: Environment) -> None:
        operand = environment[only]
        if operand.__class__ in PLAIN and low <= (result := operation(operand)) <= high:
            environment[out] = result
        else:
            general(environment)

    return step


def _binary(operation: Callable[..., Any], ins: list[int], out: int, form: Form, general: Step) -> Step:
    """Return the step that computes integers with equal sides once, if the result fits."""
    (low, high), (left, right) = _limits(form), ins

    def step(environment: Environment) -> None:
        one, other = environment[left], environment[right]
        if one.__class__ in PLAIN and other.__class__ in PLAIN and low <= (result := operation(one, other)) <= high:
            environment[out] = result
        else:
            general(environment)

    return step


def _floating(operation: Callable[..., Any], ins: list[int], out: int, general: Step) -> Step:
    """Return the step for floats whose two sides are close before and after the operation."""
    left, right = ins

    def step(environment: Environment) -> None:
        one, other = environment[left], environment[right]
        event = one.event or other.event
        if one.origins is not None or other.origins is not None:
            general(environment)
            return
        if event is None or (event.settled and (one.event is None or other.event is None or one.event is other.event)):
            narrow, wide = operation(one.narrow, other.narrow), operation(one.wide, other.wide)
            if abs(narrow - wide) <= CLOSE * abs(wide) < _INFINITE:
                environment[out] = Pair(narrow, wide)
                return
            if event is not None and -_INFINITE < narrow < _INFINITE:
                environment[out] = Pair(narrow, wide, event)
                return
        general(environment)

    return step


_INFINITE = float("inf")
