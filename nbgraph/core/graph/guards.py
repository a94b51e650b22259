"""Find operations that only guard others: `vmap` stages them around the two branches of a condition, which it both runs
for all batch elements, and the converter for a `print` in a branch.

`vmap` cuts each value that a branch uses off from the derivative where that branch is not taken. The value is the same,
so the graph shows the original. The branch around a `print` says that it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.model import grouped
from nbgraph.core.staging.builtins import is_act

# Operations of which only the guards use the results.
_TESTS = ("eq", "and", "not", "stop_gradient", "convert_element_type", "broadcast_in_dim")


def guards(jaxpr: Any, is_after_call: Callable[[Any], bool]) -> dict[int, Any]:
    """Map the id of a guarding equation to the variable it guards, or to None if only guards use it.

    Args:
        is_after_call: whether an equation selects what follows a call in a `try`.
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
    """Map the id of a select between a call's value in a `try` and an empty one to this value."""
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
    """Return whether an equation is a `print` or other effect of the converter's whose first operand is its condition.

    Under `vmap` there is no branch around it, so the operand is shown.
    """
    if equation.primitive.name not in _jax.SILENT or not is_act(equation.params.get("callback")):
        return False
    return all(frame.kind != "vmap" for frame in _jax.frames_of(equation))


def _only_for(jaxpr: Any, guarding: dict[int, Any]) -> Sequence[int]:
    """Return the equations whose results only guards use."""
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
    """Yield each use of a variable by an equation, with None in place of the equation for an effect's condition."""
    for equation in jaxpr.eqns:
        for at, atom in enumerate(equation.invars):
            if _jax.is_variable(atom):
                yield atom, None if at == 0 and guarded_act(equation) else equation
