"""A recorded run: what the stepper plays, and what `ng.trace_values` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nbgraph.core.recording.data import data
from nbgraph.core.recording.text import text


@dataclass(frozen=True, slots=True)
class Loop:
    """One run of one loop.

    Attributes:
        line: the line of its header.
        region: id of its region in the graph; "" where Python alone runs it, while it traces.
        total: how many rounds it made.
        ended: whether the record has its end.
        parent: the position in `Recording.loops` of the run around it; -1 for none.
        around: the round of that.
        kept: how many of its rounds are recorded.
    """

    line: int
    region: str
    total: int
    ended: bool
    parent: int
    around: int
    kept: int


@dataclass(frozen=True, slots=True)
class Listing:
    """The text of a function that has steps.

    Attributes:
        name: what it is called.
        file: its file or cell.
        lines: its text; the first one is line `first`.
        first: see there.
    """

    name: str
    file: str
    lines: tuple[str, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Way:
    """A way through the text by which a function is called.

    Attributes:
        function: the position in `Recording.functions` of what is called.
        line: the first line of the statement that calls it.
        caller: the position in `Recording.ways` of the caller's; -1 for none.
    """

    function: int
    line: int
    caller: int


@dataclass(frozen=True, slots=True)
class NodeValue:
    """A value made in a step.

    Attributes:
        node: id of the node of the graph that stands for it.
        name: the user's variable that it is bound to, or "".
        text: the value.
    """

    node: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One execution of one line of the source: by the graph, or by Python alone while it traces.

    Attributes:
        line: the first line of the statement.
        loop: the position in `Recording.loops` of the innermost loop around; -1 for none.
        round: the round of that, from 1; the one after a `while`'s last is the test that ends it.
        nodes: the values that were computed, in order; none for a line that leaves the graph nothing to compute.
        values: the variables that got a value, as text; None for one that the graph has no operation for here.
        python: what the variables are in plain Python then: those that changed; None for one that has no value any
            more, or whose value is not known here.
        test: what the test in the line gave, if there is one.
        taken: ids of the regions of branches taken.
        left: ids of the regions of branches not taken.
        printed: what was printed.
        differ: variables that are different numbers in Python.
        way: the position in `Recording.ways` of the call that it is part of; 0 is the function that is shown.
        begun: the number of the first step of that call.
        is_traced: whether Python alone runs the line, while it traces: it leaves the graph nothing to compute.
    """

    line: int
    loop: int = -1
    round: int = 0
    nodes: tuple[NodeValue, ...] = ()
    values: tuple[tuple[str, str | None], ...] = ()
    python: tuple[tuple[str, str | None], ...] = ()
    test: bool | None = None
    taken: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    differ: tuple[str, ...] = ()
    way: int = 0
    begun: int = 0
    is_traced: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """The first position where the two runs are apart.

    Attributes:
        step: the number of the step.
        name: the variable.
        graph: its value in the graph.
        python: its value in plain Python.
    """

    step: int
    name: str
    graph: str
    python: str


@dataclass(frozen=True)
class Recording:
    """One call's run, step by step, forward and back.

    Attributes:
        title: the call.
        file: the file or cell of the function.
        lines: the function's text; the first one is line `first`.
        first: see there.
        steps: the steps, in order.
        loops: the loops that ran, in order.
        names: the function's variables, in the order in which they got values.
        notes: what a reader must know: what was left out, why it ends early, why there is no Python run.
        difference: where the run is first apart from plain Python's.
        result: what the graph returned, as text; "" where it did not come to that.
        functions: the functions that have steps; the first is the one that is shown.
        ways: how they are called; the first is the call that is shown.
    """

    title: str
    file: str
    lines: tuple[str, ...]
    first: int
    steps: tuple[Step, ...] = ()
    loops: tuple[Loop, ...] = ()
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    difference: Difference | None = None
    result: str = ""
    functions: tuple[Listing, ...] = ()
    ways: tuple[Way, ...] = (Way(0, 0, -1),)

    def values(self, name: str) -> tuple[str, ...]:
        """Every value that a variable of the function got, in order, as text."""
        own = (each for step in self.steps if step.way == 0 for each in step.values)
        return tuple(value for bound, value in own if bound == name and value is not None)

    def at(self, step: int) -> dict[str, str | None]:
        """The variables of the call that a step is part of, after it, as text."""
        here = self.steps[step]
        found: dict[str, str | None] = {}
        for each in self.steps[: step + 1]:
            if (each.way, each.begun) == (here.way, here.begun):
                found.update(each.values)
        return found

    def to_json(self) -> dict[str, Any]:
        """The record as plain data for `json.dumps`."""
        return data(self)

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return str(self)
