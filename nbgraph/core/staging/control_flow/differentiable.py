"""Stage a `while` with derivatives in both directions: a `lax.while_loop` until a derivative is taken.

JAX cannot differentiate a `lax.while_loop` in reverse: it would have to keep the state of an unknown number of
iterations. A derivative therefore runs the loop as nested `lax.scan`s of `_WIDTH` iterations each. Scans that begin
after the end of the loop are skipped. Of the others only the state at the start is kept, and the reverse pass computes
their iterations again: so `_WIDTH` states for each level are kept at a time, however long the loop runs.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core import _jax
from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass, replace
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.batch_elements import any_element
from nbgraph.core.staging.effects.run_failures import RunFailed
from nbgraph.core.staging.frames.batched_loops import with_chunks
from nbgraph.core.staging.trace import context, implications, recorder
from nbgraph.core.staging.values.values import as_argument, is_traced, type_of

MOST = 2**20  # iterations of a differentiated loop without `max_iterations`
_WIDTH = 32
_SMALL = 64  # items of an outer value that gets no derivative from batch elements whose loop has ended

Leaves = Sequence[Any]


class DerivativeError(StagingError):
    """A gradient goes backward through a loop that calls Python, or through one with too many iterations.

    The backward pass would have to call Python again (`print` is fine: it acts in the forward pass). Too many are more
    than 1,048,576 iterations in a loop without a known bound: the run ends in this error, or, under your own `jax.jit`,
    in an error of JAX that quotes it. Call Python after the loop, or differentiate forward with `jax.jacfwd`; for many
    iterations put `ng.loop_options(max_iterations=...)` first in the loop.
    """

    id = "no-derivative"


@dataclass(frozen=True)
class Parts:
    """A loop of the graph by its parts, each traced once, when its program is needed."""

    asked: Callable[[Any], Any]  # the condition, a function of the state
    step: Callable[[Any], Any]  # returns the next state
    start: Any  # the first state
    known: Any = None  # the program of `step` with the leaves of the state, if it is known
    known_test: Any = None  # that of `asked`, if it is known

    @functools.cached_property
    def test(self) -> Any:
        """Return the program of `asked` with the leaves of the state."""
        return self.known_test or self._program(self.asked)

    @functools.cached_property
    def body(self) -> Any:
        """Return the program of `step` with the leaves of the state."""
        return self._program(self.step) if self.known is None or _jax.in_parts() else self.known

    def _program(self, part: Callable[[Any], Any]) -> Any:
        leaves, tree = jax.tree_util.tree_flatten(self.start)
        return _jax.traced_program(
            lambda *given: jax.tree_util.tree_leaves(part(jax.tree_util.tree_unflatten(tree, given))),
            [as_argument(type_of(leaf)) for leaf in leaves],
        )


def while_loop(
    loop: Parts,
    most: int | None,  # the most iterations; None if not known
    span: Span,
) -> Any:
    """Stage a `lax.while_loop`, with derivatives in both directions if they may be taken; see `batched_loops`."""
    leaves, tree = jax.tree_util.tree_flatten(loop.start)
    log = context.here().log
    if _jax.maps_now() and (log is None or log.events is None):
        program = _jax.traced_program(
            lambda *given: jax.tree_util.tree_leaves(
                while_loop(Parts(loop.asked, loop.step, jax.tree_util.tree_unflatten(tree, given)), most, span)
            ),
            [as_argument(type_of(leaf)) for leaf in leaves],
        )
        final = _jax.staged_here(with_chunks(program.jaxpr), program.consts, leaves)
        return jax.tree_util.tree_unflatten(tree, final)
    loop = _as_the_test_varies(_in_turn(loop))
    leaves = jax.tree_util.tree_leaves(loop.start)
    test, body = loop.test, loop.body
    if not may_be_differentiated(leaves):
        return jax.tree_util.tree_unflatten(tree, _jax.looped(test, body, leaves, recorder.noting()))
    silent = _jax.without_prints(body.jaxpr)
    if test.effects or silent.effects:
        final = jax.lax.while_loop(loop.asked, loop.step, loop.start)
        refuse = functools.partial(_acts, span)
        return jax.tree_util.tree_map(
            lambda leaf: _jax.one_way.bind(leaf, refuse=refuse) if _has_derivative(leaf) else leaf, final
        )
    rule = _with_derivatives(test.jaxpr, body.jaxpr, silent, most, span)
    after = _jax.looped_with_rule(test, body, leaves, rule)
    if after is None:
        after = rule(tuple(test.consts), tuple(body.consts), tuple(leaves))
    steady = _steady(test.jaxpr, body.jaxpr)
    return jax.tree_util.tree_unflatten(
        tree, [begun if same else leaf for begun, leaf, same in zip(leaves, after, steady, strict=True)]
    )


def _steady(test: Any, body: Any) -> list[bool]:
    """Tell for each leaf whether no iteration changes it and the test does not use it: JAX takes these out."""
    asked = {id(atom) for equation in test.eqns for atom in equation.invars} | set(map(id, test.outvars))
    return [
        before is after and id(given) not in asked
        for before, after, given in zip(body.invars, body.outvars, test.invars, strict=True)
    ]


def _as_the_test_varies(loop: Parts) -> Parts:
    """Let the state vary between devices where the test does, as they may differ in iterations."""
    if not _jax.in_parts():
        return loop
    axes = _jax.varying_of(jax.eval_shape(loop.asked, loop.start))

    def varied(state: Any) -> Any:
        return jax.tree_util.tree_map(lambda leaf: _jax.vary_over(leaf, axes), state)

    return Parts(loop.asked, lambda state: varied(loop.step(state)), varied(loop.start))


def _in_turn(loop: Parts) -> Parts:
    """Let the test of a loop fail where the conditions around the loop do not hold.

    Under `vmap` both branches run for all batch elements, and a loop might never end for those not on its branch.
    """
    taken = implications.path() if effects.differentiable() else True
    if not is_traced(taken):
        return loop
    turn = _jax.own_turn.bind(taken)
    return replace(loop, asked=lambda state: jax.lax.bitwise_and(loop.asked(state), turn), known_test=None)


def may_be_differentiated(state: Leaves) -> bool:
    """Whether code outside may take a derivative of a loop with this state."""
    return effects.differentiable() and any(map(_has_derivative, state))


def _acts(span: Span) -> DerivativeError:
    return DerivativeError(
        "a gradient walks back through this loop, which calls Python: it would do that again",
        span=span,
        remedy="`print`, or the call after the loop; or `jax.jacfwd`, which walks forward",
    )


def _has_derivative(value: Any) -> bool:
    return bool(jnp.issubdtype(type_of(value).dtype, jnp.inexact))


def _with_derivatives(test: Any, body: Any, silent: Any, most: int | None, span: Span) -> Any:
    """Return the loop as a function of the outer values in its test and body, and of its state.

    Args:
        silent: the body without prints, since a derivative runs iterations more than once.
    """

    def goes_on(consts: Leaves, state: Leaves) -> Any:
        return jax.core.eval_jaxpr(test, consts, *state)[0]

    def one_iteration(consts: Leaves, state: Leaves) -> tuple[Any, ...]:
        return tuple(jax.core.eval_jaxpr(silent, consts, *state))

    def plainly(for_test: Leaves, for_body: Leaves, state: Leaves) -> Any:
        return tuple(_jax.looped(_jax.closed(test, for_test), _jax.closed(body, for_body), state, recorder.noting()))

    loop = jax.custom_jvp(plainly)

    def in_chunks(for_test: Leaves, for_body: Leaves, state: Leaves) -> Any:
        def guarded_iteration(state: Leaves) -> Leaves:
            with _in_chunk(0):
                active = goes_on(for_test, state)
                consts = [_cut_off(active, const) if jnp.size(const) <= _SMALL else const for const in for_body]
                safe = [_cut_off(active, leaf) for leaf in state]
            after = one_iteration(consts, safe)
            with _in_chunk(0):
                return tuple(jnp.where(active, new, old) for new, old in zip(after, state, strict=True))

        def repeated(level: int, state: Leaves) -> Leaves:
            inner = guarded_iteration if level == 0 else lambda s: repeated(level - 1, s)
            inner = inner if level == 0 else jax.checkpoint(inner, prevent_cse=False)

            def step(state: Leaves, _: None) -> tuple[Leaves, None]:
                with _in_chunk(level):
                    going = any_element(goes_on(for_test, state))
                return jax.lax.cond(going, inner, lambda s: s, state), None

            with _in_chunk(level):
                return jax.lax.scan(step, state, None, length=width)[0]

        iterations = MOST if most is None else max(most, 1)
        levels = max(1, math.ceil(round(math.log(iterations) / math.log(_WIDTH), 6)))
        width = math.ceil(round(iterations ** (1 / levels), 6))
        final = repeated(levels - 1, tuple(state))
        return final if most is not None else _if_ended(lambda: goes_on(for_test, final), final, span)

    def derivative(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, Any]:
        if body is not silent:
            plainly(*primals)  # prints
        given, tree = jax.tree_util.tree_flatten(primals)
        moving = jax.tree_util.tree_leaves(tangents)
        at = [i for i, tangent in enumerate(moving) if not isinstance(tangent, _ZERO)]

        def of_moving(*changed: Any) -> Any:
            every = list(given)
            for i, value in zip(at, changed, strict=True):
                every[i] = value
            return in_chunks(*jax.tree_util.tree_unflatten(tree, every))

        final: tuple[Any, Any] = jax.jvp(of_moving, [given[i] for i in at], [moving[i] for i in at])
        return final

    loop.defjvp(derivative, symbolic_zeros=True)
    return loop


_ZERO = jax.custom_derivatives.SymbolicZero


def _in_chunk(level: int) -> Any:
    """Mark equations that only divide the loop into chunks: the graph shows one iteration in their place."""
    return jax.named_scope(f"{_jax.CHUNK_SCOPE}{level}")


def _cut_off(active: Any, value: Any) -> Any:
    """Stop derivatives of a value where the loop has ended, since an iteration there may give nan."""
    return jnp.where(active, value, jax.lax.stop_gradient(value)) if _has_derivative(value) else value


def _if_ended(goes_on: Callable[[], Any], state: Leaves, span: Span) -> Leaves:
    """Return the state, or nan if the loop has not ended; the check is a branch that is not taken."""

    def fail() -> Any:
        raise RunFailed(
            DerivativeError(
                f"a derivative of this loop needs more than {MOST:,} iterations",
                span=span,
                remedy="`ng.loop_options(max_iterations=...)` first in the loop, with as many as it can make",
            )
        )

    result = jax.ShapeDtypeStruct((), jnp.int32)
    with _in_chunk(0), effects.checking():
        ended = jax.lax.cond(
            any_element(goes_on()),
            lambda: jax.pure_callback(fail, result, vmap_method="sequential"),
            lambda: jnp.int32(1),
        )
        has_ended = ended > 0
    with _in_chunk(0):
        return tuple(jnp.where(has_ended, leaf, jnp.nan) if _has_derivative(leaf) else leaf for leaf in state)
