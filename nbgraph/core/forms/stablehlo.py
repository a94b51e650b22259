"""The StableHLO that JAX hands to the compiler, as text, each line with its place in the source."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.forms.lines import LONGEST, Lines
from nbgraph.core.forms.locations import Locations, without_locations
from nbgraph.core.source.definition import Definition
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Places = tuple[Span, ...]
_FUNCTION = re.compile(r"\s*func\.func .*?@([\w$.-]+|\"[^\"]*\")\(")
_CALL = re.compile(r"\bcall @([\w$.-]+|\"[^\"]*\")\(")
_CONSTANT = re.compile(r"\s*(%[\w.]+) = stablehlo\.constant ")
_RESULT = re.compile(r"\s*(?:return\b|%[\w.:]+ = (?!stablehlo\.constant))")
_GOES_ON = re.compile(r"\s*(?:\}|cond \{|do \{|\^)")


def stablehlo_code(
    text: str, source: SourceText, function: Span, returned: Places = (), helpers: Sequence[Definition] = ()
) -> GeneratedCode:
    """The StableHLO form.

    Args:
        text: the module with debug information, as `lowered.as_text(debug_info=True)` gives it.
        source: the file the user's function stands in.
        returned: where its results stand, if one line gives them.
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
    """The location at the end of a line that nobody sees, in a hundredth of the time.

    >>> _last_location('  %0 = f.add %arg0 : i32 loc(#loc7)')
    '#loc7'
    """
    return line[line.rfind("loc(") + 4 : -1] if line.endswith(")") else ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _with_headers(texts: Sequence[str], places: Sequence[Places]) -> list[Places]:
    """An operation with blocks says where it comes from behind its last brace: its first line is told, too."""
    found = list(places)
    opened: dict[int, int] = {}
    for position, text in enumerate(texts):
        if not _GOES_ON.match(text):
            opened[_indent(text)] = position
        elif places[position]:
            found[opened.get(_indent(text), position)] = places[position]
    return found


def _with_constants(texts: Sequence[str], places: Sequence[Places]) -> list[Places]:
    """A constant belongs to the operation that uses it first: JAX gives it the place of the loop around."""
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
    """What a library's function does belongs to the line that calls it, if there is one such line only."""
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
    """What JAX has no place for in the main function makes its results ready: it belongs to their line."""
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
