"""Which arrays of a traced program are, or may be, one array in NumPy: views of another, or the same one kept."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from nbgraph.core import _jax

# Results that NumPy would give as views of their operand: changing one would change the other.
VIEWS = frozenset(("slice", "dynamic_slice", "squeeze", "reshape", "rev", "transpose", "expand_dims"))


class Aliases:
    """The arrays of a program that may share their items, found equation by equation.

    A condition hands on one array or the other, and a loop of no rounds what it was given. Two results of the same
    statement are taken for different arrays: `if p: a, b = b, a` exchanges them.
    """

    def __init__(self) -> None:
        self.links: dict[Any, list[tuple[Any, Any]]] = {}  # each with the statement that made it, None for a view
        self.views: set[Any] = set()

    def note(self, equation: Any, place: Any, chooses: bool) -> None:
        """Enter the results of an equation.

        Args:
            chooses: whether it is a choice between its operands that the user's statement makes.
        """
        if equation.primitive.name in VIEWS:
            self._link(equation.outvars[0], equation.invars[0], None)
            if is_variable(equation.invars[0]):
                self.views.add(equation.outvars[0])
        for result, kept in _kept(equation, chooses):
            self._link(result, kept, place or equation)

    def _link(self, result: Any, array: Any, statement: Any) -> None:
        if is_variable(array) and array.aval.shape and result.aval.shape:
            self.links.setdefault(result, []).append((array, statement))
            self.links.setdefault(array, []).append((result, statement))

    def of(self, array: Any, known: Container[Any] = ()) -> list[Any]:
        """An array with everything that may share its items, as far as it is not known already."""
        found: dict[Any, None] = {array: None}
        pending = [(array, None)]
        while pending:
            each, through = pending.pop()
            for other, statement in self.links.get(each, ()):
                if other in found or other in known or (statement is not None and statement == through):
                    continue
                found[other] = None
                pending.append((other, statement))
        return list(found)

    def is_view(self, array: Any) -> bool:
        """Whether an array is a part of another one, or another form of it."""
        return array in self.views


def _kept(equation: Any, chooses: bool) -> Iterator[tuple[Any, Any]]:
    """Results of a condition or a loop, each with an operand that it may be."""
    name = equation.primitive.name
    if name == "select_n" and chooses:
        yield from ((equation.outvars[0], operand) for operand in equation.invars[1:])
    if name == "while":
        carried = equation.invars[len(equation.invars) - len(equation.outvars) :]
        yield from zip(equation.outvars, carried, strict=True)
    if name in ("cond", "while", "scan", "jit", "pjit"):
        inside = list(bodies(equation))
        for operands, jaxpr in inside if name == "cond" else inside[-1:]:
            inputs = {variable: index for index, variable in enumerate([*jaxpr.constvars, *jaxpr.invars])}
            for result, inner in zip(equation.outvars, jaxpr.outvars, strict=False):
                if is_variable(inner) and inner in inputs and operands[inputs[inner]] is not None:
                    yield result, operands[inputs[inner]]


def bodies(equation: Any) -> Iterator[tuple[list[Any], Any]]:
    """The programs inside an equation, each with the operands that its inputs stand for."""
    name, parameters, operands = equation.primitive.name, equation.params, list(equation.invars)
    if name == "cond":
        operands = operands[1:]
    elif name == "while":
        tests, body = parameters["cond_nconsts"], parameters["body_nconsts"]
        yield [*operands[:tests], *operands[tests + body :]], _jax.opened(parameters["cond_jaxpr"])[0]
        yield operands[tests:], _jax.opened(parameters["body_jaxpr"])[0]
        return
    for jaxpr, _ in _jax.bodies(equation):
        yield [*([None] * len(jaxpr.constvars)), *operands], jaxpr


def is_variable(value: Any) -> bool:
    """Whether an operand stands for a value of run time; a literal carries its value."""
    return value is not None and not hasattr(value, "val")
