"""Judge an attempt: its result, the constructs in its graph, and its gradient against differences in float64."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import excerpt, place
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.order import starts_with_number
from nbgraph.core.lint.lint import lint
from nbgraph.core.records import dataclass
from nbgraph.core.timing.shown import narrow, shown

_DONE, _NOT_YET = "Solved", "Not yet"
_LISTED = 2  # how many traces are listed one by one


@dataclass(frozen=True)
class Outcome:
    """The result of an exercise: true if the attempt is right, else its text says what is wrong.

    >>> print(Outcome(False, "`f(2)` is 4, and 8 is wanted.", hint="How often is it multiplied?"))
    Not yet: `f(2)` is 4, and 8 is wanted.
    Hint: How often is it multiplied?
    >>> bool(Outcome(True, "3 inputs."))
    True
    """

    solved: bool
    message: str  # the first thing that is wrong; where nothing is, what was looked at
    code: str = ""  # the line it is about, with carets, and where that line is
    hint: str = ""  # the next of the exercise's hints

    def __bool__(self) -> bool:
        return self.solved

    def __repr__(self) -> str:
        first = f"{_DONE if self.solved else _NOT_YET}: {self.message}"
        return "\n".join(filter(None, (first, self.code, f"Hint: {self.hint}" if self.hint else "")))

    def _repr_html_(self) -> str:
        mark, head = ("✓", _DONE) if self.solved else ("✗", _NOT_YET)
        parts = [f"<div><b>{mark} {head}</b>: {_prose(self.message)}</div>"]
        if self.code:
            parts.append(f'<pre style="word-break: normal">{escape(self.code)}</pre>')
        if self.hint:
            parts.append(f"<div><i>Hint:</i> {_prose(self.hint)}</div>")
        return f'<div class="nbg-exercise">{"".join(parts)}</div>'


def _prose(text: str) -> str:
    return re.sub("`(.*?)`", r"<code>\1</code>", escape(text))


class NotYetError(Exception):
    """An attempt is wrong; the error has the first reason."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.outcome = Outcome(False, message, code)


CONSTRUCTS = ("cond", "fori", "if", "scan", "select", "shard_map", "unrolled", "while")
_BRANCHES = ("cond", "select")
_PARTS = re.compile(r" × \d+( \(|$)")  # in the label of a function that runs on several devices
_REGIONS = ("cond", "scan", "while")
_AT_ANY_TIME = ("debug_print", "debug_callback", "io_callback")
_CHOICES = ("_where", "select_n")


def check_lint(f: Callable[..., Any]) -> None:
    """Raise for the first finding of `ng.lint`."""
    for finding in lint(f)[:1]:
        message = f"ng.lint finds in {place(finding.span)}: {finding.message}. Write instead: {finding.remedy}"
        raise NotYetError(message, excerpt(finding.span))


def check_constructs(name: str, graph: Graph, function: GraphFunction, wanted: Mapping[str, int]) -> None:
    """Raise unless the graph contains as many loops and branches as required."""
    found = constructs(graph, function)
    for construct, number in wanted.items():
        if found[construct] != number:
            raise NotYetError(
                f"The graph of {name} has {found[construct]} `{construct}`, and {number} is wanted.",
                _decisions(function, construct),
            )


def check_traces(name: str, function: GraphFunction, wanted: int) -> None:
    """Raise unless the function was traced as often as allowed."""
    made = function.traces
    if len(made) != wanted:
        lines = [
            f"trace {number}: {trace}" + (f", because of {trace.reason}" if trace.reason else "")
            for number, trace in enumerate(made, 1)
        ]
        if len(lines) > _LISTED + 1:
            lines[_LISTED:] = [f"and {len(lines) - _LISTED} more"]
        raise NotYetError(f"{name} was traced {len(made)} times, and {wanted} is wanted.", "\n".join(lines))


def check_order(name: str, graph: Graph) -> None:
    """Raise for a print without an order, which JAX may run at any time."""
    for node in graph.nodes:
        if node.operation in _AT_ANY_TIME and not starts_with_number(node.label):
            where = "" if node.span is None else f"{place(node.span)}\n{excerpt(node.span)}"
            raise NotYetError(f"{name} prints something that waits for nothing: JAX may print it at any time.", where)


def check_regions(name: str, graph: Graph, wanted: Sequence[str] | Mapping[str, Mapping[str, int]]) -> None:
    """Raise unless the graph has one region of each name, a scope or a helper, with the required operations."""
    found = Counter(region.label for region in graph.regions if region.kind in ("scope", "rule", "call"))
    for each in wanted:
        if found[each] != 1:
            near = (f", and `{label}` is another name" for label in found if label.casefold() == each != label)
            message = f"The graph of {name} has {found[each]} regions `{each}`, and 1 is wanted{next(near, '')}."
            raise NotYetError(message)
        for operation, number in wanted[each].items() if isinstance(wanted, Mapping) else ():
            if (held := _held(graph, each)[operation]) != number:
                message = f"The region `{each}` has {held} `{operation}`, and {number} is wanted."
                raise NotYetError(message)


def _held(graph: Graph, label: str) -> Counter[str]:
    """Count the operations in the region with a label, inner regions included."""
    inside: set[str] = set()
    for region in graph.regions:
        if region.label == label or region.parent in inside:
            inside.add(region.id)
    return Counter(node.operation for node in graph.nodes if node.region in inside)


def constructs(graph: Graph, function: GraphFunction) -> Counter[str]:
    """Count the constructs of a traced function, those of `jax.lax` and `jnp.where` too; an "if" is what Python has."""
    decisions = function.traces[-1].decisions if function.traces else ()
    known = {decision.span: decision.shown for decision in decisions}
    found = Counter(decision.shown for decision in decisions if decision.shown in ("select", "unrolled"))
    found["if"] = sum(each.construct in ("if", "ternary") and each.shown in _BRANCHES for each in decisions)
    found["shard_map"] = sum(region.kind == "call" and bool(_PARTS.search(region.label)) for region in graph.regions)
    regions = [region for region in graph.regions if region.kind in _REGIONS]
    open_ended = {region.span for region in regions if region.kind == "while"} - {None}
    regions = [each for each in regions if each.kind != "scan" or each.span not in open_ended]  # no scan tried before
    found.update(known.get(region.span, region.kind) if region.span else region.kind for region in regions)
    choices = [(region.operation, region.span) for region in graph.regions if region.kind == "library"]
    inside = {region.id for region in graph.regions if region.kind == "library"}
    choices += [(node.operation, node.span) for node in graph.nodes if node.region not in inside]
    spans = {span for operation, span in choices if operation in _CHOICES and span is not None}
    found["select"] += len({span for span in spans if not any(_holds(each, span) for each in known)})
    return found


def _holds(outer: Any, inner: Any) -> bool:
    """Return whether the header of a construct contains a span, or is on its lines."""
    return bool(outer.file == inner.file and outer.line <= inner.line <= outer.end_line)


def _decisions(function: GraphFunction, construct: str) -> str:
    """Return where the graph has the construct; where it has none, what the loops and branches lowered to."""
    decisions = [each for each in function.traces[-1].decisions if each.shown in CONSTRUCTS]
    found = [each for each in decisions if each.shown == construct] or decisions
    return "\n".join(f"{place(each.span)} became `{each.shown}`\n{excerpt(each.span)}" for each in found)


_STEP = 1e-6
_RELATIVE, _ABSOLUTE = 1e-3, 1e-4


def check_gradient(call: str, f: Callable[..., Any], reference: Callable[..., Any], inputs: tuple[Any, ...]) -> None:
    """Raise unless the derivatives by each float argument agree; at a kink any number between both sides is right."""
    for position, value in enumerate(inputs):
        if not _is_float(value):
            continue
        found = np.asarray(jax.grad(lambda *given: jnp.sum(jnp.asarray(f(*given))), position)(*_floats(inputs)))
        by = f" by argument {position + 1}" if len(inputs) > 1 else ""
        is_now = f"The gradient of {call}{by} is {shown(found, number=narrow)}"
        if not np.isfinite(found).all():
            raise NotYetError(f"{is_now}, and a finite one is wanted.")
        left, right = _differences(reference, inputs, position)
        low, high = np.minimum(left, right), np.maximum(left, right)
        capacity = _ABSOLUTE + _RELATIVE * np.maximum(np.abs(low), np.abs(high))
        if not ((found >= low - capacity) & (found <= high + capacity)).all():
            wanted = shown(np.float32((left + right) / 2))
            raise NotYetError(f"{is_now}, and {wanted} is wanted.")


def _is_float(value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    return isinstance(value, float) or (dtype is not None and bool(jnp.issubdtype(dtype, jnp.floating)))


def _floats(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(jnp.asarray(value, jnp.float32) if _is_float(value) else value for value in inputs)


def _differences(reference: Callable[..., Any], inputs: tuple[Any, ...], position: int) -> tuple[Any, Any]:
    """Return the slopes to the left and to the right, by each element of an argument."""
    base = np.asarray(inputs[position], np.float64)
    sides = np.zeros((2, base.size))
    for element in range(base.size):
        step = _STEP * max(1.0, abs(float(base.flat[element])))
        totals = [_total(reference, inputs, position, base, element, change) for change in (-step, 0.0, step)]
        sides[:, element] = (totals[1] - totals[0]) / step, (totals[2] - totals[1]) / step
    return sides[0].reshape(base.shape), sides[1].reshape(base.shape)


def _total(
    reference: Callable[..., Any], inputs: tuple[Any, ...], position: int, base: Any, element: int, change: float
) -> float:
    moved = base.copy()
    moved.flat[element] += change
    value = float(moved) if isinstance(inputs[position], float) else moved
    values = (*inputs[:position], value, *inputs[position + 1 :])
    with jax.enable_x64(True):  # all arrays, since one float32 array makes a result float32
        given = (
            jnp.asarray(np.asarray(v, np.float64)) if _is_float(v) and v.__class__ is not float else v for v in values
        )
        return float(np.sum(np.asarray(reference(*given), np.float64)))
