"""Spell strings out: the digits of numbers, and what formats and methods do around them.

A string with placeholders, or a table of strings, becomes code points, from the inside out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.enumerated.placeholders import PLACEHOLDER, use_spelling
from nbgraph.core.staging.enumerated.values import ChosenText, is_member, looked_up
from nbgraph.core.staging.strings import codes
from nbgraph.core.staging.strings.spelled import Spelled, chosen_by, repeated, spelled
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.values import is_traced

_TOKEN = re.compile(f"(?P<mark>{PLACEHOLDER.pattern})|\ue003(?P<change>[^\ue003-\ue005]*)\ue004|(?P<end>\ue005)")
_SPEC = re.compile(r"(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z])?", re.DOTALL)
_PERCENT = re.compile(r"([-#0 +]*)(\d*)(\.\d+)?([a-zA-Z])")
_RADIX = {"b": 2, "o": 8, "x": 16, "X": 16, "d": 10, "": 10}


class _NoDigits(Exception):
    """A value has digits that no graph computes."""


def _spell(value: Any, error: StagingError) -> Spelled:
    """Return the characters of a run-time string; raise `error` if it contains a float or an object."""
    if not isinstance(value, str | ChosenText | Spelled) or is_member(value):
        raise error
    try:
        if isinstance(value, Spelled):
            return value
        return _of_table(value) if isinstance(value, ChosenText) else _of_placeholders(value)
    except _NoDigits:
        raise error from None


use_spelling(_spell)


def _of_table(value: ChosenText) -> Spelled:
    """Return the selected string of an enumerated value."""
    if not all(isinstance(text, str) and not is_member(text) for _, text in value.texts):
        raise _NoDigits
    if not is_traced(value.number):
        number = int(value.number)
        return _read(_tokens(dict(value.texts)[number]), iter(value.values_of[number]))
    places = {key: place for place, (key, _) in enumerate(value.texts)}
    each = [
        _read(_tokens(text), iter(value.values_of[key])) if _TOKEN.search(text) else text for key, text in value.texts
    ]
    return chosen_by(looked_up(value.number, places), each)


def _of_placeholders(value: str) -> Spelled:
    """Return a string with placeholders for values of the current trace."""
    log = context.here().log
    entries = [log.texts[int(mark[1])] for mark in PLACEHOLDER.finditer(value)] if log is not None else []
    return _read(_tokens(str.__str__(value)), iter(entries))


def _tokens(text: str) -> Iterator[str | re.Match[str]]:
    place = 0
    for token in _TOKEN.finditer(text):
        if token.start() > place:
            yield text[place : token.start()]
        yield token
        place = token.end()
    if place < len(text):
        yield text[place:]


def _read(tokens: Iterator[str | re.Match[str]], values: Iterator[Any]) -> Spelled:
    """Return the string up to the end of the enclosing change."""
    made: Any = None
    for token in tokens:
        if isinstance(token, str):
            part: Any = token
        elif token["end"]:
            break
        elif token["mark"]:
            part = written(next(values), *PLACEHOLDER.fullmatch(token["mark"]).groups()[1:])  # type: ignore[union-attr]
        else:
            part = _changed(_read(tokens, values), *ast.literal_eval(token["change"]))
        made = part if made is None else made + part
    return spelled("" if made is None else made)  # type: ignore[no-any-return]


def _changed(text: Spelled, method: str, *arguments: Any) -> Any:
    if method == "%":
        return _by_percent(text, arguments[0].partition("%")[2])
    if method == "__format__":
        return _aligned(text, arguments[0])
    if method == ":":
        return text[slice(*arguments)]
    return getattr(text, method)(*arguments)


def written(value: Any, conversion: str, spec: str) -> Any:
    """Return what Python writes for a value.

    Args:
        conversion: `r`, `s`, `%`, `-` for none, or `*` for the string `spec`, repeated so many times.
    """
    if conversion == "*":
        return repeated(Spelled.of(spec), value)
    if isinstance(value, ChosenText | Spelled):
        text = spelled(value)
        text = quoted(text) if conversion == "r" else text
        return _by_percent(text, spec) if conversion == "%" else _aligned(text, spec)
    if conversion == "=" or not is_traced(value) or value.shape or value.dtype.kind not in "biu":
        raise _NoDigits
    if conversion == "%":
        return _by_percent(value, spec)
    return _formatted(value, spec) if conversion == "-" else _aligned(of_number(value), spec)


def of_number(value: Any) -> Spelled:
    """Return `str` of an integer or a truth value."""
    if value.dtype == np.bool_:
        return chosen_by(value.astype(codes.CODE), ["False", "True"])
    return Spelled.first(*codes.written(value), least=1)


def quoted(text: Spelled) -> Spelled:
    """Return `repr` of a string; a run-time check requires that nothing must be escaped."""
    buffer, length = text.pair
    plain = (buffer >= 32) & (buffer < 127) & (buffer != ord("'")) & (buffer != ord("\\"))
    text.require(
        jnp.all(plain | (jnp.arange(buffer.shape[0]) >= length)),
        StagingError(
            "a string is written in quotes here that has a quote, a backslash or letters that are not ASCII in it",
            remedy="`print` the string itself",
            id="text-of-traced",
        ),
    )
    return Spelled.of("'") + text + "'"  # type: ignore[no-any-return]


def _by_percent(value: Any, spec: str) -> Spelled:
    """Format a number or a string by a format of `%`."""
    found = _PERCENT.fullmatch(spec)
    if found is None:
        raise _NoDigits
    flags, width, precision, kind = found.groups()
    side = "<" if "-" in flags else "0" if "0" in flags else ">"
    if kind in "rsa":
        text = value if isinstance(value, Spelled) else of_number(value)
        text = quoted(text) if kind in "ra" and isinstance(value, Spelled) else text
        return _aligned(text, f"{side.replace('0', '>') if width else ''}{width}{precision or ''}")
    if isinstance(value, Spelled) or precision or kind not in "diuxXo":
        raise _NoDigits
    sign = next((flag for flag in "+ " if flag in flags), "")
    alternate = "#" if "#" in flags else ""
    before, zero = ("", "0") if side == "0" and width else (side if width else "", "")
    return _formatted(value, f"{before}{sign}{alternate}{zero}{width}{kind if kind in 'xXo' else 'd'}")


def _aligned(text: Spelled, spec: str) -> Spelled:
    """Format a string by a specification such as `>10`."""
    if not spec:
        return text
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise _NoDigits
    fill, align, sign, alternate, zero, width, group, precision, kind = found.groups()
    if sign or alternate or group or kind not in (None, "s") or align == "=":
        raise _NoDigits
    text = text[: int(precision)] if precision else text
    return placed(text, int(width or 0), align or "<", fill or ("0" if zero else " "))


def _formatted(value: Any, spec: str) -> Spelled:
    """Format an integer by a specification such as `05d` or `#x`; a truth value without one is a word."""
    found = _SPEC.fullmatch(spec)
    if not spec:
        return of_number(value)
    if found is None:
        raise _NoDigits
    fill, align, sign, alternate, zero, width, group, precision, kind = found.groups()
    if kind == "c" and not (sign or alternate or group or precision):
        return placed(character(value), int(width or 0), align or "<", fill or " ")
    if (kind or "") not in _RADIX or precision or (group and zero):
        raise _NoDigits
    kind = kind or "d"
    value = value.astype(int) if value.dtype == np.bool_ else value
    digits = Spelled.first(*codes.written(value, _RADIX[kind], sign=False), least=1)
    digits = _grouped(digits, group, 3 if kind == "d" else 4) if group else digits
    before = ("-", {"+": "+", " ": " "}.get(sign or "", ""))
    head = chosen_by((value >= 0).astype(codes.CODE), before)
    head = head + f"0{kind.lower()}" if alternate and kind != "d" else head
    whole = head + digits
    whole = whole.upper() if kind == "X" else whole
    align = align or ("=" if zero else ">")
    return placed(whole, int(width or 0), align, fill or ("0" if zero else " "), head.length)


def character(value: Any) -> Spelled:
    """Return `chr` of a traced integer."""
    made = Spelled.first(value.astype(codes.CODE)[None], 1)
    made.require(codes.is_code_point(value), ValueError("chr() arg not in range(0x110000)"))
    return made


def _grouped(digits: Spelled, mark: str, size: int) -> Spelled:
    buffer, count = digits.pair
    length = count + (count - 1) // size
    most = buffer.shape[0] + (buffer.shape[0] - 1) // size
    right = length - 1 - jnp.arange(most, dtype=codes.CODE)
    digit = jnp.take(buffer, count - 1 - (right - right // (size + 1)), mode="clip")
    return Spelled.first(jnp.where(right % (size + 1) == size, codes.CODE(ord(mark)), digit), length, least=1)


def placed(text: Spelled, width: int, align: str, fill: str, head: Any = 0) -> Spelled:
    """Pad a string to a width.

    Args:
        align: as in a format; with `=` the padding comes after the first `head` characters.
    """
    buffer, length = text.pair
    if not width:
        return text
    missing = jnp.maximum(width - length, 0)
    at = head if align == "=" else 0
    before = {"<": missing * 0, "^": missing // 2}.get(align, missing)
    size = max(width, buffer.shape[0])
    k = jnp.arange(size, dtype=codes.CODE)
    source = jnp.where(k < at, k, k - before)
    filled = ((k >= at) & (k < at + before)) | (source >= length)
    return Spelled.first(
        jnp.where(filled, codes.CODE(ord(fill)), jnp.take(buffer, source, mode="clip")),
        jnp.maximum(length, width).astype(codes.CODE) if is_traced(length) else max(length, width),
        least=width,
    )
