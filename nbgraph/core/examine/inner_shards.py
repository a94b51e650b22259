"""How XLA divides the values inside a program among devices: asked of XLA itself, for no equation says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.graph.trace import Part


def asks_for_parts(jaxpr: Any) -> bool:
    """Whether a program says how a value is to be divided."""
    return any(
        equation.primitive.name == "sharding_constraint"
        or any(asks_for_parts(body) for body, _ in _jax.bodies(equation))
        for equation in jaxpr.eqns
    )


def inner_shards(closed: Any, part: Part, values: Sequence[Any]) -> dict[str, Any]:
    """By the id of a node how what it gives is divided; nothing for what is in loops and branches.

    Args:
        part: which node stands for which equation of the program.
        values: the program's arguments.
    """
    found: dict[Any, Any] = {}

    def note(variable: Any, value: Any) -> None:
        if getattr(value, "ndim", 0):
            jax.debug.inspect_array_sharding(value, callback=lambda sharding: found.update({variable: sharding}))

    def bind(equation: Any, operands: list[Any]) -> Sequence[Any]:
        if not _is_helper(equation):
            return _jax.bound(equation, operands)
        return _jax.staged_here(*_jax.opened(equation.params["jaxpr"]), operands, note, bind)

    jax.jit(lambda *given: _jax.staged_here(closed.jaxpr, closed.consts, given, note, bind)).lower(*values).compile()
    return {node: found[variable] for node, variable in _given(part) if variable in found}


def _is_helper(equation: Any) -> bool:
    return bool(equation.primitive.name == "jit")


def _given(part: Part) -> Iterator[tuple[str, Any]]:
    """The nodes of a block, each with the variable that it stands for."""
    for entry in part.entries:
        for shown, variable in zip(entry.results, entry.equation.outvars, strict=True):
            if shown.node is not None and shown.index == 0:
                yield shown.node, variable
        if _is_helper(entry.equation) and len(entry.parts) == 1 and not entry.parts[0].inside:
            yield from _given(entry.parts[0])
