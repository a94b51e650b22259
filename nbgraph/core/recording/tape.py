"""Run a function forward and back: find for each logged value the derivative of the result by it.

The run writes each operation on a tape with its operands. Read from the end, with JAX's own derivative of each
operation, the tape gives the adjoint of every value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.interpreter import Interpreter, is_call
from nbgraph.core.checked.quick import Environment, Step
from nbgraph.core.checked.values import Form, Pair, Value, narrow_of
from nbgraph.core.graph.trace import Part
from nbgraph.core.recording.interpreter import Recorder
from nbgraph.core.recording.summary import summary
from nbgraph.core.records import dataclass

_MOST = 1 << 28  # bytes of the values on a tape
_RULES = ("custom_jvp_call", "custom_vjp_call", "custom_linear_solve")  # the primitives with a derivative of their own
_BLOCKS = ("while", "scan", "cond")
_Pull = Callable[[Sequence[Any]], Sequence[Any]]  # from the adjoints of the results to those of the operands


@dataclass(frozen=True, slots=True)
class Adjoint:
    """The adjoint of a value."""

    value: Any  # the adjoint, kept small
    of: int  # the value's number, the same wherever it is passed on unchanged


class _Taping(Interpreter):
    """An interpreter that writes the tape."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        # whether a value came from code that was not observed, so that its adjoint is unknown
        self.is_lost = False
        self._tape: list[Callable[[dict[int, Any]], None]] = []
        self._seen: dict[int, Value] = {}  # the floats by `id`, kept alive so that no other value gets the same one
        self._bytes = 0
        self._muted = 0
        self._examples: dict[int, Value] | None = None  # for a batch, the arrays with a row for each example
        self._pulls: dict[Any, Any] = {}
        self._adjoints: list[tuple[list[Any], list[Any]]] = []
        self._back: dict[int, Any] = {}
        self._machine: Interpreter = self

    def _constant(self, value: Any, aval: Any) -> Value:
        return self._see(super()._constant(value, aval))

    def _see(self, value: Value) -> Value:
        if is_float(value) and not self._muted:
            self._seen[id(value)] = value
            self._bytes += narrow_of(value).nbytes
            if self._bytes > _MOST:
                self._lose()
        return value

    def _lose(self) -> None:
        self.is_lost = True
        self._tape.clear()
        self._seen.clear()

    def _follow(self, ins: Sequence[Value], outs: Sequence[Value]) -> None:
        """Note which results have a row for each example: those computed from such operands."""
        if self._examples is not None and any(id(each) in self._examples for each in ins):
            self._examples.update((id(each), each) for each in outs if np.ndim(narrow_of(each)))

    def _write(self, ins: Sequence[Value], outs: Sequence[Value], pull: _Pull) -> None:
        """Write an operation; lose the tape where an operand's origin is unknown."""
        if self._muted or self.is_lost:
            return
        is_lost = any(is_float(each) and id(each) not in self._seen for each in ins)
        if is_lost or any(_is_of(each, np.complexfloating) for each in outs):
            self._lose()
        floats, results = list(filter(is_float, ins)), list(filter(is_float, map(self._see, outs)))
        if floats and results:
            self._tape.append(partial(_pulled, floats, results, pull))

    def _item(self, array: Value, at: int, form: Form) -> Value:
        made = super()._item(array, at, form)
        self._follow([array], [made])
        self._write([array], [made], lambda back: [_placed(narrow_of(array), at, back[0])])
        return made

    def _stack(self, column: list[Value], form: Form) -> Value:
        made = super()._stack(column, form)
        self._follow(column, [made])
        self._write(column, [made], lambda back: list(back[0]))
        return made

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        name = equation.primitive.name
        self.is_lost |= name in _jax.REFERENCES  # what they hold changes
        step = super()._step(equation, ins, outs)
        if step is None:
            return None
        has_rule = name in _RULES
        is_block = name in _BLOCKS or (is_call(equation) and not has_rule)

        def written(environment: Environment) -> None:
            operands = [environment[slot] for slot in ins]
            self._muted += has_rule
            step(environment)
            self._muted -= has_rule
            results = [environment[slot] for slot in outs]
            for slot, value in zip(outs, results, strict=True):
                if is_float(value):  # a copy, so that it is not the operand, which has names of its own
                    environment[slot] = Pair(narrow_of(value), narrow_of(value))
            for value, slot in zip(results, outs, strict=True):
                self._follow([value] if is_block else operands, [environment[slot]])
            if not is_block:
                self._write(operands, [environment[slot] for slot in outs], partial(self._pull, equation, operands))
                return
            for slot, value in zip(outs, results, strict=True):
                self._write([value], [environment[slot]], list)

        return written

    def _pull(self, equation: Any, operands: Sequence[Value], back: Sequence[Any]) -> Sequence[Any]:
        """Return the adjoints of an operation's float operands, by JAX's own derivative."""
        key = (*_jax.operation_key(equation), *(str(atom.aval) for atom in equation.invars))
        if key not in self._pulls:
            closed = _pull_program(equation)
            self._pulls[key] = self._machine._block(closed.jaxpr, closed.consts)
        made = self._machine._run(self._pulls[key], [*operands, *(Pair(each, each) for each in back)])
        return list(map(narrow_of, made))


class Tape(Recorder, _Taping):
    """A recorded run that can compute the adjoints of its values."""

    def __init__(self, part: Part, *, is_batch: bool = False, **options: Any) -> None:
        super().__init__(part, **options)
        self._examples = {} if is_batch else None

    def _input(self, value: Any, form: Form, position: int) -> Value:
        made = self._see(super()._input(value, form, position))
        if self._examples is not None:
            self._examples[id(made)] = made
        return made

    def _summaries(self, values: Sequence[Value], *, is_shared: bool = False) -> list[Any]:
        found = super()._summaries(values)
        if not self.is_lost:
            self._tape.append(partial(self._note, found, values, bool(self._muted) or is_shared))
        return found

    def _note(self, found: list[Any], values: Sequence[Value], is_hidden: bool, back: dict[int, Any]) -> None:
        made = (None if is_hidden and is_float(value) else self._adjoint(value, back) for value in values)
        self._adjoints.append((found, list(made)))

    def _adjoint(self, value: Value, back: dict[int, Any]) -> Any:
        """Return the adjoint of a float; a summary of any other value; None where it is not known."""
        if not is_float(value):
            return summary(narrow_of(value))
        found = back.get(id(value), np.zeros_like(narrow_of(value))[()])
        is_own = id(value) in (self._seen if self._examples is None else self._examples)
        return Adjoint(summary(found), id(value)) if is_own and id(value) in self._seen else None

    def input_values(self) -> list[Any]:
        """Return the arguments, or after `go_back` their adjoints."""
        return [self._adjoint(each, self._back) for each in self.inputs] if self._back else super().input_values()

    def go_back(self, result: Value, seconds: float) -> bool:
        """Replace each float of the log by its adjoint; return False and leave the log where they are not known."""
        shape = np.shape(narrow_of(result))
        is_row = self._examples is not None and len(shape) == 1 and id(result) in self._examples
        if self.is_lost or id(result) not in self._seen or (shape != () and not is_row):
            return False
        self._machine = Recorder(Part("", (), inside=True), seconds=seconds, clock=self._clock)
        back = {id(result): np.ones_like(narrow_of(result))[()]}
        try:
            with np.errstate(all="ignore"):
                for each in reversed(self._tape):
                    each(back)
        except Exception:  # JAX has no derivative of an operation, or it takes too long
            return False
        for found, made in self._adjoints:
            found[:] = made
        self._back = back
        return True


def is_float(value: Any) -> bool:
    """Return whether a value of the run is a real float or an array of such."""
    return _is_of(value, np.floating)


def _is_of(value: Any, kind: type) -> bool:
    dtype = getattr(narrow_of(value), "dtype", None)
    return isinstance(dtype, np.dtype) and bool(jax.numpy.issubdtype(dtype, kind))


def _pulled(floats: Sequence[Value], results: Sequence[Value], pull: _Pull, back: dict[int, Any]) -> None:
    """Add the adjoints of an operation's operands, from those of its results."""
    if not any(id(each) in back for each in results):
        return
    given = [back.get(id(each), np.zeros_like(narrow_of(each))[()]) for each in results]
    for value, one in zip(floats, pull(given), strict=True):
        back[id(value)] = back[id(value)] + one if id(value) in back else one


def _placed(array: Any, at: int, item: Any) -> Any:
    whole = np.zeros_like(array)
    whole[at] = item
    return whole


def _pull_program(equation: Any) -> Any:
    floats = [has_derivative(atom) for atom in equation.invars]
    results = [has_derivative(atom) for atom in equation.outvars]

    def pull(operands: Sequence[Any], back: Sequence[Any]) -> Any:
        def forward(*given: Any) -> list[Any]:
            each = iter(given)
            every = [next(each) if is_one else operand for operand, is_one in zip(operands, floats, strict=True)]
            found = _jax.bound(equation, every)
            return [value for value, is_one in zip(found, results, strict=True) if is_one]

        given = (operand for operand, is_one in zip(operands, floats, strict=True) if is_one)
        return jax.vjp(forward, *given)[1](list(back))

    return jax.make_jaxpr(pull)(
        [_type(atom) for atom in equation.invars],
        [_type(atom) for atom, is_one in zip(equation.outvars, results, strict=True) if is_one],
    )


def has_derivative(atom: Any) -> bool:
    """Return whether a variable of a program is a real float or an array of such."""
    return bool(jax.numpy.issubdtype(atom.aval.dtype, np.floating))


def _type(atom: Any) -> Any:
    aval = atom.aval
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=getattr(aval, "weak_type", False))
