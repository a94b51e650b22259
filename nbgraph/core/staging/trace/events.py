"""The event log of a trace: which lines ran, in which frame and region, what they bound, which equations they staged.

Python runs a converted function once to make its graph. The log holds that run as a flat sequence of records, in
order; a loop body or a branch that is traced again truncates it, so what is left is the run that made the graph:

* `Entered`: a function of the user's begins, or a block of one: a branch, a loop body, a loop test;
* `Line`: a statement begins; its `bound` says which names have another value once it is done;
* `Staged`: equations that the innermost frame's latest line staged;
* `Left`: the frame ends;
* `Repeated`: a helper is called whose program has been traced before: what it does is what was logged then.

Values are `Binding`s: they hold Python's values as they were, and for each value that the graph computes the jaxpr
variable that stands for it. Blocks are traced apart and staged again where they belong; `EventLog.copies` leads from a
variable to those that stand for it there, and `EventLog.names` from a finished program's variables to the user's names.
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
    """A branch or a loop, or a part of one, that code runs in."""

    # "branch" of an `if`, or the further operands of `and` and `or`; "body" and "test" of a loop in the graph;
    # "iteration" of a loop that Python runs
    kind: RegionKind
    place: Place  # where the `if` or the loop stands
    which: int | None = None  # the branch's truth value, the iteration's number from 0; None for a body or a test
    staged: bool = True  # whether the graph decides if, or how often, it runs
    predicate: Any = None  # of a branch that the graph decides on the jaxpr variable that stands for its condition
    site: Site | None = None  # what is known of the statement; None for an `and` or `or`

    @property
    def test(self) -> bool:
        """What the user's test gives where the branch is taken."""
        return bool(self.which) is not (self.site is not None and self.site.turned)


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that the graph computes."""

    variable: Any  # the jaxpr variable that stands for it where it was traced


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value of which only the type is kept: it may change."""

    type: str
    identity: int = field(default=0, repr=False)  # the `id` of the object


@dataclass(frozen=True, slots=True)
class Binding:
    """A name's value at one moment."""

    leaves: tuple[Any, ...]  # the leaves, each one `Computed`, `Opaque` or a Python value
    tree: Any = field(repr=False)  # the structure that they are part of
    exists: Any = True  # of a name that has a value on some paths only, what says whether it has one: a leaf
    order: Any = field(default=None, repr=False, compare=False)  # a value with its dicts' keys in order; None: as JAX's

    @property
    def variable(self) -> Any:
        """The jaxpr variable of a value that is one array or number; None for any other."""
        whole = self.leaves[0] if len(self.leaves) == 1 else None
        return whole.variable if isinstance(whole, Computed) and self.is_leaf else None

    @property
    def is_leaf(self) -> bool:
        """Whether it is no container."""
        return bool(self.tree == _LEAF)

    def value(self, read: Callable[[Any], Any]) -> Any:
        """The value, with `read(variable)` in place of each leaf that the graph computes."""
        leaves = [read(leaf.variable) if isinstance(leaf, Computed) else leaf for leaf in self.leaves]
        return leaves[0] if self.is_leaf else rebuilt(self.tree, leaves, self.order)

    def parts(self, name: str) -> Iterator[tuple[str, Any]]:
        """Each variable in it, with the user's name of that part: `name`, `name[0]`, `name.x`."""
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
    name: str  # what the code is called: the function, or the block in converted code ("if_true", "loop_body")
    is_block: bool  # whether it is a block: then it is part of the function around, and no call of the user's
    caller: Frame | None  # the frame whose latest line entered it; None for the outermost
    regions: tuple[Region, ...]  # the branches and loops it runs in, outermost first, those of its callers included
    number: int  # its position among the frames
    site: Place | None = None  # where its caller calls it; None for the outermost
    # whether no library stands between the two: else it may run on other values, as under `jax.vmap`
    is_direct: bool = True
    at: Place | None = None  # where its own text stands: the head of a function, the body of a lambda

    @property
    def function(self) -> Frame:
        """The call of the user's that it is part of."""
        frame = self
        while frame.is_block and frame.caller is not None and frame.caller.owner is frame.owner:
            frame = frame.caller
        return frame

    @property
    def own_regions(self) -> tuple[Region, ...]:
        """The regions that it runs in and its caller does not."""
        return self.regions if self.caller is None else self.regions[len(self.caller.regions) :]


@dataclass(eq=False, slots=True)
class Entered:
    """A frame begins."""

    frame: Frame  # the frame
    line: int  # the line that it begins in
    # the names that it sees: arguments, and for a block the names of the function around
    bound: dict[str, Binding] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Line:
    """A statement, or the header of one, begins."""

    frame: Frame  # the frame that it runs in
    line: int  # the line in the user's file
    # the names that have another value after it; None for one that has none any more
    bound: dict[str, Binding | None] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Staged:
    """Equations that the latest line of a frame staged."""

    frame: Frame  # the frame
    # for each equation what stands for it: the variables that it computes, or what it calls
    equations: tuple[tuple[Any, ...], ...]


@dataclass(eq=False, slots=True)
class Left:
    """A frame ends."""

    frame: Frame  # the frame
    result: Binding | None = None  # what it returns; None where it raises


@dataclass(eq=False, slots=True)
class Repeated:
    """A helper is called that has been traced already: its program is staged once more."""

    frame: Frame  # the frame that calls it
    site: Place  # where it calls it
    events: tuple[Event, ...]  # those of the helper's trace, from its begin to its end


Event = Entered | Line | Staged | Left | Repeated


@dataclass(frozen=True, slots=True)
class ListLength:
    """The length of a list to which a scan's body appends: variables of the body's program that were never staged."""

    before: Any  # the variable of the length before an iteration
    after: Any  # that of the length after it
    start: Any  # the length before the loop: an int, or its variable
    by: int  # how many items an iteration appends

    def values(self, iteration: int, read: Callable[[Any], Any]) -> dict[Any, int]:
        """Both lengths in an iteration, counted from 1; none where that before the loop is not known."""
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
    # what a leaf of a loop is that no iteration changes: a variable of the program around, or a number
    begun: dict[Any, Any] = field(default_factory=dict)
    missing: str = ""  # why there are no events, in words; "" where they are complete
    flush: Callable[[], Frame | None] = field(default=lambda: None, repr=False)
    _seen: dict[int, tuple[Any, int]] = field(default_factory=dict, repr=False)

    def mark(self) -> int:
        """The present end of the log, for `rewind`."""
        self.flush()
        return len(self.events)

    def since(self, mark: int) -> tuple[Event, ...]:
        """The events since `mark`."""
        self.flush()
        return tuple(self.events[mark:])

    def named(self) -> set[Any]:
        """The variables for which the user has names somewhere."""
        bound = [each.bound for each in self.since(0) if isinstance(each, Entered | Line)]
        values = [value for names in bound for value in names.values() if value is not None]
        return {leaf.variable for value in values for leaf in value.leaves if _is(leaf)}

    def repeat(self, events: tuple[Event, ...], site: Place) -> None:
        """Note that the frame which runs calls a helper again, whose trace has these events."""
        frame = self.flush()
        if frame is not None and events:
            self.events.append(Repeated(frame, site, events))

    def rewind(self, mark: int) -> list[Event]:
        """Forget the events since `mark`, and return them: the code is about to be traced again."""
        forgotten = self.events[mark:]
        del self.events[mark:]
        return forgotten

    def fresh(self, trace: Any) -> tuple[tuple[Any, ...], ...]:
        """The equations of a trace that were staged since the last question, each as the variables it computes."""
        start = self._seen.get(id(trace), (trace, 0))[1]
        found = _jax.computed_in(trace, start)
        self._seen[id(trace)] = trace, start + len(found)
        return found

    def dropped(self, trace: Any, start: int, end: int | None) -> None:
        """Note that equations were taken out of a trace."""
        _, seen = self._seen.get(id(trace), (trace, 0))
        last = seen if end is None else min(end, seen)
        self._seen[id(trace)] = trace, seen - max(0, last - start)

    def close(self) -> None:
        """Let go of what only the writing needs."""
        self.flush = lambda: None
        self._seen.clear()

    def copied(self, variable: Any, value: Any) -> None:
        """Note what stands for a variable of a block's program where the block was staged."""
        other = _jax.variable_of(value)
        if other is not None and other is not variable:
            self.copies.setdefault(variable, []).append(other)

    def staged_as(self, variable: Any) -> list[Any]:
        """The variable and all that stand for it, each once; a finished program has some of them."""
        found, pending = dict[Any, None](), [variable]
        while pending:
            one = pending.pop()
            if one not in found:
                found[one] = None
                pending += self.copies.get(one, ())
        return list(found)

    def traced(self) -> Iterator[Entered | Line | Staged | Left]:
        """Every event but `Repeated`, each once; those of a helper's trace also where only its repetitions are left."""
        seen, pending = set[Event](), list[Event](reversed(self.events))
        while pending:
            event = pending.pop()
            if isinstance(event, Repeated):
                pending += () if event.events[0] in seen else reversed(event.events)
            elif event not in seen:
                seen.add(event)
                yield event

    def names(self) -> Mapping[Any, dict[str, None]]:
        """For each variable the user's names that were bound to it, the first one first."""
        found: dict[Any, dict[str, None]] = {}
        for name, binding in self.bindings():
            for label, variable in () if binding is None else binding.parts(name):
                for one in self.staged_as(variable):
                    found.setdefault(one, {}).setdefault(label)
        return found

    def bindings(self) -> Iterator[tuple[str, Binding | None]]:
        """Every name with its new value, in the order in which they were bound: a line binds after what it calls."""
        waiting: dict[Frame, Line] = {}
        for event in self.traced():
            if isinstance(event, Line | Left) and event.frame in waiting:
                yield from waiting.pop(event.frame).bound.items()
            if isinstance(event, Line):
                waiting[event.frame] = event
            elif isinstance(event, Entered):
                yield from event.bound.items()

    def reached(self) -> set[tuple[str, int]]:
        """The file and number of each line that ran."""
        return {(each.frame.owner.parsed.source.file, each.line) for each in self.traced() if isinstance(each, Line)}

    def lines(self) -> Mapping[Any, Line]:
        """For each variable that an equation computes, and each callback, the line that staged it."""
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
    """Code inside runs in a branch or a loop; it costs next to nothing where no events are written."""
    here = context.here()
    if here.log is None or here.log.events is None:
        return _NO_REGION
    variable = None if predicate is None else _jax.variable_of(predicate)
    return context.within(regions=(*here.regions, Region(kind, place, which, staged, variable, site)))


_NO_REGION = nullcontext()
