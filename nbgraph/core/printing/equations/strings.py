"""Print strings with run-time values: f-strings, and tables of a string's alternatives."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from nbgraph.core.printing.ir.program import NoFormError
from nbgraph.core.printing.text.code import call, expression, literal
from nbgraph.core.printing.text.values import Value
from nbgraph.core.staging.enumerated import (
    CHANGED,
    ITSELF,
    PLACEHOLDER,
    ChosenText,
    Deferred,
    Whole,
    count_in,
    holds_placeholder,
)
from nbgraph.core.staging.values import rebuilt


def string_code(text: str, values: Iterable[ast.expr]) -> ast.expr:
    """Return the f-string for a string with placeholders, with string methods for parts they change.

    Raises:
        NoFormError: the string formats a value in a way that an f-string cannot.
    """
    fresh = iter(values)
    parts = [
        _joined(part, fresh) if isinstance(part, str) else _changed(part, fresh)
        for part in _pieces(str.__str__(text))  # the methods of strings with placeholders raise
    ]
    made = parts[0] if parts else ast.Constant("")
    for part in parts[1:]:
        made = ast.BinOp(made, ast.Add(), part)
    return made


def _pieces(text: str) -> Iterator[str | tuple[str, str]]:
    """Yield the parts of a string that no method changes, and for the others the change and its operand."""
    start = depth = 0
    for place, character in enumerate(text):
        if character == CHANGED[0]:
            if depth == 0 and place > start:
                yield text[start:place]
            start, depth = (place + 1 if depth == 0 else start), depth + 1
        elif character == CHANGED[2]:
            depth -= 1
            if depth == 0:
                change, _, inner = text[start:place].partition(CHANGED[1])
                yield change, inner
                start = place + 1
    if start < len(text):
        yield text[start:]


def _changed(part: tuple[str, str], values: Iterator[ast.expr]) -> ast.expr:
    """Return the code of a part of a string that a method or operator changes."""
    (method, *arguments), inner = ast.literal_eval(part[0]), string_code(part[1], values)
    match method:
        case "__repr__":
            return call("repr", [inner])  # type: ignore[no-any-return]
        case "__format__":
            return call("format", [inner, *map(literal, arguments)])  # type: ignore[no-any-return]
        case "%":
            return ast.BinOp(literal(arguments[0]), ast.Mod(), ast.Tuple([inner], ast.Load()))
        case ":":
            bounds = [None if each is None else literal(each) for each in (*arguments, None, None)[:3]]
            if len(arguments) == 1:
                bounds = [None, bounds[0], None]
            return ast.Subscript(inner, ast.Slice(*bounds), ast.Load())
    if method == "__mul__":
        return ast.BinOp(inner, ast.Mult(), literal(arguments[0]))
    return ast.Call(ast.Attribute(inner, method, ast.Load()), [literal(each) for each in arguments], [])


def _joined(text: str, values: Iterator[ast.expr]) -> ast.expr:
    """Return an f-string for a string that no method changes."""
    parts, end = list[ast.expr](), 0
    for mark in PLACEHOLDER.finditer(text):
        if mark.start() > end:
            parts.append(ast.Constant(text[end : mark.start()]))
        parts.append(_part(next(values), *mark.groups()[1:]))
        end = mark.end()
    if end < len(text):
        parts.append(ast.Constant(text[end:]))
    return ast.JoinedStr(parts) if end else ast.Constant(text)


def _part(value: ast.expr, conversion: str, spec: str) -> ast.FormattedValue:
    """Return one value of an f-string with its format."""
    if conversion == "%":
        return ast.FormattedValue(expression("_0_ % _1_", literal(f"%{spec}"), value), -1)
    if conversion == "*":
        return ast.FormattedValue(expression("_0_ * int(_1_)", literal(spec), value), -1)
    if conversion == "=" or holds_placeholder(spec):
        raise NoFormError("a string of run-time values that is changed")
    is_text = bool(spec) and conversion in "rs"  # `repr` of a number is its `str`
    return ast.FormattedValue(value, ord("s") if is_text else -1, ast.JoinedStr([ast.Constant(spec)]) if spec else None)


def table_of(chosen: ChosenText, number: ast.expr, values: Iterator[ast.expr]) -> ast.expr:
    """Return the code of an enumerated value: an item of a table by its number."""
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
    if isinstance(text, str) and holds_placeholder(text):
        return string_code(text, values)
    if text is None or isinstance(text, str):
        return ast.Constant(None if text is None else str.__str__(text))
    raise NoFormError(f"a value of the class `{type(text).__name__}` that is chosen at run time")


def deferred_code(deferred: Deferred, values: Sequence[ast.expr | Value]) -> Any:
    """Return a deferred value with code, or values, in place of its leaves."""
    fresh = iter(values)
    leaves = [
        _leaf(leaf, [*islice(fresh, max(count, 0))], count)
        for leaf, count in zip(deferred.leaves, deferred.counts, strict=True)
    ]
    return rebuilt(deferred.tree, leaves, deferred.like)


def _leaf(leaf: Any, values: list[ast.expr | Value], count: int) -> ast.expr | Value:
    if count < 0:
        if not isinstance(leaf, str | int | float | bool | None):
            raise NoFormError(f"an object of the class `{type(leaf).__name__}`")
        return literal(str.__str__(leaf) if isinstance(leaf, str) else leaf)
    nodes = [each.node if isinstance(each, Value) else each for each in values]
    if isinstance(leaf, ChosenText):
        return table_of(leaf, nodes[0], iter(nodes[1:]))
    return string_code(leaf, nodes) if isinstance(leaf, str) else values[0]
