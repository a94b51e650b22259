"""From the log of a run to the steps that a reader follows: one for each execution of a line that has operations."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core._jax import opened, rounds_of
from nbgraph.core.graph.builder import Value
from nbgraph.core.graph.model import Graph, Node
from nbgraph.core.graph.trace import Entry, Part
from nbgraph.core.recording.calling import Calling
from nbgraph.core.recording.choices import Choices
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.functions import Functions
from nbgraph.core.recording.lists import Slot, as_lists
from nbgraph.core.recording.log import Chosen, Done, Item, Kept, LoopRun, Tested, Told
from nbgraph.core.recording.made import Made, Rounds
from nbgraph.core.recording.model import Loop
from nbgraph.core.recording.statements import may_test
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.events import EventLog
from nbgraph.core.staging.leaf_words import HAS_VALUE

_GIVEN = ("merge", "variable", "stack")  # what a conditional or a loop gives has the record's names


class Stepper(Calling):
    """Walks a log.

    Attributes:
        loops: the loops that ran, in order.
        staged: the loops whose rounds are counted: the number of the function, the first line.
        peeled: the positions of the loops whose first rounds were made before them.
    """

    def __init__(
        self,
        functions: Functions,
        graph: Graph,
        decisions: Sequence[Decision],
        events: EventLog,
        share: float,
        *,
        into_calls: bool = True,
    ) -> None:
        """Begin.

        Args:
            functions: the function that is shown, and those it calls.
            graph: its graph.
            decisions: what became of each construct.
            events: what happened while it was traced.
            share: how much of the kept rounds to show.
            into_calls: whether to show what called functions do.
        """
        super().__init__(functions, decisions, events, into_calls=into_calls)
        self.loops: list[Loop] = []
        self.staged: set[tuple[int, int]] = set()
        self.peeled: set[int] = set()
        self._share = share
        self._nodes = {node.id: node for node in graph.nodes}
        self._parents = {region.id: region.parent for region in graph.regions}
        self._choices = Choices(functions, self._nodes, decisions)
        self._testing: Frame | None = None
        self._gather: Made | None = None

    @property
    def lost(self) -> set[int]:
        """The positions of the loops whose rounds have other numbers in plain Python, and of those in them."""
        found = set[int]()
        for number, loop in enumerate(self.loops):  # a loop comes after the one around it
            found |= {number} if number in self.peeled or loop.parent in found else set()
        return found

    def begin(self, inputs: Sequence[Value], variables: Sequence[Any], values: Sequence[Any]) -> None:
        """The call: its arguments."""
        self._new(self.lines.head, counted=False).is_head = True
        self._carry(inputs, values, own=True)
        self.steps[-1].compute(dict(zip(variables, values, strict=True)))
        self._fresh = True

    def end(self, graph: Graph, values: Sequence[Any]) -> None:
        """The return."""
        self.leave_to(self.frame.around[-1])
        outputs = [node for node in graph.nodes if node.kind == "output"]
        returned = outputs[0].span if outputs else None
        line = self.frame.return_line or self.steps[-1].line
        line = self.lines.start(returned.line) if returned is not None else line
        if self.steps[-1].line != line:
            self._new(line)
        self.steps[-1].outputs = [Slot(node.id, "", value) for node, value in zip(outputs, values, strict=False)]
        self.steps[-1].slots += self.steps[-1].outputs

    def walk(self, items: Sequence[Item], part: Part) -> None:
        """The steps of one block."""
        self._choices.read(part)
        for item in items:
            match item:
                case Done():
                    self._done(item)
                case Kept(values):
                    self.steps[-1].compute(values)
                case Chosen():
                    self._chosen(item)
                    self._choices.read(item.entry.parts[item.part])
                case Told(entry, text):
                    self._step_at(entry, self._go_to(entry)).told.append(text)
                case Tested(_, holds):
                    if self.blocks[-1][1] in self.frame.around:
                        self.leave_to(self.blocks[-1][1])
                    self._testing = None
                    if self.steps[-1].line in self.lines.whiles:
                        left = False if holds else self.frame.skipping.left(self.steps[-1].line)
                        turned = not holds and self._is_endless(self.steps[-1].line)
                        self.steps[-1].test = None if left is None or turned else holds
                    elif not holds:  # a `for` has no next element: its target stays what it was
                        self._unbind(self.steps[-1].slots, self.steps[-1].line)
                case LoopRun():
                    self._loop(item)

    def _done(self, item: Done) -> None:
        place = self._go_to(item.entry, closes=item.closes)
        step = self.steps[-1] if item.closes and self.steps else self._step_at(item.entry, place)
        span = item.entry.spans[0] if item.entry.spans else None
        step.spans.add(span)
        slots = self._slots(item.entry, item.entry.results, item.values)
        step.compute(dict(zip(item.entry.equation.outvars, item.values, strict=True)))
        if item.closes and self.blocks and self.blocks[-1][0] is item.entry:
            self.blocks.pop()
        if item.closes and place is not None and self._is_loop(item.entry):
            self._unbind(slots, self.lines.start(place.line))
        step.slots += slots
        line, negated = self.lines.tests.get(span, (0, False)) if span is not None else (0, False)
        times = self._choices.negations.get(id(item.entry))
        if span is not None and id(item.entry) in self._choices.truths:
            line, negated, times = self.lines.start(span.line), False, 0
        tested = times is not None and isinstance(item.values[0], bool) and self._testing is not self.frame
        if tested and times is not None and line == step.line:
            # `if p: continue` is staged as `if not p`
            step.test = item.values[0] != ((times - negated) % 2 == 1)
            self.frame.skipping.tested(line, step.test)

    def _is_loop(self, entry: Entry) -> bool:
        return any(self._nodes[value.node].role == "variable" for value in entry.results if value.node in self._nodes)

    def _unbind(self, slots: Sequence[Slot], line: int) -> None:
        """Take the target of a `for` from what is bound: the graph's counter is one ahead of it at the end."""
        for slot in slots:
            slot.name = "" if slot.name in self.lines.targets.get(line, ()) else slot.name

    def _chosen(self, item: Chosen) -> None:
        step = self._step_at(item.entry, self._go_to(item.entry), again=True)
        self.blocks.append((item.entry, self.frame))
        step.taken.append(item.entry.parts[item.part].region)
        step.left += [part.region for number, part in enumerate(item.entry.parts) if number != item.part]
        if len(item.entry.parts) == 2 and step.test is None and may_test(self.frame.function.statements.get(step.line)):
            known = self.frame.skipping.holds([(step.line, item.part == 0)])
            step.test = item.part == 0 if known is not False else None  # else it is another choice of the line's

    def _loop(self, run: LoopRun) -> None:
        entry = run.entry
        place = self._go_to(entry)
        frame = self.frame
        line = self.lines.start(place.line) if place is not None else self.steps[-1].line
        body = entry.parts[-1]
        region = self._nodes[entry.results[0].node or ""].region if entry.results else body.region
        rounds = run.rounds(self._share)
        is_while = len(entry.parts) == 2
        total = run.total - (is_while and run.ended)
        outer = self._at
        number = len(self.loops)
        self.loops.append(Loop(line, region, total, run.ended, outer[0], outer[1], len(rounds)))
        real = outer[2] is not None and self.lines.owns(entry.spans) and line in self.lines.headers
        self.staged |= {(frame.function.index, line)} if real else set()
        if (frame.number, *outer[:2], line) in self._within:
            self.peeled.add(number)
        if rounds and not self._fresh and self.steps[-1].line == line and self.steps[-1].frame is frame:
            self._gather = self.steps.pop()  # what the loop runs over belongs to its first header
            if self._gather.key is not None:
                self.counts[self._gather.key[:2]] -= 1
        self.blocks.append((entry, frame))
        tested = self._testing
        for index, each in enumerate(rounds):
            self.leave_to(frame)
            chain = (*outer[2], (line, each.number)) if real and outer[2] is not None else None
            before, self._at = self._at, (number, each.number, chain)
            gap = index > 0 and each.number != rounds[index - 1].number + 1
            self.frame.skipping.begins(line, first=index == 0, unseen=gap and not is_while)
            left = index > 0 and each.number > total and not gap and frame.skipping.left(line)
            if left:
                self._at = before  # Python does not come back to the header
                self.steps[-1].is_over = True
            else:
                self._new(line).anchor = self.line_of(entry)
            self.steps[-1].compute(dict(_carried(entry, each.carry)))
            self.steps[-1].slots += self._gather.slots if self._gather is not None else []
            self._gather, self._testing = None, frame if is_while else None
            own = self.lines.owns(entry.spans) and self.frame.skipping.skipped(line) is False
            carried = self._carry(entry.parts[0].inputs, each.carry, own=own)
            ours = line in self.lines.elements and not left
            self._unbind(
                [slot for slot in carried if not (ours and self._is_element(slot, carried, each.number))], line
            )
            self.walk(each.items, body)
            following = rounds[index + 1].number if index + 1 < len(rounds) else each.number + 1
            if following != each.number + 1 and real and outer[2] is not None:
                self.leave_to(frame)
                self.steps[-1].after = ((*outer[2], (line, each.number + 1)), line, 0)
        self.leave_to(frame)
        self._testing = tested
        self.blocks.pop()
        if rounds:
            self.frame.skipping.ends(is_whole=not is_while)
        self._at = outer
        self._fresh = True

    def _is_element(self, slot: Slot, carried: Sequence[Slot], number: int) -> bool:
        """Whether a value at a round's begin is the target's: an element, or the counter, not what it was before."""
        if self._nodes[slot.node].role == "element":
            return True
        return slot is carried[0] and isinstance(slot.value, int) and slot.value == number - 1

    def _carry(self, inputs: Sequence[Value], values: Sequence[Any], *, own: bool) -> list[Slot]:
        slots, without = list[Slot](), set[str]()
        for given, value in zip(inputs, values, strict=True):
            node = self._nodes.get(given.node or "")
            if node is not None and value is False and node.label.endswith(HAS_VALUE):
                without.add(node.label.removesuffix(HAS_VALUE))  # what is carried for it stands for nothing yet
            if node is not None and (node.role in ("variable", "element") or node.kind == "input"):
                slots.append(Slot(node.id, node.names[0] if own and node.names else "", value))
        for slot in slots:
            slot.name = "" if slot.name in without else slot.name
        self.steps[-1].slots += self._as_lists(slots)
        self.steps[-1].carried |= {slot.name for slot in slots}
        return slots

    def _slots(self, entry: Entry, results: Sequence[Value], values: Sequence[Any]) -> list[Slot]:
        own = self.lines.owns(entry.spans)
        known = self._choices.selected.get(id(entry), "")
        if own and not known:
            within = self.lines.both_sides(entry.spans[0].line) and not self.frame.is_taken(entry.spans[0].line)
            own = not within and entry.spans[0] not in self._choices.selects and not self._is_left_out(entry.spans[0])
        line = self.lines.start(entry.spans[0].line) if own or known else 0
        sure = self.frame.skipping.skipped(line) is False
        slots, touched = [], self._touched(entry)
        for result, value in zip(results, values, strict=True):
            node = self._nodes.get(result.node or "")
            if node is not None:
                name = known or (node.names[result.index] if result.index < len(node.names) else "")
                given = bool(known) or (node.role in _GIVEN and not self._is_from_within(entry, node))
                gives = (
                    not (self.frame.skipping.returned or {line, self.steps[-1].line} & self.lines.returns)
                    if given
                    else name.partition(".")[0] in touched
                )
                undecided = name in self._choices.undecided.get(id(entry), ()) and not self.frame.is_taken(line)
                unclear = undecided or name in self.lines.repeated.get(line, ())
                binds = own and sure and gives and not unclear
                slots.append(Slot(node.id, name if binds else "", value))
        return self._as_lists(slots)

    def _is_endless(self, line: int) -> bool:
        """Whether a loop is `while True`, whose own test is never false."""
        statement = self.frame.function.statements.get(line)
        return isinstance(statement, ast.While) and isinstance(statement.test, ast.Constant)

    def _is_left_out(self, span: Span) -> bool:
        """Whether an expression is in the body of an `if p: ...` of one line whose test is false."""
        statement = self.frame.function.statements.get(self.lines.start(span.line))
        if not isinstance(statement, ast.If) or statement.body[0].lineno != statement.lineno:
            return False
        return self.steps[-1].test is False and span.column >= statement.body[0].col_offset

    def _is_from_within(self, entry: Entry, node: Node) -> bool:
        """Whether what an equation gives is made by a conditional or loop in its body, as in a called function."""
        bodies = {part.region for part in entry.parts}
        around = self._parents.get(node.region)
        while around is not None and around not in bodies:
            around = self._parents.get(around)
        return around is not None

    def _touched(self, entry: Entry) -> set[str]:
        place = self.lines.place(entry.spans)
        return set() if place is None else self.lines.touched.get(self.lines.start(place.line), set())

    def _as_lists(self, slots: list[Slot]) -> list[Slot]:
        """Lists in buffers as the lists they stand for; names that are not the user's are left out."""
        as_lists(slots, self.frame.lists)
        for slot in slots:
            if slot.name not in self.lines.names:
                slot.name = ""
        return slots

    def _step_at(self, entry: Entry, place: Span | None, *, again: bool = False) -> Made:
        """The step that an equation belongs to: a new one where another line begins, or the same line once more."""
        current = self.steps[-1] if self.steps and not self._fresh else None
        if place is None or self._testing is self.frame:
            return current or self.steps[-1]
        line = self.lines.start(place.line)
        chooses = entry.spans[0] in self._choices.selects
        ours = self.steps[-1].frame is self.frame
        if ours and not again and self._is_beside(line, self.steps[-1].line, chooses=chooses):
            return self.steps[-1]  # what the graph computes besides: Python does not come there
        rounds = len(self.blocks), rounds_of(entry.equation)
        seen = not chooses and entry.spans[0] in (() if current is None else current.spans)
        if current is None or line != current.line or (not again and (seen or _is_later(rounds, current.rounds))):
            step = self._new(line, counted=not chooses)  # Python does not come back to choose
            step.chooses = self._at[2] if chooses and not step.skipped else None
            step.rounds, step.anchor = rounds, self.line_of(entry)
            return step
        current.rounds = current.rounds or rounds
        return current

    def _is_beside(self, line: int, now: int, *, chooses: bool) -> bool:
        """Whether what stands in a line is no step of its own: a choice by a test, or what Python leaves out."""
        if chooses and (now == line or line in self.lines.decides(now)):
            return True
        if isinstance(self.frame.function.statements.get(line), ast.Try):
            return True  # what was raised decides what follows
        return self.frame.is_taken(line) is False or self.frame.skipping.leads(line) is False

    def _go_to(self, entry: Entry, *, closes: bool = False) -> Span | None:
        """Let the run be in the call that an equation belongs to; its position there, None where it has none."""
        tested = self._testing.function if self._testing is not None else None
        if not self.into_calls or (tested is not None and tested not in map(self.functions.at, entry.spans)):
            return self.lines.place(entry.spans)
        node = self._nodes.get(entry.results[0].node or "") if entry.results else None
        operation = "" if closes or node is None else node.operation
        return self.go_to(entry, operation)


def _carried(entry: Entry, values: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """The variables of a loop's test and body that have values when an iteration begins, with these."""
    params, count = entry.equation.params, len(entry.equation.outvars)
    first, _ = opened(params["cond_jaxpr" if "cond_jaxpr" in params else "jaxpr"])
    yield from zip(first.invars, values, strict=False)
    if "cond_jaxpr" in params:
        body, _ = opened(params["body_jaxpr"])
        yield from zip(body.invars[len(body.invars) - count :], values[len(values) - count :], strict=True)


def _is_later(rounds: Rounds, before: Rounds | None) -> bool:
    """Whether an equation is made in another round of an unrolled loop than one before it in the same block."""
    return before is not None and before[0] == rounds[0] and before[1] != rounds[1]
