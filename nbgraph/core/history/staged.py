"""Stage a traced program again so that its loops store what they bind in tables inside the graph.

A table never overflows: when it is full, every second row is dropped, and so on. Each row stands for `stride`
iterations and holds the values of the last one: the loop writes in every iteration at `made // stride`, which needs no
test and no copy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.keys import is_key_type
from nbgraph.core.staging.builtins import is_act

Store = dict[str, Any]
MOST_ROWS = 1 << 14
LEAST_ROWS = 16
MOST_ITEMS = 1 << 22  # numbers in all columns together


def rows_for(avals: Sequence[Any]) -> int:
    """Return the number of rows for values of some types: a power of two.

    >>> rows_for([jax.ShapeDtypeStruct((), "float32")]), rows_for([jax.ShapeDtypeStruct((1000,), "float32")])
    (16384, 4096)
    """
    items = max(1, sum(math.prod(aval.shape) for aval in avals))
    power: int = 1 << (MOST_ITEMS // items).bit_length() >> 1
    return min(MOST_ROWS, max(LEAST_ROWS, power))


def empty(avals: Sequence[Any], most: int | None = None) -> Store:
    """Return an empty table for values of some types."""
    rows = most or rows_for(avals)
    zero = jnp.zeros((), np.int32)
    return {
        "made": zero,  # iterations so far
        "stride": zero + 1,
        "runs": zero,  # how often the loop was begun
        "number": zero,  # iterations since then
        "numbers": jnp.zeros(rows, np.int32),
        "columns": [jnp.zeros((rows, *aval.shape), aval.dtype) for aval in avals],
    }


def begun(store: Store) -> Store:
    """Return the table for another run of the loop."""
    return {**store, "runs": store["runs"] + 1, "number": jnp.zeros_like(store["number"])}


def written(store: Store, asks: Any, values: Sequence[Any]) -> Store:
    """Return the table with one more iteration; unchanged if the iteration only `asks` the test, which ends the loop.

    The table must have a free row.
    """
    at = jnp.where(asks, len(store["numbers"]), store["made"] // store["stride"])
    one = jnp.where(asks, 0, jnp.ones_like(at))
    pairs = zip((store["numbers"], *store["columns"]), (store["number"] + one, *values), strict=True)
    numbers, *columns = (column.at[at].set(jnp.asarray(value, column.dtype), mode="drop") for column, value in pairs)
    made, number = store["made"] + one, store["number"] + one
    return {**store, "made": made, "number": number, "numbers": numbers, "columns": columns}


def capacity(store: Store) -> Any:
    """Return how many iterations fit into the table."""
    return len(store["numbers"]) * store["stride"]


def with_capacity(store: Store, iterations: int = 1) -> Store:
    thin: Store = jax.lax.while_loop(lambda now: now["made"] + iterations > capacity(now), _thinned, store)
    return thin


def _thinned(store: Store) -> Store:
    last = jnp.maximum((store["made"] - 1) // store["stride"], 0)
    index = jnp.minimum(2 * jnp.arange(len(store["numbers"]), dtype=np.int32) + 1, last)
    columns = [column[index] for column in store["columns"]]
    return {**store, "stride": store["stride"] * 2, "numbers": store["numbers"][index], "columns": columns}


Stores = dict[int, Store]
"""By the position of a loop its table; handed from equation to equation, as a carry of all loops."""
Made = tuple[list[Any], Stores]


class Staging:
    """Stages programs with tables.

    Args:
        watched: by the id of a loop's equation its position, the variable that says whether an iteration only asks
            if there is one (None where none does), and the variables that are kept.
        limit: no loop that is watched makes more iterations.
    """

    def __init__(self, watched: Mapping[int, tuple[int, tuple[Any, ...]]], limit: int) -> None:
        self._watched, self._limit = watched, limit
        self._known: dict[int, bool] = {}

    def block(
        self, jaxpr: Any, constants: Sequence[Any], arguments: Sequence[Any], stores: Stores, kept: Sequence[Any] = ()
    ) -> tuple[list[Any], Stores, list[Any]]:
        """Stage a program here; return its results, the tables, and the values of the variables in `kept`.

        An effect, such as a `print`, is left out.
        """
        values = dict(zip((None, *jaxpr.constvars, *jaxpr.invars), (False, *constants, *arguments), strict=True))
        for equation in jaxpr.eqns:
            if _acts(equation):
                continue
            if not self._concerns(equation):
                _jax.stage_equations([equation], values)
                continue
            operands = [_jax.value_of(operand, values) for operand in equation.invars]
            results, stores = self._equation(equation, operands, stores)
            values.update(zip(equation.outvars, results, strict=True))
        return [_jax.value_of(each, values) for each in jaxpr.outvars], stores, [values[each] for each in kept]

    def _concerns(self, equation: Any) -> bool:
        if id(equation) not in self._known:
            inner = (each for body, _ in _jax.bodies(equation) for each in body.eqns)
            is_known = id(equation) in self._watched
            self._known[id(equation)] = is_known or any(_acts(each) or self._concerns(each) for each in inner)
        return self._known[id(equation)]

    def _equation(self, equation: Any, operands: list[Any], stores: Stores) -> Made:
        match equation.primitive.name:
            case "while":
                return self._while(equation, operands, stores)
            case "scan":
                return self._scan(equation, operands, stores)
            case "cond":
                return self._cond(equation, operands, stores)
        bodies = _jax.bodies(equation)
        if len(bodies) == 1 and len(bodies[0][0].invars) == len(operands) and equation.primitive.name in _CALLS:
            results, stores, _ = self.block(*bodies[0], operands, stores)
            return results, stores
        return list(_jax.bound(equation, operands)), stores

    def _cond(self, equation: Any, operands: list[Any], stores: Stores) -> Made:
        def branch(program: Any) -> Any:
            def taken(given: Sequence[Any], stores: Stores) -> Made:
                results, stores, _ = self.block(*_jax.opened(program), given, stores)
                return _typed(results, equation.outvars), stores

            return taken

        branches = [branch(program) for program in equation.params["branches"]]
        index = jnp.asarray(operands[0], "int32")
        made: Made = jax.lax.switch(index, branches, operands[1:], stores)
        return made

    def _while(self, equation: Any, operands: list[Any], stores: Stores) -> Made:
        params, (body, constants, same) = equation.params, _jax.body_of(equation)
        asked, asked_constants = _jax.opened(params["cond_jaxpr"])
        for_test = params["cond_nconsts"]
        of_test, of_body, start = operands[:for_test], operands[for_test:][:same], operands[for_test + same :]
        at, kept = self._watched.get(id(equation), (-1, ()))

        def holds(state: Made) -> Any:
            ((verdict,), _, _) = self.block(asked, asked_constants, [*of_test, *state[0]], {})
            return verdict if at < 0 else verdict & (state[1][at]["number"] < self._limit)

        def step(state: Made) -> Made:
            results, stores, values = self.block(body, constants, [*of_body, *state[0]], state[1], kept)
            return _typed(results, equation.outvars), _noted(stores, at, values)

        state = _typed(start, equation.outvars), _begun(stores, at)
        if at < 0:
            return jax.lax.while_loop(holds, step, state)

        def stretch(state: Made) -> Made:
            stores = {**state[1], at: with_capacity(state[1][at])}
            more = lambda now: holds(now) & (now[1][at]["made"] < capacity(now[1][at]))  # noqa: E731
            return jax.lax.while_loop(more, step, (state[0], stores))

        return jax.lax.while_loop(holds, stretch, state)

    def _scan(self, equation: Any, operands: list[Any], stores: Stores) -> Made:
        params, (body, constants, same) = equation.params, _jax.body_of(equation)
        count, length = params["num_carry"], params["length"]
        shared, carry, arrays = operands[:same], operands[same : same + count], operands[same + count :]
        at, kept = self._watched.get(id(equation), (-1, ()))
        carried = equation.outvars[:count]

        def step(state: Made, items: Sequence[Any]) -> tuple[Made, list[Any]]:
            results, stores, values = self.block(body, constants, [*shared, *state[0], *items], state[1], kept)
            return (_typed(results[:count], carried), _noted(stores, at, values)), results[count:]

        stores = _begun(stores, at)
        if at >= 0:
            stores = {**stores, at: with_capacity(stores[at], length)}
        (final, stores), stacked = jax.lax.scan(
            step, (_typed(carry, carried), stores), arrays, length, params["reverse"], params["unroll"]
        )
        return [*final, *stacked], stores


_CALLS = {"jit", "pjit", "closed_call", "core_call", "remat", "checkpoint", "custom_jvp_call", "custom_vjp_call"}


def _acts(equation: Any) -> bool:
    callback = equation.params.get("callback")
    return callback is not None and not equation.outvars and is_act(callback)


def _begun(stores: Stores, at: int) -> Stores:
    return stores if at < 0 else {**stores, at: begun(stores[at])}


def _noted(stores: Stores, at: int, values: Sequence[Any]) -> Stores:
    return stores if at < 0 else {**stores, at: written(stores[at], values[0], values[1:])}


def _typed(values: Sequence[Any], variables: Sequence[Any]) -> list[Any]:
    """Convert values to the types of variables, so that every iteration has the same types."""
    return [
        value if is_key_type(variable.aval.dtype) else jax.lax.convert_element_type(value, variable.aval.dtype)
        for value, variable in zip(values, variables, strict=True)
    ]
