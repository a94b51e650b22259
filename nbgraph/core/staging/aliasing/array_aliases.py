"""Which arrays of a traced program are, or may be, one array in NumPy: views of another, or the same one kept."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from nbgraph.core import _jax

# Results that NumPy would give as views of their operand: changing one would change the other.
VIEWS = frozenset(("slice", "dynamic_slice", "squeeze", "reshape", "rev", "transpose", "expand_dims")) | {
    "broadcast_in_dim",  # `v[None]`
    "split",
}

Pairs = frozenset[tuple[int, int]]  # of arrays that may share items, by their positions
Truths = Mapping[Any, bool]  # by variable


class Aliases:
    """The arrays of a program that may share their items, found equation by equation.

    A condition hands on one array or the other, and a loop of no iterations what it was given. Two results of the same
    statement are taken for different arrays: `if p: a, b = b, a` exchanges them.
    """

    def __init__(self) -> None:
        # Each with the statement that made it, None for a view, and what is true wherever they are one array.
        self.links: dict[Any, list[tuple[Any, Any, Truths]]] = {}
        self.views: set[Any] = set()
        self.repeated: set[Any] = set()  # views that have items of their array several times

    def note(self, equation: Any, place: Any, chooses: bool) -> None:
        """Enter the results of an equation.

        Args:
            chooses: whether it is a choice between its operands that the user's statement makes.
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
        """Whether the results of an equation are views of its operand in NumPy; `np.repeat` makes a copy."""
        name = equation.primitive.name
        operand: Any = equation.invars[0] if equation.invars else None
        if name == "broadcast_in_dim" and is_array(operand) and equation.outvars[0].aval.size > operand.aval.size:
            self.repeated.update(equation.outvars)
        if name == "reshape" and is_array(operand) and operand in self.repeated:
            return False
        return name in VIEWS or equation.params.get("name") == "diagonal"

    def link(self, one: Any, other: Any, statement: Any, where: Truths = MappingProxyType({})) -> None:
        """Enter that two arrays may be one, by a statement and where something is true; numbers never are."""
        if is_array(one) and is_array(other):
            self.links.setdefault(one, []).append((other, statement, where))
            self.links.setdefault(other, []).append((one, statement, where))

    def of(self, array: Any, left_out: Container[Any] = (), known: Truths = MappingProxyType({})) -> list[Any]:
        """An array with everything that may share its items, where something is known to be true."""
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
        """Which of some arrays may share items with which others; what is no array shares nothing."""
        positions: dict[Any, list[int]] = {}
        for at, other in enumerate(others):
            if is_array(other):
                positions.setdefault(other, []).append(at)
        found = [(i, self.of(array, (), known)) for i, array in enumerate(arrays) if positions and is_array(array)]
        return frozenset((i, j) for i, same in found for each in same for j in positions.get(each, ()))

    def among(self, arrays: Sequence[Any], known: Truths = MappingProxyType({})) -> Pairs:
        """Which of some arrays may share items with each other."""
        return frozenset((i, j) for i, j in self.between(arrays, arrays, known) if i < j)


def statement_of(equation: Any, place: Any) -> Any:
    """What made an equation: a statement, in each iteration of the loops around it that Python runs; else itself."""
    return (place, _jax.iteration_marks_of(equation)) if place else equation


def taken(equation: Any, side: int) -> Truths:
    """What is true where a choice takes a side, as far as a truth value says it."""
    sides = len(equation.params["branches"]) if equation.primitive.name == "cond" else len(equation.invars) - 1
    return {equation.invars[0]: bool(side)} if sides == 2 and is_variable(equation.invars[0]) else {}


def carried(equation: Any, jaxpr: Any) -> tuple[int, int]:
    """Where the values that a loop carries begin among the inputs of its body, and how many there are; else zeros.

    They are the first results of the body, and what its next iteration begins with.
    """
    name, parameters = equation.primitive.name, equation.params
    if name == "scan":
        return len(jaxpr.constvars) + parameters["num_consts"], parameters["num_carry"]
    if name == "while" and jaxpr is _jax.opened(parameters["body_jaxpr"])[0]:
        return len(jaxpr.constvars) + parameters["body_nconsts"], len(equation.outvars)
    return 0, 0


def bodies(equation: Any) -> Iterator[tuple[list[Any], Any]]:
    """The programs inside an equation, each with the operands that its inputs stand for."""
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
    """Whether an operand stands for an array of run time, and not for a number."""
    return is_variable(value) and bool(getattr(value.aval, "shape", ()))


def is_variable(value: Any) -> bool:
    """Whether an operand stands for a value of run time; a literal carries its value."""
    return value is not None and not hasattr(value, "val")
