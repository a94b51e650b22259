"""The graph's run as a tree: a call contains executions of lines, and each of these the calls that it makes.

An execution of a line has a key: the iterations of the loops around it, each by the header's line and how often that
was reached, and the line. Within one call Python executes no line twice in the same iterations, so the key says which
line of Python's run it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nbgraph.core.recording.functions import Function
from nbgraph.core.records import dataclass, field
from nbgraph.core.spans import Span

if TYPE_CHECKING:
    from nbgraph.core.recording.line_log import LoggedLine

Chain = tuple[tuple[int, int], ...]
"""The iterations around, outermost first: the line of the loop's header, and how often that was reached."""
LineKey = tuple[Chain, int, int]
"""The iterations, the first line of the statement, and how often that came before in these; `HEAD` for a call's."""
HEAD = -1
CallKey = int
"""A number for: the caller's key, the iterations and line that make the call, the function, which call of it it is."""


class CallKeys:
    """Gives calls their keys, the same ones in both runs."""

    def __init__(self) -> None:
        self._keys: dict[tuple[Any, ...], CallKey] = {}

    def of(self, caller: Executed | LoggedLine | None, function: Function, number: int) -> CallKey:
        """Return the key of the `number`th call of a function that a line makes."""
        at = () if caller is None else (caller.call.key, *caller.key)
        return self._keys.setdefault((at, function.index, number), len(self._keys))


@dataclass(slots=True)
class Slot:
    """A value that a line computes."""

    node: str  # its node in the graph
    value: Any  # the value
    variables: tuple[Any, ...] = ()  # the variables of the program that have it


@dataclass(slots=True)
class Bound:
    """A name's new value."""

    value: Any  # the value, kept small; None where it is not known
    variables: tuple[Any, ...] = ()  # its variables in the program, or those of the buffer of its items
    is_pythons: bool = False  # whether it is an object without a value in the graph, known to Python alone
    is_gathered: bool = False  # whether it is a list with one more item, which the loop's results will have
    adjoint: Any = None  # the derivative of the result by it from here on, kept small; None where it is not known
    parts: Mapping[str, Any] = field(default_factory=dict)  # those by its parts, `params['w']`
    is_carried: bool = False  # whether it is what the name had, and an iteration only begins with it
    second: Any = None  # its adjoint, kept small; None where it is not known

    def take(self, back: Bound | None, order: int) -> None:
        """Take the adjoint from the same name in the backward replay; None there means that the name kept its value."""
        if order == 2:
            self.second = None if back is None else back.value
            return
        self.is_carried = back is None
        if back is not None:
            self.adjoint, self.parts = back.value, back.parts


@dataclass(slots=True)
class Segment:
    """What a line does before, between or after its calls."""

    slots: list[Slot] = field(default_factory=list)  # what it computes
    bound: dict[str, Bound] = field(default_factory=dict)  # what it binds
    taken: list[str] = field(default_factory=list)  # the regions of the branches that are taken
    left: list[str] = field(default_factory=list)  # those of the branches that are not
    printed: list[str] = field(default_factory=list)  # what is printed

    @property
    def is_empty(self) -> bool:
        """Return whether the graph computes nothing in it."""
        return not (self.slots or self.taken or self.printed)

    def join(self, other: Segment) -> None:
        self.slots += other.slots
        self.bound |= other.bound
        self.taken += other.taken
        self.left += other.left
        self.printed += other.printed


@dataclass(eq=False)
class Executed:
    """One execution of a line by the graph."""

    call: Call  # the call that it is part of
    chain: Chain  # the iterations around
    line: int  # the first line of the statement
    number: int = 0  # how often the line came before in the same iterations; `HEAD` for the begin of the call
    segments: list[Segment] = field(default_factory=lambda: [Segment()])  # what it does; one more than it makes calls
    calls: list[Call] = field(default_factory=list)  # the calls that it makes
    test: bool | None = None  # what its test gave; None where it has none, or the log does not tell
    chooses: bool = False  # whether the graph chooses by what it asks

    @property
    def key(self) -> LineKey:
        return self.chain, self.line, self.number

    @property
    def is_head(self) -> bool:
        return self.number == HEAD

    @property
    def last(self) -> Segment:
        """Return what it does after its calls."""
        return self.segments[-1]

    @property
    def is_empty(self) -> bool:
        """Return whether the graph computes and binds nothing in it."""
        return not self.calls and all(each.is_empty and not each.bound for each in self.segments)

    def join(self, other: Executed) -> None:
        first, *rest = other.segments
        self.last.join(first)
        self.segments += rest
        self.calls += other.calls
        self.chooses |= other.chooses


@dataclass(eq=False)
class Call:
    """One call of one of the user's functions."""

    function: Function  # what is called
    caller: Executed | None = None  # the line that makes it; None for the function that is shown
    site: Span | None = None  # its position in that line
    key: CallKey = 0  # which call it is
    is_direct: bool = True  # whether the line itself makes it, and no library on its behalf
    # its lines by their keys, in the order in which the graph reaches them
    lines: dict[LineKey, Executed] = field(default_factory=dict)
    loop: LoopState | None = None  # the loop of JAX's that makes it, as `jax.lax.scan` calls a body
    iteration: int = 0  # of that loop
    # for a call that JAX differentiates: the function and its arguments, if the record has all
    derived: tuple[Callable[..., Any], Sequence[Any]] | None = None

    @property
    def depth(self) -> int:
        return 0 if self.caller is None else 1 + self.caller.call.depth

    def every(self) -> Iterator[Call]:
        """Yield this call and all calls in it, in order."""
        yield self
        for line in self.lines.values():
            for call in line.calls:
                yield from call.every()

    @property
    def is_derived(self) -> bool:
        """Return whether JAX differentiates it and none of the calls around it."""
        around = None if self.caller is None else self.caller.call
        while around is not None and around.derived is None:
            around = None if around.caller is None else around.caller.call
        return self.derived is not None and around is None

    def take_adjoints(self, back: Call, order: int = 1) -> None:
        """Take the adjoints from the same call in the backward replay."""
        for key, line in self.lines.items():
            same = back.lines.get(key)
            for segment, other in zip(line.segments, [] if same is None else same.segments, strict=False):
                for name, bound in segment.bound.items():
                    bound.take(other.bound.get(name), order)
            for call, theirs in zip(line.calls, [] if same is None else same.calls, strict=False):
                call.take_adjoints(theirs, order)


@dataclass(eq=False)
class LoopState:
    """The progress of a call's loop."""

    call: Call  # the call
    outer: Chain  # the iterations around the loop
    header: int  # the line of its header
    visits: int = 0  # how often that was reached
    bodies: int = 0  # how many iterations were begun
    total: int = 0  # how many the graph makes
    kept: int = 0  # how many of them the record has
    region: str = ""  # its region in the graph; "" where Python alone runs it, while it traces
    ended: bool = True  # whether it came to its end
    is_closed: bool = False  # whether the record does not have what the graph does in it
    seen: set[int] | None = None  # the visits that the record has; None for all
    # of a loop that Python runs while it traces, the lines of its latest test, the header first
    asked: Sequence[Executed] = ()

    @property
    def chain(self) -> Chain:
        """Return the iterations that its lines are in now."""
        return (*self.outer, (self.header, self.visits))


@dataclass
class Run:
    """The graph's run."""

    root: Call  # the call that is shown
    # its loops, by call, iterations around, and header
    loops: dict[tuple[CallKey, Chain, int], LoopState] = field(default_factory=dict)
    closed: dict[str, None] = field(default_factory=dict)  # the reasons why calls are not shown step by step, each once
    is_known: bool = True  # whether there is a log; without one, no value's line is known
    lost: str = ""  # a sentence on which part is not known; "" if all is known

    def count(self, *, into_calls: bool) -> int:
        calls = self.root.every() if into_calls else (self.root,)
        return sum(len(call.lines) for call in calls)

    @property
    def has_calls(self) -> bool:
        return any(line.calls for line in self.root.lines.values())
