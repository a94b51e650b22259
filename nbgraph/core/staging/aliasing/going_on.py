"""Derive the truth values that hold on a path: where a branch is taken, and where a loop goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core import _jax


def flags(equation: Any) -> frozenset[int]:
    """Return the positions in a `while` carry that are False whenever the body runs again."""
    if equation.primitive.name != "while":
        return frozenset()
    test = _jax.opened(equation.params["cond_jaxpr"])[0]
    known = known_truths(test, [(test.outvars[0], True)])
    carried = test.invars[equation.params["cond_nconsts"] :]
    return frozenset(at for at, variable in enumerate(carried) if known.get(variable) is False)


def known_truths(jaxpr: Any, given: Iterable[tuple[Any, bool]]) -> dict[Any, bool]:
    """Return the truth values in a program that follow from given ones, by variable.

    The index of a `cond` with two branches counts as a truth value.
    """
    known = _start(given)
    for index in reversed(range(len(jaxpr.eqns) if known else 0)):
        equation = jaxpr.eqns[index]
        for position, result in enumerate(equation.outvars):
            if result not in known:
                continue
            if equation.primitive.name == "cond" and len(equation.params["branches"]) == 2:
                sides = [side for side in (0, 1) if _may_give(jaxpr.eqns, index, side, position, known[result])]
                if len(sides) == 1:
                    _add(equation.invars[0], bool(sides[0]), known)
            else:
                _add_operands(equation, position, known[result], known)
    return known


def _start(given: Iterable[tuple[Any, bool]]) -> dict[Any, bool]:
    known: dict[Any, bool] = {}
    for variable, value in given:
        _add(variable, value, known)
    return known


def _add_operands(equation: Any, position: int, value: bool, known: dict[Any, bool]) -> None:
    """Add the truth values of an equation's operands that follow from one of its results."""
    name, operands = equation.primitive.name, equation.invars
    if name == "not":
        _add(operands[0], not value, known)
    elif name == "convert_element_type" and _is_truth(operands[0]):
        _add(operands[0], value, known)
    elif (name == "and" and value) or (name == "or" and not value):
        for operand in operands:
            _add(operand, value, known)
    elif name == "select_n" and len(operands) == 3 and _is_truth(operands[0]):
        sides = [side for side in (0, 1) if _literal(operands[1 + side]) in (None, value)]
        if len(sides) == 1:
            _add(operands[0], bool(sides[0]), known)
            _add(operands[1 + sides[0]], value, known)
    elif name in ("jit", "pjit"):
        inner = _jax.opened(equation.params["jaxpr"])[0]
        found = known_truths(inner, [(inner.outvars[position], value)])
        for variable, operand in zip(inner.invars, operands, strict=True):
            if variable in found:
                _add(operand, found[variable], known)


def _may_give(equations: Sequence[Any], index: int, side: int, position: int, value: bool) -> bool:
    """Whether a branch may return this truth value, given the equations before it."""
    equation = equations[index]
    branch = _jax.opened(equation.params["branches"][side])[0]
    result = branch.outvars[position]
    if _literal(result) is not None or result not in branch.invars:
        return _literal(result) in (None, value)
    handed_on = equation.invars[1 + branch.invars.index(result)]
    if (constant := _literal(handed_on)) is not None:
        return constant == value
    known = _start([(equation.invars[0], bool(side))])
    for before in reversed(equations[:index]):
        for at, made in enumerate(before.outvars):
            if made in known:
                _add_operands(before, at, known[made], known)
    return known.get(handed_on, value) == value


def _add(operand: Any, value: bool, known: dict[Any, bool]) -> None:
    if _literal(operand) is None:
        known[operand] = value


def _literal(operand: Any) -> bool | None:
    return bool(operand.val) if hasattr(operand, "val") else None


def _is_truth(operand: Any) -> bool:
    return operand.aval.dtype == bool and not operand.aval.shape
