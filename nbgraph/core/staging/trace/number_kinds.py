"""Which kinds of numbers one trace has joined, which come from arrays, and what was asked of such numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core._jax import at_home
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
    # numbers that JAX takes for Python's numbers, as a weak float32 or a bool, and come from arrays, with how; by
    # the id of each one's variable, which is kept; None where it is not known which they are
    of_arrays: dict[int, tuple[Any, str]] | None = field(default_factory=dict)

    def note(self, numbers: Iterable[tuple[Any, str]]) -> None:
        """Enter numbers that come from arrays, each with how."""
        variables = [(_variable(number), how) for number, how in numbers]
        self.of_arrays = (self.of_arrays or {}) | {id(each): (each, how) for each, how in variables}

    def of_array(self, number: Any) -> str:
        """How a traced number comes from an array; "" where that was not entered."""
        return (self.of_arrays or {}).get(id(_variable(number)), (None, ""))[1]

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


def _variable(number: Any) -> Any:
    """What stands for a traced number in its program; the number itself inside `jax.grad` and `jax.vmap`."""
    home = at_home(number)
    return getattr(home, "val", home)
