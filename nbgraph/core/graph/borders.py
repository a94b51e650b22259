"""What all regions share: how they open, the nodes at their boundary and the names of their results; and the regions
that a jaxpr does not nest: named scopes, the two passes of a derivative, batches.

JAX writes into each equation what it was traced inside of (`core._jax.frames_of`); the equations of one derivative
follow each other, first those of the forward pass, then those of the backward pass.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from nbgraph.core._jax import Frame
from nbgraph.core.graph.builder import Builder, Value
from nbgraph.core.graph.labels import COUNTERS
from nbgraph.core.graph.locations import Place, Places, Spans
from nbgraph.core.graph.model import Aval, NodeRole, RegionKind
from nbgraph.core.graph.source_names import Names

if TYPE_CHECKING:
    from nbgraph.core.graph.trace import Context, Reader


class Placed(Protocol):
    """A reader of a program that knows its locations: the graph's reader, or the printer."""

    @property
    def places(self) -> Places: ...


def open_region(reader: Reader, kind: RegionKind, spans: Spans, context: Context, operation: str) -> str:
    """Open a region for the equation at `spans`, labelled with the user's header where there is one."""
    decision = reader.places.decision(spans)
    word = operation if decision is None else decision.construct
    label = operation if context.spans is not None else reader.places.header(spans, word)
    if kind == "cond" and label.startswith("for "):
        apart = decision is not None and decision.became == "fori"  # with the first iteration by itself
        label = "if any iteration" if apart else "if not left"  # one iteration of a loop that is in the graph
    return reader.builder.region(kind, label, context.region, operation=operation, **context.place(spans))


def border_node(
    reader: Reader, operation: str, label: str, region: str, role: NodeRole, aval: Aval, name: str, place: Place
) -> str:
    """Add a node for a value that crosses a region's boundary."""
    return reader.builder.node("operation", operation, label, region, avals=(aval,), names=(name,), role=role, **place)


def result_names(reader: Placed, equation: Any, spans: Spans, context: Context, count: int | None = None) -> Names:
    """Return the user's names of the first `count` results: as the converter recorded them, else as the source binds
    them.

    In the backward pass all are "".
    """
    count = len(equation.outvars) if count is None else count
    if context.spans is not None or context.backward:
        return ("",) * count
    decision = reader.places.decision(spans)
    recorded = None if decision is None else _aligned(decision.outputs, count, decision.construct)
    return recorded or (reader.places.bound(spans, count, equation) if context.named else ("",) * count)


def carry_names(reader: Placed, equation: Any, spans: Spans, initial: list[Value], context: Context) -> Names:
    """Return the user's names of carried values: as recorded, else of the parameters of the user's own function for an
    iteration, else those of the results, else of the initial values.
    """
    if context.backward:
        return ("",) * len(initial)
    decision = reader.places.decision(spans)
    recorded = None if decision is None else _aligned(decision.carry, len(initial), decision.construct)
    if recorded is not None:
        counter = reader.places.counter(spans)
        ahead = recorded and not recorded[0] and counter not in recorded  # a name belongs to one variable only
        return (counter, *recorded[1:]) if ahead else recorded
    bound = reader.places.bound(spans, len(equation.outvars))[: len(initial)]
    own, _ = reader.places.parameters(equation)
    whole = ("" if re.search(r"\[\d", each) else each for each in own)  # `state[0]` says less than a result's name
    named = zip(whole, bound, initial, own, strict=True)
    return tuple(first or name or value.name or last for first, name, value, last in named)


def element_names(reader: Placed, equation: Any, spans: Spans, count: int, context: Context) -> Names:
    """Return the user's names of the elements of the `count` arrays that a `scan` goes over."""
    _, own = ((), ("",) * count) if context.backward else reader.places.parameters(equation)
    return tuple(target or mine for target, mine in zip(reader.places.elements(spans, count), own, strict=True))


def carry_words(reader: Placed, spans: Spans, count: int, context: Context) -> Names:
    """Return labels of `count` carried values without a user's name; "state" where nothing is recorded."""
    if context.backward:
        return ("adjoint",) * count
    decision = reader.places.decision(spans)
    if decision is None or _aligned(decision.carry, count, decision.construct) is None:
        return ("state",) * count
    extra = count - len(decision.carry)
    return tuple(word or "own value" for word in (*COUNTERS[:extra], *(decision.words or ("",) * len(decision.carry))))


def merge_words(reader: Placed, spans: Spans, count: int, context: Context) -> Names:
    """Return labels of the `count` results of a conditional without a user's name."""
    if context.backward:
        return ("adjoint",) * count
    decision = reader.places.decision(spans)
    words = () if decision is None else decision.words
    return tuple(word or "merge" for word in words) if len(words) == count else ("merge",) * count


def _aligned(names: Names, count: int, construct: str) -> Names | None:
    """Return recorded names padded to `count` values; None if they do not fit.

    A loop may carry its iteration before them, and a `for` also its number of iterations. The results of a conditional
    may be followed by those of its checks.

    >>> _aligned(("s",), 3, "for"), _aligned(("s",), 1, "while"), _aligned(("s",), 3, "while")
    (('', '', 's'), ('s',), None)
    >>> _aligned(("s",), 2, "if")
    ('s', '')
    """
    extra = count - len(names)
    if extra > 0 and construct == "if" and names:
        return names + ("",) * extra
    if extra == 0 or (extra == 1 and construct in ("for", "while")) or (extra == 2 and construct == "for"):
        return ("",) * extra + names
    return None


_NAMED = ("scope", "iteration", "rule", "bwd", "again")
_KINDS: dict[str, RegionKind] = {
    "forward": "forward", "backward": "backward", "rule": "rule", "bwd": "rule",
    "vmap": "vmap", "iteration": "iteration",
}  # fmt: skip


class Scopes:
    """Opens and closes regions for the frames of a block's equations."""

    def __init__(self, builder: Builder, context: Context) -> None:
        self.builder = builder
        self.open: list[tuple[Frame | None, Context]] = [(None, context)]

    def enter(self, path: Sequence[Frame]) -> Context:
        """Return the context for an equation inside these frames."""
        keep = 1
        while keep < len(self.open) and keep <= len(path) and self.open[keep][0] == path[keep - 1]:
            keep += 1
        del self.open[keep:]
        for depth, frame in enumerate(path[keep - 1 :], keep):
            around = self.open[-1][1]
            kind = _KINDS.get(frame.kind, "scope")
            region = self.builder.region(kind, label(path[depth - 1 :]), around.region, operation=kind)
            self.open.append((frame, replace(around.through([frame]), region=region)))
        return self.open[-1][1]


def label(frames: Sequence[Frame]) -> str:
    """Return the label of the outermost of some frames.

    >>> label([Frame("scope", "layer")]), label([Frame("backward", "loss")]), label([Frame("vmap", "")])
    ('layer', 'backward of loss', 'vmap')
    >>> label([Frame("backward", ""), Frame("forward", "square")])
    'backward of grad(square)'
    """
    frame, *inner = frames
    if frame.kind in _NAMED:
        return frame.name
    subject = frame.name or _made_of(inner)
    if frame.kind in _KINDS and frame.kind != "vmap":
        return f"{frame.kind} of {subject}" if subject else frame.kind
    return f"{frame.kind}({subject})" if subject else frame.kind


def _made_of(frames: Sequence[Frame]) -> str:
    """Return what is transformed: the function's name, or an inner transformation such as `grad(f)`; "" if unknown."""
    if not frames or frames[0].kind in _NAMED:
        return ""
    subject = frames[0].name or _made_of(frames[1:])
    word = "grad" if frames[0].kind in ("forward", "backward") else frames[0].kind
    return f"{word}({subject})" if subject else ""
