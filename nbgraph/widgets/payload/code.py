"""Generated code as plain data, and the source that a page shows: the called function, and below it the user's other
functions that the call reaches.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from nbgraph.core.codegen.source_map import CONVERTED, PURE_JAX, GeneratedCode
from nbgraph.core.errors import cell_name
from nbgraph.core.forms.explanations import sentences, words_in
from nbgraph.core.graph.model import Graph
from nbgraph.core.source.text import Definition
from nbgraph.core.spans import Span
from nbgraph.widgets.highlight import line_tokens, program_tokens, with_words
from nbgraph.widgets.payload.private import hiding, without_definitions
from nbgraph.widgets.payload.spans import Places, numbers

Row = list[int]
_PYTHON = (CONVERTED, PURE_JAX)


def code_data(code: GeneratedCode, places: Places, private: Collection[str] = ()) -> dict[str, Any]:
    """One form of the code: its lines, their tokens, what belongs to which stretch of source, what words mean."""
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
        "tokens": with_words(tokens, words),
        "links": _stepwise(links),
        "words": {word: known[word] for _, _, word in words},
    }


def _stepwise(links: Iterable[tuple[Row, Row]]) -> list[Row]:
    """Each pair of spans by its distance from the one before: ten thousand lines in a row pack to almost nothing.

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
    """The lines of all definitions; of each helper the position of its first one, its number, name and file."""
    shown, *helpers = places.definitions
    lines = _lines(shown)
    heads = []
    for helper in helpers:
        file = "" if helper.span.file == shown.span.file else file_label(helper.span.file)
        heads.append([len(lines), places.line(helper.span.file, helper.span.line), helper.name, file])
        lines += _lines(helper)
    data = {"first": shown.span.line, "lines": lines, "tokens": line_tokens(lines)}
    return {**data, "helpers": heads} if heads else data


def calls_data(graph: Graph | None, places: Places) -> Data:
    """For each place that calls a helper, the places in it that made something of the graph: they light up together."""
    found: dict[tuple[int, ...], dict[tuple[int, ...], None]] = {}
    for span, callers in _placed(graph):
        chain = [place for each in (span, *callers) if (place := places.of(each)) is not None]
        for caller in chain[1:]:
            if caller != chain[0]:
                found.setdefault(tuple(caller), {})[tuple(chain[0])] = None
    rows = [[list(caller), [list(place) for place in inside]] for caller, inside in found.items()]
    return {"calls": rows} if rows else {}


def _placed(graph: Graph | None) -> Iterator[tuple[Span | None, tuple[Span, ...]]]:
    if graph is not None:
        yield from ((node.span, node.callers) for node in graph.nodes)
        yield from ((region.span, region.callers) for region in graph.regions)


def _lines(definition: Definition) -> list[str]:
    return list(definition.source.lines[definition.span.line - 1 : definition.span.end_line])


def file_label(file: str) -> str:
    """What a reader calls a cell or a file."""
    return cell_name(file) or os.path.basename(file)
