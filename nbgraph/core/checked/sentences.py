"""Turn events into sentences: the user's line and variable, both values, and what to write instead."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.cuts import equations_of
from nbgraph.core.checked.dangers import asks_for_item
from nbgraph.core.checked.interpreter import Interpreter
from nbgraph.core.checked.values import Event, apart
from nbgraph.core.errors import TURN_ON_X64
from nbgraph.core.executor.advice import Scene, advice_on
from nbgraph.core.executor.located import code_at
from nbgraph.core.graph.locations import Places
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import raised_at
from nbgraph.core.timing.findings import Cause, CauseId
from nbgraph.core.timing.shown import raised, shown

_REMEDIES: dict[CauseId, str] = {
    "overflow": TURN_ON_X64,
    "precision": TURN_ON_X64,
    "index": "an `assert` before this line that the index is in range, which a graph checks, too",
    "division": "an `if` or an `assert` before this line, for a divisor of zero",
    "nan": "an `if` or an `assert` before this line, for the values that it has no result for",
    "compiler": "`ng.convert` without `jax.jit`, which runs the operations one at a time; and tell the makers of JAX",
}
AS_FLOAT = (
    "a float, which rounds where an integer wraps around: `1.0` in place of `1`, `math.gamma(n + 1)` in place of"
    " `math.factorial(n)`"
)
_X64_IS_ON: dict[CauseId, str] = {
    "overflow": AS_FLOAT,
    "precision": "a comparison within a tolerance, `abs(a - b) < 1e-6`",
}
_ONE_AT_A_TIME = "where the graph's operations run one at a time; compiled together they round otherwise"
_EQUALITIES = (jax.lax.eq_p, jax.lax.ne_p)
_NO_ERROR: dict[CauseId, str] = {
    "overflow": "a graph does not raise, and goes on with `inf`",
    "index": "a graph does not raise: it reads the nearest item, and drops a write",
    "division": "a graph does not raise: floats become `inf` or `nan`, integers some number",
    "nan": "a graph does not raise, and goes on with `nan`",
}
_NAMED = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)


class Words:
    """Words a run's events in the user's names and lines."""

    def __init__(self, arguments: Sequence[str], jaxpr: Any) -> None:
        self._arguments, self._jaxpr = arguments, jaxpr
        self.places = Places(())
        self._statements: dict[str, list[tuple[Span, Span, str]]] = {}

    @cached_property
    def _used(self) -> set[Any]:
        """Return the variables that an operation takes or a body returns."""
        atoms = [atom for equation, _ in equations_of(self._jaxpr) for atom in equation.invars]
        bodies = [body for equation, _ in equations_of(self._jaxpr) for body, _ in _jax.bodies(equation)]
        atoms += [atom for body in (self._jaxpr, *bodies) for atom in body.outvars]
        return set(filter(_jax.is_variable, atoms))

    def span(self, event: Event) -> Span | None:
        return self.span_of(event.inside if event.inside is not None else event.equation)

    def span_of(self, equation: Any) -> Span | None:
        spans = () if equation is None else self.places.spans(equation)
        return spans[0] if spans else None

    def cause(self, event: Event, *, is_compiled_so: bool = True) -> Cause:
        """Return an event as the cause of a difference.

        Args:
            is_compiled_so: whether the compiled program has the values that its operations give one at a time.
        """
        span, variable, wide, narrow = self._variable(event)
        at = first_apart(narrow, wide)
        if at:
            index = ", ".join(map(str, at))
            wide, narrow, variable = wide[at], narrow[at], f"{variable}[{index}]" if variable else ""
        expected, actual = shown_side(wide), shown_side(narrow)
        subject = f"`{variable}`" if variable else f"`{code_at(span)}`" if span is not None else "a value"
        place = "in the graph" if is_compiled_so else _ONE_AT_A_TIME
        message = f"{subject} is {expected} in Python and {actual} {place}."
        if span is None and event.argument < 0 and (span := self._around(event)) is not None:
            # an operation that nbgraph added, in a loop that it added
            message = f"Within `{code_at(span)}`, {expected} becomes {actual} in the graph."
            event = replace(event, iterations=())
        reason = self._why(event, narrow)
        if event.kind == "division":
            message, reason = f"{subject} divides by zero: {_NO_ERROR['division']}.", ""
        if event.kind == "index":
            message, reason = f"{subject} takes item {event.expected} of {event.actual}: {_NO_ERROR['index']}.", ""
        remedy = (_X64_IS_ON if x64() else _REMEDIES).get(event.kind, _REMEDIES[event.kind])
        if event.kind == "precision" and getattr(event.equation, "primitive", None) in _EQUALITIES:
            remedy = _X64_IS_ON["precision"]
        made = self._made(event.kind, message, remedy, span, variable, expected, actual, event)
        return replace(made, reason=reason)

    def raised(self, error: Exception, kind: CauseId, event: Event | None, span: Span | None) -> Cause:
        advice = advice_on(error, Scene.of(raised_at(error)))
        message = f"Python raises {raised(error)}{f' ({advice.detail})' if advice.detail else ''}; {_NO_ERROR[kind]}."
        # Python's own overflow is of floats beyond any range: more bits do not help
        remedy = advice.remedy or _REMEDIES["nan" if kind == "overflow" else kind]
        return self._made(kind, message, remedy, span, "", raised(error), "", event)

    def compiler(self, expected: Any, actual: Any, closed: Any, at: int, *, is_rounding: bool) -> Cause:
        """Return a difference that the compiler makes as a cause.

        Args:
            is_rounding: whether it is within the rounding errors of the run: the compiler joins operations, as a
                product and a sum, and rounds once.
        """
        one, other = shown_side(expected), shown_side(actual)
        span = self._origin(closed.jaxpr, at)
        message = (
            f"The graph's operations, run one at a time, give {one}, as Python does; compiled together they give"
            f" {other}."
        )
        if is_rounding:
            return self.rounded(f"{message} The compiler joins operations, which rounds in other places.", span)
        message += " The mistake is the compiler's, not yours."
        return self._made("compiler", message, _REMEDIES["compiler"], span, "", one, other, None)

    def rounded(self, message: str, span: Span | None) -> Cause:
        """Return the cause of a result that is rounding error alone: the compiled program rounds in another order."""
        remedy = (_X64_IS_ON if x64() else _REMEDIES)["precision"]
        return self._made("precision", message, remedy, span, "", "", "", None)

    def half_way(self, span: Span) -> Cause:
        """Return the cause of a number half-way between two, which Python rounds to one and the graph to the other."""
        message = (
            f"`{code_at(span)}` rounds a number about half-way between two: Python decides by all of its digits,"
            " the graph by its product with a power of ten."
        )
        digits = re.findall(r"\b\d+(?=\)$)", code_at(span)) or ["2"]
        remedy = f"the number without `round`, and outside, where it is shown, `round(float(...), {digits[0]})`"
        return self._made("precision", message, remedy, span, "", "", "", None)

    def is_item(self, event: Event) -> bool:
        """Return whether the user's code takes the item; else the converter does, as behind the end of a list."""
        span = self.span(event)
        return span is not None and asks_for_item(code_at(span))

    def in_short(self, event: Event) -> str:
        span = self.span(event)
        kinds: dict[CauseId, str] = {"overflow": "an overflow", "index": "an item out of range"}
        return f"{kinds.get(event.kind, 'a division by zero')}{f' in line {span.line}' if span is not None else ''}"

    def iterations_so_far(self, interpreter: Interpreter) -> str:
        iterations = self._iterations(interpreter.now())
        return "".join(f" in iteration {number:,} of the loop in line {line}" for line, number in iterations[-1:])

    def _made(
        self,
        kind: CauseId,
        message: str,
        remedy: str,
        span: Span | None,
        variable: str,
        expected: str,
        actual: str,
        event: Event | None,
    ) -> Cause:
        statement = None if span is None else self._statement(span)
        whole = span if statement is None else statement[0]
        code = "" if whole is None else code_at(whole)
        iterations = () if event is None else self._iterations(event.iterations)
        return Cause(kind, message, remedy, whole, variable, code, expected, actual, iterations=iterations)

    def _iterations(self, iterations: Sequence[tuple[Any, int]]) -> tuple[tuple[int, int], ...]:
        found = ((self.span_of(equation), number) for equation, number in iterations)
        return tuple((span.line, number) for span, number in found if span is not None)

    def _around(self, event: Event) -> Span | None:
        return next(filter(None, (self.span_of(equation) for equation, _ in event.iterations)), None)

    def _variable(self, event: Event) -> tuple[Span | None, str, Any, Any]:
        """Return the location, the variable that gets the first differing value, and its two values."""
        if event.argument >= 0:
            name = self._arguments[event.argument] if event.argument < len(self._arguments) else ""
            return None, name, event.expected, event.actual
        span = self.span(event)
        statement = None if span is None else self._statement(span)
        whole = span if statement is None else statement[1]
        made = [(event.equation, event.expected, event.actual), *event.later]
        made = [each for each in made if self.span_of(each[0]) == whole]
        sides = [each for each in made if self._leaves(each[0], made)]
        if span is None or not sides:
            return span, "", event.expected, event.actual
        return span, "" if statement is None else statement[2], *sides[-1][1:]

    def _leaves(self, equation: Any, made: Sequence[tuple[Any, Any, Any]]) -> bool:
        """Return whether an operation's result leaves the user's expression: no other operation of `made` takes it."""
        inside = {atom for each, _, _ in made for atom in each.invars if _jax.is_variable(atom)}
        return any(atom in self._used and atom not in inside for atom in equation.outvars)

    def _statement(self, span: Span) -> tuple[Span, Span, str] | None:
        """Return the innermost assignment around a span, as its span, its value's span and its name; or None."""
        if span.file not in self._statements:
            text = self.places.text(span.file)
            self._statements[span.file] = [] if text is None else _assignments(text)
        around = [found for found in self._statements[span.file] if found[0].contains(span)]
        return min(around, key=lambda found: (found[0].end_line - found[0].line, len(code_at(found[0]))), default=None)

    def _origin(self, jaxpr: Any, at: int) -> Span | None:
        for equation in reversed(jaxpr.eqns):
            if jaxpr.outvars[at] in equation.outvars:
                return self.span_of(equation)
        return None

    def _why(self, event: Event, narrow: Any) -> str:
        dtype = np.asarray(narrow).dtype
        if event.kind == "overflow" and dtype.kind == "f":
            return f"The graph's {dtype} ends at {np.finfo(dtype).max:.2g}."
        if event.kind == "overflow":
            bits = 64 if x64() else 32
            return f"The graph's integers have {bits} bits and end at {2 ** (bits - 1) - 1:,}."
        if event.kind == "precision":
            return "The graph computes in another order, and rounds otherwise." if x64() else _FEW_DIGITS
        return ""


_FEW_DIGITS = "The graph computes with about 7 digits (float32), Python with 16."


def x64() -> bool:
    return bool(jax.config.jax_enable_x64)  # type: ignore[attr-defined]


def first_apart(narrow: Any, wide: Any) -> tuple[int, ...]:
    """Return the index where two arrays first differ; () for scalars.

    >>> first_apart(np.array([1, 2]), np.array([1, 3]))
    (1,)
    """
    if np.ndim(narrow) == 0 or np.shape(narrow) != np.shape(wide):
        return ()
    found = (at for at in np.ndindex(np.shape(narrow)) if apart(narrow[at], wide[at]))
    return next(found, ())


def shown_side(value: Any) -> str:
    return shown(np.asarray(value)[()] if getattr(value, "shape", None) == () else value)


def _assignments(text: SourceText) -> list[tuple[Span, Span, str]]:
    found = []
    for node in ast.walk(text.tree):
        if not isinstance(node, _NAMED) or node.value is None:
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        value = node if isinstance(node, ast.AugAssign) else node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            pairs: list[tuple[ast.expr, ast.AST]] = list(zip(target.elts, value.elts, strict=True))
            found += [(text.node_span(part), text.node_span(part), ast.unparse(name)) for name, part in pairs]
        found.append((text.node_span(node), text.node_span(value), ast.unparse(target)))
    return found
