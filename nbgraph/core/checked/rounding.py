"""Tell rounding error from a mistake of the compiler, where a program gives another result than its operations do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.interpreter import Interpreter, Stopped
from nbgraph.core.checked.origins import is_floating
from nbgraph.core.checked.quick import Environment, Step
from nbgraph.core.checked.values import narrow_of


def is_within_rounding(one: Any, other: Any, closed: Any, arguments: Sequence[Any], seconds: float) -> bool:
    """Return whether two results of a program differ by no more than its operations may round.

    Each of n operations on floats rounds by at most half a unit in the last place of its result; the bound here is n
    units of the largest result (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
    """
    dtype = np.asarray(one).dtype
    if not is_floating(dtype) or np.shape(one) != np.shape(other):
        return False
    run = _Largest(seconds=seconds)
    try:
        run.run(closed, arguments)
    except (Stopped, Unsupported):
        return False
    difference = np.abs(np.asarray(other) - np.asarray(one)).astype(np.float64)
    unit = float(jnp.finfo(dtype).eps)  # type: ignore[no-untyped-call]
    return bool(np.all(difference <= run.operations * run.largest * unit))


class _Largest(Interpreter):
    """Runs a program once more, and notes the largest float on the way."""

    operations = 0
    largest = 0.0

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        step = super()._step(equation, ins, outs)
        made = [
            at
            for at, result in zip(outs, equation.outvars, strict=True)
            if is_floating(getattr(result.aval, "dtype", None))
        ]
        if step is None or not made:
            return step

        def noting(environment: Environment) -> None:
            step(environment)
            self.operations += 1
            for at in made:
                sizes = np.abs(np.asarray(narrow_of(environment[at]))).astype(np.float64)
                self.largest = max(self.largest, float(np.max(sizes, initial=0.0, where=np.isfinite(sizes))))

        return noting
