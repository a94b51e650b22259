"""Typed random keys (`jax.random.key`), which the documentation of JAX recommends, as programs use them.

NumPy has no dtype for them: whatever asks a dtype for its kind, or makes a NumPy array, fails for keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

KEY, RBG = jax.random.key(42), jax.random.key(3, impl="rbg")


def walk(key: Any, n: Any) -> Any:
    x: Any = 0.0
    for _ in range(n):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub)
    return x


def walk_until(key: Any, limit: Any) -> Any:
    x, steps = 0.0, 0
    while abs(x) < limit:
        key, sub = jax.random.split(key)
        if jax.random.bernoulli(sub):
            x += 1.0
        else:
            x -= 1.0
        steps += 1
    return steps, key


def monte_carlo(key: Any, n: Any) -> Any:
    inside = 0
    for _ in range(n):
        key, kx, ky = jax.random.split(key, 3)
        x, y = jax.random.uniform(kx), jax.random.uniform(ky)
        if x * x + y * y < 1:
            inside += 1
    return 4 * inside / n


def dropout(key: Any, x: Any, train: Any) -> Any:
    if train:
        key, sub = jax.random.split(key)
        x = jnp.where(jax.random.bernoulli(sub, 0.5, x.shape), x / 0.5, 0.0)
    return x, key


def metropolis(key: Any, n: Any) -> Any:
    x: Any = 0.0
    accepted, samples = 0, []
    for _ in range(n):
        key, first, second = jax.random.split(key, 3)
        y = x + jax.random.normal(first)
        if jax.random.uniform(second) < jnp.exp(-(y * y - x * x) / 2):
            x = y
            accepted += 1
        samples.append(x)
    return samples, accepted


def shuffled(key: Any, xs: Any) -> Any:
    for i in range(xs.shape[0] - 1, 0, -1):
        key, sub = jax.random.split(key)
        j = jax.random.randint(sub, (), 0, i + 1)
        t = xs[i]
        xs = xs.at[i].set(xs[j])
        xs = xs.at[j].set(t)
    return xs


def kept(key: Any, n: Any) -> Any:
    keys = []
    for _ in range(n):
        key, sub = jax.random.split(key)
        keys.append(sub)
    total: Any = 0.0
    for each in keys:
        total += jax.random.uniform(each)
    return total, keys


def iterated(key: Any) -> Any:
    keys, hits, total = jax.random.split(key, 300), 0, 0.0
    for i, each in enumerate(keys):
        if jax.random.uniform(each) < 0.5:
            hits += i
    for each, x in zip(keys, jnp.arange(300.0), strict=True):
        total += x * jax.random.uniform(each)
    return hits, total


def chosen(key: Any, flag: Any) -> Any:
    key = key if flag > 0 else jax.random.fold_in(key, 7)
    other = jax.random.key(1)
    if flag > 5:
        other = key
    return key, other


def picked(key: Any, i: Any) -> Any:
    keys = [jax.random.fold_in(key, 1), key, jax.random.fold_in(key, 2)]
    keys[i] = jax.random.fold_in(keys[i], 9)
    return keys, keys[i]


def in_dict(state: Any, n: Any) -> Any:
    for _ in range(n):
        state["key"], sub = jax.random.split(state["key"])
        state["x"] += jax.random.normal(sub)
    return state


class Walker(NamedTuple):
    key: Any
    x: Any


def in_tuple(walker: Any, n: Any) -> Any:
    for _ in range(n):
        key, sub = jax.random.split(walker.key)
        walker = Walker(key, walker.x + jax.random.normal(sub))
    return walker


@dataclass
class Generator:
    key: Any

    def normal(self) -> Any:
        self.key, sub = jax.random.split(self.key)
        return jax.random.normal(sub)


def in_object(key: Any, n: Any) -> Any:
    generator, total = Generator(key), 0.0
    while total < n:
        total += abs(generator.normal())
    return total, generator.key


def counted(key: Any, target: Any) -> Any:
    n = 0
    while key != target:
        key = jax.random.fold_in(key, 0)
        n += 1
    return n


def stored(key: Any, n: Any) -> Any:
    keys = jax.random.split(key, 4)
    for i in range(n):
        keys = keys.at[i % 4].set(jax.random.fold_in(keys[i % 4], i))
    return keys


def from_outside(n: Any) -> Any:
    total: Any = 0.0
    for i in range(n):
        total += jax.random.normal(jax.random.fold_in(KEY, i)) + jax.random.uniform(RBG)
    return total


def bound_late(key: Any, n: Any) -> Any:
    for _ in range(n):
        key, sub = jax.random.split(key)
    return sub


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (walk, (KEY, 5)),
    (walk, (RBG, 5)),
    (walk_until, (KEY, 4.0)),
    (monte_carlo, (KEY, 40)),
    (dropout, (KEY, jnp.ones(5), 1)),
    (metropolis, (KEY, 12)),
    (shuffled, (KEY, jnp.arange(6))),
    (kept, (KEY, 5)),
    (kept, (RBG, 2)),
    (iterated, (KEY,)),
    (chosen, (KEY, 1)),
    (chosen, (KEY, 9)),
    (picked, (KEY, 2)),
    (in_dict, ({"key": KEY, "x": 0.0}, 3)),
    (in_tuple, (Walker(KEY, 0.0), 3)),
    (in_object, (KEY, 3.0)),
    (counted, (KEY, jax.random.fold_in(jax.random.fold_in(KEY, 0), 0))),
    (stored, (jax.random.split(KEY)[1], 6)),
    (from_outside, (3,)),
    (bound_late, (KEY, 3)),
]
IDS = [f"{fn.__name__}-{number}" for number, (fn, _) in enumerate(CALLS)]


def plain(value: Any) -> Any:
    """Keys as their dtype and data, everything else as NumPy has it."""

    def leaf(part: Any) -> Any:
        if isinstance(part, jax.Array) and jnp.issubdtype(part.dtype, jax.dtypes.prng_key):
            return str(part.dtype), np.asarray(jax.random.key_data(part)).tolist()
        return np.asarray(part, np.float64).round(4).tolist()

    return jax.tree.map(leaf, value)


def fresh(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return jax.tree.map(lambda leaf: leaf, arguments)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("fn", "arguments"), CALLS, ids=IDS)
def test_a_program_with_keys(fn: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    expected = plain(fn(*fresh(arguments)))
    assert plain(ng.function(fn)(*fresh(arguments))) == expected


@pytest.mark.parametrize("fn", [walk, chosen, picked, stored], ids=lambda fn: fn.__name__)
def test_its_printed_code(fn: Callable[..., Any]) -> None:
    arguments = next(arguments for each, arguments in CALLS if each is fn)
    names: dict[str, Any] = {}
    exec(ng.to_code(fn, *fresh(arguments)), names)
    assert plain(names[fn.__name__](*fresh(arguments))) == plain(fn(*fresh(arguments)))


@pytest.mark.parametrize(("fn", "why"), [(kept, "a random key as a number"), (from_outside, "`bitcast_convert_type`")])
def test_what_cannot_be_printed_is_said(fn: Callable[..., Any], why: str) -> None:
    """Lists of keys that grow, and keys of other generators than JAX's own choice."""
    arguments = next(arguments for each, arguments in CALLS if each is fn)
    code = ng.to_code(fn, *fresh(arguments))
    assert code.startswith("# No pure JAX code") and why in code


@pytest.mark.parametrize("fn", [walk_until, metropolis, iterated, in_object], ids=lambda fn: fn.__name__)
def test_its_comparison_and_its_steps(fn: Callable[..., Any]) -> None:
    arguments = next(arguments for each, arguments in CALLS if each is fn)
    assert ng.compare(fn, *arguments).verdict.equal is True
    assert ng.trace_values(fn, *arguments).steps


def test_keys_in_steps_are_shown_with_their_data() -> None:
    text = str(ng.trace_values(walk, KEY, 2))
    assert "key = key<fry>[]: [0, 42]" in text
    after = np.asarray(jax.random.key_data(jax.random.split(KEY)[0])).tolist()
    assert f"key = key<fry>[]: {after}" in text


def other_key(key: Any, x: Any) -> Any:
    return jax.random.fold_in(key, 1) if isinstance(x, jax.core.Tracer) else key


def test_different_keys_are_not_the_same() -> None:
    """One that tells a graph from Python on purpose."""
    verdict = ng.compare(other_key, KEY, 1.0).verdict
    assert verdict.equal is False
    assert verdict.differences[0].expected == "key<fry>[]: [0, 42]"


def test_keys_are_printed_as_python_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    def spoken(key: Any, n: Any) -> Any:
        for i in range(n):
            key = jax.random.fold_in(key, i)
            print(key, f"{i}: {key}")
        return key

    spoken(KEY, 2)
    expected = capsys.readouterr().out
    assert "key<fry>" in expected
    jax.block_until_ready(ng.function(spoken)(KEY, 2))
    jax.effects_barrier()
    assert capsys.readouterr().out == expected
    shown = str(ng.trace_values(spoken, KEY, 2))
    assert "0: Array((), dtype=key<fry>) overlaying:" in shown


def test_a_message_with_a_key() -> None:
    def refuses(key: Any, n: Any) -> Any:
        for i in range(n):
            key = jax.random.fold_in(key, i)
            if i == 2:
                raise ValueError(f"at {i}: {key}")
        return key

    with pytest.raises(ValueError) as python:
        refuses(KEY, 5)
    with pytest.raises(ValueError) as graph:
        ng.function(refuses)(KEY, 5)
    assert str(graph.value).splitlines()[:2] == str(python.value).splitlines()[:2]


def test_a_key_and_a_number_are_not_merged() -> None:
    def either(key: Any, flag: Any) -> Any:
        found = 1.0
        if flag > 0:
            found = key
        return found

    def later(key: Any, n: Any) -> Any:
        found = 0
        for _ in range(n):
            found = key
        return found

    with pytest.raises(ng.NbgraphError, match=r"`found` is a random key \(key<fry>\) where `flag > 0` is true"):
        ng.function(either)(KEY, 1)
    with pytest.raises(ng.NbgraphError, match=r"an int32 scalar before and a random key \(key<fry>\) after"):
        ng.function(later)(KEY, 0)
    assert jax.random.key_data(ng.function(later)(KEY, 2)).tolist() == jax.random.key_data(KEY).tolist()


def test_a_key_that_is_bound_anew_is_the_next_calls() -> None:
    state = {"key": jax.random.key(0)}

    def drawn(x: Any) -> Any:
        return x + jax.random.normal(state["key"])

    graph = ng.function(drawn)
    before = graph(1.0), drawn(1.0)
    state["key"] = jax.random.key(5)
    assert np.allclose(before[0], before[1])
    assert np.allclose(graph(1.0), drawn(1.0))
    assert not np.allclose(graph(1.0), before[0])


def test_gradients_and_batches_of_keys() -> None:
    def scaled(x: Any, key: Any) -> Any:
        for _ in range(3):
            key, sub = jax.random.split(key)
            if x > 0:
                x = x * jax.random.uniform(sub)
        return x

    factor = scaled(1.0, KEY)
    assert np.isclose(jax.grad(ng.convert(scaled))(2.0, KEY), factor)
    keys = jax.random.split(KEY, 3)
    batch = jax.vmap(ng.convert(scaled), (None, 0))(2.0, keys)
    assert np.allclose(batch, [scaled(2.0, key) for key in keys])


def test_the_number_of_keys_must_be_known() -> None:
    """The remedy names the number alone: a key cannot be a static argument."""

    def darts(key: Any, n: Any) -> Any:
        inside = 0
        for each in jax.random.split(key, n):
            kx, ky = jax.random.split(each)
            if jax.random.uniform(kx) ** 2 + jax.random.uniform(ky) ** 2 < 1:
                inside += 1
        return 4 * inside / n

    with pytest.raises(ng.NbgraphError) as refused:
        ng.function(darts)(KEY, 50)
    assert 'static_argnames="n"' in refused.value.remedy
    assert np.isclose(ng.function(darts, static_argnames="n")(KEY, 50), darts(KEY, 50))


def test_a_key_beside_a_string_with_other_digits_is_no_number() -> None:
    def named(x: Any) -> Any:
        return jax.random.key(3), f"{x}"

    assert "1234.5678 in it, of which the graph has 1234.5677" in str(ng.compare(named, 1234.5678))
