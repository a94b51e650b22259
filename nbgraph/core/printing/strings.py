"""Strings that wait for run-time values, in code: f-strings of the values, and tables of what a string may be."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from nbgraph.core.printing.code import expression, literal
from nbgraph.core.printing.program import NoFormError
from nbgraph.core.staging.chosen_kinds import ITSELF, Whole
from nbgraph.core.staging.chosen_texts import ChosenText, count_in
from nbgraph.core.staging.late import Late
from nbgraph.core.staging.texts import MARK, holds_mark
from nbgraph.core.staging.values import rebuilt


def string_code(text: str, values: Sequence[ast.expr]) -> ast.expr:
    """An f-string of a string with placeholders.

    Raises:
        NoFormError: a method of strings changes what is only known at run time.
    """
    text = str.__str__(text)  # methods of strings with placeholders refuse
    if "\ue003" in text:
        raise NoFormError("a string of run-time values that is changed")
    fresh, parts, end = iter(values), list[ast.expr](), 0
    for mark in MARK.finditer(text):
        if mark.start() > end:
            parts.append(ast.Constant(text[end : mark.start()]))
        parts.append(_part(next(fresh), *mark.groups()[1:]))
        end = mark.end()
    if end < len(text):
        parts.append(ast.Constant(text[end:]))
    return ast.JoinedStr(parts)


def _part(value: ast.expr, conversion: str, spec: str) -> ast.FormattedValue:
    """One value of an f-string, as it is to be shown."""
    if conversion == "%":
        return ast.FormattedValue(expression("_0_ % _1_", literal(f"%{spec}"), value), -1)
    if conversion == "*":
        return ast.FormattedValue(expression("_0_ * int(_1_)", literal(spec), value), -1)
    if conversion == "=" or holds_mark(spec):
        raise NoFormError("a string of run-time values that is changed")
    return ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(spec)]) if spec else None)


def table_of(chosen: ChosenText, number: ast.expr, values: Iterator[ast.expr]) -> ast.expr:
    """What a value is that is chosen at run time: an item of a table, by its number."""
    parts = [_alternative(text, [*islice(values, count_in(text))]) for _, text in chosen.texts]
    numbers = [number for number, _ in chosen.texts]
    if numbers == list(range(len(numbers))):
        table: ast.expr = ast.Tuple(parts, ast.Load())
    else:
        table = ast.Dict([ast.Constant(each) for each in numbers], parts)
    return expression("_0_[int(_1_)]", table, number)  # type: ignore[no-any-return]


def _alternative(text: Any, values: list[ast.expr]) -> ast.expr:
    if text == ITSELF:
        return values[0]
    if isinstance(text, Whole):
        return ast.Tuple(list(values), ast.Load())
    if isinstance(text, str) and holds_mark(text):
        return string_code(text, values)
    if text is None or isinstance(text, str):
        return ast.Constant(None if text is None else str.__str__(text))
    raise NoFormError(f"a value of the class `{type(text).__name__}` that is chosen at run time")


def late_code(late: Late, values: Sequence[ast.expr]) -> Any:
    """A value that is complete at run time only: its structure, with code in place of its leaves."""
    fresh = iter(values)
    leaves = [
        _leaf(leaf, [*islice(fresh, max(count, 0))], count)
        for leaf, count in zip(late.leaves, late.counts, strict=True)
    ]
    return rebuilt(late.tree, leaves, late.like)


def _leaf(leaf: Any, values: list[ast.expr], count: int) -> ast.expr:
    if count < 0:
        if not isinstance(leaf, str | int | float | bool | None):
            raise NoFormError(f"an object of the class `{type(leaf).__name__}`")
        return literal(str.__str__(leaf) if isinstance(leaf, str) else leaf)
    if isinstance(leaf, ChosenText):
        return table_of(leaf, values[0], iter(values[1:]))
    return string_code(leaf, values) if isinstance(leaf, str) else values[0]
