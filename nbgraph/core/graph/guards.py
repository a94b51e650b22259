"""What only guards: what `vmap` stages around the sides of a condition, both of which it runs for all batch elements,
and what a `print` in a branch is asked for.

Each value that a side uses is cut off from the derivative where that side is not taken. It is the same value: the graph
shows it as it came. That a `print` is reached is said by the branch around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.model import grouped
from nbgraph.core.staging.builtins import is_act

# Of which only guards have use.
_TESTS = ("eq", "and", "not", "stop_gradient", "convert_element_type", "broadcast_in_dim")


def guards(jaxpr: Any, is_after_call: Callable[[Any], bool]) -> dict[int, Any]:
    """By the identity of an equation that only guards a value the variable of that; None for one that guards need.

    Args:
        is_after_call: whether an equation chooses what follows a call in a `try`.
    """
    cut = {each.outvars[0]: each.invars[0] for each in jaxpr.eqns if each.primitive.name == "stop_gradient"}
    found: dict[int, Any] = {}
    for equation in jaxpr.eqns:
        if equation.primitive.name == "select_n" and len(equation.invars) == 3:
            _, other, value = equation.invars
            if _jax.is_variable(other) and _jax.is_variable(value) and cut.get(other) is value:
                found[id(equation)] = value
    found |= _bound_by_calls(jaxpr, is_after_call)
    guarded = bool(found) or any(map(guarded_act, jaxpr.eqns))
    return found | dict.fromkeys(_only_for(jaxpr, found)) if guarded else found


def _bound_by_calls(jaxpr: Any, is_after_call: Callable[[Any], bool]) -> dict[int, Any]:
    """The choices between the value of a call in a `try` and none at all, beside each one that says which."""
    choices = [each for each in jaxpr.eqns if each.primitive.name == "select_n" and len(each.invars) == 3]
    truths = [each for each in choices if [_jax.literal_value(atom)[1] for atom in each.invars[1:]] == [False, True]]
    tests = {id(each.invars[0]): each for each in truths if is_after_call(each)}
    found = {}
    for each in choices:
        test, empty, value = each.invars
        if id(test) in tests and _jax.literal_value(empty)[0] and _jax.is_variable(value) and is_after_call(each):
            found[id(each)] = value
    return found


def guarded_act(equation: Any) -> bool:
    """Whether an equation is a `print` or the like of the converter's making, whose first operand says if it acts.

    Under `vmap` no branch is around it: there the operand is all that says it.
    """
    if equation.primitive.name not in _jax.SILENT or not is_act(equation.params.get("callback")):
        return False
    return all(frame.kind != "vmap" for frame in _jax.frames_of(equation))


def _only_for(jaxpr: Any, guarding: dict[int, Any]) -> Sequence[int]:
    """The equations whose results are used by guards alone."""
    users = grouped(_uses(jaxpr))
    kept = {id(atom) for atom in (*jaxpr.outvars, *guarding.values())}
    found: set[int] = set()
    for equation in reversed(jaxpr.eqns):
        results = [user for variable in equation.outvars for user in users[variable]]
        alone = results and all(user is None or id(user) in guarding or id(user) in found for user in results)
        if equation.primitive.name in _TESTS and alone and not any(id(each) in kept for each in equation.outvars):
            found.add(id(equation))
    return list(found)


def _uses(jaxpr: Any) -> Iterator[tuple[Any, Any]]:
    """Each variable with an equation that uses it; with None where it says whether that one acts."""
    for equation in jaxpr.eqns:
        for at, atom in enumerate(equation.invars):
            if _jax.is_variable(atom):
                yield atom, None if at == 0 and guarded_act(equation) else equation
