"""`while`: run by Python while everything is known, staged from the moment the test is traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from nbgraph.core._jax import under_trace
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.fixpoint import trace_round, trace_test
from nbgraph.core.staging.location import Named
from nbgraph.core.staging.recorder import Frame, calling_frame, record
from nbgraph.core.staging.rounds import StagedLoop, pack, unpack
from nbgraph.core.staging.tracing import observe, trace_block
from nbgraph.core.staging.values import is_traced


def while_(test: Callable[..., Any], body: Callable[..., Any], *state: Any) -> Any:
    """`while`: rounds run in Python as long as the test is known; from the first traced test on, staged.

    Args:
        test: the condition as a function of the state.
        body: one round, a function from the state to the next state.
        *state: values of the names that the loop carries, before it.

    Returns:
        The state after the loop: one value, or a tuple.
    """
    frame = calling_frame(1)
    rounds = 0
    while True:
        holds = _ask(test, state, careful=rounds == 0)
        if is_traced(holds):
            return pack(_stage_while(frame, test, body, state, rounds))
        if not holds:
            site = frame.site("while_")
            reason = f"`{site.test}` is known at trace time"
            record(frame, "while_", Decision(frame.span, "while", "python", reason, trips=rounds), rounds)
            return pack(state)
        state = unpack(body(*state), len(state))
        rounds += 1


def _ask(test: Callable[..., Any], state: tuple[Any, ...], *, careful: bool) -> Any:
    """The test's value; with `careful`, without staging equations that a staged loop would only repeat."""
    if not careful or not under_trace():
        holds = test(*state)
        return holds if is_traced(holds) else bool(holds)
    traced = trace_block(lambda: test(*state), (), observe(test, state))
    if is_traced(traced.result):
        return traced.result
    if traced.program.jaxpr.eqns or traced.writes:
        return bool(test(*state))
    return bool(traced.result)


def _stage_while(
    frame: Frame, test: Callable[..., Any], body: Callable[..., Any], state: tuple[Any, ...], rounds: int
) -> tuple[Any, ...]:
    site = frame.site("while_")
    snapshot = observe(test, body, Named.of(site.operands, state))
    a_round = trace_round(frame, site.operands, body, state, snapshot)
    asked = trace_test(frame, test, a_round, snapshot, site.test)
    final = jax.lax.while_loop(lambda leaves: asked.run(*leaves)[0], a_round.next, a_round.carry.initial())
    result = a_round.leave(final, surely=False)
    carry = a_round.carry
    names = tuple(carry.leaf_names())
    reason = f"`{site.test}` is traced" + (f" from round {rounds + 1} on" if rounds else "")
    decision = Decision(frame.span, "while", "while", reason, names, names, tuple(carry.promotions))
    record(frame, "while_", decision, StagedLoop(carry, rounds, a_round.types_after()))
    return result
