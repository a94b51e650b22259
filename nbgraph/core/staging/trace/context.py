"""The one context of a trace: what staging knows of where the code that runs now stands."""

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
    """Where in a trace the code that runs now stands."""

    log: Recorder | None = None  # the record of the trace; None where none is kept
    effects: Effects | None = None  # the run-time checks of the program; None where nobody listens
    tries: tuple[Try, ...] = ()  # the `try` statements whose bodies are being traced, outermost first
    last_try: Try | None = None  # the `try` whose body has just ended
    # the branches and loops around, outermost first; empty where no events are written
    regions: tuple[Region, ...] = ()
    # the code of the user's functions that run, each with the number of branches around it
    calls: tuple[tuple[Any, int], ...] = ()
    depth: int = 0  # how many traced conditions the code is nested in
    # what was found out before a helper is traced as a program of its own; None outside of such a trace
    alone: Any = None
    assumed: tuple[Claim, ...] = ()  # the traced truth values that hold here, by the branches around
    asked: frozenset[int] = frozenset()  # by identity, those of them that the loops around ask with their tests
    # what is known to follow from a truth value; None where nothing is remembered
    follows: dict[tuple[int, bool], list[Claim]] | None = None
    repeated: int = 1  # how often what is traced stands in the graph: the trips of the unrolled loops around it
    # for each block around that is being traced, outermost first: the JAX trace that it is part of, and what has been
    # staged there for it
    blocks: tuple[tuple[Any, list[Any]], ...] = ()
    # by identity, the lists that are known in a first trace only: the loop binds their names to others
    rebound: frozenset[int] = frozenset()
    loop: LoopOptions | None = None  # what the user says about the loop whose body is being traced
    exit: FirstExit | None = None  # the iteration that has done nothing yet
    nest: Nest | None = None  # the nest of loops that is being traced
    nest_trace: Any = None  # the JAX trace that the nest belongs to
    counted: tuple[Counted, ...] = ()  # what is known of integers that loops count
    stays: tuple[Stays, ...] = ()  # for each loop around, outermost first, the integers taken to stay as they are


_current: contextvars.ContextVar[TraceContext] = contextvars.ContextVar("nbgraph_trace", default=TraceContext())  # noqa: B039
here = _current.get


def change(**fields: Any) -> None:
    """Change fields of the context from now on."""
    _current.set(_changed(_current.get(), fields))


def _changed(context: TraceContext, fields: dict[str, Any]) -> TraceContext:
    """What `dataclasses.replace` gives, in a fifth of the time: each branch and each loop asks for some."""
    made = object.__new__(TraceContext)
    made.__dict__.update(context.__dict__, **fields)
    return made


class within:
    """Fields of the context for a block; after it, each has the value again that it had before.

    Only these are put back: a generator of the user's may leave the block while others are open.
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
