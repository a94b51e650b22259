"""Answers to the exercise on lists: the outputs of a network up to a limit."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


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


def all_outputs(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        state = jnp.tanh(w * state + x)
        history.append(state)
    return history


def inputs_of_below(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        state = jnp.tanh(w * state + x)
        if state > limit:
            break
        history.append(x)
    return history


def all_but_the_last(w: Any, xs: Any, limit: Any) -> Any:
    state, history = 0.0, []
    for x in xs:
        state = jnp.tanh(w * state + x)
        history.append(state)
        if state > limit:
            break
    return history[:-1]


ANSWERS = Answers(
    below,
    {
        all_outputs: Told("all_outputs(", "The fourth output, 0.694, is above 0.45: nothing may follow"),
        below_and_one: Told("below_and_one(", "The fourth output, 0.694, is above 0.45 and must be left out."),
        all_below: Told("all_below(", "With the limit 0.5 the last output"),
        while_inputs_are_below: Told("while_inputs_are_below(", "With the limit 0.41 the second output"),
        inputs_of_below: Told("inputs_of_below(", "These are the inputs."),
        all_but_the_last: Told("all_but_the_last(", "No output is above 0.7"),
    },
)
