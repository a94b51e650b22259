"""A function that asks for an axis of the transformation around it was printed outside of that: a fault of nbgraph."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.examine.reporting import report_call


def centred(x: Any) -> Any:
    return x - jax.lax.pmean(x, "i")


@pytest.mark.parametrize("transformation", [jax.vmap, jax.pmap])
def test_the_code_of_a_function_that_asks_for_an_axis(transformation: Any) -> None:
    mapped = transformation(centred, axis_name="i")
    assert "`psum` across an axis of devices or batch elements" in ng.to_code(mapped, jnp.arange(1.0))
    assert not [note for note in report_call(mapped, (jnp.arange(1.0),), {}).notes if "fault" in note]


def test_its_loops_are_printed() -> None:
    def doubled(x: Any) -> Any:
        while x < 5:
            x = x * jax.lax.axis_size("i")
        return x

    assert "x = lax.while_loop(" in ng.to_code(jax.vmap(doubled, axis_name="i"), jnp.arange(1.0, 3.0))
