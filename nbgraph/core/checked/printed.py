"""Whether printed code computes what the graph does: both are run on a call's arguments, one operation at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.explain import Program
from nbgraph.core.checked.machine import SILENT, Machine, Stopped
from nbgraph.core.checked.quick import Environment, Step
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.executor.traces import Trace
from nbgraph.core.keys import is_key

SECONDS = 0.5
"""How long either run may take; what takes longer is not compared."""
_LESS = 0.05  # the same for arguments that nobody has asked for
_MOST = 1000  # items of an array among them


class _Printing(Machine):
    """A run that notes the values of each call that acts when the graph runs.

    Attributes:
        acts: the values, call by call.
    """

    def __init__(self, seconds: float, *, flagged: bool) -> None:
        """Begin.

        Args:
            seconds: how long it may take.
            flagged: whether the first value of each call says whether it acts.
        """
        super().__init__(seconds=seconds)
        self.acts: list[list[Any]] = []
        self._flagged = flagged

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        if equation.primitive.name not in SILENT:
            return super()._step(equation, ins, outs)

        def step(environment: Environment) -> None:
            values = [narrow_of(environment[slot]) for slot in ins]
            if not self._flagged:
                self.acts.append(values)
            elif np.all(values[:1]):
                self.acts.append(values[1:])

        return step


def difference(program: Program, trace: Trace, printed: Any) -> str:
    """In what printed code differs from the graph it was made from; "" where nothing is found.

    Args:
        program: the graph, and the values of its inputs.
        trace: what it was made in.
        printed: the program that printed code is traced to, with the same inputs.
    """
    wanted = [(value.aval.shape, value.aval.dtype) for value in program.closed.jaxpr.invars]
    if [(value.aval.shape, value.aval.dtype) for value in printed.jaxpr.invars] != wanted:
        return ""
    for arguments, seconds in [(program.arguments, SECONDS), *((other, _LESS) for other in _others(program))]:
        if found := _difference(program, trace, printed, arguments, seconds):
            return found
    return ""


def _others(program: Program) -> Iterator[list[Any]]:
    """Arguments of the same types that may lead to other paths."""
    if any(map(is_key, program.arguments)):
        return
    for number in (0, 1, -1):
        made = [np.full_like(np.asarray(value), number) for value in program.arguments]
        if all(value.dtype.kind in "bif" and value.size <= _MOST for value in made):
            yield made


def _difference(program: Program, trace: Trace, printed: Any, arguments: Sequence[Any], seconds: float) -> str:
    graph, code = _Printing(seconds, flagged=True), _Printing(seconds, flagged=False)
    try:
        expected = list(map(narrow_of, graph.run(program.closed, arguments)))
        found = list(map(narrow_of, code.run(printed, arguments)))
    except (Stopped, Unsupported):
        return ""
    outputs = trace.outputs or [("", None)] * len(expected)
    if any(what and np.any(value) for (what, _), value in zip(outputs, expected, strict=False) if value is not None):
        return ""  # the call raises, and what it would return means nothing
    positions = [position for position, (what, _) in enumerate(outputs) if not what]
    results = [expected[position] for position in positions]
    texts = [number for number, position in enumerate(positions) if position in trace.texts]  # numbered as each likes
    if len(results) == len(found) and not _alike(_without(results, texts), _without(found, texts)):
        return "its code would give other results"
    return "its code would print otherwise" if len(graph.acts) != len(code.acts) else ""


def _without(values: Sequence[Any], positions: Sequence[int]) -> list[Any]:
    return [value for position, value in enumerate(values) if position not in positions]


def _alike(expected: Sequence[Any], found: Sequence[Any]) -> bool:
    return all(_close(one, other) for one, other in zip(expected, found, strict=True))


def _close(one: Any, other: Any) -> bool:
    if is_key(one) or is_key(other):
        return True
    left, right = np.asarray(one), np.asarray(other)
    if left.shape != right.shape or not all(side.dtype.kind in "biufc" for side in (left, right)):
        return True  # its types have been compared
    same = np.isclose(left.astype(complex), right.astype(complex), rtol=1e-3, atol=1e-4, equal_nan=True)
    return bool(same.all())  # operations may come in another order
