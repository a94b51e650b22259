"""Find the arrays of a traced program that may share items in NumPy: views, and one array with two names."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from nbgraph.core import _jax

# Primitives whose result NumPy returns as a view of the operand: changing one would change the other.
VIEWS = frozenset(("slice", "dynamic_slice", "squeeze", "reshape", "rev", "transpose", "expand_dims")) | {
    "broadcast_in_dim",  # `v[None]`
    "split",
}

Pairs = frozenset[tuple[int, int]]  # positions of two arrays that may share items
Truths = Mapping[Any, bool]  # by variable


class Aliases:
    """The arrays of a program that may share items, found equation by equation.

    A condition returns one array or the other, and a loop without iterations its operand. Two results of the same
    statement count as different arrays: `if p: a, b = b, a` exchanges them.
    """

    def __init__(self) -> None:
        # For each array others that may be the same: the statement, None for a view, and when they are the same.
        self.links: dict[Any, list[tuple[Any, Any, Truths]]] = {}
        self.views: set[Any] = set()
        self.repeated: set[Any] = set()  # views that repeat items of their array

    def note(self, equation: Any, place: Any, chooses: bool) -> None:
        """Add the results of an equation.

        Args:
            chooses: whether it selects one of its operands for a statement of the user's.
        """
        name, statement = equation.primitive.name, statement_of(equation, place)
        if self.is_view_of(equation):
            for result in equation.outvars:
                self.link(result, equation.invars[0], None)
            if is_array(equation.invars[0]):
                self.views.update(equation.outvars)
        if name == "select_n" and chooses:
            for side, operand in enumerate(equation.invars[1:]):
                self.link(equation.outvars[0], operand, statement, taken(equation, side))
        if name == "while":
            for result, start in zip(equation.outvars, equation.invars[-len(equation.outvars) :], strict=True):
                self.link(result, start, statement)
        if _jax.in_list(equation):  # what a list holds is what was put into it, and what is taken out
            ranks = {array.aval.ndim for array in (*equation.outvars, *equation.invars) if is_array(array)}
            for result in equation.outvars:
                for operand in equation.invars:
                    self.link(result, operand, statement if len(ranks) == 1 else None)

    def is_view_of(self, equation: Any) -> bool:
        """Whether NumPy returns the results of an equation as views of its operand; `np.repeat` makes a copy."""
        name = equation.primitive.name
        operand: Any = equation.invars[0] if equation.invars else None
        if name == "broadcast_in_dim" and is_array(operand) and equation.outvars[0].aval.size > operand.aval.size:
            self.repeated.update(equation.outvars)
        if name == "reshape" and is_array(operand) and operand in self.repeated:
            return False
        return name in VIEWS or equation.params.get("name") == "diagonal"

    def link(self, one: Any, other: Any, statement: Any, where: Truths = MappingProxyType({})) -> None:
        """Note that two arrays may be the same, by `statement` and where `where` is true; ignore numbers."""
        if is_array(one) and is_array(other):
            self.links.setdefault(one, []).append((other, statement, where))
            self.links.setdefault(other, []).append((one, statement, where))

    def of(self, array: Any, left_out: Container[Any] = (), known: Truths = MappingProxyType({})) -> list[Any]:
        """Return an array and all that may share its items, given known truth values."""
        found: dict[Any, None] = {array: None}
        pending = [(array, None)]
        while pending:
            each, through = pending.pop()
            for other, statement, where in self.links.get(each, ()):
                if other in found or other in left_out or (statement is not None and statement == through):
                    continue
                if all(known.get(variable, value) == value for variable, value in where.items()):
                    found[other] = None
                    pending.append((other, statement))
        return list(found)

    def between(self, arrays: Sequence[Any], others: Sequence[Any], known: Truths = MappingProxyType({})) -> Pairs:
        """Return the positions of each array and each of the others that may share items."""
        positions: dict[Any, list[int]] = {}
        for at, other in enumerate(others):
            if is_array(other):
                positions.setdefault(other, []).append(at)
        found = [(i, self.of(array, (), known)) for i, array in enumerate(arrays) if positions and is_array(array)]
        return frozenset((i, j) for i, same in found for each in same for j in positions.get(each, ()))

    def among(self, arrays: Sequence[Any], known: Truths = MappingProxyType({})) -> Pairs:
        """Return the positions of each pair of the arrays that may share items."""
        return frozenset((i, j) for i, j in self.between(arrays, arrays, known) if i < j)


def statement_of(equation: Any, place: Any) -> Any:
    """Return the user's statement of an equation, with the iteration that Python runs; without one, the equation."""
    return (place, _jax.iteration_marks_of(equation)) if place else equation


def taken(equation: Any, side: int) -> Truths:
    """Return the truth value of the predicate where an equation takes a side; {} if it has more than two."""
    sides = len(equation.params["branches"]) if equation.primitive.name == "cond" else len(equation.invars) - 1
    return {equation.invars[0]: bool(side)} if sides == 2 and is_variable(equation.invars[0]) else {}


def carried(equation: Any, jaxpr: Any) -> tuple[int, int]:
    """Return where a loop's carry begins among the inputs of its body, and its size; zeros for any other equation.

    The carry is also the first results of the body.
    """
    name, parameters = equation.primitive.name, equation.params
    if name == "scan":
        return len(jaxpr.constvars) + parameters["num_consts"], parameters["num_carry"]
    if name == "while" and jaxpr is _jax.opened(parameters["body_jaxpr"])[0]:
        return len(jaxpr.constvars) + parameters["body_nconsts"], len(equation.outvars)
    return 0, 0


def bodies(equation: Any) -> Iterator[tuple[list[Any], Any]]:
    """Yield the programs inside an equation, each with the operands for its inputs."""
    name, parameters, operands = equation.primitive.name, equation.params, list(equation.invars)
    if name == "cond":
        operands = operands[1:]
    elif name == "while":
        tests, body = parameters["cond_nconsts"], parameters["body_nconsts"]
        test, jaxpr = (_jax.opened(parameters[name])[0] for name in ("cond_jaxpr", "body_jaxpr"))
        yield [*([None] * len(test.constvars)), *operands[:tests], *operands[tests + body :]], test
        yield [*([None] * len(jaxpr.constvars)), *operands[tests:]], jaxpr
        return
    for jaxpr, _ in _jax.bodies(equation):
        yield [*([None] * len(jaxpr.constvars)), *operands], jaxpr


def is_array(value: Any) -> bool:
    """Whether an operand is a run-time array and not a number."""
    return is_variable(value) and bool(getattr(value.aval, "shape", ()))


def is_variable(value: Any) -> bool:
    """Whether an operand is a run-time value and not a literal."""
    return value is not None and not hasattr(value, "val")
