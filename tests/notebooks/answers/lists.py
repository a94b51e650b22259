"""Answers to the exercise on lists: the outputs of a network up to a limit."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told

HINT = "Ask for the limit before you append"


def below(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        state = jnp.tanh(w * state + x)
        if state > limit:
            break
        history.append(state)
    return history


def below_and_one(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        state = jnp.tanh(w * state + x)
        history.append(state)
        if state > limit:
            break
    return history


def all_below(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        state = jnp.tanh(w * state + x)
        if state <= limit:
            history.append(state)
    return history


def while_inputs_are_below(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        if x > limit:
            break
        state = jnp.tanh(w * state + x)
        history.append(state)
    return history


ANSWERS = Answers(
    below,
    {
        below_and_one: Told("below_and_one(", HINT),
        all_below: Told("all_below(", HINT),
        while_inputs_are_below: Told("while_inputs_are_below(", HINT),
    },
)
