"""Which kinds of numbers one trace has joined, and what was asked of such numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from nbgraph.core.errors import StagingError
from nbgraph.core.spans import Span
from nbgraph.core.staging.values.values import with_article

CLASSES = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


@dataclass(frozen=True)
class Question:
    """Something that was asked about a number, and answered by the kind that it has in the graph."""

    kind: str  # that kind, as NumPy writes it
    others: frozenset[str]  # the kinds for which the answer is another one
    span: Span  # where


@dataclass
class Kinds:
    """What one trace knows of kinds."""

    wider: dict[str, set[str]] = field(default_factory=dict)  # by kind, the kinds that joins have widened to it
    questions: list[Question] = field(default_factory=list)  # what was asked of numbers that may come from a join
    asked: int = 0  # how often anything was asked

    def behind(self, kind: str) -> set[str]:
        """All kinds that a number may have had that is of this kind now."""
        found, pending = set[str](), [kind]
        while pending:
            new = self.wider.get(pending.pop(), set()) - found
            found |= new
            pending += new
        return found

    def check(self) -> None:
        """Refuse a question whose answer would depend on a kind that is not known."""
        for question in self.questions:
            unsure = self.behind(question.kind) & question.others
            if unsure:
                names = sorted(CLASSES[kind].__name__ for kind in (*unsure, question.kind))
                raise StagingError(
                    f"Python may have {' or '.join(f'{with_article(name)}' for name in names)} here:"
                    f" where paths differ in that, the graph has {CLASSES[question.kind].__name__} on all",
                    span=question.span,
                    remedy="numbers of one kind on all paths, as `1.0` beside `1.5`; or ask before the paths part",
                    id="traced-value-in-python",
                )
