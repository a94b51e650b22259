"""Keep the notebook's strings out of a page: they may be secrets, and a page is passed on."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from nbgraph.core.report import Report

_QUOTED = re.compile(r"""(['"])((?:(?!\1)[^\\\n]|\\.)*)(\1|$)""")
_LONG = 8
"""Characters from which on a string, or a part of it, is looked for inside of other strings, too."""
_FEW = 4
"""Characters below which a string stands in any text."""
_MOST = 5_000
"""As many characters of a string are looked for: a longer one is no secret, and a page shows its begin."""
_HIDDEN = "•"
Hide = Callable[[str], str]


def hiding(private: Collection[str], *, in_words: bool = False) -> Hide:
    """Return a function that hides strings where a text quotes them, also with other case, cut or reversed; every other
    character keeps its column.

    Args:
        in_words: whether it is a sentence, as an exception's text, which may name them without quotes, too. What could
            be a word there (`division`) is hidden in quotes alone, and a short one (`KeyError: 'bob'`) not at all.

    >>> hide = hiding(["tok_123456", "sum"])
    >>> hide("jnp.sum(x), 'sum', 'a tok_123456'"), hide("'tok_12345...")
    ("jnp.sum(x), '•••', 'a ••••••••••'", "'•••••••••...")
    >>> hide("'SUM', 'a TOK_123456', 'tok_1234', '654321_kot'")
    "'•••', 'a ••••••••••', '••••••••', '••••••••••'"
    >>> hiding(["tok_123456", "division", "bob"], in_words=True)("'bob': tok_123456, TOK_1234; division by zero")
    "'bob': ••••••••••, ••••••••; division by zero"
    """
    whole = {_alike(repr(each)[1:-1]) for each in private if not (in_words and each.isalpha() and len(each) < _LONG)}
    if not whole:
        return _as_it_is
    stretches = frozenset(part for each in private for part in _stretches(each))
    named = {part for each in private for part in _stretches(each) if in_words and not _could_be_words(each, part)}

    def hidden(found: re.Match[str]) -> str:
        quote, text, end = found.groups()
        return quote + (_HIDDEN * len(text) if _alike(text) in whole else _without(text, stretches)) + end

    return lambda text: _without(_QUOTED.sub(hidden, text), named)


def showing(shown: str) -> Hide:
    """Return a function that hides the strings that a text quotes, except those in `shown`.

    Where a string is private, any other one may be derived from it: its letters, every second one, its base64.

    >>> showing("code += 'x' + names[c]  # of ['anna']")("'x', 't', 'anna', ['dG9rXzlm', 'nn']")
    "'x', '•', 'anna', ['••••••••', '••']"
    """

    def hidden(found: re.Match[str]) -> str:
        quote, text, end = found.groups()
        is_shown = text in shown if len(text) >= _FEW else f"'{text}'" in shown or f'"{text}"' in shown
        return found[0] if is_shown else quote + _HIDDEN * len(text) + end

    return lambda text: _QUOTED.sub(hidden, text)


def _alike(text: str) -> str:
    return text if len(small := text.lower()) != len(text) else small


def _stretches(text: str) -> Iterator[str]:
    """Yield all parts long enough to reveal a string, forwards and backwards."""
    begin = _alike(repr(text)[1:-1][:_MOST])
    for way in (begin, begin[::-1]):
        yield from (way[at : at + _LONG] for at in range(len(way) - _LONG + 1))


def _could_be_words(text: str, part: str) -> bool:
    """Return whether a part of a string could be in any sentence: the string is a word, or the part is words."""
    return part.replace(" ", "").isalpha() and (" " in text or text.islower())


def _as_it_is(text: str) -> str:
    return text


def _without(text: str, stretches: Collection[str]) -> str:
    small = _alike(text) if stretches else ""
    for at in range(len(small) - _LONG + 1):
        if small[at : at + _LONG] in stretches:
            text = text[:at] + _HIDDEN * _LONG + text[at + _LONG :]
    return text


def without_definitions(code: str, private: Collection[str]) -> str:
    """Return code without assignments of private strings, which stay in the notebook; lines keep their numbers.

    >>> print(without_definitions("KEY = 'tok_1'\\nN = 3\\n", ["tok_1"]), end="")
    # `KEY`: a string of the notebook's, not written here
    N = 3
    """
    if (hide := hiding(private))(code) == code:
        return code
    try:
        statements = ast.parse(code).body
    except SyntaxError:
        return code
    lines = code.split("\n")
    for node in statements:
        if isinstance(node, ast.Assign | ast.AnnAssign) and _holds(node, hide):
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            lines[node.lineno - 1] = f"# `{name}`: a string of the notebook's, not written here"
            for number in range(node.lineno, node.end_lineno or node.lineno):
                lines[number] = "#"
    return "\n".join(lines)


def _holds(node: ast.AST, hide: Hide) -> bool:
    constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return any(isinstance(value, str) and hide(repr(value)) != repr(value) for value in constants)


def sayable(report: Report) -> Hide:
    """Return a function that hides strings in sentences about a call, except those that its result shows."""
    shown = f"{report.shown_value} {report.shown_python_value}"
    return hiding([each for each in report.private if each not in shown], in_words=True)


def hidden_in(data: Any, hide: Hide) -> Any:
    """Return plain data with `hide` applied to every string."""
    if hide is _as_it_is:
        return data
    if isinstance(data, str):
        return hide(data)
    if isinstance(data, dict):
        return {key: hidden_in(value, hide) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [value if type(value) is int else hidden_in(value, hide) for value in data]
    return data
