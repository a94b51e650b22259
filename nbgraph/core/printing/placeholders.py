"""Strings that wait for run-time values, as f-strings and formats: each value is found where it would be shown."""

from __future__ import annotations

import ast
import re
from typing import Any

import numpy as np

from nbgraph.core.printing.code import literal
from nbgraph.core.printing.program import NoFormError

_MARK = re.compile("\ue100(\\d+)(!r)?:([^\ue101]*)\ue101")


class Placeholder:
    """Stands for a run-time scalar: shown, it leaves its number and its format.

    Attributes:
        number: which scalar it is.
        digits: how many digits its number has where it is shown; what is made of that depends on the length of strings.
    """

    shape, ndim, size, dtype = (), 0, 1, np.dtype("int32")

    def __init__(self, number: int, digits: int = 1) -> None:
        self.number, self.digits = number, digits

    def __format__(self, spec: str) -> str:
        return f"\ue100{self.number:0{self.digits}}:{spec}\ue101"

    def __str__(self) -> str:
        return _Shown(self.__format__(""))

    __repr__ = __str__

    def item(self) -> Placeholder:
        """The number of Python's that it is."""
        return self

    tolist = item


class _Shown(str):
    """What `str` of a scalar gives, as long as it is only joined to other strings."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec:
            raise NoFormError("a string of run-time values that is changed")
        return str(self)


LENGTHS = (1, 9)  # digits of placeholders: a string of these must be the same for both


def formatted(value: Any) -> ast.expr:
    """A string with placeholders as an f-string of `v0`, `v1`, ...; any other constant as it is."""
    if isinstance(value, Placeholder):
        return ast.Name(f"v{value.number}", ast.Load())
    if type(value) in (int, float, bool, type(None)) or (isinstance(value, str) and not _MARK.search(value)):
        return literal(str(value) if isinstance(value, str) else value)
    if type(value) is tuple:
        return ast.Tuple([formatted(part) for part in value], ast.Load())
    if not isinstance(value, str):
        raise NoFormError(f"an error that holds an object of the class `{type(value).__name__}`")
    parts: list[ast.expr] = []
    for text, number, spec in pieces(value):
        if number is None:
            parts.append(ast.Constant(text))
        else:
            form = ast.JoinedStr([ast.Constant(spec)]) if spec else None
            parts.append(ast.FormattedValue(ast.Name(f"v{number}", ast.Load()), -1, form))
    return ast.JoinedStr(parts)


def pieces(text: str) -> list[tuple[str, int | None, str]]:
    """A string in pieces: text, or the number of a placeholder with its format."""
    found: list[tuple[str, int | None, str]] = []
    end = 0
    for match in _MARK.finditer(text):
        if match.start() > end:
            found.append((text[end : match.start()], None, ""))
        found.append(("", int(match[1]), match[3]))
        end = match.end()
    return [*found, (text[end:], None, "")] if end < len(text) else found


def template_of(text: str) -> tuple[str, list[int]]:
    """A string as `str.format` takes it, with the numbers of its placeholders in order.

    >>> template_of(f"{{x}} = {Placeholder(0):.2f}")
    ('{{x}} = {:.2f}', [0])
    """
    made, numbers = "", []
    for words, number, spec in pieces(text):
        if number is None:
            made += words.replace("{", "{{").replace("}", "}}")
        else:
            made += f"{{:{spec}}}" if spec else "{}"
            numbers.append(number)
    return made, numbers
