"""Run loops of data-dependent length under `vmap` on a CPU in chunks of the batch, each chunk in one kernel.

JAX's own batching rule runs all batch elements until the last one has ended, and each operation of an iteration reads
and writes all of them in memory. Here a chunk of elements stays in the cache and ends by itself. The operations on
each batch element are the same.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.trace.cost import computed, is_elementwise
from nbgraph.core.staging.values.values import as_argument, type_of

CHUNK = 128  # batch elements per chunk: with more of them, more wait for the last one
_STEPS = 2  # iterations between two evaluations of the condition
_FEWEST = 2 * CHUNK  # batch elements from which on chunks are used
_MOST_ITEMS = 16  # items of a carried value: larger ones fill the cache

Values = Sequence[Any]


def with_chunks(jaxpr: Any, *, derived: bool = False) -> Any:
    """Return a program with the same results whose loops, under `vmap`, run the batch in chunks.

    Args:
        derived: whether the program has its own derivative rule, so that its loops are never differentiated.
    """
    if jax.default_backend() != "cpu" or jax.device_count() > 1:
        return jaxpr
    made = [_rewritten(equation, derived) for equation in jaxpr.eqns]
    return jaxpr if all(map(lambda a, b: a is b, made, jaxpr.eqns)) else jaxpr.replace(eqns=made)


def _rewritten(equation: Any, derived: bool) -> Any:
    if equation.primitive.name == "while":
        return _Loop(equation).equation() if _suits(equation, derived) else equation
    key = {"custom_jvp_call": "call_jaxpr", "jit": "jaxpr", "pjit": "jaxpr", "cond": "branches", "scan": "jaxpr"}.get(
        equation.primitive.name
    )
    if key is None:
        return equation
    derived = derived or key == "call_jaxpr"
    inner = equation.params[key]
    made = tuple(_closed(each, derived) for each in inner) if key == "branches" else _closed(inner, derived)
    unchanged = all(map(lambda a, b: a is b, made, inner)) if key == "branches" else made is inner
    return equation if unchanged else equation.replace(params=equation.params | {key: made})


def _closed(closed: Any, derived: bool) -> Any:
    jaxpr = with_chunks(closed.jaxpr, derived=derived)
    return closed if jaxpr is closed.jaxpr else closed.replace(jaxpr=jaxpr)


def _suits(equation: Any, derived: bool) -> bool:
    """Whether a loop computes elementwise on small values only and has no effects."""
    test, body = equation.params["cond_jaxpr"], equation.params["body_jaxpr"]
    if equation.effects or test.consts or body.consts:
        return False
    kinds = [_kind(each) for each in equation.invars]
    if not derived and any(jnp.issubdtype(kind.dtype, jnp.inexact) for kind in kinds):
        return False  # JAX could not differentiate the replacement in reverse mode
    small = all(math.prod(each.aval.shape) <= _MOST_ITEMS for each in equation.outvars)
    return small and all(_is_plain(kind) for kind in kinds) and is_elementwise(test.jaxpr, body.jaxpr)


def _is_plain(kind: Any) -> bool:
    """Whether XLA stores a value in the precision it computes with; it may compute float16 in float32."""
    return not kind.is_key and (kind.dtype_kind in "biu" or (kind.dtype_kind == "f" and kind.dtype.itemsize > 2))


@dataclass(frozen=True)
class _Loop:
    """A `while` equation whose batching rule runs the batch in chunks."""

    while_: Any

    def equation(self) -> Any:
        """Return an equation that batches in chunks; the `while` itself where JAX traces several equations."""
        arguments = [as_argument(_kind(each)) for each in self.while_.invars]
        made = _jax.traced_program(self.in_place(), arguments).jaxpr.eqns
        if len(made) != 1 or len(made[0].invars) != len(arguments):
            return self.while_
        return self.while_.replace(primitive=made[0].primitive, params=made[0].params)

    def in_place(self) -> Any:
        """Return the loop as a function of its operands, with a batching rule of its own."""

        @jax.custom_batching.custom_vmap
        def loop(*operands: Any) -> list[Any]:
            return list(_jax.bound(self.while_, operands))

        @loop.def_vmap
        def rule(size: int, batched: Sequence[bool], *operands: Any) -> tuple[list[Any], list[bool]]:
            found = self.batch_dependent(batched)
            if found is None:
                return self.over(size, batched)(*operands), [True] * len(self.while_.outvars)
            axes = [0 if each else None for each in batched]
            mapped = jax.vmap(loop.fun, in_axes=axes, out_axes=[0 if each else None for each in found], axis_size=size)
            return mapped(*operands), found

        return loop

    @property
    def split(self) -> tuple[int, int]:
        """How many operands only the condition uses, and how many the condition or the body."""
        of_test, of_body = self.while_.params["cond_nconsts"], self.while_.params["body_nconsts"]
        return of_test, of_test + of_body

    def batch_dependent(self, batched: Sequence[bool]) -> list[bool] | None:
        """Return which results differ between batch elements; None if the number of iterations does."""
        test, body = self.while_.params["cond_jaxpr"].jaxpr, self.while_.params["body_jaxpr"].jaxpr
        of_test, of_both = self.split
        state, before = list(batched[of_both:]), None
        while state != before:
            before = state
            after = _dependent(body, [*batched[of_test:of_both], *before])
            state = [old or new for old, new in zip(before, after, strict=True)]
        return None if _dependent(test, [*batched[:of_test], *state])[0] else state

    def over(self, size: int, batched: Sequence[bool]) -> Any:
        """Return the loop over `size` batch elements as a function of its operands, which can be mapped again."""

        @jax.custom_batching.custom_vmap
        def loops(*operands: Any) -> list[Any]:
            if size < _FEWEST or _jax.varying_axes(*operands):
                axes = [0 if each else None for each in batched]
                return list(jax.vmap(lambda *each: list(_jax.bound(self.while_, each)), axes)(*operands))
            finals = _jax.in_one_kernel(functools.partial(self.in_chunks, size, batched), operands)
            kinds = [_kind(each) for each in self.while_.outvars]
            return [_jax.weak(value) if kind.weak else value for value, kind in zip(finals, kinds, strict=True)]

        @loops.def_vmap
        def rule(outer: int, again: Sequence[bool], *operands: Any) -> tuple[list[Any], list[bool]]:
            every = [old or new for old, new in zip(batched, again, strict=True)]
            flat = [
                _flat(value, outer, size, old, new) for value, old, new in zip(operands, batched, again, strict=True)
            ]
            found = self.over(outer * size, every)(*flat)
            return [each.reshape(outer, size, *each.shape[1:]) for each in found], [True] * len(found)

        return loops

    def in_chunks(self, size: int, batched: Sequence[bool], *operands: Any) -> list[Any]:
        """Return the final states of all batch elements, computed chunk by chunk."""
        of_both = self.split[1]
        start = [
            value if each else jnp.broadcast_to(value, (size, *jnp.shape(value)))
            for value, each in zip(operands[of_both:], batched[of_both:], strict=True)
        ]
        axes = [0 if each else None for each in [*batched[:of_both], *[True] * len(start)]]

        def chunk(number: Any, finals: Values) -> Values:
            first = lax.min(number * CHUNK, size - CHUNK)  # the last chunk overlaps the one before
            part = [
                lax.dynamic_slice_in_dim(value, first, CHUNK) if axis == 0 else value
                for value, axis in zip([*operands[:of_both], *start], axes, strict=True)
            ]
            done = self.of_chunk(axes, part)
            return [
                lax.dynamic_update_slice_in_dim(all_of_it, some, first, 0)
                for all_of_it, some in zip(finals, done, strict=True)
            ]

        return list(lax.fori_loop(0, -(-size // CHUNK), chunk, [_strong(value) for value in start]))

    def of_chunk(self, axes: Sequence[int | None], operands: Values) -> list[Any]:
        """Return the final states of one chunk."""
        test, body = self.while_.params["cond_jaxpr"].jaxpr, self.while_.params["body_jaxpr"].jaxpr
        of_test, of_both = self.split
        changing = [new is not old for new, old in zip(body.outvars, body.invars[of_both - of_test :], strict=True)]
        at = [of_both + i for i, changes in enumerate(changing) if changes]

        def whole(state: Values) -> list[Any]:
            every = list(operands)
            for i, value in zip(at, state, strict=True):
                every[i] = value
            return every

        def asked(state: Values) -> Any:
            def one(*each: Any) -> Any:
                return computed(test, (*each[:of_test], *each[of_both:]))[0]

            return jax.vmap(one, axes)(*whole(state))

        def step(state: Values) -> list[Any]:
            def one(*each: Any) -> list[Any]:
                found = computed(body, each[of_test:])
                return [new for new, changes in zip(found, changing, strict=True) if changes]

            goes_on, after = asked(state), jax.vmap(one, axes)(*whole(state))
            return [_select(goes_on, new, old) for new, old in zip(after, state, strict=True)]

        def steps(state: Values) -> Values:
            for _ in range(_STEPS):
                state = step(state)
            return state

        start = [_strong(operands[i]) for i in at]
        return whole(lax.while_loop(lambda state: jnp.any(asked(state)), steps, start))[of_both:]


def _kind(atom: Any) -> Any:
    aval = atom.aval
    return type_of(jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=getattr(aval, "weak_type", False)))


def _dependent(jaxpr: Any, inputs: Sequence[bool]) -> list[bool]:
    """Return for each result of a program whether it depends on one of the marked inputs."""
    found = dict(zip(jaxpr.invars, inputs, strict=True))

    def depends(atom: Any) -> bool:
        return not _jax.literal_value(atom)[0] and found.get(atom, False)

    for equation in jaxpr.eqns:
        found |= dict.fromkeys(equation.outvars, any(map(depends, equation.invars)))
    return [depends(each) for each in jaxpr.outvars]


def _flat(value: Any, outer: int, size: int, inner_batched: bool, outer_batched: bool) -> Any:
    """Return an operand of a batch of batches with both batch axes as one."""
    if not inner_batched and not outer_batched:
        return value
    shape = jnp.shape(value)[inner_batched + outer_batched :]
    if not outer_batched:
        value = value[None]
    if not inner_batched:
        value = value[:, None]
    return jnp.broadcast_to(value, (outer, size, *shape)).reshape(outer * size, *shape)


def _strong(value: Any) -> Any:
    return lax.convert_element_type(value, type_of(value).dtype)


def _select(goes_on: Any, new: Any, old: Any) -> Any:
    wide = lax.broadcast_in_dim(goes_on, new.shape, (0,))
    return lax.select(wide, _strong(new), old)
