"""Answers to the exercise on one answer or many: three ranges, for a number and for an array."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.notebooks.answers.form import Answers, Told


def bend(x: Any) -> Any:
    if x < 0:
        return 0.0
    elif x <= 1:
        return x
    else:
        return jnp.sqrt(x)


def bend_all(x: Any) -> Any:
    large = jnp.where(x > 1, x, 1.0)
    return jnp.where(x < 0, 0.0, jnp.where(x > 1, jnp.sqrt(large), x))


def bend_two(x: Any) -> Any:
    if x > 1:
        return jnp.sqrt(x)
    else:
        return x


def bend_by_where(x: Any) -> Any:
    return bend_all(x)


def all_by_if(x: Any) -> Any:
    return bend(x)


def all_at_once(x: Any) -> Any:
    return jnp.where(x < 0, 0.0, jnp.where(x > 1, jnp.sqrt(x), x))


def all_of_two(x: Any) -> Any:
    return jnp.where(x > 1, jnp.sqrt(jnp.maximum(x, 1.0)), x)


def bend_undone(x: Any) -> Any:
    if x < 0:
        y = 0.0
    if x > 1:
        y = jnp.sqrt(x)
    else:
        y = x
    return y


def bend_without_sign(x: Any) -> Any:
    if x < 0:
        return -x
    elif x <= 1:
        return x
    else:
        return jnp.sqrt(x)


def bend_as_a_root(x: Any) -> Any:
    if x < 0:
        return 0.0
    else:
        return jnp.sqrt(x)


def bend_at_one(x: Any) -> Any:
    if x > 1:
        return jnp.sqrt(x)
    elif x < 1:
        return 0.0
    else:
        return x


def bend_by_max(x: Any) -> Any:
    if x > 1:
        return jnp.sqrt(x)
    else:
        return max(x, 0.0)


def bend_in_three(x: Any) -> Any:
    if x < 0:
        y = 0.0
    if x >= 0 and x <= 1:
        y = x
    if x > 1:
        y = jnp.sqrt(x)
    return y


def all_by_abs(x: Any) -> Any:
    return jnp.where(x < 0, 0.0, jnp.where(x > 1, jnp.sqrt(jnp.abs(x)), x))


def all_as_a_root(x: Any) -> Any:
    return jnp.where(x < 0, 0.0, jnp.sqrt(jnp.maximum(x, 0.0)))


def all_the_other_way_round(x: Any) -> Any:
    large = jnp.where(x > 1, x, 1.0)
    return jnp.where(x < 0, 0.0, jnp.where(x > 1, x, jnp.sqrt(large)))


def all_one_by_one(x: Any) -> Any:
    return jax.lax.map(bend, x)


ANSWERS = Answers(
    (bend, bend_all),
    {
        (bend_two, bend_all): Told("bend_two(-1.0) is -1.0, and 0.0 is wanted.", "-1 comes out as it went in. Which"),
        (bend_undone, bend_all): Told("bend_undone(-1.0) is -1.0", "-1 comes out as it went in. Which"),
        (bend_without_sign, bend_all): Told("bend_without_sign(-1.0) is 1.0", "Below 0 it is 0, and not"),
        (bend_as_a_root, bend_all): Told("bend_as_a_root(0.25) is 0.5", "That is the square root"),
        (bend_at_one, bend_all): Told("bend_at_one(0.25) is 0.0", "0.25 is not below 0."),
        (bend_by_where, bend_all): Told("The graph of bend_by_where has 0 `if`", "The values are right, but no `if`"),
        (bend_by_max, bend_all): Told("The graph of bend_by_max has 1 `if`", "The values are right, but one of the two"),
        (bend_in_three, bend_all): Told("The graph of bend_in_three has 3 `if`", "After two questions one range"),
        (bend, all_by_if): Told("all_by_if(", "`if` asks once"),
        (bend, all_at_once): Told("The gradient of all_at_once(", "What does `jnp.sqrt` get"),
        (bend, all_by_abs): Told("The gradient of all_by_abs(", "-1 is good now"),
        (bend, all_of_two): Told("all_of_two(", "-1 comes out as it went in: one `jnp.where`"),
        (bend, all_as_a_root): Told("all_as_a_root(", "0.25 becomes its square root"),
        (bend, all_the_other_way_round): Told("all_the_other_way_round(", "4 stays 4."),
        (bend, all_one_by_one): Told("The graph of all_one_by_one has 2 `cond`", "The values are right, but each number"),
    },
)
