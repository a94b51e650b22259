"""The record of what a function was traced for, and what became of each line."""

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
    seconds: float  # how long the Python part of tracing took
    decisions: tuple[Decision, ...]  # what became of each construct, in source order
    record: Recorder = field(repr=False, compare=False)  # the full record
    reason: str = ""  # why there is one more trace: what changed, from what to what; "" for the first
    # the arguments and those by name, the traced ones as their types
    inputs: tuple[tuple[Any, ...], dict[str, Any]] = field(default=((), {}), repr=False, compare=False)
    # the types of the arrays among the results
    results: tuple[LeafType, ...] = field(default=(), repr=False, compare=False)
    when: float = field(default=0.0, compare=False)  # when it was made, in seconds since the epoch
    # the most iterations of its loops, None where they may make any number, and whether they can be differentiated
    variant: tuple[int | None, bool] = field(default=(None, False), repr=False, compare=False)
    # for each array that the graph gives what it is, with its place, where it is no result; else where it stands in it
    outputs: tuple[Output, ...] = field(default=(), repr=False, compare=False)
    # of the arrays that stand for texts, by position, the text of each number
    texts: dict[int, dict[int, str]] = field(default_factory=dict, repr=False, compare=False)
    # how long lowering and compiling took, in seconds, by stage; filled in while they happen
    later: dict[str, float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def lower_seconds(self) -> float | None:
        """How long JAX took to lower the program to StableHLO; None while it has not been lowered by a call."""
        return self.later.get("lower")

    @property
    def compile_seconds(self) -> float | None:
        """How long XLA took to compile it; None while it has not been compiled by a call."""
        return self.later.get("compile")

    def __str__(self) -> str:
        return f"({', '.join(self.signature)})"

    @property
    def lines(self) -> tuple[str, ...]:
        """What became of each construct, a line each."""
        return tuple(map(_line, self.decisions))

    def explained(self, budget: int | None) -> tuple[str, ...]:
        """The same, with the most iterations of each loop that may go on for ever; `budget` is the function's own."""
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
    """The traces of a function, oldest first; a notebook shows them one below the other."""

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
    """What the trace that this thread has made last takes, and the name under which JAX will lower and compile it.

    Not the trace itself: it may never be compiled, and what it holds of the user's must not be kept.
    """

    name = ""
    later: dict[str, float] | None = None


_expected = _Expected()


def expect_compilation(name: str, trace: Trace) -> None:
    """Note in a trace how long it takes to lower and compile it, which this thread will do next."""
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
    """Each argument with the type it is traced in."""
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
