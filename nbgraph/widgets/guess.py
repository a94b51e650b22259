"""Judge a guess of a call's result where no page asks for one, as `static/guess.js` does."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from nbgraph.widgets.words import tell

if TYPE_CHECKING:
    from nbgraph.core.report import Report


def judged(guess: str, report: Report) -> str:
    value = report.shown_python_value if report.shown_value is None else report.shown_value
    if value is None:
        return tell(report.lang, "Your guess: {0}. It gives no value: see below.", guess)
    if is_right(guess, value):
        return tell(report.lang, "Your guess: {0}. That is right.", guess)
    return tell(report.lang, "Your guess: {0}. It gives {1}.", guess, value)


def is_right(guess: str, value: str) -> bool:
    """Return whether a guess is the value, to as many digits as it has.

    >>> is_right("3.4", "3.41"), is_right("3", "3.4"), is_right("1,2.5", "(1, 2.49)"), is_right('{"a": 1}', "{'a': 1}")
    (True, False, True, True)
    >>> is_right("nan", "nan"), is_right("[0.5,nan]", "[0.5, nan]"), is_right("True", "1")
    (True, True, False)
    """
    try:
        return _is_same(ast.literal_eval(guess), ast.literal_eval(value))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return "".join(guess.split()) == "".join(value.split())


def _is_same(guess: Any, value: Any) -> bool:
    if isinstance(guess, list | tuple) and type(guess) is type(value):
        return len(guess) == len(value) and all(map(_is_same, guess, value))
    if isinstance(guess, dict) and isinstance(value, dict):
        return guess.keys() == value.keys() and all(_is_same(guess[key], value[key]) for key in guess)
    if isinstance(guess, float) and type(value) in (int, float):
        return guess == value or bool(round(value, len(repr(guess).partition(".")[2])) == guess)
    return bool(guess == value) and isinstance(guess, bool) == isinstance(value, bool)
