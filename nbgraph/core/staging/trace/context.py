"""Hold the context of a trace: what staging knows at the position where the code runs now."""

from __future__ import annotations

import contextvars
from typing import TYPE_CHECKING, Any

from nbgraph.core.records import dataclass

if TYPE_CHECKING:
    from nbgraph.core.staging.control_flow.catching import Try
    from nbgraph.core.staging.control_flow.first_exit import FirstExit
    from nbgraph.core.staging.effects.effects import Effects
    from nbgraph.core.staging.frames.nests import Nest
    from nbgraph.core.staging.trace.events import Region
    from nbgraph.core.staging.trace.implications import Claim
    from nbgraph.core.staging.trace.index_ranges import Stays
    from nbgraph.core.staging.trace.integer_steps import Counted
    from nbgraph.core.staging.trace.options import LoopOptions
    from nbgraph.core.staging.trace.recorder import Recorder


@dataclass(frozen=True)
class TraceContext:
    """The context of the code that runs now."""

    log: Recorder | None = None  # the record of the trace; None where none is kept
    effects: Effects | None = None  # the run-time checks of the program; None where none are collected
    tries: tuple[Try, ...] = ()  # the `try` statements whose bodies are being traced, outermost first
    last_try: Try | None = None  # the `try` whose body has just ended
    # the enclosing branches and loops, outermost first; empty where no events are written
    regions: tuple[Region, ...] = ()
    # the code of the user's running functions, each with the number of branches around it
    calls: tuple[tuple[Any, int], ...] = ()
    depth: int = 0  # how many traced conditions the code is nested in
    # what was known before a helper is traced as a program of its own; None outside of such a trace
    alone: Any = None
    assumed: tuple[Claim, ...] = ()  # the traced truth values that hold in the enclosing branches
    asked: frozenset[int] = frozenset()  # the ids of those of them that are tests of enclosing loops
    # by id and truth, what follows from a truth value; None where nothing is kept
    follows: dict[tuple[int, bool], list[Claim]] | None = None
    repeated: int = 1  # how often the traced code is in the graph: the product of the unrolled loops' iterations
    # what becomes of short loops: "unrolled", "staged", or "undecided" until the outermost of a nest has been measured
    short_loops: str = "unrolled"
    # for each enclosing block that is being traced, outermost first: the JAX trace that it is part of, and the
    # values staged there for it
    blocks: tuple[tuple[Any, list[Any]], ...] = ()
    # the ids of lists known in a first trace only, as the loop rebinds their names
    rebound: frozenset[int] = frozenset()
    loop: LoopOptions | None = None  # the user's options for the loop whose body is being traced
    exit: FirstExit | None = None  # the first iteration, so long as it has had no effect
    nest: Nest | None = None  # the nest of loops that is being traced
    nest_trace: Any = None  # the JAX trace that the nest belongs to
    counted: tuple[Counted, ...] = ()  # the ranges of integers that loops count
    stays: tuple[Stays, ...] = ()  # for each enclosing loop, outermost first, the integers assumed to stay the same


_current: contextvars.ContextVar[TraceContext] = contextvars.ContextVar("nbgraph_trace", default=TraceContext())  # noqa: B039
here = _current.get


def change(**fields: Any) -> None:
    """Change fields of the context for all code that follows."""
    _current.set(_changed(_current.get(), fields))


def _changed(context: TraceContext, fields: dict[str, Any]) -> TraceContext:
    """Do what `dataclasses.replace` does, in a fifth of the time: every branch and loop needs it."""
    made = object.__new__(TraceContext)
    made.__dict__.update(context.__dict__, **fields)
    return made


class within:
    """Set fields of the context for a block, and restore them after it.

    Only these fields are restored: a generator of the user's may leave the block while other blocks are open.
    """

    __slots__ = ("_before", "_fields")

    def __init__(self, **fields: Any) -> None:
        self._fields = fields

    def __enter__(self) -> None:
        context = _current.get()
        self._before = {name: getattr(context, name) for name in self._fields}
        _current.set(_changed(context, self._fields))

    def __exit__(self, *_: object) -> None:
        _current.set(_changed(_current.get(), self._before))
