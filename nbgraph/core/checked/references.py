"""Run references (`jax.new_ref`), which are read and written as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.values import Cell


def reference_step(equation: Any, ins: list[int], outs: list[int]) -> Callable[[list[Any]], None]:
    """Return the step that makes, reads or writes a whole reference; a write returns the value before."""
    name = equation.primitive.name
    whole = len(ins) == (2 if name == "swap" else 1)

    def made(environment: list[Any]) -> None:
        environment[outs[0]] = Cell(environment[ins[0]])

    def accessed(environment: list[Any]) -> None:
        if not whole:
            raise Unsupported(name)
        cell = environment[ins[0]]
        environment[outs[0]] = cell.content
        if name == "swap":
            cell.content = environment[ins[1]]

    return made if name == "new_ref" else accessed
