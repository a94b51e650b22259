"""Generated code as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from nbgraph.core.codegen.source_map import CONVERTED, PURE_JAX, GeneratedCode
from nbgraph.core.forms.words import sentences, words_in
from nbgraph.widgets.highlight import line_tokens, program_tokens, with_words
from nbgraph.widgets.payload.places import Places, numbers
from nbgraph.widgets.payload.private import hiding, without_definitions

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
