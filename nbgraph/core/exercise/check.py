"""Provide `ng.exercise`: compare a student's function with a reference, and say in words what is wrong."""

from __future__ import annotations

import contextlib
import copy
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import jax

from nbgraph.core.errors import NbgraphError, excerpt, place
from nbgraph.core.examine.call import argument_text
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.located import user_span
from nbgraph.core.exercise.form import (
    CONSTRUCTS,
    NotYetError,
    Outcome,
    check_constructs,
    check_gradient,
    check_lint,
    check_order,
    check_regions,
    check_traces,
)
from nbgraph.core.inspect import check_gradient as differences
from nbgraph.core.inspect import graph
from nbgraph.core.one_line import error_line
from nbgraph.core.records import dataclass, replace
from nbgraph.core.source.ownership import plain_function
from nbgraph.core.timing.shown import narrow, shown
from nbgraph.core.timing.verdict import judge

_failures: Counter[tuple[object, ...]] = Counter()  # by exercise: names of function and reference, and hints


def exercise(
    f: Callable[..., Any],
    *,
    same_as: Callable[..., Any],
    on: Sequence[Any],
    has: Mapping[str, int] | None = None,
    traces: int | None = None,
    lint: Literal["clean"] | None = None,
    gradient: bool = False,
    printed: bool = False,
    regions: Sequence[str] | Mapping[str, Mapping[str, int]] = (),
    hints: Sequence[str | tuple[str, str]] = (),
) -> Outcome:
    """Check a function against a reference, and say in words what is wrong with the first input that shows it.

    The function runs as a graph, the reference as Python. An error in the function is told with its line and is not
    raised. The first hint comes with the second failure of an exercise, the next one with the third.

    Args:
        f: the function to check, converted or not.
        same_as: the reference; its code is never shown.
        on: the inputs; a tuple is several arguments, anything else is one.
        has: how many loops and branches the graph must contain, of "while", "fori", "scan", "unrolled", "cond",
            "select", "if" (a "cond" or a "select" that Python wrote as `if`) and "shard_map", e.g.
            `{"while": 1, "cond": 0}`.
        traces: how often the function may be traced for all inputs together.
        lint: "clean" where `ng.lint` must find nothing.
        gradient: whether to compare gradients by arguments of floats with differences of the reference; those of
            the function must be finite at every input.
        printed: whether to compare what is printed, too; the graph must keep its order.
        regions: names of scopes or helpers; the graph must have one region of each. A dict says how many of which
            operations each must hold, e.g. `{"layer": {"tanh": 1}}`.
        hints: what to tell whoever fails again; a pair is told in place of those where what is wrong contains its first
            string.

    Returns:
        An `Outcome`: true where the exercise is solved; it shows what is wrong as text and in a notebook.

    Raises:
        ValueError: the exercise itself is wrong: no input, a construct that does not exist.

    >>> def double(x):
    ...     return x * x
    >>> exercise(double, same_as=lambda x: 2 * x, on=[2, 3])
    Not yet: double(3) is 9, and 6 is wanted.
    """
    wanted = dict(has or {})
    if unknown := [name for name in wanted if name not in CONSTRUCTS]:
        raise ValueError(f"`has` knows {', '.join(CONSTRUCTS)}, and not {unknown[0]!r}")
    if not hasattr(on, "__len__") or not len(on) or lint not in (None, "clean"):
        raise ValueError('`on` must have an input, as `on=[2.0]`, and `lint` is "clean" or None')
    name = getattr(f, "__name__", "the function")
    attempt = _Attempt(f, same_as, name, [value if isinstance(value, tuple) else (value,) for value in on])
    hints = (hints,) if isinstance(hints, str) else hints
    key = (name, getattr(same_as, "__qualname__", ""), *hints)
    try:
        attempt.check(wanted, traces, lint, gradient, printed, regions)
    except NotYetError as found:
        return _with_hint(found.outcome, key, hints)
    _failures.pop(key, None)
    return Outcome(True, f"{name} is as wanted on {len(on)} input{'s'[: len(on) != 1]}.")


def _with_hint(outcome: Outcome, key: tuple[object, ...], hints: Sequence[str | tuple[str, str]]) -> Outcome:
    """Return the outcome with the hint that fits the message, else with the next one.

    >>> again = Outcome(False, "f(0.0) is 1.0, and 2.0 is wanted.")
    >>> [_with_hint(again, ("f",), [("f(0.0)", "A corner."), "Think."]).hint for _ in range(2)]
    ['', 'A corner.']
    """
    _failures[key] += 1
    fitting = [hint[1] for hint in hints if isinstance(hint, tuple) and hint[0] in outcome.message][:1]
    fitting = fitting or [hint for hint in hints if isinstance(hint, str)]
    turn = min(_failures[key] - 1, len(fitting))
    return replace(outcome, hint=fitting[turn - 1]) if turn else outcome


@dataclass(frozen=True)
class _Attempt:
    """A function that is to give the same as another one on some inputs."""

    f: Callable[..., Any]
    reference: Callable[..., Any]
    name: str
    inputs: list[tuple[Any, ...]]

    def check(
        self,
        has: Mapping[str, int],
        traces: int | None,
        lint: str | None,
        gradient: bool,
        printed: bool,
        regions: Sequence[str] | Mapping[str, Mapping[str, int]],
    ) -> None:
        """Check one thing after the other; lint comes first, since it needs no run."""
        if not callable(self.f):
            raise NotYetError(f"A function is wanted, and this is {shown(self.f)}.")
        if lint is not None:
            self._reported(lambda: check_lint(self.f), self.name)
        function = (
            self.f.with_capacity() if isinstance(self.f, GraphFunction) else GraphFunction(plain_function(self.f))
        )
        with contextlib.redirect_stdout(io.StringIO()) if printed else contextlib.nullcontext():
            for given in self.inputs:
                self._check_value(function, given)
        if traces is not None:
            check_traces(self.name, function, traces)
        if has:
            found = self._reported(lambda: graph(function, *copy.deepcopy(self.inputs[0])), self.name)
            check_constructs(self.name, found, function, has)
        if regions:
            found = self._reported(lambda: graph(function, *copy.deepcopy(self.inputs[0])), self.name)
            check_regions(self.name, found, regions)
        if printed:
            self._reported(lambda: check_order(self.name, graph(function, *copy.deepcopy(self.inputs[0]))), self.name)
            for given in self.inputs:
                self._check_printed(function, given)
        if gradient:
            for given in self.inputs:
                call = self._call(given)
                try:
                    self._reported(partial(check_gradient, call, function, self.reference, given), call)
                except NotYetError as found:
                    raise NotYetError(found.outcome.message, found.outcome.code or _cut(function, given)) from None

    def _check_value(self, function: GraphFunction, given: tuple[Any, ...]) -> None:
        call = self._call(given)
        reference = getattr(self.reference, "python_function", self.reference)
        try:
            wanted = reference(*copy.deepcopy(given))
        except Exception as error:
            self._check_raises(function, given, error)
            return
        came = self._reported(lambda: function(*copy.deepcopy(given)), call)
        verdict = judge(wanted, came)
        if verdict.equal is None:
            raise NotYetError(f"{call}: {verdict.message}")
        if verdict.equal is not True:
            where = verdict.differences[0] if verdict.differences else None
            part = f" It differs at {where.path}: {where.reason}." if where and where.path != "result" else ""
            message = f"{call} is {shown(came, number=narrow)}, and {shown(wanted)} is wanted.{part}"
            alike = where and (where.actual == where.expected or _NUMBERS.issuperset(where.reason.split(" against ")))
            if where and where.path == "result" and alike:
                message += f" ({where.reason})"
            elif came is None:
                message += " Is a `return` missing?"
            raise NotYetError(message)

    def _check_printed(self, function: GraphFunction, given: tuple[Any, ...]) -> None:
        wanted, came = (_printed(each, copy.deepcopy(given)) for each in (self.reference, function))
        if wanted != came:
            raise NotYetError(f"{self._call(given)} prints {shown(came)}, and {shown(wanted)} is wanted.")

    def _check_raises(self, function: GraphFunction, given: tuple[Any, ...], wanted: Exception) -> None:
        kind = type(wanted)
        try:
            came = function(*copy.deepcopy(given))
        except Exception as error:
            if isinstance(error, kind):
                return
            raise _of_error(f"{self._call(given)} is to raise {kind.__name__}, and raises", error) from None
        raise NotYetError(f"{self._call(given)} is {shown(came, number=narrow)}, and {kind.__name__} is to be raised.")

    def _call(self, given: tuple[Any, ...]) -> str:
        texts = [shown(value) for value in given]
        short = [
            argument_text(value) if text.endswith("...") else text for text, value in zip(texts, given, strict=True)
        ]
        return f"{self.name}({', '.join(short)})"

    def _reported(self, use: Callable[[], Any], call: str) -> Any:
        try:
            return use()
        except NotYetError:
            raise
        except (Exception, SystemExit) as error:
            raise _of_error(f"{call} raises", error) from None


_NUMBERS = frozenset(("int", "float", "bool"))


def _printed(function: Callable[..., Any], given: tuple[Any, ...]) -> list[str]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function(*given)
        jax.effects_barrier()
    return out.getvalue().splitlines()


def _cut(function: Callable[..., Any], given: tuple[Any, ...]) -> str:
    """Return the line that cuts or breaks a gradient; "" where it is not known."""
    with contextlib.suppress(Exception):  # the user's code may raise whatever it likes
        span = differences(function, *copy.deepcopy(given)).span
        return "" if span is None else f"{place(span)}\n{excerpt(span)}"
    return ""


def _of_error(begin: str, error: BaseException) -> NotYetError:
    """Return an error as a failure, with the user's line it comes from."""
    span = error.span if isinstance(error, NbgraphError) else user_span(error.__traceback__)
    message = error.message if isinstance(error, NbgraphError) else error_line(error)
    remedy = f" Write instead: {error.remedy}" if isinstance(error, NbgraphError) and error.remedy else ""
    where = f"{place(span)}\n{excerpt(span)}" if span is not None else ""
    return NotYetError(f"{begin} an error: {message}.".replace("..", ".") + remedy, where)
