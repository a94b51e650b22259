"""The comparisons: generated code with stand-ins, and the compiled graph, each against Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from tests.fuzz import stand_ins
from tests.fuzz.generator import Program
from tests.fuzz.loading import loaded
from tests.fuzz.outcomes import Outcome, run
from tests.fuzz.vector import Vector


@dataclass(frozen=True)
class Difference:
    """Where a program and its conversion part."""

    arguments: tuple[Any, ...]
    python: Outcome
    ours: Outcome

    @property
    def sort(self) -> str:
        """Differences of one sort are most likely of one cause."""
        if self.ours.kind == "value":
            return f"{self.python.kind} became another value"
        return f"{self.python.kind} became {_without_places(str(self.ours.value))}"


@dataclass(frozen=True)
class Refusal:
    """A program that was refused: by which error, and whether it says where."""

    id: str
    located: bool
    text: str

    @property
    def sort(self) -> str:
        return f"refused: {self.id}" + ("" if self.located else " (nowhere)")


Verdict = Difference | Refusal | None


def level_one(program: Program) -> Verdict:
    """Generated code with stand-ins against Python: values, arguments, exceptions, order of evaluation."""
    with loaded(program.source) as module:
        try:
            function = stand_ins.converted(module.program)
        except Exception as error:
            return Difference((), Outcome("none", None), Outcome("fault", f"{type(error).__name__}: {error}"))
        try:
            for arguments in map(_with_vector, program.arguments):
                python, ours = run(module, module.program, arguments), run(module, function, arguments)
                if python != ours and not _unset_in_both(python, ours):
                    return Difference(arguments, python, ours)
        finally:
            stand_ins.forget()
    return None


def level_two(program: Program) -> Verdict:
    """The compiled graph in x64 against Python; every call goes through the same compiled function."""
    with loaded(program.source) as module, jax.enable_x64(True):
        graph = ng.function(module.program)
        for arguments in program.arguments:
            python = run(module, module.program, _with_vector(arguments))
            try:
                ours = run(module, graph, (*arguments[:-1], jax.numpy.asarray(arguments[-1])))
            except NbgraphError as error:
                if python.value == "NameError" and error.id == "undefined-name":
                    continue
                if _asks_for_an_arrays(error):
                    return None  # the items of Python's list are its own numbers, those of the graph's array are not
                return Refusal(error.id, error.span is not None, str(error))
            if (python.kind, python.value) != (ours.kind, ours.value):
                return Difference(arguments, python, ours)
    return None


def _asks_for_an_arrays(error: NbgraphError) -> bool:
    """Whether a program asks what is another thing of an array's truth value: `x is False` is never true of one."""
    return "this truth value comes from an array" in error.message and "`==` for `is`" in error.remedy


def level_special(program: Program) -> Verdict:
    """The pure JAX code, pasted into a module of its own and compiled in x64, against Python."""
    with loaded(program.source) as module, jax.enable_x64(True):
        arguments = [(*given[:-1], jax.numpy.asarray(given[-1])) for given in program.arguments]
        try:
            text = ng.to_code(module.program, *arguments[0])
        except NbgraphError as error:
            return Refusal(error.id, error.span is not None, str(error))
        if text.startswith("# No pure JAX code"):
            return Refusal(f"no pure JAX code: {re.sub(r'`[^`]*`', '...', text.partition(chr(10))[0])}", True, text)
        names: dict[str, Any] = {}
        exec(compile(text, "<pasted>", "exec"), names)
        compiled = jax.jit(names["program"])
        for given, arrays in zip(program.arguments, arguments, strict=True):
            python = run(module, module.program, _with_vector(given))
            if python.kind != "value":
                continue  # what raises is no array, and the oracle of the other levels
            ours = run(module, compiled, arrays)
            if (python.kind, python.value) != (ours.kind, ours.value):
                return Difference(given, python, ours)
    return None


LEVELS: dict[int, Callable[[Program], Verdict]] = {1: level_one, 2: level_two, 5: level_special}


def _unset_in_both(python: Outcome, ours: Outcome) -> bool:
    """Whether Python missed a value, and ours met or handed on the marker that stands for a missing one."""
    return python.value == "NameError" and (ours.value == "TypeError" or "Unset" in str(ours.value))


def _with_vector(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*arguments[:-1], Vector(arguments[-1]))


def _without_places(text: str) -> str:
    return re.sub(r"<fuzz \d+>|\d+", "", text)
