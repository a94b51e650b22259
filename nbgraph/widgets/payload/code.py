"""Turn generated code into plain data, and the source on a page: the called function, and those it reaches."""

from __future__ import annotations

import builtins
import io
import keyword
import os
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from nbgraph.core.codegen.source_map import CONVERTED, PURE_JAX, GeneratedCode
from nbgraph.core.errors import cell_name
from nbgraph.core.forms.explanations import sentences, words_in
from nbgraph.core.graph.model import Graph, Node, Region
from nbgraph.core.source.text import Definition
from nbgraph.widgets.payload.private import hiding, without_definitions
from nbgraph.widgets.payload.spans import Places, numbers
from nbgraph.widgets.words import say

Row = list[int]
Token = tuple[int, int, int]  # column, length, kind
_PYTHON = (CONVERTED, PURE_JAX)
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


def code_data(code: GeneratedCode, places: Places, private: Collection[str] = (), language: str = "") -> dict[str, Any]:
    """Return one form of the code: its lines and tokens, links to the source, and explanations of words."""
    text = without_definitions(code.text, private) if code.form in _PYTHON else code.text
    lines = hiding(private)(text).splitlines()
    links = [
        (numbers(link.generated, lines), place)
        for link in code.mappings
        if (place := places.of(link.source, *link.callers)) is not None
    ]
    words = list(words_in(code.form, lines))
    known = sentences(code.form)
    tokens = line_tokens(lines) if code.form in _PYTHON else program_tokens(lines)
    return {
        "form": code.form,
        "lines": lines,
        "tokens": _flat(with_words(tokens, words)),
        "links": _stepwise(links),
        "words": {word: say(known[word], language) for _, _, word in words},
    }


def _stepwise(links: Iterable[tuple[Row, Row]]) -> list[Row]:
    """Return each pair of spans by its distance from the one before: ten thousand regular lines compress well.

    >>> _stepwise([([1, 0, 1, 9], [5, 4, 5, 9]), ([2, 4, 2, 8], [6, 4, 7, 2])])
    [[1, 0, 0, 9, 5, 4, 0, 5], [1, 4, 0, 4, 1, 4, 1, -2]]
    """
    line = origin = 0
    found = []
    for generated, source in links:
        found.append([*_from(line, generated), *_from(origin, source)])
        line, origin = generated[0], source[0]
    return found


def _from(line: int, span: Row) -> Row:
    first, column, last, end = span
    return [first - line, column, last - first, end - column]


Data = dict[str, Any]


def source_data(places: Places) -> Data:
    """Return the lines of all definitions, and of each helper its first line's index and number, its name and file."""
    shown, *helpers = places.definitions
    lines = _lines(shown)
    heads = []
    for helper in helpers:
        file = "" if helper.span.file == shown.span.file else file_label(helper.span.file)
        heads.append([len(lines), places.line(helper.span.file, helper.span.line), helper.name, file])
        lines += _lines(helper)
    data = {"first": shown.span.line, "lines": lines, "tokens": _flat(line_tokens(lines))}
    return {**data, "helpers": heads} if heads else data


def calls_data(graph: Graph | None, places: Places) -> Data:
    """Return for each call of a helper the spans in it that are in the graph: they are highlighted together."""
    found: dict[tuple[int, ...], dict[tuple[int, ...], None]] = {}
    sites = {region.span for region in graph.regions if region.kind == "call"} if graph else set()
    items: tuple[Node | Region, ...] = (*graph.nodes, *graph.regions) if graph else ()
    for item in items:
        # Without helpers beside it, the other lines that led to a position are those of its loops and choices.
        led = [each for each in item.callers if each in sites or len(places.definitions) > 1]
        chain = [place for each in (item.span, *led) if (place := places.of(each)) is not None]
        for caller in chain[1:]:
            if caller != chain[0]:
                found.setdefault(tuple(caller), {})[tuple(chain[0])] = None
    rows = [[list(caller), [list(place) for place in inside]] for caller, inside in found.items()]
    return {"calls": rows} if rows else {}


def _lines(definition: Definition) -> list[str]:
    return list(definition.source.lines[definition.span.line - 1 : definition.span.end_line])


def file_label(file: str) -> str:
    """Return the display name of a cell or a file."""
    return cell_name(file) or os.path.basename(file)


def _flat(lines: Iterable[Sequence[Token]]) -> list[Row]:
    """Return the tokens of each line flat, each by its distance from the end of the one before: so they compress well.

    >>> _flat([[(4, 6, 0), (15, 1, 2)], []])
    [[4, 6, 0, 5, 1, 2], []]
    """
    pairs = (zip(line, ((0, 0, 0), *line), strict=False) for line in lines)
    return [[each for one, before in line for each in (one[0] - before[0] - before[1], *one[1:])] for line in pairs]


def line_tokens(lines: Sequence[str]) -> list[list[Token]]:
    """Return the coloured tokens of each line.

    Text that is no Python (a cell's `%` line, half a function) stays uncoloured from where it stops making sense.

    >>> line_tokens(["def f(a):", "    return a + 1  # one"])
    [[(0, 3, 0), (4, 1, 4)], [(4, 6, 0), (15, 1, 2), (18, 5, 3)]]
    >>> line_tokens(["'''a", "b'''"])
    [[(0, 4, 1)], [(0, 4, 1)]]
    """
    result: list[list[Token]] = [[] for _ in lines]
    for token, kind in _coloured(lines):
        (first, start), (last, end) = token.start, token.end
        for line in range(first, min(last, len(lines)) + 1):
            begin = start if line == first else 0
            length = (end if line == last else len(lines[line - 1])) - begin
            if length > 0:
                result[line - 1].append((begin, length, kind))
    return result


def program_tokens(lines: Sequence[str]) -> list[list[Token]]:
    """Return `line_tokens` for a jaxpr, StableHLO and HLO.

    >>> program_tokens(["  in (b, 1:i32[]) }", "%0 = add %a, 2 : tensor<i32>"])
    [[(2, 2, 0), (9, 1, 2), (11, 5, 7)], [(13, 1, 2), (17, 11, 7)]]
    """
    return [
        [(match.start(), len(match[0]), KINDS.index(match.lastgroup or "")) for match in _PROGRAM.finditer(line)]
        for line in lines
    ]


def with_words(tokens: list[list[Token]], words: Iterable[tuple[int, int, str]]) -> list[list[Token]]:
    """Return the tokens with more for words at (line from 0, column, word), where there is no token yet.

    >>> with_words([[(0, 1, 4)]], [(0, 4, "add"), (0, 0, "x")])
    [[(0, 1, 4), (4, 3, 6)]]
    """
    for line, column, word in words:
        end = column + len(word)
        if all(start + length <= column or end <= start for start, length, _ in tokens[line]):
            tokens[line].append((column, len(word), KINDS.index("runtime")))
    return [sorted(line) for line in tokens]


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
