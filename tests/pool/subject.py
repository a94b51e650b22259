"""A program of the pool with what its checks share: it is traced, printed and laid out once for each signature."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import jax

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.examine.call import Call
from nbgraph.core.executor.convert import Converted, conversion
from nbgraph.core.executor.traces import Trace
from nbgraph.core.printing.printer import print_traced
from tests.pool.by_numpy import Runs, by_numpy
from tests.programs.pool import Program
from tests.sample import OF_THE_POOL, is_in_sample

MODES = {True: "strict", False: "standard"}


@dataclass
class Traced:
    """What one signature of a program becomes.

    Attributes:
        call: the call that was traced; not run.
        traced: what JAX gives for it.
        trace: the record of the trace.
        mode: JAX's promotion of types.
    """

    call: Call
    traced: Any
    trace: Trace
    mode: str

    @cached_property
    def printed(self) -> GeneratedCode:
        """The code without nbgraph."""
        with jax.numpy_dtype_promotion(self.mode):
            return print_traced(self.call.function, self.traced, (self.call.arguments, self.call.keywords))


@dataclass
class Subject:
    """One program under its checks.

    Attributes:
        program: as it stands in the pool.
        runs: how many calls went to NumPy and to XLA.
    """

    program: Program
    runs: Runs = field(default_factory=Runs)

    @cached_property
    def is_sampled(self) -> bool:
        """Whether XLA runs it."""
        return is_in_sample(self.program.name, OF_THE_POOL)

    @cached_property
    def converted(self) -> Converted:
        return conversion(self.program.function)

    @cached_property
    def converted_code(self) -> GeneratedCode:
        """The converted code."""
        return self.converted.code

    @cached_property
    def first(self) -> Traced:
        """What the first set of arguments becomes."""
        return self.trace(self.program.arguments[0])

    def trace(self, arguments: tuple[Any, ...]) -> Traced:
        self.reset()
        with self.promotion():
            call = Call.of(self.program.function, arguments, {})
            traced = call.function.trace(*arguments)
        return Traced(call, traced, call.function.traces[-1], MODES[self.program.strict])

    def promotion(self) -> contextlib.AbstractContextManager[None]:
        """The promotion of types that the program is fine with."""
        return jax.numpy_dtype_promotion(MODES[self.program.strict])

    def reset(self) -> None:
        """Make the globals that the program changes what they were."""
        if self.program.reset is not None:
            self.program.reset()

    @contextlib.contextmanager
    def engine(self) -> Iterator[None]:
        """Run what JAX would compile by NumPy, or by XLA where the program is in the sample."""
        with contextlib.nullcontext() if self.is_sampled else by_numpy(self.runs):
            yield
