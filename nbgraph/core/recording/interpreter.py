"""Run the graph one operation at a time, in its own numbers and on its own branches, and log each operation."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import numpy as np

from nbgraph.core._jax import SILENT, opened
from nbgraph.core.checked.by_jax import computed_narrow
from nbgraph.core.checked.interpreter import Block, Interpreter
from nbgraph.core.checked.quick import Environment, Step
from nbgraph.core.checked.values import Form, Value, joined, narrow_of
from nbgraph.core.graph.trace import Entry, Part
from nbgraph.core.recording.log import CallRun, Chosen, Done, Item, Kept, LoopRun, Printed, Tested
from nbgraph.core.recording.summary import summary
from nbgraph.core.staging.builtins import hearing, is_act

_LOOPS = ("while", "scan")


class Recorder(Interpreter):
    """Runs a program once and logs it."""

    def __init__(
        self,
        part: Part,
        *,
        wanted: Collection[Any] = (),
        seconds: float,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(seconds=seconds, clock=clock)
        self._wanted = wanted
        self.log: list[Item] = []  # what was run, in order, up to where the run ended
        self.inputs: list[Value] = []  # the program's arguments, as the graph has them
        self._here = self.log
        self._loops: list[LoopRun] = []
        self._parts: list[tuple[Part, Entry | None]] = [(part, None)]
        self._entries: Iterator[Entry] | None = None

    def _input(self, value: Any, form: Form, position: int) -> Value:
        self.inputs.append(_same(form.narrowed(value), form))
        return self.inputs[-1]

    def input_values(self) -> list[Any]:
        return self._summaries(self.inputs)

    def _summaries(self, values: Sequence[Value], *, is_shared: bool = False) -> list[Any]:
        """Return what the log keeps of values; `is_shared` for those that have names elsewhere."""
        return [summary(narrow_of(value)) for value in values]

    def _followed(self, equation: Any, *about: Any) -> None:
        """Ignore infinities and nans: a record shows them as values."""

    def _judged(self, equation: Any, form: Form, narrow: Any, *about: Any) -> Value:
        return _same(narrow, form)

    def _event(self, *about: Any, **more: Any) -> Any:
        """Ignore what Python would compute differently."""

    def _computed(self, equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        made = computed_narrow(equation, narrow)
        return made, made

    def _block(self, jaxpr: Any, consts: Sequence[Any] = ()) -> Block:
        """Return a block whose equations are logged where the graph shows them; each call site has its own."""
        part, owner = self._parts.pop(0) if self._parts else (None, None)
        entries, parts = self._entries, self._parts
        known = part is not None and not part.inside and len(part.entries) == len(jaxpr.eqns)
        self._entries, self._parts = (iter(part.entries) if known and part is not None else None), []
        made = self._made(jaxpr, consts) if known else super()._block(jaxpr, consts)
        self._entries, self._parts = entries, parts
        if owner is not None:
            self._watch_iterations(made, owner, is_test=len(owner.parts) == 2 and part is owner.parts[0])
        return made

    def _step(self, equation: Any, ins: list[int], outs: list[int]) -> Step | None:
        entry = None if self._entries is None else next(self._entries)
        if entry is None:
            return super()._step(equation, ins, outs)
        name = equation.primitive.name
        if name in SILENT:
            return self._printing(entry, equation, ins)
        parts = entry.parts[::-1] if name == "cond" and len(entry.parts) == 2 else entry.parts
        self._parts = [(part, entry if name in _LOOPS else None) for part in parts]
        step = super()._step(equation, ins, outs)
        self._parts = []
        if step is None:
            return None
        if name in _LOOPS and entry.parts:
            return self._looping(entry, step, outs)
        if name == "cond" and entry.parts:
            return self._choosing(entry, step, ins, outs)
        if entry.parts and "jaxpr" in equation.params and not entry.parts[0].inside:
            step = self._calling(entry, step, ins)
        return self._noting(entry, step, outs) if entry.last else self._keeping(equation, step, outs)

    def _calling(self, entry: Entry, step: Step, ins: list[int]) -> Step:
        """Return a step that logs a helper with a program of its own separately."""
        parameters = opened(entry.equation.params["jaxpr"])[0].invars
        given = [(each, slot) for each, slot in zip(parameters, ins, strict=False) if each in self._wanted]

        def called(environment: Environment) -> None:
            values = self._summaries([environment[slot] for _, slot in given], is_shared=True)
            run = CallRun(entry, [each for each, _ in given], values)
            around = self._here
            around.append(run)
            self._here = run.items
            step(environment)
            self._here = around

        return called

    def _keeping(self, equation: Any, step: Step, outs: list[int]) -> Step:
        """Return a step that also logs results which names are bound to."""
        kept = [(each, slot) for each, slot in zip(equation.outvars, outs, strict=True) if each in self._wanted]
        if not kept:
            return step

        def keeping(environment: Environment) -> None:
            step(environment)
            values = self._summaries([environment[slot] for _, slot in kept])
            self._here.append(Kept([each for each, _ in kept], values))

        return keeping

    def _noting(self, entry: Entry, step: Step, outs: list[int]) -> Step:
        def noted(environment: Environment) -> None:
            step(environment)
            self._here.append(Done(entry, self._summaries([environment[slot] for slot in outs])))

        return noted

    def _choosing(self, entry: Entry, step: Step, ins: list[int], outs: list[int]) -> Step:
        last = len(entry.parts) - 1
        noted = self._noting(entry, step, outs)

        def chosen(environment: Environment) -> None:
            part = min(max(int(narrow_of(environment[ins[0]])), 0), last)
            self._here.append(Chosen(entry, 1 - part if last == 1 else part))
            noted(environment)

        return chosen

    def _looping(self, entry: Entry, step: Step, outs: list[int]) -> Step:
        def looped(environment: Environment) -> None:
            run = LoopRun(entry, len(self._loops))
            around = self._here
            around.append(run)
            self._loops.append(run)
            step(environment)
            run.ended = True
            self._loops.pop()
            self._here = around
            around.append(Done(entry, self._summaries([environment[slot] for slot in outs])))

        return looped

    def _watch_iterations(self, block: Block, owner: Entry, *, is_test: bool) -> None:
        """Extend the steps of a loop's block: begin an iteration in its first block, log the test in its last step."""
        first, given = len(owner.parts) == 1 or is_test, slice(0, block.width)

        def begin(environment: Environment) -> None:
            made = self._loops[-1].begin(self._summaries(environment[given]))
            self._here = made.items

        def tested(environment: Environment) -> None:
            self._here.append(Tested(owner, bool(np.any(narrow_of(environment[block.outputs[0]])))))

        if first:
            block.steps = [begin, *block.steps]
        if is_test:
            block.steps = [*block.steps, tested]

    def _printing(self, entry: Entry, equation: Any, ins: list[int]) -> Step:
        """Return a step that logs what a callback would print, and prints nothing."""
        callback, forms = equation.params.get("callback"), [Form.of(atom.aval) for atom in equation.invars]
        ours = is_act(callback)

        def printed(environment: Environment) -> None:
            if not ours:  # a callback of the user's, which may do anything
                self._here.append(Printed(entry, ""))
                return
            values = [narrow_of(environment[slot]) for slot in ins]
            typed = [
                np.asarray(value, form.dtype) if form.dtype is not None else value
                for value, form in zip(values, forms, strict=True)
            ]
            with hearing() as heard:
                callback(*typed)
            self._here.extend(Printed(entry, text) for text in heard)

        return printed


def _same(narrow: Any, form: Form) -> Value:
    return joined(narrow, form.widened(narrow), None)
