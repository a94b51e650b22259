"""Record what a function was traced for, and what became of each line."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision, Output
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.lists import growing_of
from nbgraph.core.staging.trace import Recorder
from nbgraph.core.staging.values import LeafType, is_dynamic, is_traced, with_leaves
from nbgraph.core.units import duration


@dataclass(frozen=True)
class Trace:
    """One tracing of a function: one entry of its cache."""

    signature: tuple[str, ...]  # each argument with its type, e.g. `a: int32[]`; static ones with their value.
    seconds: float  # the duration of tracing in Python
    decisions: tuple[Decision, ...]  # what became of each construct, in source order
    record: Recorder = field(repr=False, compare=False)  # the full record
    reason: str = ""  # why there is one more trace: what changed, from what to what; "" for the first
    # the positional and keyword arguments, traced ones as their types
    inputs: tuple[tuple[Any, ...], dict[str, Any]] = field(default=((), {}), repr=False, compare=False)
    # the types of the arrays among the results
    results: tuple[LeafType, ...] = field(default=(), repr=False, compare=False)
    when: float = field(default=0.0, compare=False)  # when it was made, in seconds since the epoch
    # the most iterations of its loops, None for any number, and whether they can be differentiated
    variant: tuple[int | None, bool] = field(default=(None, False), repr=False, compare=False)
    # for each array that the graph returns its label and position; for a result its path in it
    outputs: tuple[Output, ...] = field(default=(), repr=False, compare=False)
    # by position, for arrays that represent strings, the string of each number
    texts: dict[int, dict[int, str]] = field(default_factory=dict, repr=False, compare=False)
    # by stage, the duration of lowering and compiling in seconds; filled in while they run
    later: dict[str, float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def lower_seconds(self) -> float | None:
        """Return how long JAX took to lower the program to StableHLO; None if no call has lowered it yet."""
        return self.later.get("lower")

    @property
    def compile_seconds(self) -> float | None:
        """Return how long XLA took to compile it; None if no call has compiled it yet."""
        return self.later.get("compile")

    def __str__(self) -> str:
        return f"({', '.join(self.signature)})"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what became of each construct, one line each."""
        return tuple(map(_line, self.decisions))

    def explained(self, budget: int | None) -> tuple[str, ...]:
        """Return `lines` with the most iterations of each loop that may not end; `budget` is the function's."""
        return tuple(line + _iterations(each, budget) for line, each in zip(self.lines, self.decisions, strict=True))


def _line(decision: Decision) -> str:
    promoted = "".join(f"; `{p.variable}` {p.before} → {p.after}" for p in decision.promotions)
    return f"line {decision.span.line}: {decision.construct} → {decision.shown}: {decision.reason}{promoted}"


def _iterations(decision: Decision, budget: int | None) -> str:
    if decision.most is not None:
        return f"; at most {decision.most:,} iterations, as the loop says"
    if not decision.budgeted:
        return ""
    return "; any number of iterations" if budget is None else f"; at most {budget:,} iterations (`max_iterations`)"


class Traces(tuple[Trace, ...]):
    """The traces of a function, oldest first; a notebook shows them one per line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return (
            "\n".join(line for number, trace in enumerate(self, 1) for line in _lines_of(number, trace)) or "no traces"
        )


def _lines_of(number: int, trace: Trace) -> Iterator[str]:
    phases = {"trace": trace.seconds, "lower": trace.lower_seconds, "compile": trace.compile_seconds}
    times = ", ".join(f"{name} {duration(seconds)}" for name, seconds in phases.items() if seconds is not None)
    yield f"{number}. {trace} at {time.strftime('%H:%M:%S', time.localtime(trace.when))}: {times}"
    if trace.reason:
        yield f"   because {trace.reason}"
    for line in trace.lines:
        yield f"   {line}"


class _Expected(threading.local):
    """The name under which JAX will compile this thread's last trace, and the durations to fill in.

    It does not hold the trace itself, which may never be compiled and refers to objects of the user's.
    """

    name = ""
    later: dict[str, float] | None = None


_expected = _Expected()


def expect_compilation(name: str, trace: Trace) -> None:
    """Let a trace get the durations of its lowering and compilation, which this thread does next."""
    if not _listening:
        _listening.append(True)
        _jax.tell_compile_times(_note)
    _expected.name, _expected.later = name, trace.later


def _note(name: str, stage: str, seconds: float) -> None:
    if _expected.later is not None and name == _expected.name:
        _expected.later[stage] = seconds
        if stage == "compile":
            _expected.later = None


_listening: list[bool] = []


def describe_arguments(names: tuple[str, ...], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[str, ...]:
    """Return each argument's name with its type in the trace."""
    padded = (*names, *(f"argument {i + 1}" for i in range(len(names), len(arguments))))
    pairs = [*zip(padded, arguments, strict=False), *keywords.items()]
    return tuple(f"{name}: {_type_text(value)}" for name, value in pairs)


def _type_text(value: Any) -> str:
    if is_traced(value):
        aval = jax.typeof(value)
        return f"{aval.dtype}[{','.join(map(str, aval.shape))}]"
    if is_dynamic(value) or isinstance(value, str | None | type(Ellipsis)):
        return f"{value!r} (static)"
    if (growing := growing_of(value)) is not None and growing.capacity.length is not None:
        types = {str(leaf.dtype) for leaf in jax.tree_util.tree_leaves(growing.buffers)}
        return f"list of {growing.capacity.length} {' and '.join(sorted(types))}"
    leaves = jax.tree_util.tree_leaves(value)
    if any(map(is_traced, leaves)):
        return str(with_leaves(lambda leaf: _type_text(leaf) if is_traced(leaf) else leaf, value))
    return f"{type(value).__name__} (static)"
