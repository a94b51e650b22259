"""Print the StableHLO that JAX gives to the compiler, each line with its source span."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.forms.lines import LONGEST, Lines
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span

# Reads the locations in the text of an MLIR module: which source positions each `loc(#loc12)` refers to.


_ALIAS = re.compile(r"^#(loc\d*) = loc\((.*)\)$")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"| ?\bloc\(|[()]')
_TOKEN = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"(?::(?P<line>\d+):(?P<column>\d+)(?: to (?P<end_line>\d+)?:(?P<end_column>\d+))?)?'
    r"|#(?P<alias>loc\d*)|(?P<word>callsite|fused)|(?P<close>\))"
)
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)")


def without_locations(line: str) -> tuple[str, str]:
    """Return a line without its locations, and the last location, which is its operation's.

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
    # A location inside an argument list belongs to the argument, not to the operation.
    return kept + rest, "" if rest.strip() or at == 0 else last


class Locations:
    """The source spans of a module's locations, without those in files that have no source."""

    def __init__(self, lines: Sequence[str], text_of: Callable[[str], SourceText | None]) -> None:
        self._aliases = {match[1]: match[2] for line in lines if (match := _ALIAS.match(line))}
        self._text_of = text_of
        self.places = cache(self._places)

    def _places(self, location: str) -> tuple[Span, ...]:
        """Return the source spans of a location, innermost call first."""
        return tuple(self._spans(location, frozenset()))

    def _spans(self, location: str, above: frozenset[str]) -> Iterator[Span]:
        # Whatever the nesting, callees precede callers, and a name precedes the location that it names.
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
    r"""Decode a string as MLIR writes it.

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


Places = tuple[Span, ...]
_FUNCTION = re.compile(r"\s*func\.func .*?@([\w$.-]+|\"[^\"]*\")\(")
_CALL = re.compile(r"\bcall @([\w$.-]+|\"[^\"]*\")\(")
_CONSTANT = re.compile(r"\s*(%[\w.]+) = stablehlo\.constant ")
_RESULT = re.compile(r"\s*(?:return\b|%[\w.:]+ = (?!stablehlo\.constant))")
_GOES_ON = re.compile(r"\s*(?:\}|cond \{|do \{|\^)")


def stablehlo_code(
    text: str, source: SourceText, function: Span, returned: Places = (), helpers: Sequence[Definition] = ()
) -> GeneratedCode:
    """Return the StableHLO form.

    Args:
        text: the module with debug information, as `lowered.as_text(debug_info=True)` gives it.
        source: the file of the user's function.
        returned: the spans of its results, if one line has them.
        helpers: other definitions that lines may be linked to.
    """
    every = [line for line in text.splitlines() if line]
    shown = [line for line in every if not line.startswith("#loc")]
    locations = Locations(every, {source.file: source, **{helper.source.file: helper.source for helper in helpers}}.get)
    lines = Lines("StableHLO", function, *(helper.span for helper in helpers))
    kept = [without_locations(line) for line in shown[:LONGEST]]
    texts = [*(line for line, _ in kept), *shown[LONGEST:]]
    ends = [*(location for _, location in kept), *map(_last_location, shown[LONGEST:])]
    places = _with_headers(texts, [locations.places(location) for location in ends])
    places = _with_results(texts, _with_functions(texts, _with_constants(texts, places), lines), lines, returned)
    for line, found in zip(texts, places, strict=True):
        lines.add(line, found)
    return lines.code("fn.lower(…).as_text()")


def _last_location(line: str) -> str:
    """Return the location at the end of a line that is not shown, a hundred times faster than `without_locations`.

    >>> _last_location('  %0 = f.add %arg0 : i32 loc(#loc7)')
    '#loc7'
    """
    return line[line.rfind("loc(") + 4 : -1] if line.endswith(")") else ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _with_headers(texts: Sequence[str], places: Sequence[Places]) -> list[Places]:
    """Give the first line of an operation with blocks the location after its last brace."""
    found = list(places)
    opened: dict[int, int] = {}
    for position, text in enumerate(texts):
        if not _GOES_ON.match(text):
            opened[_indent(text)] = position
        elif places[position]:
            found[opened.get(_indent(text), position)] = places[position]
    return found


def _with_constants(texts: Sequence[str], places: Sequence[Places]) -> list[Places]:
    """Give a constant the location of its first use: JAX gives it that of the loop around."""
    found = list(places)
    for position, text in enumerate(texts[:LONGEST]):
        if (match := _CONSTANT.match(text)) is not None:
            word = re.compile(rf"{re.escape(match[1])}(?![\w#])")
            for later in range(position + 1, min(position + 20, len(texts))):
                if word.search(texts[later]):
                    found[position] = places[later] or found[position]
                    break
    return found


def _with_functions(texts: Sequence[str], places: Sequence[Places], lines: Lines) -> list[Places]:
    """Give the lines of a library's function the location of its call, if there is only one."""
    inside: list[str] = []
    callers: dict[str, set[int]] = {}
    name = ""
    for position, text in enumerate(texts):
        match = _FUNCTION.match(text)
        name = match[1] if match else name if text.startswith(" ") else ""
        inside.append(name)
        if (call := _CALL.search(text)) is not None:
            callers.setdefault(call[1], set()).add(position)

    def called_from(function: str, above: frozenset[str]) -> Places:
        if function in above:
            return ()
        outer = {
            found
            for position in callers.get(function, ())
            for found in [lines.place(places[position]) or _only(called_from(inside[position], above | {function}))]
        }
        return tuple(outer) if len(outer) == 1 and None not in outer else ()  # type: ignore[arg-type]

    known = {function: called_from(function, frozenset()) for function in set(inside)}
    return [
        found if lines.place(found) is not None else known[function]
        for function, found in zip(inside, places, strict=True)
    ]


def _with_results(texts: Sequence[str], places: Sequence[Places], lines: Lines, returned: Places) -> list[Places]:
    """Give operations of the main function without a location that of the results, which they prepare."""
    found = list(places)
    main = False
    for position, text in enumerate(texts):
        if _FUNCTION.match(text):
            main = "func.func public" in text
        elif main and _RESULT.match(text) and lines.place(places[position]) is None:
            found[position] = returned
    return found


def _only(places: Places) -> Span | None:
    return places[0] if places else None
