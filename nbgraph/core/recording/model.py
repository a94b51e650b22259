"""A recorded run: the stepper plays it, `ng.trace_values` returns it, and it prints as a table of steps."""

from __future__ import annotations

from typing import Any

from nbgraph.core.one_line import cut
from nbgraph.core.recording.data import data
from nbgraph.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Loop:
    """One run of one loop."""

    line: int  # the line number of its header
    region: str  # id of its region in the graph; "" where Python alone runs it, while it traces
    total: int  # how many iterations it made
    ended: bool  # whether the record has its end
    parent: int  # the position in `Recording.loops` of the run around it; -1 for none
    around: int  # the iteration of that run
    kept: int  # how many of its iterations are recorded


@dataclass(frozen=True, slots=True)
class Listing:
    """The source of a function that has steps."""

    name: str  # the function's name
    file: str  # its file or cell
    lines: tuple[str, ...]  # its lines of text, numbered from `first`
    first: int  # the number of its first line


@dataclass(frozen=True, slots=True)
class Way:
    """A call path: by which calls in the source a function is reached."""

    function: int  # the position in `Recording.functions` of what is called
    line: int  # the first line of the statement that calls it
    caller: int  # the position in `Recording.ways` of the caller's; -1 for none


@dataclass(frozen=True, slots=True)
class NodeValue:
    """A value computed in a step."""

    node: str  # id of its node in the graph
    name: str  # the user's variable that it is bound to, or ""
    text: str  # the value


@dataclass(frozen=True, slots=True)
class Step:
    """One execution of one line of the source, by the graph or by Python alone during the trace."""

    line: int  # the first line of the statement
    loop: int = -1  # the position in `Recording.loops` of the innermost loop around; -1 for none
    iteration: int = 0  # of that loop, from 1; the one after a `while`'s last is the test that ends it
    # the values that were computed, in order; none for a line that leaves the graph nothing to compute
    nodes: tuple[NodeValue, ...] = ()
    # the variables that got a value, as text; None for one that the graph's record has none for
    values: tuple[tuple[str, str | None], ...] = ()
    # what the variables are in plain Python then: those that changed; None for one that has no value any more, or whose
    # value is not known here
    python: tuple[tuple[str, str | None], ...] = ()
    test: bool | None = None  # what the test in the line gave, if there is one
    taken: tuple[str, ...] = ()  # ids of the regions of branches taken
    left: tuple[str, ...] = ()  # ids of the regions of branches not taken
    printed: tuple[str, ...] = ()  # what was printed
    differ: tuple[str, ...] = ()  # variables that are different numbers in Python
    way: int = 0  # the position in `Recording.ways` of the call that it is part of; 0 is the function that is shown
    begun: int = 0  # the number of the first step of that call
    # whether Python alone runs the line, while it traces: it leaves the graph nothing to compute; None where nobody
    # knows, for the graph's record has ended
    is_traced: bool | None = False


@dataclass(frozen=True, slots=True)
class Difference:
    """The first step where the two runs differ."""

    step: int  # the number of the step
    name: str  # the variable
    graph: str  # its value in the graph
    python: str  # its value in plain Python


@dataclass(frozen=True)
class Recording:
    """One call's run, step by step, forward and back."""

    title: str  # the call
    file: str  # the file or cell of the function
    lines: tuple[str, ...]  # the function's text; the first one is line `first`
    first: int  # the number of its first line
    steps: tuple[Step, ...] = ()  # the steps, in order
    loops: tuple[Loop, ...] = ()  # the loops that ran, in order
    names: tuple[str, ...] = ()  # the function's variables, in the order in which they got values
    # notes for the reader: what is left out, why it ends early, why there is no Python run
    notes: tuple[str, ...] = ()
    difference: Difference | None = None  # where the run first differs from plain Python's
    is_on_copies: bool = False  # whether Python ran on NumPy copies of JAX's arrays, which it cannot assign to
    result: str = ""  # what the graph returned, as text; "" where it did not come to that
    functions: tuple[Listing, ...] = ()  # the functions that have steps; the first is the one that is shown
    ways: tuple[Way, ...] = (Way(0, 0, -1),)  # how they are called; the first is the call that is shown
    raises: bool = False  # whether the last step is where both runs raised

    def values(self, name: str) -> tuple[str, ...]:
        """Return every value that a variable of the function got, in order, as strings."""
        own = (each for step in self.steps if step.way == 0 for each in step.values)
        return tuple(value for bound, value in own if bound == name and value is not None)

    @property
    def raised_in(self) -> str:
        """Return "in iteration 3 of the loop in line 5" where both runs raised; "" outside of loops, or if unknown."""
        if not self.raises or self.steps[-1].loop < 0:
            return ""
        return f"in iteration {self.steps[-1].iteration:,} of the loop in line {self.loops[self.steps[-1].loop].line}"

    def at(self, step: int) -> dict[str, str | None]:
        """Return the variables of the call that contains a step, as strings, after this step."""
        here = self.steps[step]
        found: dict[str, str | None] = {}
        for each in self.steps[: step + 1]:
            if (each.way, each.begun) == (here.way, here.begun):
                found.update(each.values)
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for `json.dumps`."""
        return data(self)

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return str(self)


_MOST_ROWS = 40
_WIDE = 44


def text(recording: Recording) -> str:
    """Return the steps as a table: number, iteration, line, the graph's variables, and Python's that differ."""
    rows = [("step", "iteration", "line", "", "values")]
    shown, left = _shown(len(recording.steps))
    for index in shown:
        if index is None:
            rows.append(("…", "", "", f"{left:,} more steps", ""))
            continue
        step = recording.steps[index]
        called = recording.functions[recording.ways[step.way].function] if step.way else None
        source = recording.lines if called is None else called.lines
        first = recording.first if called is None else called.first
        code = cut(source[step.line - first].strip() if source else "", _WIDE)
        place = str(step.line) if called is None else f"{called.name}:{step.line}"
        rows.append((str(index), _iteration(recording, step), place, code, _values(step)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4])).rstrip()
        for row in rows
    ]
    head = f"{recording.title}{f' = {recording.result}' if recording.result else ''}: {len(recording.steps):,} steps"
    return "\n".join((head, *lines, *_ends(recording)))


def _shown(count: int) -> tuple[list[int | None], int]:
    if count <= _MOST_ROWS:
        return list(range(count)), 0
    half = _MOST_ROWS // 2
    return [*range(half), None, *range(count - half, count)], count - 2 * half


def _iteration(recording: Recording, step: Step) -> str:
    if step.loop < 0:
        return ""
    total = recording.loops[step.loop].total
    return f"{step.iteration} of {total}" if step.iteration <= total else "end"


def _values(step: Step) -> str:
    python = dict(step.python)
    parts = [
        f"{name} = {'(not recorded)' if value is None else value}"
        for name, value in step.values
        if value is not None or name not in python
    ]
    if step.test is not None:
        parts.insert(0, str(step.test))
    parts += [f"prints {printed!r}" for printed in step.printed]
    graph = dict(step.values)
    parts += [
        f"Python: {name} = {value}"
        for name, value in step.python
        if graph.get(name) != value and (name in step.differ or (name in graph and graph[name] is None))
    ]
    if step.is_traced:
        parts.append("Python alone")
    return ", ".join(parts)


def _ends(recording: Recording) -> list[str]:
    first = recording.difference
    found = list(recording.notes)
    if first is not None:
        step = recording.steps[first.step]
        found.append(
            f"First apart at step {first.step}, line {step.line}: {first.name} is {first.graph} in the graph,"
            f" {first.python} in Python."
        )
    return found
