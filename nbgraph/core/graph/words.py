"""What a student reads in a box: signs for primitives, values of literals, the user's own words when short."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

SHORT = 18
HEADER = 28

SIGNS = {
    "add": "+", "sub": "−", "mul": "×", "div": "÷", "rem": "rem", "pow": "**", "integer_pow": "**",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "and": "and", "or": "or", "not": "not", "neg": "−", "max": "max", "min": "min",
    "add_any": "+", "dot_general": "@", "select_n": "select", "convert_element_type": "cast",
    "broadcast_in_dim": "broadcast", "reduce_sum": "sum", "reduce_max": "max", "reduce_min": "min",
    "reduce_prod": "prod", "reduce_and": "all", "reduce_or": "any", "shift_right_arithmetic": ">>",
    "shift_left": "<<", "dynamic_slice": "slice", "dynamic_update_slice": "update slice", "clamp": "clip",
    "floor_divide": "//", "remainder": "%", "_where": "where",
}  # fmt: skip
_INFIX = re.compile(r"[^\w\s]+|and|or|rem")


def sign(operation: str, literals: tuple[str, ...] = ()) -> str:
    """The short label of an operation whose own source is not to be had.

    `literals` are its operands as text, "" for those that come over an edge.

    >>> sign("add", ("", "1.0")), sign("sin"), sign("max", ("", "0.0")), sign("dot_general")
    ('· + 1.0', 'sin', 'max(·, 0.0)', '@')
    """
    word = SIGNS.get(operation, operation.replace("_", " ").strip())
    if not any(literals):
        return word
    operands = [literal or "·" for literal in literals]
    if len(operands) == 2 and _INFIX.fullmatch(word):
        return f"{operands[0]} {word} {operands[1]}"
    return f"{word}({', '.join(operands)})" if len(operands) < 4 else word


def own_words(segment: str, limit: int = SHORT) -> str:
    """The user's expression when it fits a box, else "".

    >>> own_words("a % 2 == 0"), own_words("s += x"), own_words("f(aaaaaaaaaaaaaaaaaaaaaaa)")
    ('a % 2 == 0', 's += x', '')
    """
    segment = segment.strip()
    return segment if len(segment) <= limit and "\n" not in segment else ""


def header_words(segment: str, fallback: str) -> str:
    """The header of a compound statement, shortened; `fallback` when the text is something else.

    >>> header_words("while a != 1:", "while"), header_words("lax.while_loop(test, body, (a, 0))", "while")
    ('while a != 1', 'while')
    >>> header_words("if some_quite_long_condition(of, many, things) < 0", "cond")
    'if some_quite_long_conditio…'
    """
    first = segment.strip().split("\n")[0].rstrip(": ")
    if not re.match(r"(if|elif|while|for|match|async for)\b", first) and " if " not in first:
        return fallback
    if first.startswith("el"):
        first = first[2:]
    return first if len(first) <= HEADER else first[: HEADER - 1] + "…"


def literal_text(value: Any) -> str:
    """A scalar's value as a student would write it; "" for anything larger.

    >>> literal_text(np.float32(1.5)), literal_text(np.int32(3)), literal_text(True), literal_text(np.ones(3))
    ('1.5', '3', 'True', '')
    """
    if getattr(value, "shape", ()) != ():
        return ""
    try:
        array = np.asarray(value)
        return str(array[()]) if array.dtype.kind in "biufc" else f"{float(array):g}"
    except (TypeError, ValueError):  # keys and other extended element types have no value to show
        return ""
