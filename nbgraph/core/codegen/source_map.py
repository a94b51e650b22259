"""Link spans of generated code to spans of the user's source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

CONVERTED, PURE_JAX, OPTIMISED_HLO = "converted code", "pure JAX", "optimised HLO"
"""What forms of the code are called; those between are JAX's own, "jaxpr" and "StableHLO"."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """One link: `generated` lies in the generated text (its `file` is the form's name), `source` in the user's."""

    generated: Span
    source: Span
    callers: tuple[Span, ...] = ()  # the calls that `source` was reached through, innermost first

    def __reduce__(self) -> tuple[type[Mapping], tuple[Span, Span, tuple[Span, ...]]]:
        """Return the fields for pickling, which is faster than the default."""
        return Mapping, (self.generated, self.source, self.callers)


@dataclass(frozen=True, slots=True)
class GeneratedCode:
    """Generated Python text with its links back to the user's source."""

    form: str  # the name of its tab on the page
    text: str  # the code, ending in a newline
    mappings: tuple[Mapping, ...]  # links ordered by generated position, outer before inner

    def __str__(self) -> str:
        return self.text


def joined(codes: Sequence[GeneratedCode]) -> GeneratedCode:
    r"""Return several pieces of one form as one text, two empty lines between them.

    >>> link = Mapping(Span(CONVERTED, 1, 0, 1, 5), Span("cell", 7, 0, 7, 5))
    >>> one = GeneratedCode(CONVERTED, "a = 1\n", (link,))
    >>> both = joined([one, one])
    >>> both.text, [link.generated.line for link in both.mappings]
    ('a = 1\n\n\na = 1\n', [1, 4])
    """
    found: list[Mapping] = []
    lines = 0
    for code in codes:
        for link in code.mappings:
            at = link.generated
            moved = Span(at.file, at.line + lines, at.column, at.end_line + lines, at.end_column)
            found.append(Mapping(moved, link.source, link.callers))
        lines += code.text.count("\n") + 2
    return GeneratedCode(codes[0].form, "\n\n".join(code.text for code in codes), tuple(found))


def links(form: str, text: str, nodes: Sequence[ast.stmt], source: SourceText) -> Iterator[Mapping]:
    """Yield links found by parsing the text again and walking both trees together; none where they differ.

    Args:
        form: the name under which spans refer to the text.
        text: the generated code; lines before the code of `nodes` are passed over.
        nodes: the trees it was printed from, at the user's positions, or with `spans`, innermost first.
    """
    generated = SourceText(form, tuple(text.split("\n")))
    try:
        tree = ast.parse(text)
    except (SyntaxError, MemoryError, RecursionError):  # deeper nested than Python can parse: nbgraph made the tree
        return
    parsed = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    parsed = parsed[len(parsed) - len(nodes) :]
    pending: list[tuple[ast.AST, ast.AST, tuple[Span, ...]]]
    pending = [(new, old, ()) for new, old in zip(reversed(parsed), reversed(nodes), strict=True)]
    while pending:
        new, old, above = pending.pop()
        if type(new).__name__ != type(old).__name__:
            continue
        if isinstance(new, ast.expr | ast.stmt | ast.arg) and hasattr(old, "lineno"):
            here = getattr(old, "spans", ()) or (source.node_span(old),)
            if here != above and not (isinstance(new, ast.Name) and new.id == "ng"):
                yield Mapping(generated.node_span(new), here[0], tuple(here[1:]))
                above = here
        children = [list(syntax.children(part)) for part in (new, old)]
        children = [[c for c in part if not isinstance(c, ast.expr_context)] for part in children]
        if len(children[0]) == len(children[1]):
            pending += [(a, b, above) for a, b in zip(*children, strict=True)][::-1]
