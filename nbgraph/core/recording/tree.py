"""Read the event log as a tree: each call, branch and loop with its contents, and the equation that it became."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.functionalise.sites import Place
from nbgraph.core.records import dataclass, field
from nbgraph.core.staging.trace import Entered, Event, EventLog, Frame, Left, Line, Region, Repeated, Staged

_LOOPS = ("while", "scan")


@dataclass(eq=False)
class Block:
    """One run of a function, or of a block in one."""

    entered: Entered  # its begin
    site: Place | None  # where it is called; None for the outermost
    # its lines, what they stage, and what runs in it
    items: list[Line | Staged | Block | Loop] = field(default_factory=list)
    left: Left | None = None  # its end; None where it has none
    equation: Any = None  # of a helper that is a program of its own the equation that runs it

    @property
    def frame(self) -> Frame:
        return self.entered.frame

    @property
    def loop(self) -> Region | None:
        """Return the loop whose test or iteration it is; None for another block."""
        return next((each for each in self.frame.own_regions if each.kind != "branch"), None)

    @property
    def branches(self) -> list[Region]:
        """Return the branches that it runs in and its caller does not."""
        return [each for each in self.frame.own_regions if each.kind == "branch"]


@dataclass(eq=False)
class Loop:
    """A loop of the graph's."""

    place: Place  # its position
    body: Block  # an iteration
    test: Block | None  # its test; None for a loop without one
    equation: Any  # the equation that runs it


class Tree:
    """Reads a log."""

    def __init__(self, log: EventLog, program: Any) -> None:
        self._log = log
        self._equations = dict(_with_bodies(program))
        self.homes: set[int] = set()  # the ids of the equations of the log's loops and helpers
        # the function that was traced; None where the log is empty
        self.root = self._read(log.events, None) if log.events else None

    def _read(self, events: Sequence[Event], site: Place | None) -> Block:
        blocks: dict[Frame, Block] = {}
        first: Block | None = None
        for event in events:
            if isinstance(event, Entered):
                made = blocks[event.frame] = Block(event, event.frame.site if first is not None else site)
                caller = None if event.frame.caller is None else blocks.get(event.frame.caller)
                first = first or made
                if caller is not None:
                    caller.items.append(made)
                continue
            block = blocks[event.frame]
            if isinstance(event, Repeated):
                block.items.append(self._read(event.events, event.site))
            elif isinstance(event, Left):
                block.left = event
            else:
                block.items.append(event)
                if isinstance(event, Staged):
                    self._assign(block, event)
        assert first is not None, "a log begins with a frame"
        return first

    def _assign(self, block: Block, event: Staged) -> None:
        """Assign its equations to the block that was just left."""
        marks = (one for marks in event.equations for mark in marks for one in self._log.staged_as(mark))
        found = {id(self._equations[mark]): self._equations[mark] for mark in marks if mark in self._equations}
        for equation in found.values():
            if equation.primitive.name in _LOOPS:
                self._assign_loop(block, equation)
            else:
                self._assign_call(block, equation)

    def _assign_loop(self, block: Block, equation: Any) -> None:
        parts = [each for each in block.items if isinstance(each, Block) and each.loop is not None and each.loop.staged]
        bodies = [each for each in parts if each.loop is not None and each.loop.kind == "body"]
        body = bodies[-1] if bodies else None
        if body is None or body.loop is None:
            return
        place = body.loop.place
        test = next((each for each in parts if each is not body and each.loop and each.loop.place == place), None)
        at = block.items.index(body)
        block.items = [each for each in block.items if each is not test]
        block.items[at] = Loop(place, body, test, equation)
        self.homes.add(id(equation))

    def _assign_call(self, block: Block, equation: Any) -> None:
        name = equation.params.get("name")
        for each in reversed(block.items):
            if isinstance(each, Block) and each.frame.name == name and not each.frame.is_block:
                if each.equation is None:
                    each.equation = equation
                    self.homes.add(id(equation))
                return


def _with_bodies(jaxpr: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each equation of a program that has bodies, except `cond`, by each variable that it computes."""
    pending, seen = [jaxpr], set[int]()
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        for equation in one.eqns:
            bodies = _jax.bodies(equation)
            pending += [body for body, _ in bodies]
            if bodies and equation.primitive.name != "cond":
                yield from ((mark, equation) for mark in _jax.marks_of(equation))


def variables_of(events: EventLog) -> set[Any]:
    """Return the variables of the program that names, their existence, and tests are read from."""
    found: set[Any] = set()
    for event in events.traced():
        regions: Iterable[Region] = event.frame.own_regions if isinstance(event, Entered) else ()
        marks = [each.predicate for each in regions if each.predicate is not None]
        for binding in event.bound.values() if isinstance(event, Entered | Line) else ():
            leaves = () if binding is None else (*binding.leaves, binding.exists)
            marks += [leaf.variable for leaf in leaves if hasattr(leaf, "variable")]
        found.update(one for mark in marks for one in events.staged_as(mark))
    return found
