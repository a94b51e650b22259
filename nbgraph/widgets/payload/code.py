"""Generated code as plain data."""

from __future__ import annotations

from typing import Any

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.forms.words import sentences, words_in
from nbgraph.widgets.highlight import line_tokens, program_tokens, with_words
from nbgraph.widgets.payload.places import Places, numbers

_PYTHON = ("general", "specialised")


def code_data(code: GeneratedCode, places: Places) -> dict[str, Any]:
    """One form of the code: its lines, their tokens, what belongs to which stretch of source, what words mean."""
    lines = code.text.splitlines()
    links = [
        numbers(link.generated, lines) + place
        for link in code.mappings
        if (place := places.of(link.source)) is not None
    ]
    words = list(words_in(code.form, lines))
    known = sentences(code.form)
    tokens = line_tokens(lines) if code.form in _PYTHON else program_tokens(lines)
    return {
        "form": code.form,
        "lines": lines,
        "tokens": with_words(tokens, words),
        "links": links,
        "words": {word: known[word] for _, _, word in words},
    }
