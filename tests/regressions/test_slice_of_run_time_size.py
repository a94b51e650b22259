"""`v[i:]` with `i` known at run time: the refusal spoke of slice entries, and its remedy of dtypes."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

import nbgraph as ng


def rest(v, i):
    return v[i:]


def test_the_refusal_says_what_to_write() -> None:
    with pytest.raises(ng.StagingError, match="how many items `v") as caught:
        ng.function(rest)(jnp.arange(4), 1)
    assert caught.value.id == "refused-by-jax"
    assert "`jnp.where(i <= jnp.arange(len(v)), v, 0)`, zeros in place of the others" in caught.value.remedy
    assert caught.value.span is not None


def test_the_remedy_works() -> None:
    masked = ng.function(lambda v, i: jnp.where(i <= jnp.arange(len(v)), v, 0))
    assert masked(jnp.arange(1, 5), 1).tolist() == [0, *rest([1, 2, 3, 4], 1)]
