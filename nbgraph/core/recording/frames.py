"""The calls of a recorded run: which one an equation belongs to, what it was given, what it gave."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nbgraph.core._jax import calls_directly
from nbgraph.core.graph.trace import Entry
from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.recording.jumps import Skipping
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.made import Chain
from nbgraph.core.spans import Span
from nbgraph.core.staging.events import Frame as Called

if TYPE_CHECKING:
    from nbgraph.core.recording.line_log import LineLog

At = tuple[int, int, Chain | None]
"""Loop, round of it, and where Python's run is; None where nobody knows."""
Path = list[tuple[Span, Function]]
_GENERATOR = "`{}` is not gone into: it is a generator, which runs a piece at a time."
_OF_A_PACKAGE = "`{}` is not gone into: JAX or another package calls it, perhaps on other values (as `jax.vmap` does)."
_OF_PYTHON = "`{}` is not gone into: Python's `{}` calls it, an item at a time."
_UNKNOWN = "`{}` is not gone into: which of its calls a step belongs to is not known."
_LAZY = frozenset({"filter", "map"})
_DEEPEST = 12  # calls within one another, as many as a reader follows


@dataclass(eq=False)
class Frame:
    """One call of a function.

    Attributes:
        function: what is called.
        number: which call it is.
        context: the number of its way through the text: calls that came the same way share it.
        parent: the caller; None for the function that is shown.
        call: where it is called.
        line: the first line of the statement that calls it.
        at: where the caller is.
        chain: what the place of each of its lines begins with in Python's run.
        begun: the number of its first step.
        skipping: what Python has jumped over in it.
        seen: the operations run in it, with loop and round.
        latest: the position of the operation run in it last.
        statement: the line, loop and round of the statement that it is in.
        opened: the calls that this statement has made.
        event: the same call in the event log; None where the log does not tell.
    """

    function: Function
    number: int = 0
    context: int = 0
    parent: Frame | None = None
    call: Span | None = None
    line: int = 0
    at: At = (-1, 0, ())
    chain: Chain | None = ()
    begun: int = 0
    seen: set[Any] = field(default_factory=set)
    latest: Span | None = None
    statement: tuple[int, int, int] = (0, 0, 0)
    opened: set[Span] = field(default_factory=set)
    event: Called | None = None

    def __post_init__(self) -> None:
        lines = self.function.lines
        self.skipping = Skipping(lines.jumps, lines.loops)
        self.lists = frozenset[str]().union(*lines.changed.values())

    @property
    def lines(self) -> Lines:
        """What is known of its function's lines."""
        return self.function.lines

    @property
    def around(self) -> list[Frame]:
        """It and its callers, innermost first."""
        return [self] if self.parent is None else [self, *self.parent.around]

    @property
    def is_named(self) -> bool:
        """Whether the call names the function: only then does its text say for certain what the parameters are."""
        call = self.parent.function.calls.get(self.call) if self.parent is not None and self.call is not None else None
        return call is not None and self.function.is_bare and self.function.is_named_by(call)

    def is_alone(self, line: int) -> bool:
        """Whether a line is in a loop that Python alone goes through."""
        return bool(set(self.lines.loops.get(self.lines.start(line), ())) - self.skipping.running)

    def is_taken(self, line: int) -> bool | None:
        """Whether Python comes to a line that is computed anyway; None where that is not known."""
        sides, depends = self.lines.sides(line), self.lines.depends(line)
        verdicts = (self.skipping.holds(sides), _not(self.skipping.skipped(line)), True if depends else None)
        return False if False in verdicts else None if None in verdicts else True

    @property
    def return_line(self) -> int:
        """The line of the `return` by which it ends; 0 where that is not known."""
        body = self.function.node.body
        last = body[-1] if isinstance(body, list) else None
        return self.skipping.return_line(last.lineno if isinstance(last, ast.Return) else 0)


def _not(verdict: bool | None) -> bool | None:
    return None if verdict is None else not verdict


def path_of(functions: Functions, block: Frame, entry: Entry) -> tuple[Frame, Path, Span] | None:
    """Which call an equation belongs to.

    Args:
        functions: the functions.
        block: the call that the block around the equation belongs to.
        entry: the equation: its position, then those of the calls that led there, as far as the block.

    Returns:
        The call where the way begins, each call after it with its place, and the position in the last one; None where
        no position lies in a function that is followed.
    """
    spans = entry.spans
    homes = [functions.at(span) for span in spans]
    for base in block.around:
        start = next((i for i in reversed(range(len(spans))) if homes[i] is base.function), None)
        if start is None:
            continue
        here, place, path = base.function, spans[start], Path()
        for span, home in zip(reversed(spans[:start]), reversed(homes[:start]), strict=True):
            call = here.calls.get(place)
            may = call is not None and home is not None and (home is not here or home.is_named_by(call))
            if may and home is not None and call is not None and _enters(home, call, entry, place, span):
                if len(base.around) + len(path) > _DEEPEST:
                    break
                path.append((place, home))
                here = home
            elif home is not here:
                if home is not None and home.index > 0:
                    functions.closed.setdefault(home, here)
                break
            place = span
        return base, path, place
    return None


def why_not(closed: Mapping[Function, Function], log: LineLog, *, is_laid: bool) -> Iterator[str]:
    """Why calls are not gone into, in words.

    Args:
        closed: the functions, each with one that it is called within.
        log: Python's lines.
        is_laid: whether the steps are those lines: then what Python itself calls is gone into.
    """
    for function, caller in closed.items():
        if function.is_generator:
            yield _GENERATOR.format(function.name)
        elif function in log.apart:
            yield _OF_A_PACKAGE.format(function.name)
        elif not is_laid:
            lazy = _lazily_by(function, caller)
            yield _OF_PYTHON.format(function.name, lazy) if lazy else _UNKNOWN.format(function.name)


def _lazily_by(function: Function, caller: Function) -> str:
    """What of Python's calls a function an item at a time; "" for nothing."""
    for call in caller.calls.values():
        match call:
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _LAZY and _stands_for(first, function):
                return name
            case _:
                pass
    return ""


def _stands_for(value: ast.expr, function: Function) -> bool:
    """Whether an expression is a function, by its name or as it stands."""
    if isinstance(value, ast.Lambda):
        return isinstance(function.node, ast.Lambda) and value.lineno == function.node.lineno
    return isinstance(value, ast.Name | ast.Attribute) and ast.unparse(value).rpartition(".")[2] == function.name


def _enters(function: Function, call: ast.expr, entry: Entry, place: Span, span: Span) -> bool:
    if function.is_generator:
        return False
    if place.contains(span) and not isinstance(function.node, ast.Lambda):
        return False
    called, caller = (span.file, span.line), (place.file, place.line)
    return (function.is_bare and function.is_named_by(call)) or calls_directly(entry.equation, caller, called)
