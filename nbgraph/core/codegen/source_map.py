"""Which stretch of generated code came from which stretch of the user's source."""

from __future__ import annotations

from dataclasses import dataclass

from nbgraph.core.spans import Span


@dataclass(frozen=True, slots=True)
class Mapping:
    """One link: `generated` lies in the generated text (its `file` is the form's name), `source` in the user's."""

    generated: Span
    source: Span


@dataclass(frozen=True, slots=True)
class GeneratedCode:
    """Generated Python text with its links back to the user's source.

    Attributes:
        form: "general" or "specialised".
        text: the code, ending in a newline.
        mappings: links ordered by generated position, outer before inner.
    """

    form: str
    text: str
    mappings: tuple[Mapping, ...]

    def __str__(self) -> str:
        return self.text
