"""Stage a call that both branches of an `if` make once, with arguments that the condition selects.

XLA inlines each call. In a chain of helpers, each of which calls the next one on both paths, the last would be
inlined 2 ** n times; and under `vmap` both paths run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.trace.cost import LEAST_SHARED, are_cheap, size_of


@dataclass(frozen=True)
class Rest:
    """The rest of a branch after a call."""

    equations: Sequence[Any]  # its equations
    values: dict[Any, Any]  # the values of earlier variables
    results: Sequence[Any]  # the variables that it returns

    def until(self, call: Any) -> Rest:
        """Return the part before a call."""
        return replace(self, equations=self.equations[: self.equations.index(call)])

    def behind(self, call: Any, values: dict[Any, Any]) -> Rest:
        """Return the part after a call, given the values of earlier variables."""
        return replace(self, equations=self.equations[self.equations.index(call) + 1 :], values=values)

    def kept(self, call: Any) -> list[Any]:
        """Return the variables computed before a call and used after it."""
        before = {each for equation in self.until(call).equations for each in equation.outvars}
        behind = self.equations[self.equations.index(call) + 1 :]
        used = [*(each for equation in behind for each in equation.invars), *self.results]
        return list(dict.fromkeys(each for each in used if not hasattr(each, "val") and each in before))

    def run(self) -> list[Any]:
        """Stage the equations, and return the results."""
        values = dict(self.values)
        _jax.stage_equations(self.equations, values)
        return [_jax.value_of(result, values) for result in self.results]


@dataclass(frozen=True)
class Shared:
    """Two branches without their common calls."""

    true: Rest  # the rest of the first branch
    false: Rest  # the rest of the other one
    names: tuple[str, ...]  # the functions that both call

    @property
    def are_cheap(self) -> bool:
        """Whether computing both rests and selecting is better than a `cond`."""
        return are_cheap(self.true.equations) and are_cheap(self.false.equations)


def stage_shared(pred: Any, true: Any, false: Any, choose: Callable[[Any, Any], Any]) -> Shared | None:
    """Stage the common calls of two branches, and what precedes them.

    Args:
        pred: true if the first branch is taken, a traced bool scalar.
        true: the program of the first branch, which has no arguments.
        choose: selects between a value of the first branch and one of the other.

    Returns:
        The rests of the branches; None if they have no call in common.
    """
    sides = [_whole(true), _whole(false)]
    if _jax.varying_axes(pred, *(value for side in sides for value in side.values.values())):
        return None  # the devices of a mesh may take different branches
    names: list[str] = []
    while (calls := _calls(*sides)) is not None:
        before = [side.until(call) for side, call in zip(sides, calls, strict=True)]
        cheap = all(are_cheap(each.equations) for each in before)
        operands, rests = (_computed if cheap else _chosen)(pred, sides, before, calls, choose)
        results = _jax.bound(calls[0], operands)
        for call, rest in zip(calls, rests, strict=True):
            rest.values.update(zip(call.outvars, results, strict=True))
        sides = rests
        names.append(str(calls[0].params["name"]))
    return Shared(sides[0], sides[1], tuple(names)) if names else None


def _whole(program: Any) -> Rest:
    jaxpr = program.jaxpr
    return Rest(jaxpr.eqns, dict(zip(jaxpr.constvars, program.consts, strict=True)), jaxpr.outvars)


def _calls(true: Rest, false: Rest) -> list[Any] | None:
    """Return the first call of each branch, if that is the same; else None."""
    calls: list[Any] = [next(filter(_is_call, side.equations), None) for side in (true, false)]
    if None in calls or calls[0].params["jaxpr"] is not calls[1].params["jaxpr"]:
        return None
    kept = (each.aval for side, call in zip((true, false), calls, strict=True) for each in side.kept(call))
    return calls if all(jnp.issubdtype(aval.dtype, np.number) or aval.dtype == np.bool_ for aval in kept) else None


_Sides = tuple[list[Any], list[Rest]]


def _computed(
    pred: Any, sides: list[Rest], before: list[Rest], calls: list[Any], choose: Callable[[Any, Any], Any]
) -> _Sides:
    """Return the call's operands and the rests of the branches; compute both sides of what precedes the call."""
    values = [dict(side.values) for side in sides]
    for each, known in zip(before, values, strict=True):
        _jax.stage_equations(each.equations, known)
    pairs = zip(*(_read(call.invars, known) for call, known in zip(calls, values, strict=True)), strict=True)
    operands = [one if one is other else choose(one, other) for one, other in pairs]
    return operands, [side.behind(call, known) for side, call, known in zip(sides, calls, values, strict=True)]


def _chosen(
    pred: Any, sides: list[Rest], before: list[Rest], calls: list[Any], choose: Callable[[Any, Any], Any]
) -> _Sides:
    """Return the same as `_computed`, but compute what precedes the call only for the branch that is taken."""
    kept = [side.kept(call) for side, call in zip(sides, calls, strict=True)]

    def run(which: int) -> list[Any]:
        values = dict(sides[which].values)
        _jax.stage_equations(before[which].equations, values)
        own = [_read(kept[side], values) if side == which else list(map(_nothing, kept[side])) for side in (0, 1)]
        return [*map(jnp.asarray, _read(calls[which].invars, values)), *own[0], *own[1]]

    found = iter(jax.lax.cond(pred, partial(run, 0), partial(run, 1)))
    operands = [next(found) for _ in calls[0].invars]
    values = [{**side.values, **{each: next(found) for each in own}} for side, own in zip(sides, kept, strict=True)]
    return operands, [side.behind(call, known) for side, call, known in zip(sides, calls, values, strict=True)]


def _read(atoms: Sequence[Any], values: dict[Any, Any]) -> list[Any]:
    return [_jax.value_of(atom, values) for atom in atoms]


def _nothing(variable: Any) -> Any:
    return jnp.zeros(variable.aval.shape, variable.aval.dtype)


def _is_call(equation: Any) -> bool:
    if equation.primitive.name != "jit":
        return False
    body = equation.params["jaxpr"].jaxpr
    return size_of(body) >= LEAST_SHARED and not _jax.library_made(body)
