"""Limit the iterations of a staged loop: it ends after one more, and a check reports it."""

from __future__ import annotations

import ast
import functools
import types
from collections.abc import Callable, Iterator
from collections.abc import Sequence as Series
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.errors import NbgraphError
from nbgraph.core.records import dataclass, replace
from nbgraph.core.source.text import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.control_flow.differentiable import Parts, while_loop
from nbgraph.core.staging.control_flow.early_exit import early_exit
from nbgraph.core.staging.control_flow.tolerance import compared, conditions_of, unreachable
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.lists.loops import IterationCount
from nbgraph.core.staging.state.carry import Carry
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.mutable_state import global_names
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import Frame
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.values import is_traced, type_of

BUDGET = 10**8  # iterations: Python needs some seconds for as many of the shortest
MOST_COUNTED = 2**31 - 2  # iterations: an int32 must hold one more
_SHOWN = {"b": (0, 1), "i": (0, 1), "u": (0, 1), "f": (2, 3)}  # which of a check's values have this dtype kind


class IterationBudgetError(NbgraphError):
    """A loop makes more iterations than allowed: 100,000,000, or the number given as `max_iterations`.

    Pass it to `ng.function` for all loops, or to `ng.loop_options` for the loop in which that stands; None removes the
    limit. A compiled loop that never ends cannot be interrupted, and takes the notebook's kernel with it.
    """

    id = "iteration-budget"


def checked_budget(most: int | None) -> int | None:
    """Check and return the user's `max_iterations`."""
    if most is not None and not (type(most) is int and 0 < most <= MOST_COUNTED):
        raise ValueError(f"max_iterations must be an int from 1 to {MOST_COUNTED:,}, or None, not {most!r}")
    return most


@dataclass(frozen=True)
class Limit:
    """The most iterations of a loop."""

    most: int  # their number
    explicit: bool  # whether the user set it in the loop


def limit_of(iterations: IterationCount) -> Limit | None:
    """Return the most iterations that a loop may make; None if it has no limit or cannot exceed it."""
    if iterations.most is not None:
        return Limit(min(iterations.most, MOST_COUNTED), True) if iterations.promised else None
    most = effects.budget()
    return None if most is None else Limit(most, False)


def ends(iterations: IterationCount, *, endless: bool = True) -> dict[str, Any]:
    """Return the fields of a decision that say how the loop ends: by the budget, or by the user's bound.

    Args:
        endless: whether the loop has no end of its own.
    """
    if iterations.most is None:
        return {"budgeted": endless}
    return {"most": min(iterations.most, MOST_COUNTED) if iterations.promised else None}


def carried_checks(body: Callable[..., Any]) -> list[Location]:
    """Return the locations of run-time checks that an iteration with a `while` in it changes."""
    scope = context.here().effects
    if effects.budget() is None or scope is None or not has_while(getattr(body, "__code__", None)):
        return []
    return [Location(scope, "failed", ""), Location(scope.values, effects.COUNTS, "")]


def may_fail(carry: Carry) -> bool:
    """Whether the carry of a loop includes the flag of run-time checks."""
    scope = context.here().effects
    flag = None if scope is None else Location(scope, "failed", "").identity
    return any(v.location is not None and v.location.identity == flag for v in carry.variables)


def has_while(code: types.CodeType | None) -> bool:
    """Whether generated code has a `while`."""
    return code is not None and "while_" in global_names(code)


def iterations_while(
    loop: Parts,
    limit: Limit | None,  # the most iterations; None for any number
    # finds a leaf of the state that grows by one in every iteration, as each carried value costs time
    counter: Callable[[], int | None],
    span: Span,
    *,
    steady: bool,  # whether no iteration may fail a check: then one test before the loop is enough
) -> tuple[Any, Any]:
    """Stage a `lax.while_loop` with derivatives that ends at most one iteration after the limit.

    Returns:
        The final state, and whether the loop has ended within the limit; None without a limit.
    """
    early = early_exit(loop)
    if early is None:
        return _iterations(loop, limit, 1, None if limit is None else counter(), span, steady=steady)
    at = None if limit is None else early.counter()
    if at is not None and _stays_positive(loop.start[at], limit):
        early = early.with_positive(at)
    final, within = _iterations(early.loop(loop.start), limit, 0, at, span, steady=steady)
    final, goes_on = early.left(final, within)
    sure = within is None or early.is_endless  # then nothing else can have ended the loop
    return final, within if sure else jax.lax.bitwise_or(within, jax.lax.bitwise_not(goes_on))


def _stays_positive(first: Any, limit: Limit | None) -> bool:
    """Whether a counter is positive in all iterations up to the limit."""
    known = _jax.known_number(first)
    return limit is not None and known is not None and 0 < int(known) < MOST_COUNTED - limit.most


def _iterations(
    loop: Parts,
    limit: Limit | None,
    more: int,  # iterations beyond the limit
    at: int | None,  # the position of a leaf that grows by one in every iteration
    span: Span,
    *,
    steady: bool,
) -> tuple[Any, Any]:
    """Return the final state, and whether the loop has ended before its last possible iteration; None without limit."""
    if limit is None:
        return while_loop(loop, None, span), None
    # The counter takes each value up to the limit, so one comparison for inequality is enough.
    most = limit.most + more
    end: Any = np.int32(most)
    if steady and effects.any_staged():
        end = jnp.where(effects.none_failed(), end, 0)
    if at is not None:
        first = jnp.asarray(loop.start[at])
        end = first + jnp.asarray(end, first.dtype)  # it may overflow, and then the counter does, too
        asked = lambda state: loop.asked(state) & (state[at] != end)  # noqa: E731
        final = while_loop(replace(loop, asked=asked, known_test=None), most, span)
        return final, final[at] != end

    def goes_on(counted: Any) -> Any:
        holds = loop.asked(counted[1])
        with effects.checking():
            is_within = counted[0] != end
        return holds & is_within

    def one_more(counted: Any) -> Any:
        with effects.checking():
            number = counted[0] + 1
        return number, loop.step(counted[1])

    n, final = while_loop(Parts(goes_on, one_more, (np.int32(0), loop.start)), most, span)
    return final, n != end


def require_within(limit: Limit, within: Any, frame: Frame, test: str, names: Series[str], leaves: Series[Any]) -> None:
    """Make the graph fail where a loop exceeds its limit."""
    known: list[tuple[str, Any]] = []
    shown: list[tuple[str, Any, int]] = []
    values: list[Any] = [None] * len(effects.NO_VALUES)
    for name, value in tested_values(frame, test, dict(zip(names, leaves, strict=True))):
        if not is_traced(value):
            known.append((name, value))
            continue
        form = type_of(value)
        at = next((i for i in _SHOWN.get(form.dtype_kind, ()) if all(i != used for _, _, used in shown)), None)
        if at is not None:
            shown.append((name, form.dtype, at))
            values[at] = jnp.asarray(value, type_of(effects.NO_VALUES[at]).dtype)
    error = functools.partial(_exceeded, limit, frame.span, tuple(known), tuple(shown))
    effects.require(within, effects.Check(frame.span, error, user_frames(), counts=True), values)


def tested_values(frame: Frame, test: str, state: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield names and values for a message: of the condition, else of the changing numbers."""
    made_up = frame.site("while_").generated | frame.site("for_").generated
    own = {name: leaf for name, leaf in state.items() if name and name not in made_up}
    scalars = {name: leaf for name, leaf in own.items() if _is_number(leaf)}
    tests = conditions_of(syntax_at(frame.span)[1])
    read = list(dict.fromkeys(name for each in (test, *map(ast.unparse, tests)) for name in _names_in(each)))
    around = dict(frame.python.f_locals) if frame.python is not None else {}
    found = {name: leaf for name, leaf in scalars.items() if name.split("[")[0].split(".")[0] in read}
    found |= {name: around[name] for name in read if name not in state and _is_number(around.get(name))}
    items = [item for name in read if name in own for item in _first_items(name, own[name])]
    limits = {ast.unparse(limit) for _, limit in compared(tests)} & found.keys()
    if not items and not found.keys() - limits:  # the compared values are computed from the carried ones
        found = scalars | found
    others = [name for name in found if name not in limits]
    # a check has room for two floats: a tolerance is one of them
    yield from ((name, found[name]) for name in (*others[:1], *limits, *others[1:]))
    yield from items


def _first_items(name: str, array: Any) -> list[tuple[str, Any]]:
    """Return the items of an array that fit into a message, with the user's expressions."""
    if not is_traced(array) or not array.size or type_of(array).dtype_kind not in _SHOWN or not array.shape:
        return []
    places = [np.unravel_index(k, array.shape) for k in range(min(array.size, 2))]
    return [(f"{name}[{', '.join(map(str, place))}]", array[place]) for place in places]


def _names_in(test: str) -> list[str]:
    try:
        tree = ast.parse(test, mode="eval")
    except SyntaxError:  # a phrase for a generated flag
        return []
    return list(dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)))


def _is_number(value: Any) -> bool:
    if isinstance(value, bool | int | float):
        return True
    if not is_traced(value) or _jax.is_reference(value):
        return False
    kind = type_of(value)
    return not kind.shape and kind.dtype_kind in _SHOWN


def _end_of(span: Span, values: dict[str, Any], limit: Limit) -> str:
    """Suggest how to end a loop, given the values of its names after too many iterations."""
    more = "a larger `max_iterations`" if limit.explicit else "`@ng.function(max_iterations=None)` if it ends some day"
    return f"{_condition_that_ends(span, values)}; or {more}"


def _condition_that_ends(span: Span, values: dict[str, Any]) -> str:
    """Suggest a condition that becomes false, given the values of its names after too many iterations."""
    match syntax_at(span)[1]:
        case ast.While(test=ast.Compare(left=ast.Name(id=name), ops=[ast.NotEq()], comparators=[ast.Constant(end)])):
            if isinstance(end, int | float) and values.get(name, end) != end:
                return f"`{name} {'>' if values[name] < end else '<'} {end}`, which is false beyond {end}, too"
        case ast.While(test=test) if not isinstance(test, ast.Constant):
            return f"an assignment in the loop by which `{ast.unparse(test)}` becomes false"
    return "a condition that becomes false"


def _exceeded(
    limit: Limit, span: Span, known: tuple[tuple[str, Any], ...], shown: tuple[tuple[str, Any, int], ...], *values: Any
) -> IterationBudgetError:
    plain: dict[str, Callable[[Any], Any]] = {"b": bool, "i": int, "u": int, "f": float}
    found = {name: plain[dtype.kind](values[at]) for name, dtype, at in shown} | dict(known)
    phrases = [f"`{name}` is {value!r}" for name, value in found.items()]
    text = f"this loop goes on after {limit.most:,} iterations"
    if limit.explicit:
        text = f"this loop goes on after the {limit.most:,} iterations that `ng.loop_options` allows it"
    floats = {name: dtype for name, dtype, _ in shown if dtype.kind == "f"}
    return IterationBudgetError(
        f"{text}: {', '.join(phrases)}" if phrases else text,
        span=span,
        remedy=unreachable(conditions_of(syntax_at(span)[1]), found, floats) or _end_of(span, found, limit),
        variable=next(iter([name for name, *_ in shown] + [name for name, _ in known]), None),
    )
