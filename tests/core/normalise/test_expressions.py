"""Expressions before and after: what may be traced becomes a call, everything else stays as it is."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from tests.core.normalise.shown import converted

CHANGED = {
    "a < b < c": "ng.and_(a < b, lambda: b < c)",
    "x.y < 1 < z": "ng.and_(x.y < 1, lambda: 1 < z)",
    "a < f(b) < c": "(lambda left, middle: ng.and_(left < middle, lambda: middle < c))(a, ng.call(f, b))",
    "a < v[i] < b": "(lambda middle: ng.and_(a < middle, lambda: middle < b))(v[i])",
    "middle < f(b) < c": (
        "(lambda left, middle_1: ng.and_(left < middle_1, lambda: middle_1 < c))(middle, ng.call(f, b))"
    ),
    "f(a) < b < f(c)": "ng.and_(ng.call(f, a) < b, lambda: b < ng.call(f, c))",
    "a < f(b) < g(c) != d": (
        "(lambda left, middle: ng.and_(left < middle, lambda: "
        "(lambda middle_1: ng.and_(middle < middle_1, lambda: middle_1 != d))(ng.call(g, c))))(a, ng.call(f, b))"
    ),
    "1 < (y := b) < c": "(lambda middle: ng.and_(1 < middle, lambda: middle < c))((y := b))",
    "a < (a := b) < c": ("(lambda left, middle: ng.and_(left < middle, lambda: middle < c))(a, (a := b))"),
    "a < b < (y := c)": "a < b < (y := c)",
    "a is not b is not None": "ng.and_(ng.not_(ng.is_(a, b)), lambda: ng.not_(ng.is_(b, None)))",
    "a in b": "ng.in_(a, b)",
    "a not in b": "ng.not_(ng.in_(a, b))",
    "a and b or not c": "ng.or_(ng.and_(a, lambda: b), lambda: ng.not_(c))",
    "lambda: a and b": "lambda: ng.and_(a, lambda: b)",
    "x[a and b]": "x[ng.and_(a, lambda: b)]",
    "[x for x in v if x and y]": "ng.list_([x for x in v if ng.and_(x, lambda: y)])",
    "b if p else c if q else d": "ng.if_(p, lambda: b, lambda: ng.if_(q, lambda: c, lambda: d))",
    "f(g(x), *a, k=h(y), **b)": "ng.call(f, ng.call(g, x), *a, k=ng.call(h, y), **b)",
    "jnp.sum(f(x))": "jnp.sum(ng.call(f, x))",
    "len(v)": "ng.call(len, v)",
    "range(n)": "ng.call(range, n)",
    "a ** b": "ng.call(pow, a, b)",
    "(a < b) + (b in c)": "ng.counted(a < b, '+', ng.in_(b, c))",
    "-(not a)": "ng.counted('-', ng.not_(a))",
    "f'{a}{b!r:>3}'": "ng.text(f'{ng.shown(a)}{ng.shown(b)!r:>3}')",
}

UNCHANGED = [
    "a < b",
    "a and (b := c)",
    "a ** 2",
    "a ** (-1.5)",
    "a + b * -c",
    "f'{1}'",
    "range(3)",
    "jnp.sum(x)",
    "jax.vmap(jnp.sin)",
]


@pytest.mark.parametrize(("before", "after"), CHANGED.items(), ids=CHANGED.keys())
def test_changed(before: str, after: str) -> None:
    assert converted(before, jax=jax, jnp=jnp, len=len, range=range) == after


@pytest.mark.parametrize("code", UNCHANGED)
def test_unchanged(code: str) -> None:
    assert converted(code, jax=jax, jnp=jnp, len=len, range=range) == code


def test_names_of_a_lambda_hide_what_is_known() -> None:
    assert converted("lambda len: len(x)", len=len) == "lambda len: ng.call(len, x)"
    assert converted("[jnp.sum(x) for jnp in y]", jnp=jnp) == "ng.list_([ng.call(jnp.sum, x) for jnp in y])"
