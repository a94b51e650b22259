"""Whether printed code computes what the graph does: both are run on a call's arguments, one operation at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.explain import Program
from nbgraph.core.checked.machine import SILENT, Machine, Stopped
from nbgraph.core.checked.quick import Environment, Step
from nbgraph.core.checked.values import narrow_of
from nbgraph.core.executor.traces import Trace
from nbgraph.core.keys import is_key
from nbgraph.core.specialise.checked import RAISES
from nbgraph.core.staging.host_calls import hearing, is_act

SECONDS = 0.5
"""How long either run may take; what takes longer is not compared."""
_LESS = 0.05  # the same for arguments that nobody has asked for
_MOST = 1000  # items of an array among them


class _Printing(Machine):
    """A run that notes what is printed."""

    def __init__(self, seconds: float, like: list[str] | None = None) -> None:
        """Begin.

        Args:
            seconds: how long it may take.
            like: what the graph's run has said: the code's own callbacks are called where that has printed.
        """
        super().__init__(seconds=seconds)
        # the texts in order; an empty one for a callback that may do anything else, and is not called
        self.said: list[str] = []
        self._like = like

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        if equation.primitive.name not in SILENT:
            return super()._step(equation, ins, outs)
        dtypes = [atom.aval.dtype for atom in equation.invars]

        def step(environment: Environment) -> None:
            values = [narrow_of(environment[slot]) for slot in ins]
            self.said += self._heard(
                equation, [v if is_key(v) else np.asarray(v, dtype) for v, dtype in zip(values, dtypes, strict=True)]
            )

        return step

    def _heard(self, equation: Any, values: list[Any]) -> list[str]:
        """What a callback prints for some values."""
        callback = equation.params.get("callback")
        if callback is None:
            return [_filled(values, **equation.params)]
        if not is_act(callback) and not any((self._like or [])[len(self.said) :][:1]):
            return [""]
        with hearing() as heard:
            callback(*values)
        return heard


def _filled(values: list[Any], fmt: str, in_tree: Any, static_args: Any, has_placeholders: bool, **_: Any) -> str:
    """What `jax.debug.print` writes: its arguments are arrays, and others that it knows by their places."""
    known, traced = dict(static_args), iter(values)
    leaves = [known[place] if place in known else next(traced) for place in range(in_tree.num_leaves)]
    given, named = jax.tree_util.tree_unflatten(in_tree, leaves)
    return fmt.format(*given, **named) if has_placeholders else " ".join((fmt, *map(str, given)))


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
    graph = _Printing(seconds)
    try:
        expected = list(map(narrow_of, graph.run(program.closed, arguments)))
        code = _Printing(seconds, graph.said)
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
    if RAISES in code.said:
        return "its code would raise an exception"
    same = len(graph.said) == len(code.said) and all(map(_same_text, graph.said, code.said))
    return "" if same else "its code would print otherwise"


def _same_text(expected: str, found: str) -> bool:
    """Whether two texts say the same, as far as they are known: their numbers may differ in their last digits.

    >>> _same_text("even: 1.5", "even: 1.4999999"), _same_text("even: 1.5", "odd: 1.5"), _same_text("1", "True")
    (True, False, False)
    """
    parts = [_NUMBER.split(" ".join(text.split())) for text in (expected, found)]
    numbers = [list(map(float, _NUMBER.findall(text))) for text in (expected, found)]
    alike = parts[0] == parts[1] and _close(np.array(numbers[0]), np.array(numbers[1]))
    return alike or not expected or not found


_NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


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
