"""Locations in the text of an MLIR module: who says `loc(#loc12)` where, and which places of the source that means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

_ALIAS = re.compile(r"^#(loc\d*) = loc\((.*)\)$")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"| ?\bloc\(|[()]')
_TOKEN = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"(?::(?P<line>\d+):(?P<column>\d+)(?: to (?P<end_line>\d+)?:(?P<end_column>\d+))?)?'
    r"|#(?P<alias>loc\d*)|(?P<word>callsite|fused)|(?P<close>\))"
)
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)")


def without_locations(line: str) -> tuple[str, str]:
    """A line without what it says about places, and the last of that, which is its operation's.

    >>> without_locations('  %0 = f.add %arg0 : i32 loc(#loc7)')
    ('  %0 = f.add %arg0 : i32', '#loc7')
    >>> without_locations('func @main(%arg0: i32 loc("a")) -> (i32 {name = " loc(1)"}) {')
    ('func @main(%arg0: i32) -> (i32 {name = " loc(1)"}) {', '')
    """
    kept, last, start, opened, depth, at = "", "", 0, -1, 0, 0
    for match in _PIECE.finditer(line):
        if match[0].endswith("loc("):
            if opened < 0:
                kept += line[start : match.start()]
                opened, depth, at = match.end(), 0, match.start()
            else:
                depth += 1
        elif match[0] == "(" and opened >= 0:
            depth += 1
        elif match[0] == ")" and opened >= 0:
            if depth:
                depth -= 1
                continue
            last, start, opened = line[opened : match.start()], match.end(), -1
    if opened >= 0:
        return line, ""
    rest = line[start:]
    # What stands inside an argument list belongs to the argument, not to the operation.
    return kept + rest, "" if rest.strip() or at == 0 else last


class Locations:
    """The places that a module's locations stand for.

    Args:
        lines: the module's text, with debug information.
        text_of: the text of a file, to count columns in characters; positions in others are left out.
    """

    def __init__(self, lines: Sequence[str], text_of: Callable[[str], SourceText | None]) -> None:
        self._aliases = {match[1]: match[2] for line in lines if (match := _ALIAS.match(line))}
        self._text_of = text_of
        self.places = cache(self._places)

    def _places(self, location: str) -> tuple[Span, ...]:
        """The places of a location in the files that have a text, innermost call first."""
        return tuple(self._spans(location, frozenset()))

    def _spans(self, location: str, above: frozenset[str]) -> Iterator[Span]:
        # Whatever the nesting, callees stand before callers and a name before what it is the name of.
        for match in _TOKEN.finditer(location):
            alias = match["alias"]
            if alias is not None and alias not in above:
                yield from self._spans(self._aliases.get(alias, ""), above | {alias})
            elif match["line"] is not None:
                text = self._text_of(unescaped(match["text"]))
                if text is not None:
                    yield _span(text, match)


def _span(text: SourceText, match: re.Match[str]) -> Span:
    line, column = int(match["line"]), int(match["column"])
    end_line = int(match["end_line"] or line)
    return text.span(line, column, end_line, int(match["end_column"] or column))


def unescaped(text: str) -> str:
    r"""A string as MLIR writes it, read.

    >>> unescaped(r"C:\\a\22b\C3\A9")
    'C:\\a"bé'
    """
    pieces: list[bytes] = []
    end = 0
    for match in _ESCAPE.finditer(text):
        pieces += [text[end : match.start()].encode(), _byte(match[1])]
        end = match.end()
    return b"".join([*pieces, text[end:].encode()]).decode(errors="replace")


def _byte(code: str) -> bytes:
    return bytes.fromhex(code) if len(code) == 2 else {"n": b"\n", "t": b"\t"}.get(code, code.encode())
