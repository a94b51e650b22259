"""Stage a `while True` from its first iteration on, if its `break` tests a traced value in every iteration.

Otherwise Python runs an iteration to find that out, and all loops in it are staged twice. The body may contain only
arithmetic that cannot fail in Python, loops and choices: then an iteration of the graph computes what an iteration of
Python would, for numbers that Python knows, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.staging.control_flow.iteration import Iteration
from nbgraph.core.staging.control_flow.promised import only_asks_for
from nbgraph.core.staging.trace.recorder import Frame, is_seen
from nbgraph.core.staging.values.values import is_traced, type_of

_NAMES = frozenset(["ng", "if_", "while_", "not_", "and_", "or_"])  # all names in the code of such a body
# primitives of Python's operations that never fail; of a traced number they return one
_SURE = frozenset(
    [
        *("add", "sub", "mul", "neg", "abs", "max", "min", "eq", "ne", "lt", "le", "gt", "ge", "not", "xor"),
        *("convert_element_type", "copy"),
    ]
)
_LOOPS = frozenset(["while", "cond", "custom_jvp_call"])


class KnownAtFirstError(Exception):
    """Python must run an iteration to find out whether a traced test leaves the loop."""


def flag_of(frame: Frame, test: Callable[..., Any], body: Callable[..., Any], state: Sequence[Any]) -> int | None:
    """Return the position of the flag that alone ends a loop which may be staged at once; None for any other loop."""
    site = frame.site("while_")
    flags = [at for at, name in enumerate(site.operands) if name in site.generated]
    code = getattr(test, "__code__", None)
    if len(flags) != 1 or is_seen() or code is None or code.co_freevars or set(code.co_names) != {"ng", "not_"}:
        return None
    numbers = all(type(each) in (bool, int, float) or (is_traced(each) and not type_of(each).shape) for each in state)
    return flags[0] if numbers and state[flags[0]] is False and only_asks_for(body.__code__, _NAMES) else None


def is_left_at_once(iteration: Iteration, flag: int) -> bool:
    """Whether an iteration run by Python would find a traced flag, too."""
    if iteration.traced is None or iteration.traced.writes or iteration.traced.raises:
        return False
    jaxpr, (before, after) = iteration.traced.program.jaxpr, iteration.before_and_after
    if len(before) != len(iteration.begun) or jaxpr.effects or not all(map(_is_sure, jaxpr.eqns)):
        return False
    pairs = [*zip(jaxpr.constvars, iteration.traced.program.consts, strict=True)]
    pairs += zip(before, iteration.begun, strict=True)
    traced = {name for name, value in pairs if is_traced(value)}
    falsities = {name for name, value in pairs if value is False}
    for equation in jaxpr.eqns:
        if _gives_traced(equation, traced, falsities):
            traced.update(equation.outvars)
    return _jax.is_variable(after[flag]) and after[flag] in traced


def _gives_traced(equation: Any, traced: Collection[Any], falsities: Collection[Any]) -> bool:
    """Whether Python computes a traced value for an equation if only some operands are traced."""
    name, atoms = equation.primitive.name, list(filter(_jax.is_variable, equation.invars))
    of_traced = [each in traced for each in atoms]
    if name == "select_n":
        return (atoms[0] is equation.invars[0] and of_traced[0]) or sum(of_traced) == len(equation.invars) - 1
    if name == "or":
        return len(atoms) == 2 and any(of_traced) and all(each in traced or each in falsities for each in atoms)
    return name in _SURE and any(of_traced)


def _is_sure(equation: Any) -> bool:
    name, operands = equation.primitive.name, equation.invars
    if name in _LOOPS:
        return all(_is_sure(each) for body, _ in _jax.bodies(equation) for each in body.eqns)
    if equation.outvars[0].aval.shape:  # the primitives below return no number for an array
        return False
    if name == "convert_element_type":  # `int` of an infinite number fails
        return operands[0].aval.dtype.kind in "bi" or equation.params["new_dtype"].kind == "f"
    return name in _SURE or name in ("select_n", "and", "or")
