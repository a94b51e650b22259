"""The pool of small programs that every stage's tests draw from.

A program is a plain function with several sets of arguments, all of which run through one compiled function, so that
every branch and the loop of no rounds are taken. Programs are written as users write them: these files are not
held to the style of the house, and pytest must not rewrite their asserts.
"""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RIGHT = "right"
SKIP = "skip"  # under the user's own jit nobody can hand back statics, or raise as Python does


@dataclass(frozen=True)
class Program:
    """One program with what is expected of it.

    Attributes:
        function: the program.
        arguments: sets of arguments.
        expect: "right", or the id of the located error that converting and running it must give.
        under_jit: the same for `jax.jit(ng.convert(f))`, where it differs: there nobody can ask for statics.
        promotes: whether paths differ in kind (`1` here, `1.5` there), so that the graph has the wider one throughout.
        strict: whether the program itself is fine with strict dtype promotion.
        reset: makes the globals that the program changes what they were.
    """

    function: types.FunctionType
    arguments: tuple[tuple[Any, ...], ...]
    expect: str = RIGHT
    under_jit: str = RIGHT
    promotes: bool = False
    strict: bool = True
    reset: Callable[[], None] | None = None

    @property
    def name(self) -> str:
        theme = self.function.__module__.rpartition(".")[2]
        return f"{theme}.{self.function.__name__}"


PROGRAMS: dict[str, Program] = {}


def program(
    *arguments: Any,
    expect: str = RIGHT,
    under_jit: str = "",
    promotes: bool = False,
    strict: bool = True,
    reset: Callable[[], None] | None = None,
) -> Callable[[types.FunctionType], types.FunctionType]:
    """Enter a function in the pool; a set of one argument may be given without its tuple."""
    sets = tuple(each if isinstance(each, tuple) else (each,) for each in arguments)

    def enter(function: types.FunctionType) -> types.FunctionType:
        entry = Program(function, sets, expect, under_jit or expect, promotes, strict, reset)
        if entry.name in PROGRAMS and PROGRAMS[entry.name].function.__code__ != function.__code__:
            raise ValueError(f"two programs are called {entry.name}")
        PROGRAMS[entry.name] = entry
        return function

    return enter


def load_all() -> dict[str, Program]:
    """Every program of every theme, by name."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem not in ("pool", "oracle"):
            importlib.import_module(f"tests.programs.{path.stem}")
    return dict(sorted(PROGRAMS.items()))
