"""Record which types of numbers a trace has joined, which numbers come from arrays, and what was asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core._jax import at_home
from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, field
from nbgraph.core.spans import Span
from nbgraph.core.staging.values.values import with_article

JAX = "JAX"  # the origin of a number that was a scalar of JAX's
NUMPY = "numpy"  # the origin of a result of a NumPy function
METHOD = "a method"  # the origin of what a method of an array made
CLASSES = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


@dataclass(frozen=True)
class Question:
    """A question on a number's class, answered by the class that the number has in the graph."""

    kind: str  # NumPy's letter for that dtype kind
    others: frozenset[str]  # the dtype kinds for which the answer differs
    span: Span  # where


Place = tuple[Span, int, int]  # a number in a loop's state: the loop, the variable, the leaf


@dataclass
class Carried:
    """A number equal to one of several others: at the start of an iteration, after a loop, or selected by an index."""

    number: Any  # its jaxpr variable, kept alive
    starts: Sequence[Any]  # the numbers one of which it equals: the value before the loop, or the items
    place: Place | None
    relied: bool = False  # whether the trace took it for Python's before all assignments were known


@dataclass
class Kinds:
    """The classes of numbers that one trace knows."""

    wider: dict[str, set[str]] = field(default_factory=dict)  # by dtype kind, those that joins have widened to it
    questions: list[Question] = field(default_factory=list)  # what was asked of numbers that may come from a join
    asked: int = 0  # how often anything was asked
    # numbers that JAX types as Python's, such as a weak float32 or a bool, though they come from arrays; by the id
    # of the variable, the variable (kept alive) and its origin; None where it is not known which they are
    of_arrays: dict[int, tuple[Any, str]] | None = field(default_factory=dict)
    keys: bool = True  # whether `of_arrays` has the scalars of JAX, too
    reported: bool = False  # whether the caller has reported which numbers come from arrays
    carried: dict[int, Carried] = field(default_factory=dict)  # by the id of the variable
    assigned: set[Place] = field(default_factory=set)  # where an iteration leaves a number that comes from an array

    def note(self, numbers: Iterable[tuple[Any, str]]) -> None:
        """Add numbers that come from arrays, each with its origin."""
        variables = [(_variable(number), how) for number, how in numbers]
        self.of_arrays = (self.of_arrays or {}) | {id(each): (each, how) for each, how in variables}

    def of_array(self, number: Any) -> str:
        """Return the origin of a traced number that comes from an array; "" if none was noted."""
        return self.of_arrays.get(id(_variable(number)), (None, ""))[1] if self.of_arrays else ""

    def carry(self, number: Any, starts: Sequence[Any], place: Place | None = None) -> Carried:
        """Note that a number equals one of `starts`, as at the start of an iteration or when selected by an index."""
        variable = _variable(number)
        self.carried[id(variable)] = found = Carried(variable, starts, place)
        return found

    def carried_as(self, number: Any) -> Carried | None:
        """Return what `carry` noted for a traced number; None if nothing."""
        return self.carried.get(id(_variable(number))) if self.carried else None

    def behind(self, kind: str) -> set[str]:
        """Return all dtype kinds that a number of this dtype kind may have had in Python."""
        found, pending = set[str](), [kind]
        while pending:
            new = self.wider.get(pending.pop(), set()) - found
            found |= new
            pending += new
        return found

    def check(self) -> None:
        """Refuse each question whose answer depends on a class that is not known."""
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
    """Return the jaxpr variable of a traced number; the number itself inside `jax.grad` and `jax.vmap`."""
    home = at_home(number)
    return getattr(home, "val", home)
