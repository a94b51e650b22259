"""Answers to the exercise on names: a network whose parts are regions."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def classifier(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first)
        h = jnp.tanh(h @ second)
    with jax.named_scope("head"):
        return h @ last


def classifier_without_names(x: Any, first: Any, second: Any, last: Any) -> Any:
    h = jnp.tanh(x @ first)
    h = jnp.tanh(h @ second)
    return h @ last


def classifier_in_three_parts(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = x @ first
    h = jnp.tanh(h)
    with jax.named_scope("body"):
        h = jnp.tanh(h @ second)
    with jax.named_scope("head"):
        return h @ last


def classifier_without_a_head(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first)
        h = jnp.tanh(h @ second)
    return h @ last


def classifier_with_half_a_body(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first)
    with jax.named_scope("head"):
        h = jnp.tanh(h @ second)
        return h @ last


def classifier_with_a_head_in_the_body(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first)
        h = jnp.tanh(h @ second)
        with jax.named_scope("head"):
            return h @ last


def classifier_with_another_result(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first)
        h = jnp.tanh(h @ second)
    with jax.named_scope("head"):
        return jnp.tanh(h @ last)


def classifier_in_capitals(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("Body"):
        h = jnp.tanh(x @ first)
        h = jnp.tanh(h @ second)
    with jax.named_scope("Head"):
        return h @ last


def classifier_with_a_tanh_outside(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first) @ second
    h = jnp.tanh(h)
    with jax.named_scope("head"):
        return h @ last


def classifier_in_one(x: Any, first: Any, second: Any, last: Any) -> Any:
    with jax.named_scope("body"):
        h = jnp.tanh(x @ first)
        h = jnp.tanh(h @ second)
        return h @ last


ANSWERS = Answers(
    classifier,
    {
        classifier_without_names: Told(
            "The graph of classifier_without_names has 0 regions `body`, and 1 is wanted.",
            "No box is called `body` yet.",
        ),
        classifier_in_three_parts: Told("The graph of classifier_in_three_parts has", "One `with` around both"),
        classifier_without_a_head: Told(
            "The graph of classifier_without_a_head has 0 regions `head`, and 1 is wanted.", "The last layer needs"
        ),
        classifier_with_half_a_body: Told(
            "The region `body` has 1 `dot_general`, and 2", "`dot_general` is what JAX calls `@`. One of the two"
        ),
        classifier_with_a_head_in_the_body: Told(
            "The region `body` has 3 `dot_general`, and 2", "`dot_general` is what JAX calls `@`. The last layer"
        ),
        classifier_with_another_result: Told("classifier_with_another_result(", "A name changes no result."),
        classifier_in_capitals: Told(
            "The graph of classifier_in_capitals has 0 regions `body`, and 1 is wanted, and `Body` is another name.",
            "Small letters are not capital ones",
        ),
        classifier_with_a_tanh_outside: Told("The region `body` has 1 `tanh`, and 2", "Each hidden layer has a `tanh`"),
        classifier_in_one: Told(
            "The region `body` has 3 `dot_general`, and 2", "`dot_general` is what JAX calls `@`. The last layer"
        ),
    },
)
