"""What one trace decided, in order: the record behind `.explain()`, the gutter and the graph's names."""

from __future__ import annotations

import contextlib
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
    """Collects the decisions of one trace."""

    all_decisions: list[Decision] = field(default_factory=list)  # every decision in order
    owners: dict[int, Converted] = field(default_factory=dict)  # the converted functions that took part, by their ids
    # from where the converted functions that run now were called, outermost first
    stack: list[Place | None] = field(default_factory=list)
    texts: list[Any] = field(default_factory=list)  # values that strings of this trace hold placeholders of
    # dicts and known arrays that are copies of an item chosen at run time, what was in them, and where they were read
    copies: list[tuple[Any, Any, Span]] = field(default_factory=list)
    # dicts and arrays that are copies, and the items of which each is one
    copies_of: list[tuple[Any, list[Any]]] = field(default_factory=list)
    # the ids of those of `copies` of which a list that grows has a copy, with the list's and how deep in blocks
    stored: dict[int, tuple[int, int]] = field(default_factory=dict)
    dict_rows: dict[int, Any] = field(default_factory=dict)  # by id, dicts read from lists that grow
    doubled: set[frozenset[Any]] = field(default_factory=set)  # the keys of dicts that may be in several such lists
    written: set[frozenset[Any]] = field(default_factory=set)  # the keys of dicts that have changed rows of such lists
    # whether one of several dicts is chosen; and whether that is a number, since an earlier trace has seen it change
    chooses_dicts: bool = False
    dicts_by_number: bool = False
    objects: dict[int, tuple[int, Any]] = field(default_factory=dict)  # by id, with their numbers, those chosen from
    # numbers of texts, what was asked of them, and the answer for each text
    text_claims: list[tuple[Any, Any, dict[int, Any]]] = field(default_factory=list)
    # iterators by id, with what looks whether each container that they walk over has kept its size
    size_watches: dict[int, tuple[Any, list[tuple[int, Any]]]] = field(default_factory=dict)
    # the number of each text that is chosen at run time, with the kinds of the values in it
    text_numbers: dict[tuple[str | None, tuple[Any, ...]], int] = field(default_factory=dict)
    copied_objects: list[Any] = field(default_factory=list)  # of which branches have made others
    # arrays that are copies of a NumPy array chosen at run time, and where they were read
    array_copies: list[tuple[Any, Span]] = field(default_factory=list)
    # what such copies became when their items changed, and were not put back where they came from
    changed_copies: list[tuple[Any, Span]] = field(default_factory=list)
    # NumPy arrays that calls have made, each with its function and the place of the call
    arrays: list[tuple[Any, Any, Place]] = field(default_factory=list)
    # constants that the body of a loop makes again in each iteration, with the loop's file and line
    made_in_loops: list[tuple[Any, str, int]] = field(default_factory=list)
    # where an array that the function is given is changed in place, with its name there
    replaced: tuple[Span, str] | None = None
    # known results of functions under `functools.lru_cache`, by their arguments
    remembered: dict[Any, dict[Any, Any]] = field(default_factory=dict)
    # attributes of objects that a block has given another order, and that order
    orders: list[tuple[dict[Any, Any], tuple[Any, ...]]] = field(default_factory=list)
    # classes with the attributes that some path takes from them, and their values then
    inherited: list[tuple[type, str, Any]] = field(default_factory=list)
    # which kinds of numbers were joined, and what was asked of such numbers
    kinds: Kinds = field(default_factory=Kinds)
    # the files and places of the `while True` loops of which Python is to run an iteration first
    known_at_first: set[tuple[str, Place]] = field(default_factory=set)
    acts: int = 0  # how many calls there are that act when the graph runs
    stdout: Any = field(default_factory=lambda: sys.stdout)  # where `print` writes when the trace begins
    printed_to: list[Any] = field(default_factory=list)  # streams other than the standard ones that the graph prints to
    # how often objects were handed over whose state in C cannot be seen, by their ids
    used: dict[int, tuple[Any, int]] = field(default_factory=dict)
    trace: int = field(default_factory=lambda: id(current_trace()))  # the `id` of JAX's trace that the record is of
    events: EventLog | None = None  # which lines ran, with what they bound; None where nobody asked
    shown: bool = False  # whether the program is to be read: its loops and divisions are those that the user wrote
    # by signature, the programs of the user's functions that are called; see `trace_cache`
    helpers: dict[Any, Any] = field(default_factory=dict)
    siblings: list[Any] = field(default_factory=list)  # programs of which calls may be made together
    # the arguments that a library has first called a function of the user's with, the traced ones as their types, and
    # those by name, and the named axes there; noted with the events
    handed: dict[types.FunctionType, tuple[tuple[Any, ...], dict[str, Any], Any]] = field(default_factory=dict)

    def let_go(self) -> None:
        """Forget the values of a finished trace, which its record would keep alive."""
        for values in (self.arrays, self.made_in_loops, self.array_copies, self.changed_copies, self.copies_of):
            values.clear()
        for others in (self.orders, self.inherited, self.printed_to):
            others.clear()
        for by_id in (self.used, self.objects, self.stored, self.dict_rows, self.helpers, self.siblings):
            by_id.clear()
        self.kinds.of_arrays = {}

    def rewind(self, decisions: int, helpers: int) -> None:
        """Forget all but the first `decisions` and `helpers`: the block is about to be traced again."""
        del self.all_decisions[decisions:]
        for key in [key for key, known in list(self.helpers.items())[helpers:] if known is not None]:
            del self.helpers[key]  # its decisions are forgotten

    def add(self, frame: Frame, decision: Decision) -> None:
        """Enter what became of the construct at a frame."""
        if frame.owner is None:
            return  # staging of nbgraph's own, around the user's
        self.owners[id(frame.owner)] = frame.owner
        self.all_decisions.append(decision)

    @contextlib.contextmanager
    def entered(self, owner: Converted, place: Place | None) -> Iterator[None]:
        """A converted function runs, called at `place` of the one that runs now."""
        self.owners[id(owner)] = owner
        self.stack.append(place)
        try:
            yield
        finally:
            self.stack.pop()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision once, in source order."""
        shown = (each for each in self.all_decisions if each.construct != "iteration")  # an iteration behind a `break`
        return tuple(sorted(dict.fromkeys(shown), key=lambda d: (d.span.file, d.span.line, d.span.column)))


_owners = ByIdentity[types.CodeType, weakref.ref[Converted]]()


def register(code: types.CodeType, owner: Converted) -> None:
    """Remember whose generated code this is, inner functions included."""
    _owners[code] = weakref.ref(owner)
    for const in code.co_consts:
        if isinstance(const, types.CodeType) and _is_converted(const):
            register(const, owner)


def _is_converted(code: types.CodeType) -> bool:
    """Whether inner code was converted with its function: class bodies and coroutines were not."""
    stays_python = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
    is_function = code.co_flags & inspect.CO_OPTIMIZED
    is_comprehension = code.co_name.startswith("<") and code.co_name != "<lambda>"
    return is_comprehension or bool(is_function and not code.co_flags & stays_python)


def owner_of(code: types.CodeType) -> Converted | None:
    """The converted function a code object belongs to, or None for code that is not generated."""
    found = _owners.get(code)
    return None if found is None else found()


@dataclass(frozen=True)
class Frame:
    """The place in generated code from which a staging operator was called."""

    owner: Converted | None  # the converted function; None where nbgraph's own code called
    file: str  # the user's file
    place: Place  # first and last line, first and last column there
    python: types.FrameType | None = field(default=None, repr=False, compare=False)  # the running function
    stands_for: Site | None = field(default=None, repr=False, compare=False)  # for a call in place of another one

    @property
    def span(self) -> Span:
        """The place in the user's source."""
        line, end_line, column, end_column = self.place
        source = self.owner.parsed.source if self.owner is not None else SourceText.of_file(self.file)
        return (source or SourceText(self.file, ())).span(line, column, end_line, end_column)

    def site(self, operator: str) -> Site:
        """What the call of `operator` stands for in the user's code."""
        sites = self.owner.sites if self.owner is not None else {}
        return self.stands_for or sites.get((operator, self.place)) or Site(operator.rstrip("_"))


def calling_frame(depth: int) -> Frame:
    """The generated code `depth` calls above this one."""
    frame = sys._getframe(depth + 1)
    code = frame.f_code
    if (position := next(itertools.islice(code.co_positions(), frame.f_lasti // 2, None), None)) is not None:
        line, end_line, column, end_column = (part or 0 for part in position)
        return Frame(owner_of(code), code.co_filename, (line, end_line, column, end_column), frame)
    return Frame(owner_of(code), code.co_filename, (frame.f_lineno, frame.f_lineno, 0, 0), frame)


def operator_frame(depth: int) -> Frame:
    """The generated code `depth` calls above; where nbgraph itself calls an operator, the user's place behind it."""
    frame = calling_frame(depth + 1)
    if not is_own_file(frame.file):
        return frame
    outside = user_frame()
    return Frame(None, outside.file, outside.place)


def user_frame() -> Frame:
    """The innermost place in the user's code, or in code generated from it, that runs now."""
    for depth, frame in enumerate(frames_of(sys._getframe(1)), 1):
        if owner_of(frame.f_code) is not None or is_user_file(frame.f_code.co_filename):
            return calling_frame(depth)
    return Frame(None, "", (0, 0, 0, 0))


def refusal(message: str, remedy: str, *, id: str = "traced-value-in-python") -> StagingError:
    """The error for what the user's code does at its innermost place, and a graph does not."""
    return StagingError(message, span=user_frame().span, remedy=remedy, id=id)


def noting() -> Callable[[Any, Any], None] | None:
    """What is told of each variable that stands for another one; None where nobody keeps the events."""
    log = context.here().log
    return None if log is None or log.events is None else log.events.copied


def taking_part() -> tuple[Converted, ...]:
    """The converted functions that have taken part in the trace so far."""
    log = context.here().log
    return () if log is None else tuple(log.owners.values())


def is_seen() -> bool:
    """Whether somebody is to see what is staged as the user has written it, or reads which lines have run."""
    log = context.here().log
    return log is not None and (log.shown or log.events is not None)


def names_around() -> Iterator[dict[str, Any]]:
    """The global names that the running converted functions see, each module's once."""
    seen: set[int] = set()
    for frame in converted_frames():
        if id(frame.f_globals) not in seen:
            seen.add(id(frame.f_globals))
            yield frame.f_globals


def functions_running() -> list[types.FunctionType]:
    """The user's functions that run as converted code now."""
    owners = [owner_of(frame.f_code) for frame in converted_frames()]
    return [owner.original for owner in owners if owner is not None]


def converted_frames() -> Iterator[types.FrameType]:
    """The running functions that were converted, innermost first."""
    return (frame for frame in frames_of(sys._getframe(1)) if owner_of(frame.f_code) is not None)


def record(frame: Frame, decision: Decision) -> None:
    """Enter a decision in the record of the trace, if one is kept."""
    if (log := context.here().log) is not None:
        log.add(frame, decision)
