"""JAX's drawing of where an array lies asked for a package that a notebook did not have."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def doubled(x: Any) -> Any:
    jax.debug.visualize_array_sharding(x)
    if x[0] > 0:
        x = x * 2
    return x


@pytest.mark.xla  # which draws while it compiles; the interpreter does not
def test_an_array_is_drawn_on_its_devices(capsys: pytest.CaptureFixture[str]) -> None:
    result = ng.function(doubled)(jnp.array([1.0, 2.0]))
    jax.effects_barrier()
    assert result.tolist() == [2.0, 4.0]
    assert "CPU 0" in capsys.readouterr().out
