"""Runs what JAX would compile by NumPy, one operation at a time: nothing is compiled.

The interpreter is the recorder's, so every test that uses it holds it to Python. What it leaves out goes to XLA: a run
that calls back, references, random keys, and loops of so many rounds that to compile them takes less.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jax._src import pjit

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.interpreter import Stopped
from nbgraph.core.checked.quick import Step
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.graph.trace import Part
from nbgraph.core.recording.interpreter import Recorder

LEFT_TO_XLA = ("random_", "threefry", "debug_")
SECONDS = 0.5


class Interpreter(Recorder):
    """The recorder's machine without a log; a run that calls back ends in `Unsupported`."""

    def __init__(self) -> None:
        super().__init__(Part("", ()), seconds=SECONDS)

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        name, values = equation.primitive.name, (*equation.invars, *equation.outvars)
        known = all(isinstance(value.aval, jax.core.ShapedArray) for value in values)  # a reference is none
        if known and "callback" not in name and not name.startswith(LEFT_TO_XLA):
            return super()._step(equation, ins, outs)

        def refuse(environment: Any) -> None:
            raise Unsupported(name)

        return refuse


@dataclass
class Runs:
    """How many calls of compiled programs went which way."""

    numpy: int = 0
    xla: int = 0


_inside = threading.local()


@contextlib.contextmanager
def by_numpy(runs: Runs) -> Iterator[None]:
    """Let NumPy run what JAX would compile, where it can; `runs` counts what it could."""
    compiled = pjit._pjit_call_impl_python

    def run(*arguments: Any, jaxpr: Any, **parameters: Any) -> Any:
        if getattr(_inside, "interpreter", False):  # it leaves single operations to JAX
            return compiled(*arguments, jaxpr=jaxpr, **parameters)
        _inside.interpreter = True
        try:
            results = _results(jaxpr, arguments)
        except (Unsupported, Stopped, RecursionError) as error:
            if isinstance(error, RecursionError) and "Recursively calling jit" not in str(error):
                raise  # else what runs is the very function that JAX does a single operation with
            runs.xla += 1
            return compiled(*arguments, jaxpr=jaxpr, **parameters)
        finally:
            _inside.interpreter = False
        runs.numpy += 1
        return results, None, None, []

    pjit._pjit_call_impl_python = run
    try:
        yield
    finally:
        pjit._pjit_call_impl_python = compiled


def _results(program: Any, arguments: tuple[Any, ...]) -> list[jax.Array]:
    if not all(map(_is_plain, (*program.in_avals, *program.out_avals))):
        raise Unsupported(str(program.out_avals))
    results = Interpreter().run(program, arguments)
    return [_array(narrow_of(value), aval) for value, aval in zip(results, program.out_avals, strict=True)]


def _is_plain(aval: Any) -> bool:
    """Whether values of a type are numbers that NumPy has, and arrays of them are no weaker than others."""
    if not isinstance(aval, jax.core.ShapedArray):  # a reference, which has a type, too
        return False
    is_number = isinstance(aval.dtype, np.dtype) and aval.dtype.kind in "biufc"
    return is_number and (not aval.weak_type or aval.shape == ())


def _array(value: Any, aval: Any) -> jax.Array:
    """A result as JAX gives it."""
    if aval.weak_type:
        return jax.numpy.asarray(np.asarray(value).item())
    return jax.device_put(np.asarray(value, aval.dtype))
