"""What `vmap` stages around the sides of a condition, both of which it runs for all batch elements.

Each value that a side uses is cut off from the derivative where that side is not taken. It is the same value: the graph
shows it as it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.model import grouped

_TESTS = ("eq", "stop_gradient", "convert_element_type", "broadcast_in_dim")  # of which only guards have use


def guards(jaxpr: Any) -> dict[int, Any]:
    """By the identity of an equation that only guards a value the variable of that; None for one that guards need."""
    cut = {each.outvars[0]: each.invars[0] for each in jaxpr.eqns if each.primitive.name == "stop_gradient"}
    found: dict[int, Any] = {}
    for equation in jaxpr.eqns:
        if equation.primitive.name == "select_n" and len(equation.invars) == 3:
            _, other, value = equation.invars
            if _jax.is_variable(other) and _jax.is_variable(value) and cut.get(other) is value:
                found[id(equation)] = value
    return found | dict.fromkeys(_only_for(jaxpr, found)) if found else found


def _only_for(jaxpr: Any, guarding: dict[int, Any]) -> Sequence[int]:
    """The equations whose results are used by guards alone."""
    variables = ((atom, each) for each in jaxpr.eqns for atom in each.invars if _jax.is_variable(atom))
    users = grouped(variables)
    kept = {id(atom) for atom in jaxpr.outvars}
    found: set[int] = set()
    for equation in reversed(jaxpr.eqns):
        results = [user for variable in equation.outvars for user in users[variable]]
        alone = results and all(id(user) in guarding or id(user) in found for user in results)
        if equation.primitive.name in _TESTS and alone and not any(id(each) in kept for each in equation.outvars):
            found.add(id(equation))
    return list(found)
