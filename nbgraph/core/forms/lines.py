"""Collect a form of the program line by line, with links to the source and a limit on its length."""

from __future__ import annotations

from collections.abc import Iterable

from nbgraph.core.codegen.source_map import GeneratedCode, Mapping
from nbgraph.core.one_line import cut
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span

LONGEST = 400
"""Lines of a form that are kept: more than that nobody reads beside a source, and each has to be sent and drawn.

The line that says how many more there are is linked to the lines of the source that only those come from.
"""
WIDEST = 400
"""Characters of a line that are kept: an array written out as a constant has millions."""


class Lines:
    """Collects the lines of one form, each with its source span.

    Args:
        functions: the spans of the functions shown; of several spans of a line, the first inside any of them counts.
    """

    def __init__(self, form: str, *functions: Span) -> None:
        self.form = form
        self.functions = functions
        self.texts: list[str] = []
        self.left_out = 0
        self.links: list[Mapping] = []
        self._further: dict[int, Span] = {}

    @property
    def number(self) -> int:
        return len(self.texts) + self.left_out

    @property
    def full(self) -> bool:
        """Return whether further lines are only counted, so that their text is not needed."""
        return len(self.texts) >= LONGEST

    def add(self, text: str, places: Iterable[Span] = (), start: int | None = None, end: int | None = None) -> None:
        """Add a line.

        Args:
            places: its source spans, innermost call first.
            start: the column at which the linked part begins; by default where the text begins.
        """
        if self.full:
            self.left_out += 1
            found = self.place(places)
            if found is not None:
                self._further.setdefault(found.line, found)
            return
        text = cut(text, WIDEST)
        self.texts.append(text)
        self.link(text, places, start, end)

    def link(self, text: str, places: Iterable[Span], start: int | None = None, end: int | None = None) -> None:
        """Link a part of the last line."""
        found = self.place(places)
        if found is not None and not self.left_out:
            first = len(text) - len(text.lstrip()) if start is None else start
            last = min(len(text) if end is None else end, WIDEST)
            line = len(self.texts)
            self.links.append(Mapping(Span(self.form, line, first, line, last), found))

    def place(self, places: Iterable[Span]) -> Span | None:
        """Return the first span in a function that is shown, which may be the call of another function; else None."""
        for span in places:
            for shown in self.functions:
                if shown.file == span.file and shown.line <= span.line and span.end_line <= shown.end_line:
                    return span
        return None

    def code(self, whole: str) -> GeneratedCode:
        """Return the form; `whole` says how to get all of it, in the line that counts what was left out."""
        texts = list(self.texts)
        mappings = list(self.links)
        if self.left_out:
            texts.append(f"# … {self.left_out} more lines. All of them: {whole}")
            here = Span(self.form, len(texts), 0, len(texts), len(texts[-1]))
            shown = {mapping.source.line for mapping in mappings}
            mappings += [Mapping(here, place) for line, place in self._further.items() if line not in shown]
        return GeneratedCode(self.form, "\n".join(texts) + "\n", tuple(mappings))


@dataclass(frozen=True)
class Forms:
    """What JAX and XLA make of a function."""

    # the forms, each at a lower level than the last: "jaxpr", "StableHLO", and "optimised HLO" on request
    codes: tuple[GeneratedCode, ...] = ()
    # for each line, by file and number, that made equations of the graph, their operations in order
    operations: tuple[tuple[tuple[str, int], tuple[str, ...]], ...] = ()
    reached: frozenset[tuple[str, int]] = frozenset()  # the lines that Python came to while it traced
