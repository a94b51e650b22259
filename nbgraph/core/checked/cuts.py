"""Find where a gradient stops on its way to an input, and what it would be without the user's derivative rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.graph.labels import cuts, takes_floats

KINKED = frozenset((
    "abs", "max", "min", "sqrt", "clamp", "select_n", "reduce_max", "reduce_min", "sort", "floor", "round", "ceil",
    "sign",
))  # fmt: skip
RULES = frozenset(("custom_jvp_call", "custom_vjp_call"))


def rule_of(equation: Any) -> str:
    """Return the user's name of a function with its own derivative rule; "" for a library's and for other equations."""
    if equation.primitive.name not in RULES:
        return ""
    body, _ = _jax.bodies(equation)[0]
    return "" if _jax.library_made(body) else _jax.function_name(body)


def equations_of(jaxpr: Any, owner: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield every equation, and the outermost one that it belongs to; those of a body follow the one that owns it."""
    for equation in jaxpr.eqns:
        yield equation, owner if owner is not None else equation
        for body, _ in _jax.bodies(equation):
            yield from equations_of(body, _owner(owner, equation, body))


def _owner(owner: Any, equation: Any, body: Any) -> Any:
    return equation if owner is None and _jax.library_made(body) else owner


def barriers(jaxpr: Any, position: int) -> list[Any]:
    """Return the equations at which the gradient of one input stops, each as the one in the user's code."""
    tainted, found = {jaxpr.invars[position]}, list[Any]()
    _walk(jaxpr, tainted, found, None)
    return found


def _walk(jaxpr: Any, tainted: set[Any], found: list[Any], owner: Any) -> None:
    for equation in jaxpr.eqns:
        inputs = [each for each in equation.invars if not _jax.literal_value(each)[0] and each in tainted]
        if not inputs:
            continue
        if cuts(equation) and any(map(takes_floats, inputs)):
            found.append(owner if owner is not None else equation)
            continue
        for body, _ in _jax.bodies(equation):
            skipped = len(equation.invars) - len(body.invars)  # the index of a choice
            inner = zip(equation.invars[max(skipped, 0) :], body.invars, strict=False)
            within = {inside for outside, inside in inner if any(outside is each for each in inputs)}
            _walk(body, within, found, _owner(owner, equation, body))
        tainted.update(each for each in equation.outvars if takes_floats(each))


class Undecided(Exception):
    """An equation that should lose its rule is inside a loop that cannot be reconstructed."""


def without_rules(jaxpr: Any, consts: Sequence[Any], values: Sequence[Any], bare: Collection[int]) -> list[Any]:
    """Run a program, differentiating the equations in `bare`, by `id`, as what they compute and not by their rules."""
    known = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*consts, *values), strict=True))
    for equation in jaxpr.eqns:
        operands = [_jax.value_of(atom, known) for atom in equation.invars]
        inside = _jax.bodies(equation)
        held = any(id(each) in bare for body, _ in inside for each, _ in equations_of(body))
        if id(equation) in bare and not inside:
            results: Sequence[Any] = operands
        elif id(equation) in bare or (held and len(inside) == 1 and equation.primitive.name in ("jit", "pjit", *RULES)):
            results = without_rules(*inside[0], operands, bare)
        elif held:
            results = _remade(equation, operands, bare)
        else:
            results = _jax.bound(equation, operands)
        known.update(zip(equation.outvars, results, strict=True))
    return [_jax.value_of(atom, known) for atom in jaxpr.outvars]


def _remade(equation: Any, operands: Sequence[Any], bare: Collection[int]) -> Sequence[Any]:
    """Run a `cond` or `scan` whose bodies contain such equations; raise `Undecided` for another loop."""
    programs = [partial(_flat, *body, bare) for body in _jax.bodies(equation)]
    if equation.primitive.name == "cond":
        chosen: Sequence[Any] = jax.lax.switch(operands[0], programs, *operands[1:])
        return chosen
    if equation.primitive.name != "scan":
        raise Undecided
    parameters = equation.params
    consts, carried = parameters["num_consts"], parameters["num_consts"] + parameters["num_carry"]

    def step(carry: Any, items: Any) -> Any:
        results = programs[0](*operands[:consts], *carry, *items)
        return results[: parameters["num_carry"]], results[parameters["num_carry"] :]

    carry, columns = jax.lax.scan(
        step, operands[consts:carried], operands[carried:], parameters["length"], parameters["reverse"]
    )
    return [*carry, *columns]


def _flat(jaxpr: Any, consts: Sequence[Any], bare: Collection[int], *values: Any) -> list[Any]:
    return without_rules(jaxpr, consts, values, bare)
