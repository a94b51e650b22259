"""Record what one trace decided, in order, for `.explain()`, the gutter and the names in the graph."""

from __future__ import annotations

import contextlib
import dis
import inspect
import itertools
import sys
import types
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from nbgraph.core._jax import current_trace
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError, frames_of
from nbgraph.core.functionalise.sites import Place, Site
from nbgraph.core.pipeline import Converted
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.ownership import is_own_file, is_user_file
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.by_identity import ByIdentity
from nbgraph.core.staging.trace.number_kinds import Kinds

if TYPE_CHECKING:
    from nbgraph.core.staging.trace.events import EventLog


@dataclass
class Recorder:
    """The decisions of one trace, and what else is noted during it."""

    all_decisions: list[Decision] = field(default_factory=list)  # every decision in order
    owners: dict[int, Converted] = field(default_factory=dict)  # the converted functions that took part, by their ids
    # the positions of the calls of the running converted functions, outermost first
    stack: list[Place | None] = field(default_factory=list)
    texts: list[Any] = field(default_factory=list)  # the values that placeholders in strings stand for
    # dicts and known arrays that copy an item chosen at run time, their contents then, and where they were read
    copies: list[tuple[Any, Any, Span]] = field(default_factory=list)
    # dicts and arrays that are copies, and the items that each may copy
    copies_of: list[tuple[Any, list[Any]]] = field(default_factory=list)
    # the ids of those of `copies` that a growing list stores, with the list's id and its depth in blocks
    stored: dict[int, tuple[int, int]] = field(default_factory=dict)
    dict_rows: dict[int, Any] = field(default_factory=dict)  # by id, dicts read from growing lists
    # for each row that was put to a second place, a list in `sharing` of its lists, and where that was
    put_again: list[tuple[Any, Span]] = field(default_factory=list)
    given: frozenset[int] = frozenset()  # the ids of the caller's dicts
    doubled: set[frozenset[Any]] = field(default_factory=set)  # the key sets of dicts that may be in several such lists
    written: set[frozenset[Any]] = field(default_factory=set)  # the key sets of dicts that have changed rows
    # whether an index chooses among several dicts; and whether the choice stays a number, since an earlier trace
    chooses_dicts: bool = False
    dicts_by_number: bool = False
    objects: dict[int, tuple[int, Any]] = field(default_factory=dict)  # by id, numbered objects to choose from
    # enumerated strings, the predicate tested, and its answer for each string
    text_claims: list[tuple[Any, Any, dict[int, Any]]] = field(default_factory=list)
    # by id, iterators with a check that each of their containers keeps its size
    size_watches: dict[int, tuple[Any, list[tuple[int, Any]]]] = field(default_factory=dict)
    # the numbers of strings that are chosen at run time, by the string and the types of the values in it
    text_numbers: dict[tuple[str | None, tuple[Any, ...]], int] = field(default_factory=dict)
    copied_objects: list[Any] = field(default_factory=list)  # objects of which branches have made copies
    # copies of NumPy arrays chosen at run time, and where they were read
    array_copies: list[tuple[Any, Span]] = field(default_factory=list)
    # such copies after a change of an item that was not stored back, and where it changed
    changed_copies: list[tuple[Any, Span]] = field(default_factory=list)
    # NumPy arrays that calls have made, each with the function and the position of the call
    arrays: list[tuple[Any, Any, Place]] = field(default_factory=list)
    # constants that a loop's body makes again in each iteration, with the loop's file and line
    made_in_loops: list[tuple[Any, str, int]] = field(default_factory=list)
    # where an argument that is an array is changed in place, and its name there
    replaced: tuple[Span, str] | None = None
    # known results of functions under `functools.lru_cache`, by their arguments
    remembered: dict[Any, dict[Any, Any]] = field(default_factory=dict)
    # attribute dicts that a block has reordered, and the new order
    orders: list[tuple[dict[Any, Any], tuple[Any, ...]]] = field(default_factory=list)
    # classes, an attribute that some path reads from each, and its value then
    inherited: list[tuple[type, str, Any]] = field(default_factory=list)
    # which types of numbers were joined, and the questions on their classes
    kinds: Kinds = field(default_factory=Kinds)
    # the files and positions of `while True` loops of which Python runs the first iteration
    known_at_first: set[tuple[str, Place]] = field(default_factory=set)
    acts: int = 0  # the number of calls that act when the graph runs
    stdout: Any = field(default_factory=lambda: sys.stdout)  # where `print` writes when the trace begins
    printed_to: list[Any] = field(default_factory=list)  # streams other than the standard ones that the graph prints to
    # by id, how often objects with hidden state were passed on
    used: dict[int, tuple[Any, int]] = field(default_factory=dict)
    trace: int = field(default_factory=lambda: id(current_trace()))  # the `id` of JAX's trace
    events: EventLog | None = None  # which lines ran, and what they bound; None where no log was asked for
    shown: bool = False  # whether a user will read the program: loops and divisions stay as the user wrote them
    # by signature, the programs of called functions; see `trace_cache`
    helpers: dict[Any, Any] = field(default_factory=dict)
    siblings: list[Any] = field(default_factory=list)  # programs whose calls may be merged
    # for the first call of a user's function by a library: its arguments, traced ones as types, its keyword
    # arguments, and the named axes there; noted with the events
    handed: dict[types.FunctionType, tuple[tuple[Any, ...], dict[str, Any], Any]] = field(default_factory=dict)

    def let_go(self) -> None:
        """Release the values of a finished trace, which its record would keep alive."""
        for values in (self.arrays, self.made_in_loops, self.array_copies, self.changed_copies, self.copies_of):
            values.clear()
        for others in (self.orders, self.inherited, self.printed_to, self.put_again):
            others.clear()
        for by_id in (self.used, self.objects, self.stored, self.dict_rows, self.helpers, self.siblings):
            by_id.clear()
        self.kinds.of_arrays = {}

    def rewind(self, decisions: int, helpers: int) -> None:
        """Remove all but the first `decisions` and `helpers`: the block is about to be traced again."""
        del self.all_decisions[decisions:]
        for key in [key for key, known in list(self.helpers.items())[helpers:] if known is not None]:
            del self.helpers[key]  # its decisions are removed

    def add(self, frame: Frame, decision: Decision) -> None:
        """Record the decision for the construct at a frame."""
        if frame.owner is None:
            return  # a construct of nbgraph's own code
        self.owners[id(frame.owner)] = frame.owner
        self.all_decisions.append(decision)

    @contextlib.contextmanager
    def entered(self, owner: Converted, place: Place | None) -> Iterator[None]:
        """Note that the code inside runs a converted function, called at `place` of the current one."""
        self.owners[id(owner)] = owner
        self.stack.append(place)
        try:
            yield
        finally:
            self.stack.pop()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Return every decision once, in source order."""
        shown = (each for each in self.all_decisions if each.construct != "iteration")  # an iteration after a `break`
        return tuple(sorted(dict.fromkeys(shown), key=lambda d: (d.span.file, d.span.line, d.span.column)))


_owners = ByIdentity[types.CodeType, weakref.ref[Converted]]()


def register(code: types.CodeType, owner: Converted) -> None:
    """Register the converted function that owns a code object and the inner functions in it."""
    _owners[code] = weakref.ref(owner)
    for const in code.co_consts:
        if isinstance(const, types.CodeType) and _is_converted(const):
            register(const, owner)


def _is_converted(code: types.CodeType) -> bool:
    """Whether inner code was converted with its function; class bodies and coroutines are not."""
    stays_python = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
    is_function = code.co_flags & inspect.CO_OPTIMIZED
    is_comprehension = code.co_name.startswith("<") and code.co_name != "<lambda>"
    return is_comprehension or bool(is_function and not code.co_flags & stays_python)


def owner_of(code: types.CodeType) -> Converted | None:
    """Return the converted function that a code object belongs to; None if the code is not generated."""
    found = _owners.get(code)
    return None if found is None else found()


@dataclass(frozen=True)
class Frame:
    """The position in generated code that called a staging operator."""

    owner: Converted | None  # the converted function; None where nbgraph's own code called
    file: str  # the user's file
    place: Place  # first and last line, first and last column
    python: types.FrameType | None = field(default=None, repr=False, compare=False)  # the running function
    stands_for: Site | None = field(default=None, repr=False, compare=False)  # set for a call that replaces another one

    @property
    def span(self) -> Span:
        """Return the position in the user's source."""
        line, end_line, column, end_column = self.place
        source = self.owner.parsed.source if self.owner is not None else SourceText.of_file(self.file)
        return (source or SourceText(self.file, ())).span(line, column, end_line, end_column)

    def site(self, operator: str) -> Site:
        """Return the user's construct that the call of `operator` stands for."""
        sites = self.owner.sites if self.owner is not None else {}
        return self.stands_for or sites.get((operator, self.place)) or Site(operator.rstrip("_"))


def calling_frame(depth: int) -> Frame:
    """Return the frame `depth` calls above this one."""
    frame = sys._getframe(depth + 1)
    code = frame.f_code
    if (position := next(itertools.islice(code.co_positions(), frame.f_lasti // 2, None), None)) is not None:
        line, end_line, column, end_column = (part or 0 for part in position)
        return Frame(owner_of(code), code.co_filename, (line, end_line, column, end_column), frame)
    return Frame(owner_of(code), code.co_filename, (frame.f_lineno, frame.f_lineno, 0, 0), frame)


def operator_frame(depth: int) -> Frame:
    """Return the frame `depth` calls above; where nbgraph itself calls an operator, the user's frame around it."""
    frame = calling_frame(depth + 1)
    if not is_own_file(frame.file):
        return frame
    outside = user_frame()
    return Frame(None, outside.file, outside.place)


def user_frame() -> Frame:
    """Return the innermost running frame of the user's code, or of code generated from it."""
    for depth, frame in enumerate(frames_of(sys._getframe(1)), 1):
        if owner_of(frame.f_code) is not None or is_user_file(frame.f_code.co_filename):
            return calling_frame(depth)
    return Frame(None, "", (0, 0, 0, 0))


def refusal(message: str, remedy: str, *, id: str = "traced-value-in-python") -> StagingError:
    """Make the error for user code that a graph cannot run, at the innermost user frame."""
    return StagingError(message, span=user_frame().span, remedy=remedy, id=id)


def noting() -> Callable[[Any, Any], None] | None:
    """Return the function that notes copies of variables; None where no events are kept."""
    log = context.here().log
    return None if log is None or log.events is None else log.events.copied


def taking_part() -> tuple[Converted, ...]:
    """Return the converted functions that have run in the trace so far."""
    log = context.here().log
    return () if log is None else tuple(log.owners.values())


def is_seen() -> bool:
    """Whether the program must stay as the user wrote it, because it is shown or events are kept."""
    log = context.here().log
    return log is not None and (log.shown or log.events is not None)


def names_around() -> Iterator[dict[str, Any]]:
    """Yield the globals of each running converted function, each module's once."""
    seen: set[int] = set()
    for frame in converted_frames():
        if id(frame.f_globals) not in seen:
            seen.add(id(frame.f_globals))
            yield frame.f_globals


def functions_running() -> list[types.FunctionType]:
    """Return the user's functions that run now as converted code."""
    owners = [owner_of(frame.f_code) for frame in converted_frames()]
    return [owner.original for owner in owners if owner is not None]


def converted_frames() -> Iterator[types.FrameType]:
    """Yield the running frames of converted functions, innermost first."""
    return (frame for frame in frames_of(sys._getframe(1)) if owner_of(frame.f_code) is not None)


def record(frame: Frame, decision: Decision) -> None:
    """Record a decision, if the trace keeps a record."""
    if (log := context.here().log) is not None:
        log.add(frame, decision)


def names_unpacked(frame: types.FrameType) -> int | None:
    """Return how many names the statement that a frame runs unpacks a value into; None if it does something else."""
    operation, names = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
    return names if operation == dis.opmap["UNPACK_SEQUENCE"] else None
