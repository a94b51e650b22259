"""The event log of a trace: which lines ran, in which frame and region, what they bound, which equations they staged.

Python runs a converted function once to make its graph. The log holds that run as a flat sequence of records, in
order; when a loop body or a branch is traced again, its records are removed, so the log is the run that made the graph:

* `Entered`: a function of the user's begins, or a block of one: a branch, a loop body, a loop test;
* `Line`: a statement begins; its `bound` has the names that it changes, with their new values;
* `Staged`: equations that the innermost frame's latest line staged;
* `Left`: the frame ends;
* `Repeated`: a helper is called that was traced before: its events are those of that trace.

Values are `Binding`s: they hold Python's values at that time, and for each value that the graph computes the jaxpr
variable of it. Blocks are traced as programs of their own and staged again where they belong; `EventLog.copies` maps a
variable to its copies there, and `EventLog.names` a finished program's variables to the user's names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal

from nbgraph.core import _jax
from nbgraph.core.functionalise.sites import Place, Site
from nbgraph.core.pipeline import Converted
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.values import leaf_names, leaves_of, rebuilt

RegionKind = Literal["branch", "body", "test", "iteration"]


@dataclass(frozen=True, slots=True)
class Region:
    """A branch or a loop, or one iteration or test of a loop, in which code runs."""

    # "branch" of an `if`, or the further operands of `and` and `or`; "body" and "test" of a loop in the graph;
    # "iteration" of a loop that Python runs
    kind: RegionKind
    place: Place  # where the `if` or the loop stands
    which: int | None = None  # the branch's truth value, the iteration's number from 0; None for a body or a test
    staged: bool = True  # whether the values in the graph decide if, or how often, it runs
    predicate: Any = None  # the jaxpr variable of the condition, for a branch of the graph
    site: Site | None = None  # the user's statement; None for an `and` or `or`

    @property
    def test(self) -> bool:
        """Return the value of the user's test where the branch is taken."""
        return bool(self.which) is not (self.site is not None and self.site.turned)


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that the graph computes."""

    variable: Any  # the jaxpr variable of it in the trace that made it


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value of which only the type is kept, as it may change."""

    type: str
    identity: int = field(default=0, repr=False)  # the `id` of the object


@dataclass(frozen=True, slots=True)
class Binding:
    """The value of a name at one time."""

    leaves: tuple[Any, ...]  # the leaves, each one `Computed`, `Opaque` or a Python value
    tree: Any = field(repr=False)  # their tree
    exists: Any = True  # for a name that is bound on some paths only, the leaf that is true there
    order: Any = field(default=None, repr=False, compare=False)  # the key order of dicts, unless it is JAX's

    @property
    def variable(self) -> Any:
        """Return the jaxpr variable of a value that is one array or number; None for any other value."""
        whole = self.leaves[0] if len(self.leaves) == 1 else None
        return whole.variable if isinstance(whole, Computed) and self.is_leaf else None

    @property
    def is_leaf(self) -> bool:
        return bool(self.tree == _LEAF)

    def value(self, read: Callable[[Any], Any]) -> Any:
        """Return the value, with `read(variable)` in place of each leaf that the graph computes."""
        leaves = [read(leaf.variable) if isinstance(leaf, Computed) else leaf for leaf in self.leaves]
        return leaves[0] if self.is_leaf else rebuilt(self.tree, leaves, self.order)

    def parts(self, name: str) -> Iterator[tuple[str, Any]]:
        """Yield the user's expression and the jaxpr variable of each leaf: `name`, `name[0]`, `name.x`."""
        if self.is_leaf:
            labels = [name]
        else:
            try:
                labels = leaf_names(name, rebuilt(self.tree, list(range(len(self.leaves))), None))
            except Exception:  # a class of the user's may refuse numbers in place of its parts
                return
        if len(labels) == len(self.leaves):
            yield from ((label, leaf.variable) for label, leaf in zip(labels, self.leaves, strict=True) if _is(leaf))


_LEAF = leaves_of(0)[1]


def _is(leaf: Any) -> bool:
    return isinstance(leaf, Computed)


@dataclass(eq=False, slots=True)
class Frame:
    """One run of a converted function, or of a block of one."""

    owner: Converted  # the converted function that the code belongs to
    name: str  # the name of the function, or of the block in converted code ("if_true", "loop_body")
    is_block: bool  # whether it is a block, which is part of the function around it and no call of the user's
    caller: Frame | None  # the frame whose latest line entered it; None for the outermost
    regions: tuple[Region, ...]  # the enclosing branches and loops, outermost first, those of its callers included
    number: int  # its position among the frames
    site: Place | None = None  # where its caller calls it; None for the outermost
    # whether no library is between caller and frame: under `jax.vmap`, say, it runs on other values
    is_direct: bool = True
    at: Place | None = None  # its source position: the head of a function, the body of a lambda

    @property
    def function(self) -> Frame:
        """Return the frame of the user's function that this block is part of."""
        frame = self
        while frame.is_block and frame.caller is not None and frame.caller.owner is frame.owner:
            frame = frame.caller
        return frame

    @property
    def own_regions(self) -> tuple[Region, ...]:
        """Return the regions around it that are not around its caller."""
        return self.regions if self.caller is None else self.regions[len(self.caller.regions) :]


@dataclass(eq=False, slots=True)
class Entered:
    """A frame begins."""

    frame: Frame  # the frame
    line: int  # the line that it begins in
    # the visible names: arguments, and for a block the names of the function around it
    bound: dict[str, Binding] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Line:
    """A statement, or the header of one, begins to run."""

    frame: Frame  # the frame that it runs in
    line: int  # the line in the user's file
    # the names with another value after it; None for one that is unbound after it
    bound: dict[str, Binding | None] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Staged:
    """Equations that the latest line of a frame staged."""

    frame: Frame  # the frame
    # for each equation the variables that it computes, or what it calls
    equations: tuple[tuple[Any, ...], ...]


@dataclass(eq=False, slots=True)
class Left:
    """A frame ends."""

    frame: Frame  # the frame
    result: Binding | None = None  # what it returns; None where it raises


@dataclass(eq=False, slots=True)
class Repeated:
    """A helper that was traced before is called again: its program is staged once more."""

    frame: Frame  # the frame that calls it
    site: Place  # where it calls it
    events: tuple[Event, ...]  # those of the helper's trace, from its begin to its end


Event = Entered | Line | Staged | Left | Repeated


@dataclass(frozen=True, slots=True)
class ListLength:
    """The length of a list to which a scan's body appends, as variables that were never staged."""

    before: Any  # the variable of the length before an iteration
    after: Any  # that of the length after it
    start: Any  # the length before the loop: an int, or its variable
    by: int  # how many items an iteration appends

    def values(self, iteration: int, read: Callable[[Any], Any]) -> dict[Any, int]:
        """Return both lengths in an iteration, counted from 1; {} if the length before the loop is not known."""
        start = self.start if isinstance(self.start, int) else read(self.start)
        if start is None:
            return {}
        before = int(start) + self.by * (iteration - 1)
        return {self.before: before, self.after: before + self.by}


@dataclass(eq=False)
class EventLog:
    """The events of one trace."""

    events: list[Event] = field(default_factory=list)  # the events, in order
    # for each variable of a block's own program those that stand for it where the block was staged
    copies: dict[Any, list[Any]] = field(default_factory=dict)
    lengths: list[ListLength] = field(default_factory=list)  # of the lists that scans gather
    # for a leaf that no iteration changes, its value before the loop: a variable or a number
    begun: dict[Any, Any] = field(default_factory=dict)
    missing: str = ""  # why there are no events, in words; "" where they are complete
    flush: Callable[[], Frame | None] = field(default=lambda: None, repr=False)
    _seen: dict[int, tuple[Any, int]] = field(default_factory=dict, repr=False)

    def mark(self) -> int:
        """Return the current end of the log, for `rewind`."""
        self.flush()
        return len(self.events)

    def since(self, mark: int) -> tuple[Event, ...]:
        """Return the events since `mark`."""
        self.flush()
        return tuple(self.events[mark:])

    def named(self) -> set[Any]:
        """Return the variables that are bound to some name of the user's."""
        bound = [each.bound for each in self.since(0) if isinstance(each, Entered | Line)]
        values = [value for names in bound for value in names.values() if value is not None]
        return {leaf.variable for value in values for leaf in value.leaves if _is(leaf)}

    def repeat(self, events: tuple[Event, ...], site: Place) -> None:
        """Note that the running frame calls a helper again, whose trace has these events."""
        frame = self.flush()
        if frame is not None and events:
            self.events.append(Repeated(frame, site, events))

    def rewind(self, mark: int) -> list[Event]:
        """Remove and return the events since `mark`: the code is about to be traced again."""
        forgotten = self.events[mark:]
        del self.events[mark:]
        return forgotten

    def fresh(self, trace: Any) -> tuple[tuple[Any, ...], ...]:
        """Return the equations of a trace staged since the last call, each as the variables it computes."""
        start = self._seen.get(id(trace), (trace, 0))[1]
        found = _jax.computed_in(trace, start)
        self._seen[id(trace)] = trace, start + len(found)
        return found

    def dropped(self, trace: Any, start: int, end: int | None) -> None:
        """Note that equations `start` to `end` were removed from a trace."""
        _, seen = self._seen.get(id(trace), (trace, 0))
        last = seen if end is None else min(end, seen)
        self._seen[id(trace)] = trace, seen - max(0, last - start)

    def close(self) -> None:
        """Release what is needed only while events are written."""
        self.flush = lambda: None
        self._seen.clear()

    def copied(self, variable: Any, value: Any) -> None:
        """Note that `value` is, where a block was staged, the copy of a variable of the block's program."""
        other = _jax.variable_of(value)
        if other is not None and other is not variable:
            self.copies.setdefault(variable, []).append(other)

    def staged_as(self, variable: Any) -> list[Any]:
        """Return the variable and all its copies, each once; a finished program has some of them."""
        found, pending = dict[Any, None](), [variable]
        while pending:
            one = pending.pop()
            if one not in found:
                found[one] = None
                pending += self.copies.get(one, ())
        return list(found)

    def traced(self) -> Iterator[Entered | Line | Staged | Left]:
        """Yield every event but `Repeated` once; a helper's events also where only its repetitions are left."""
        seen, pending = set[Event](), list[Event](reversed(self.events))
        while pending:
            event = pending.pop()
            if isinstance(event, Repeated):
                pending += () if event.events[0] in seen else reversed(event.events)
            elif event not in seen:
                seen.add(event)
                yield event

    def names(self) -> Mapping[Any, dict[str, None]]:
        """Return for each variable the user's names that were bound to it, in order."""
        found: dict[Any, dict[str, None]] = {}
        for name, binding in self.bindings():
            for label, variable in () if binding is None else binding.parts(name):
                for one in self.staged_as(variable):
                    found.setdefault(one, {}).setdefault(label)
        return found

    def bindings(self) -> Iterator[tuple[str, Binding | None]]:
        """Yield every name with its new value, in the order of binding: a line binds after the calls in it."""
        waiting: dict[Frame, Line] = {}
        for event in self.traced():
            if isinstance(event, Line | Left) and event.frame in waiting:
                yield from waiting.pop(event.frame).bound.items()
            if isinstance(event, Line):
                waiting[event.frame] = event
            elif isinstance(event, Entered):
                yield from event.bound.items()

    def reached(self) -> set[tuple[str, int]]:
        """Return the file and number of each line that ran."""
        return {(each.frame.owner.parsed.source.file, each.line) for each in self.traced() if isinstance(each, Line)}

    def lines(self) -> Mapping[Any, Line]:
        """Return for each variable that an equation computes, and each callback, the line that staged it."""
        found: dict[Any, Line] = {}
        latest: dict[Frame, Line] = {}
        for event in self.traced():
            if isinstance(event, Line):
                latest[event.frame] = event
            elif isinstance(event, Staged) and event.frame in latest:
                for variable in (each for equation in event.equations for each in equation):
                    for one in self.staged_as(variable):
                        found.setdefault(one, latest[event.frame])
        return found


def region(
    kind: RegionKind,
    place: Place,
    which: int | None = None,
    *,
    staged: bool = True,
    predicate: Any = None,
    site: Site | None = None,
) -> AbstractContextManager[None]:
    """Put the code inside into a region of the event log; where no events are written, do nothing."""
    here = context.here()
    if here.log is None or here.log.events is None:
        return _NO_REGION
    variable = None if predicate is None else _jax.variable_of(predicate)
    return context.within(regions=(*here.regions, Region(kind, place, which, staged, variable, site)))


_NO_REGION = nullcontext()
