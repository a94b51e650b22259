"""Run a traced program one operation at a time, each twice: in the graph's numbers and in Python's.

A value remembers the operation at which its two sides first differ, and forgets it where a later operation makes them
equal again: what reaches the result is to blame. Nothing is compiled, no callback is called, and the run ends at its
time limit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.batches import after_iteration, is_batch
from nbgraph.core.checked.by_jax import computed, widened_parameters
from nbgraph.core.checked.dangers import (
    DIVISIONS,
    asks_by_index,
    dangers,
    divisions,
    is_by_index,
    kind_of,
    missed,
    newly_lost,
    takes_nearest,
)
from nbgraph.core.checked.operations import OPERATIONS
from nbgraph.core.checked.origins import Labels, Operation, Origins, is_floating, only_missed, stacked, under
from nbgraph.core.checked.quick import Environment, Step, quick_step
from nbgraph.core.checked.references import reference_step
from nbgraph.core.checked.values import (
    PLAIN,
    Cell,
    Event,
    Form,
    Pair,
    Value,
    apart,
    event_of,
    joined,
    narrow_of,
    origins_of,
    wide_of,
)
from nbgraph.core.graph.locations import Places
from nbgraph.core.keys import is_key_type
from nbgraph.core.timing.findings import CauseId

_QUESTIONS = frozenset(("eq", "ne", "is_finite"))  # tests with which code handles nan and inf
_WITH_BODIES = ("scatter", "reduce", "select_and_", "sort", "argsort", "pure_callback", "shard_map")  # JAX runs these
_MOST_BITS = 1 << 16  # a longer Python integer overflowed in the graph long before, and only takes time


class Stopped(Exception):
    """The run reached its time limit."""


class Iteration:
    """A loop's equation and the number of its running iteration; 0 for a choice or a call."""

    __slots__ = ("equation", "number")

    def __init__(self, equation: Any, number: int = 1) -> None:
        self.equation, self.number = equation, number


class Block:
    """A jaxpr prepared to run: one slot for each value, one step for each equation."""

    __slots__ = ("jaxpr", "outputs", "steps", "template", "width")

    def __init__(self, jaxpr: Any) -> None:
        self.jaxpr = jaxpr
        self.width = len(jaxpr.invars)
        self.template: Environment = [None] * self.width
        self.steps: list[Step] = []
        self.outputs: list[int] = []


class Interpreter:
    """Runs a program once, and collects its events and origins."""

    def __init__(self, *, seconds: float, clock: Callable[[], float] = time.perf_counter) -> None:
        # the first event of each kind at each equation, in the order in which they happened
        self.events: dict[tuple[CauseId, int, int], Event] = {}
        # what made a test come out differently for the first time; None while the paths are the same
        self.parted: Event | None = None
        self.ties: list[Any] = []  # the roundings of a number about half-way between two
        self._places = Places(())
        self.origins = Origins(lambda equation: self._places.spans(equation)[:1])  # the value that was infinite or nan
        self._clock, self._seconds, self._end = clock, seconds, clock() + seconds
        self._iterations: list[Iteration] = []
        self._blocks: dict[tuple[int, int], Block] = {}
        self._inside: list[Any] = [None]
        self._given: list[Sequence[Any]] = [()]
        self._open: set[Event] = set()

    def run(self, closed: Any, arguments: Sequence[Any]) -> list[Value]:
        """Return the program's results.

        Args:
            arguments: the user's own values for its inputs, not yet narrowed.

        Raises:
            Stopped: at the time limit.
            Unsupported: see there.
        """
        block = self._block(closed.jaxpr, closed.consts)
        self._end = self._clock() + self._seconds  # reading a long program does not use up the run's time
        with np.errstate(all="ignore"):
            inputs = [
                self._given_value(value, Form.of(variable.aval), position)
                for position, (value, variable) in enumerate(zip(arguments, closed.jaxpr.invars, strict=True))
            ]
            return self._run(block, inputs)

    def _given_value(self, value: Any, form: Form, position: int) -> Any:
        """Return an argument with both sides; for a reference a cell with its content, so the user's is unchanged."""
        if isinstance(value, _jax.Reference):
            return Cell(self._input(np.asarray(value[...]), form, position))
        return self._input(value, form, position)

    def _input(self, value: Any, form: Form, position: int) -> Value:
        narrow, wide = form.narrowed(value), form.widened(value)
        origins = self.origins.brought(narrow, wide, form, position)
        if form.dtype is None or not apart(narrow, wide):
            return joined(narrow, wide, None, origins)
        event = self._event(kind_of(narrow, wide, form), None, wide, narrow, position)
        return Pair(narrow, wide, event, origins)

    def _run(self, block: Block, inputs: Sequence[Value]) -> list[Value]:
        if self._clock() > self._end:
            raise Stopped
        environment = block.template.copy()
        environment[: block.width] = inputs
        for step in block.steps:
            step(environment)
        return [environment[slot] for slot in block.outputs]

    def _block(self, jaxpr: Any, consts: Sequence[Any] = ()) -> Block:
        key = id(jaxpr), id(self._inside[-1])
        found = self._blocks.get(key)
        if found is None:
            self._blocks[key] = found = self._made(jaxpr, consts)
        return found

    def _made(self, jaxpr: Any, consts: Sequence[Any]) -> Block:
        block = Block(jaxpr)
        slots = {variable: slot for slot, variable in enumerate(jaxpr.invars)}

        def slot(atom: Any) -> int:
            is_literal, value = _jax.literal_value(atom)
            if not is_literal and atom in slots:
                return slots[atom]
            block.template.append(self._constant(value, atom.aval) if is_literal else None)
            if not is_literal:
                slots[atom] = len(block.template) - 1
            return len(block.template) - 1

        for variable, const in zip(jaxpr.constvars, consts, strict=False):
            block.template[slot(variable)] = self._constant(const, variable.aval)
        last_use, large = dict[int, int](), list[int]()
        for equation in jaxpr.eqns:
            ins, outs = list(map(slot, equation.invars)), list(map(slot, equation.outvars))
            step = self._step(equation, ins, outs)
            if step is not None:
                block.steps.append(step)
            last_use |= dict.fromkeys((*ins, *outs), len(block.steps))
            sizes = (math.prod(getattr(variable.aval, "shape", ())) for variable in equation.outvars)
            large += [at for at, size in zip(outs, sizes, strict=True) if size >= _LARGE]
        block.outputs = list(map(slot, jaxpr.outvars))
        _let_go(block, {at: last_use[at] for at in large if at not in block.outputs})
        return block

    def _constant(self, value: Any, aval: Any) -> Value:
        form = Form.of(aval)
        narrow, wide = form.narrowed(value), form.widened(value)
        return joined(narrow, wide, None, self.origins.brought(narrow, wide, form))

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        name = equation.primitive.name
        if name in _jax.SILENT:
            return None
        if name in _jax.REFERENCES:
            return reference_step(equation, ins, outs)
        if name == "while":
            return self._while(equation, ins, outs)
        if name == "scan":
            return self._scan(equation, ins, outs)
        if name == "cond":
            return self._cond(equation, ins, outs)
        if name == "custom_linear_solve":
            return self._solve(equation, ins, outs)
        if is_call(equation):
            return self._call(equation, ins, outs, *_jax.bodies(equation)[0])
        general = self._general(equation, ins, outs)
        if equation.primitive is jax.lax.round_p:
            return self._tied(equation, ins[0], general)
        return quick_step(name, ins, outs[0], Form.of(equation.outvars[0].aval), general) if outs else general

    def _tied(self, equation: Any, slot: int, step: Step) -> Step:
        """Return a rounding's step that notes the operand half-way between two integers, but for rounding errors."""
        owner = equation if self._inside[-1] is None else self._inside[-1]

        def noting(environment: Environment) -> None:
            operand = np.abs(np.asarray(wide_of(environment[slot]), np.float64))
            if np.any(np.abs(operand % 1 - 0.5) <= 1e-6 * operand):
                self.ties.append(owner)
            step(environment)

        return noting

    def _general(self, equation: Any, ins: list[int], outs: list[int]) -> Step:
        """Return the step of an operation without a body: it computes and compares both sides, and records an event."""
        parameters, forms = equation.params, [Form.of(variable.aval) for variable in equation.outvars]
        wide_parameters = widened_parameters(parameters)
        if forms and forms[0].plain == "int" and "new_dtype" in parameters:
            wide_parameters = {**wide_parameters, "new_dtype": np.dtype(object)}
        of_keys = any(is_key_type(atom.aval.dtype) for atom in (*equation.invars, *equation.outvars))
        operation = None if of_keys else OPERATIONS.get(equation.primitive.name)
        inside = self._inside[-1]
        floating = [is_floating(form.dtype) for form in forms]
        numbers = [form.dtype is not None for form in forms]
        may_miss = is_by_index(equation) and not takes_nearest(equation, inside)
        may_miss = may_miss and asks_by_index(self._code(inside if inside is not None else equation))

        def step(environment: Environment) -> None:
            operands = [environment[slot] for slot in ins]
            narrow, wide = list(map(narrow_of, operands)), list(map(wide_of, operands))
            if operation is not None:
                ours, theirs = [operation(parameters, *narrow)], [operation(wide_parameters, *wide)]
            else:
                if self._clock() > self._end:
                    raise Stopped
                ours, theirs = self._computed(equation, narrow, wide)
            outside = None
            for kind, expected, actual in dangers(equation, narrow, wide):
                self._event(kind, equation, expected, actual, inside=inside)
                outside = missed(equation, narrow, wide) if may_miss and kind == "index" else None
            followed = numbers if any(origins_of(operand) is not None for operand in operands) else floating
            for slot, form, is_followed, one, other in zip(outs, forms, followed, ours, theirs, strict=True):
                here, there = form.narrowed(one), form.widened(other)
                origins = self._followed(equation, here, there, operands, inside) if is_followed else None
                if outside is not None and not outside.fills and _puts_back(operands, here):
                    origins = origins_of(operands[0])
                elif outside is not None:
                    origins = self.origins.miss(self._operation(equation, inside), origins, outside, here)
                environment[slot] = self._judged(equation, form, here, there, operands, inside, origins)

        return step

    def _computed(self, equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        return computed(equation, narrow, wide)

    def _followed(self, equation: Any, narrow: Any, wide: Any, operands: Sequence[Value], inside: Any) -> Labels | None:
        found = self.origins.follow(self._operation(equation, inside), narrow, wide, operands)
        return only_missed(found) if equation.primitive.name in _QUESTIONS else found

    def _operation(self, equation: Any, inside: Any) -> Operation:
        return Operation(equation, equation.params, inside, self._given[-1], self._around)

    def _code(self, equation: Any) -> str:
        return self._places.segment(self._places.spans(equation))

    def _judged(
        self,
        equation: Any,
        form: Form,
        narrow: Any,
        wide: Any,
        operands: Sequence[Value],
        inside: Any,
        origins: Labels | None,
    ) -> Value:
        if form.plain and narrow == wide and origins is None:
            return wide  # type: ignore[no-any-return]
        if form.plain == "int" and wide.bit_length() > _MOST_BITS:
            raise Stopped
        if form.dtype is None or not apart(narrow, wide):
            if origins is not None and newly_lost(form, wide, operands):
                self._event("nan", equation, wide, narrow, inside=inside)
            return joined(narrow, wide, None, origins)
        event = _first(operands)
        if event is None:
            kind = kind_of(narrow, wide, form)
            event = self._event(kind, equation, wide, narrow, inside=inside)
        elif not event.settled:
            self._settle(event, equation, inside, wide, narrow)
        return Pair(narrow, wide, event, origins)

    def _settle(self, event: Event, equation: Any, inside: Any, wide: Any, narrow: Any) -> None:
        """Note what a later operation made of the event's value, until the user's variable has its value."""
        if self.now() != event.iterations:
            event.settled = True
            return
        event.later.append((inside if inside is not None else equation, wide, narrow))
        event.settled = len(event.later) >= _LATER

    def _event(
        self, kind: CauseId, equation: Any, expected: Any, actual: Any, argument: int = -1, inside: Any = None
    ) -> Event:
        key = kind, id(equation), argument
        if key not in self.events:
            event = Event(kind, len(self.events), equation, inside, self.now(), expected, actual, argument)
            event.after = len(self.origins.found)
            self.events[key] = event
        return self.events[key]

    def now(self) -> tuple[tuple[Any, int], ...]:
        """Return the running loops, outermost first, each with its iteration."""
        return tuple((each.equation, each.number) for each in self._iterations if each.number)

    def _around(self) -> tuple[tuple[Any, int], ...]:
        return tuple((each.equation, each.number) for each in self._iterations)

    def _decided(self, test: Value) -> Any:
        """Return the branch that Python takes; note the event where the graph would take another."""
        if test.__class__ in PLAIN:
            return test
        if self.parted is None and np.any(narrow_of(test) != wide_of(test)):
            self.parted = event_of(test)
        return wide_of(test)

    def _goes_on(self, test: Value) -> bool:
        """Return whether a loop continues; a batched one does while any element's test holds."""
        return test if test.__class__ is bool else bool(np.any(self._decided(test)))

    def _call(self, equation: Any, ins: list[int], outs: list[int], jaxpr: Any, consts: Sequence[Any]) -> Step:
        """Return the step of a called function; operations inside a library's function count as the user's line."""
        own = self._inside[-1] is None and _jax.library_made(jaxpr)
        if own:
            self._inside.append(equation)
        block = self._block(jaxpr, consts)
        if own:
            self._inside.pop()
        inside = self._inside[-1]
        divides = own and equation.params.get("name") in DIVISIONS
        here = Iteration(equation, 0)

        def step(environment: Environment) -> None:
            operands = [environment[slot] for slot in ins]
            if divides:
                narrow, wide = list(map(narrow_of, operands)), list(map(wide_of, operands))
                for kind, expected, actual in divisions(narrow, wide):
                    self._event(kind, equation, expected, actual, inside=inside)
            self._given.append(list(map(narrow_of, operands)) if own else self._given[-1])
            self._iterations.append(here)
            for slot, value in zip(outs, self._run(block, operands[len(operands) - block.width :]), strict=True):
                environment[slot] = value
            self._iterations.pop()
            self._given.pop()

        return step

    def _solve(self, equation: Any, ins: list[int], outs: list[int]) -> Step:
        """Return the step of a `custom_linear_solve`: it runs the solve program, one of several."""
        counts, programs = equation.params["const_lengths"], equation.params["jaxprs"]
        first = counts.matvec + counts.vecmat
        known = sum(counts)
        given = [*ins[first : first + counts.solve], *ins[known:]]
        return self._call(equation, given, outs, *_jax.opened(programs.solve))

    def _cond(self, equation: Any, ins: list[int], outs: list[int]) -> Step:
        branches = [self._block(*_jax.opened(branch)) for branch in equation.params["branches"]]
        last = len(branches) - 1
        here = Iteration(equation, 0)

        def step(environment: Environment) -> None:
            chosen = min(max(int(self._decided(environment[ins[0]])), 0), last)
            self._iterations.append(here)
            results = self._run(branches[chosen], [environment[slot] for slot in ins[1:]])
            self._iterations.pop()
            for slot, value in zip(outs, under(environment[ins[0]], results), strict=True):
                environment[slot] = value

        return step

    def _while(self, equation: Any, ins: list[int], outs: list[int]) -> Step:
        parameters = equation.params
        tests, rest = parameters["cond_nconsts"], parameters["cond_nconsts"] + parameters["body_nconsts"]
        test = self._block(*_jax.opened(parameters["cond_jaxpr"]))
        body = self._block(*_jax.opened(parameters["body_jaxpr"]))

        def step(environment: Environment) -> None:
            given = [environment[slot] for slot in ins]
            for_test, for_body, carry = given[:tests], given[tests:rest], given[rest:]
            self._iterations.append(here := Iteration(equation))
            outside: list[Value] = []  # the first test that depends on an index out of range
            while self._goes_on(holds := self._run(test, [*for_test, *carry])[0]):
                if not outside and only_missed(origins_of(holds)) is not None:
                    outside.append(holds)
                after = self._run(body, [*for_body, *carry])
                carry = after_iteration(holds, after, carry) if is_batch(holds) else after
                here.number += 1
            self._iterations.pop()
            for each in (*outside, holds):
                carry = under(each, carry)
            for slot, value in zip(outs, carry, strict=True):
                environment[slot] = value

        return step

    def _scan(self, equation: Any, ins: list[int], outs: list[int]) -> Step:
        parameters = equation.params
        consts, carried, length = parameters["num_consts"], parameters["num_carry"], parameters["length"]
        body = self._block(*_jax.opened(parameters["jaxpr"]))
        elements = [Form.of(variable.aval) for variable in body.jaxpr.invars[consts + carried :]]
        stacked = [Form.of(variable.aval) for variable in equation.outvars[carried:]]

        def step(environment: Environment) -> None:
            given = [environment[slot] for slot in ins]
            shared, carry, arrays = given[:consts], given[consts : consts + carried], given[consts + carried :]
            columns: list[list[Value]] = [[] for _ in stacked]
            self._iterations.append(here := Iteration(equation))
            for at in reversed(range(length)) if parameters["reverse"] else range(length):
                items = [self._item(array, at, form) for array, form in zip(arrays, elements, strict=True)]
                made = self._run(body, [*shared, *carry, *items])
                carry = made[:carried]
                for column, value in zip(columns, made[carried:], strict=True):
                    column.append(value)
                here.number += 1
            self._iterations.pop()
            if parameters["reverse"]:
                columns = [column[::-1] for column in columns]
            results = [*carry, *map(self._stack, columns, stacked)]
            for slot, value in zip(outs, results, strict=True):
                environment[slot] = value

        return step

    def _item(self, array: Value, at: int, form: Form) -> Value:
        narrow, wide = narrow_of(array)[at], wide_of(array)[at]
        if form.dtype is None:
            return Pair(narrow, wide)
        narrow, wide, origins = form.narrowed(narrow), form.widened(wide), origins_of(array)
        return joined(
            narrow, wide, event_of(array) if apart(narrow, wide) else None, None if origins is None else origins[at]
        )

    def _stack(self, column: list[Value], form: Form) -> Value:
        if form.dtype is None:
            whole = jax.numpy.stack([narrow_of(value) for value in column])
            return Pair(whole, whole)
        if not column:
            return Pair(np.zeros(form.shape, form.dtype), np.zeros(form.shape, form.wide))
        narrow = np.asarray([narrow_of(value) for value in column], form.dtype)
        wide = np.asarray([wide_of(value) for value in column], form.wide)
        origins = stacked(list(map(origins_of, column)), form.shape)
        return Pair(narrow.reshape(form.shape), wide.reshape(form.shape), _first(column), origins)


def is_call(equation: Any) -> bool:
    """Return whether an equation runs one program of its own exactly once."""
    return len(_jax.bodies(equation)) == 1 and not equation.primitive.name.startswith(_WITH_BODIES)


_LARGE = 1 << 16  # elements of a value that is let go when nothing needs it any more


def _let_go(block: Block, last_use: Mapping[int, int]) -> None:
    """Drop each value after its last use: otherwise a long program on large arrays would fill the memory."""

    def dropping(slots: Sequence[int]) -> Step:
        def drop(environment: Environment) -> None:
            for slot in slots:
                environment[slot] = None

        return drop

    after: dict[int, list[int]] = {}
    for slot, number in last_use.items():
        after.setdefault(number, []).append(slot)
    steps = enumerate(block.steps, 1)
    block.steps = [each for at, step in steps for each in (step, *([dropping(after[at])] if at in after else ()))]


_LATER = 50  # operations after an event among which the user's variable is looked for


def _puts_back(operands: Sequence[Value], narrow: Any) -> bool:
    """Whether a write out of range puts back what was read there: the graph's form of a write that is not made."""
    updates = (operands[1], operands[-1])  # an update comes before the indices, or after them
    was_read = any(only_missed(origins_of(each)) is not None for each in updates)
    return was_read and np.array_equal(narrow, narrow_of(operands[0]))


def _first(operands: Sequence[Value]) -> Event | None:
    found = [event for operand in operands if (event := event_of(operand)) is not None]
    return min(found, key=lambda event: event.order, default=None)
