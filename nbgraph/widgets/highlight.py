"""Syntax colours for the code panes: Python's own tokenizer for Python, a few patterns for JAX's and XLA's texts."""

from __future__ import annotations

import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence

KINDS = ("keyword", "string", "number", "comment", "name", "builtin", "runtime", "type")
"""What a token can be coloured as; the front end receives the index."""

_PROGRAM = re.compile(
    r"""(?P<comment>^\s*\#.*)|(?P<string>"(?!stablehlo\.)(?:[^"\\]|\\.)*")
    |(?P<type>(?<=:)[a-z]\w*\[[\d,]*\]|\b(?:tensor<[^>]*>|[a-z]+\d+\[[\d,]*\](?:\{[\d,]*\})?|pred\[[\d,]*\]))
    |(?P<keyword>\b(?:lambda|let|in|True(?==)|False(?==)|case(?=\ \d+=)|module|cond(?=\ \{)|do(?=\ \{)
        |(?<!\.)return|ROOT|ENTRY)\b)
    |(?P<number>(?<![\w%.\#@])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w))""",
    re.VERBOSE,
)

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


def program_tokens(lines: Sequence[str]) -> list[list[int]]:
    """`line_tokens` for a jaxpr, StableHLO and HLO.

    >>> program_tokens(["  in (b, 1:i32[]) }", "%0 = add %a, 2 : tensor<i32>"])
    [[2, 2, 0, 9, 1, 2, 11, 5, 7], [13, 1, 2, 17, 11, 7]]
    """
    return [
        [
            number
            for match in _PROGRAM.finditer(line)
            for number in (match.start(), len(match[0]), KINDS.index(match.lastgroup or ""))
        ]
        for line in lines
    ]


def with_words(tokens: list[list[int]], words: Iterable[tuple[int, int, str]]) -> list[list[int]]:
    """The tokens with further ones for words at (line from 0, column, word), where no token stands yet.

    >>> with_words([[0, 1, 4]], [(0, 4, "add"), (0, 0, "x")])
    [[0, 1, 4, 4, 3, 6]]
    """
    found = [[flat[i : i + 3] for i in range(0, len(flat), 3)] for flat in tokens]
    for line, column, word in words:
        end = column + len(word)
        if all(start + length <= column or end <= start for start, length, _ in found[line]):
            found[line].append([column, len(word), KINDS.index("runtime")])
    return [[number for token in sorted(line) for number in token] for line in found]


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
