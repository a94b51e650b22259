"""Texts that are chosen inside `jax.vmap`: used there they are fine, but no array can hold one for each lane."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng


def sign(x: Any) -> Any:
    kind = "pos" if x > 0 else "neg"
    print(kind, x)
    return x if kind == "pos" else -x


def name(x: Any) -> Any:
    return "pos" if x > 0 else "neg"


def test_a_text_inside_a_lane(capsys: pytest.CaptureFixture[str]) -> None:
    v = jnp.array([1, -2, 3])
    result = ng.function(lambda v: jax.vmap(sign)(v))(v)
    np.testing.assert_array_equal(result, [1, 2, 3])
    jax.effects_barrier()
    assert capsys.readouterr().out.splitlines() == ["pos 1", "neg -2", "pos 3"]


def test_a_text_out_of_each_lane_is_refused_in_the_users_lines() -> None:
    v = jnp.array([1, -2, 3])
    with pytest.raises(ng.StagingError) as inner:
        ng.function(lambda v: jax.vmap(name)(v))(v)
    with pytest.raises(ng.StagingError) as outer:
        jax.vmap(ng.convert(name))(v)
    for caught in (inner, outer):
        assert caught.value.id == "chosen-text"
        assert caught.value.span is not None
