"""Which kinds of numbers one trace has joined, which come from arrays, and what was asked of such numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core._jax import at_home
from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, field
from nbgraph.core.spans import Span
from nbgraph.core.staging.values.values import with_article

JAX = "JAX"  # how a number comes from a scalar of JAX's
NUMPY = "numpy"  # how one comes from a function of NumPy's
CLASSES = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


@dataclass(frozen=True)
class Question:
    """Something that was asked about a number, and answered by the kind that it has in the graph."""

    kind: str  # that kind, as NumPy writes it
    others: frozenset[str]  # the kinds for which the answer is another one
    span: Span  # where


Place = tuple[Span, int, int]  # of a number in a loop's state: the loop, the variable, and the leaf of its value


@dataclass
class Carried:
    """A number that is one of others: an iteration of a loop begins with it, a loop leaves it, an index chooses it."""

    number: Any  # its variable, which is kept
    starts: Sequence[Any]  # what it is before the loop, or the items
    place: Place | None
    relied: bool = False  # whether it was taken for one of Python's where no iteration was known to assign another


@dataclass
class Kinds:
    """What one trace knows of kinds."""

    wider: dict[str, set[str]] = field(default_factory=dict)  # by kind, the kinds that joins have widened to it
    questions: list[Question] = field(default_factory=list)  # what was asked of numbers that may come from a join
    asked: int = 0  # how often anything was asked
    # numbers that JAX takes for Python's numbers, as a weak float32 or a bool, and come from arrays, with how; by
    # the id of each one's variable, which is kept; None where it is not known which they are
    of_arrays: dict[int, tuple[Any, str]] | None = field(default_factory=dict)
    keys: bool = True  # whether these say, too, which are scalars of JAX's
    reported: bool = False  # whether a call has said which of its numbers come from arrays
    carried: dict[int, Carried] = field(default_factory=dict)  # by the id of each one's variable
    assigned: set[Place] = field(default_factory=set)  # where an iteration leaves a number that comes from an array

    def note(self, numbers: Iterable[tuple[Any, str]]) -> None:
        """Enter numbers that come from arrays, each with how."""
        variables = [(_variable(number), how) for number, how in numbers]
        self.of_arrays = (self.of_arrays or {}) | {id(each): (each, how) for each, how in variables}

    def of_array(self, number: Any) -> str:
        """How a traced number comes from an array; "" where that was not entered."""
        return self.of_arrays.get(id(_variable(number)), (None, ""))[1] if self.of_arrays else ""

    def carry(self, number: Any, starts: Sequence[Any], place: Place | None = None) -> Carried:
        """Enter a number that is one of others, or in an iteration of a loop what an earlier one has assigned."""
        variable = _variable(number)
        self.carried[id(variable)] = found = Carried(variable, starts, place)
        return found

    def carried_as(self, number: Any) -> Carried | None:
        """What was entered of a traced number."""
        return self.carried.get(id(_variable(number))) if self.carried else None

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
