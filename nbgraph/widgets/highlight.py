"""Syntax colours for the code panes, from Python's own tokenizer."""

from __future__ import annotations

import builtins
import io
import keyword
import tokenize
from collections.abc import Iterator, Sequence

KINDS = ("keyword", "string", "number", "comment", "name", "builtin")
"""What a token can be coloured as; the front end receives the index."""

# Python 3.12 cut f-strings into parts, 3.14 added t-strings.
_STRINGS = {
    getattr(tokenize, name) for name in dir(tokenize) if name == "STRING" or name.startswith(("FSTRING_", "TSTRING_"))
}
_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))


def line_tokens(lines: Sequence[str]) -> list[list[int]]:
    """For each line its coloured tokens, flat: column, length, kind, column, length, kind, ...

    Text that is no Python (a cell's `%` line, half a function) stays uncoloured from where it stops making sense.

    >>> line_tokens(["def f(a):", "    return a + 1  # one"])
    [[0, 3, 0, 4, 1, 4], [4, 6, 0, 15, 1, 2, 18, 5, 3]]
    >>> line_tokens(["'''a", "b'''"])
    [[0, 4, 1], [0, 4, 1]]
    """
    result: list[list[int]] = [[] for _ in lines]
    for token, kind in _coloured(lines):
        (first, start), (last, end) = token.start, token.end
        for line in range(first, min(last, len(lines)) + 1):
            begin = start if line == first else 0
            length = (end if line == last else len(lines[line - 1])) - begin
            if length > 0:
                result[line - 1] += [begin, length, kind]
    return result


def _coloured(lines: Sequence[str]) -> Iterator[tuple[tokenize.TokenInfo, int]]:
    previous = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
            kind = _kind(token, previous)
            previous = token.string
            if kind is not None:
                yield token, KINDS.index(kind)
    except (tokenize.TokenError, SyntaxError):
        return


def _kind(token: tokenize.TokenInfo, previous: str) -> str | None:
    if token.type in _STRINGS:
        return "string"
    if token.type == tokenize.NUMBER:
        return "number"
    if token.type == tokenize.COMMENT:
        return "comment"
    if token.type != tokenize.NAME:
        return None
    if keyword.iskeyword(token.string):
        return "keyword"
    if previous in ("def", "class"):
        return "name"
    return "builtin" if token.string in _BUILTINS and previous != "." else None
