"""Keeping strings of the notebook's out of a page: they may be secrets, and a page is handed on."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Collection
from typing import Any

from nbgraph.core.report import Report

_QUOTED = re.compile(r"""(['"])((?:(?!\1)[^\\\n]|\\.)*)(\1|$)""")
_LONG = 8
"""Characters from which on a string is looked for inside of other strings, too."""
_HIDDEN = "•"
_CUT = ("…", "...", " …")
Hide = Callable[[str], str]


def hiding(private: Collection[str], *, in_words: bool = False) -> Hide:
    """A function that hides strings where a text quotes them; every other character keeps its column.

    Args:
        in_words: whether it is a sentence, as an exception's text, which may name them without quotes, too. What could
            be a word there (`division`) is hidden in quotes alone, and a short one (`KeyError: 'bob'`) not at all.

    >>> hide = hiding(["tok_123456", "sum"])
    >>> hide("jnp.sum(x), 'sum', 'a tok_123456'"), hide("'tok_12345...")
    ("jnp.sum(x), '•••', 'a ••••••••••'", "'•••••••••...")
    >>> hiding(["tok_123456", "division", "bob"], in_words=True)("'bob': tok_123456, tok_1234…; division by zero")
    "'bob': ••••••••••, ••••••••…; division by zero"
    """
    whole = {repr(each)[1:-1] for each in private if not (in_words and each.isalpha() and len(each) < _LONG)}
    parts = sorted((each for each in whole if len(each) >= _LONG), key=len, reverse=True)

    def hidden(found: re.Match[str]) -> str:
        quote, text, end = found.groups()
        return quote + (_HIDDEN * len(text) if text in whole else _without(text, parts)) + end

    if not whole:
        return _as_it_is
    named = [each for each in parts if in_words and not (each.isalpha() and each.islower())]
    return lambda text: _without(_QUOTED.sub(hidden, text), named, _CUT)


def _as_it_is(text: str) -> str:
    return text


def _without(text: str, parts: Collection[str], cut: tuple[str, ...] = ("",)) -> str:
    """A text in which each of some strings is hidden, also one that is cut off, with one of `cut` behind it."""
    for part in parts:
        start = text.find(part[:_LONG])
        while start >= 0:
            alike = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(text[start:], part, strict=False))
            end = start + sum(1 for _ in alike)
            if end - start == len(part) or text.startswith(cut, end):
                text = text[:start] + _HIDDEN * (end - start) + text[end:]
            start = text.find(part[:_LONG], end)
    return text


def without_definitions(code: str, private: Collection[str]) -> str:
    """Code in which a name that stands for a private string is left to the notebook, on the same lines.

    >>> print(without_definitions("KEY = 'tok_1'\\nN = 3\\n", ["tok_1"]), end="")
    # `KEY`: a string of the notebook's, not written here
    N = 3
    """
    if not any(repr(each)[1:-1] in code for each in private):
        return code
    try:
        statements = ast.parse(code).body
    except SyntaxError:
        return code
    lines = code.split("\n")
    for node in statements:
        if isinstance(node, ast.Assign | ast.AnnAssign) and _holds(node, private):
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            lines[node.lineno - 1] = f"# `{name}`: a string of the notebook's, not written here"
            for number in range(node.lineno, node.end_lineno or node.lineno):
                lines[number] = "#"
    return "\n".join(lines)


def _holds(node: ast.AST, private: Collection[str]) -> bool:
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return any(isinstance(value, str) and value in private for value in constants)


def sayable(report: Report) -> Hide:
    """What hides strings in sentences about a call, but for those that its result shows."""
    shown = f"{report.shown_value} {report.shown_python_value}"
    return hiding([each for each in report.private if each not in shown], in_words=True)


def hidden_in(data: Any, hide: Hide) -> Any:
    """Plain data with every string in it treated."""
    if hide is _as_it_is:
        return data
    if isinstance(data, str):
        return hide(data)
    if isinstance(data, dict):
        return {key: hidden_in(value, hide) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [hidden_in(value, hide) for value in data]
    return data
