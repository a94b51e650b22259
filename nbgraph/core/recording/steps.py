"""From the log of a run to the steps that a reader follows: one for each execution of a line that has operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from nbgraph.core.graph.builder import Value
from nbgraph.core.graph.model import Graph, Node
from nbgraph.core.graph.trace import Entry, Part
from nbgraph.core.recording.jumps import Skipping
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.lists import Slot, as_lists
from nbgraph.core.recording.log import Chosen, Done, Item, LoopRun, Tested, Told
from nbgraph.core.recording.made import Chain, Made
from nbgraph.core.recording.model import Loop
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision

_GIVEN = ("merge", "variable", "stack")  # what a conditional or a loop gives has the record's names


class Stepper:
    """Walks a log.

    Attributes:
        steps: the steps so far.
        loops: the loops that ran, in order.
        counts: how often each line was reached in the same rounds.
        staged: the first lines of the loops whose rounds are counted.
        peeled: the positions of the loops whose first rounds were made before them.
    """

    def __init__(self, lines: Lines, graph: Graph, decisions: Sequence[Decision], share: float) -> None:
        self.steps: list[Made] = []
        self.loops: list[Loop] = []
        self.counts: Counter[tuple[Chain, int]] = Counter()
        self.staged: set[int] = set()
        self.peeled: set[int] = set()
        self._skipping = Skipping(lines.jumps, lines.loops)
        self._lines, self._share = lines, share
        self._nodes = {node.id: node for node in graph.nodes}
        self._parents = {region.id: region.parent for region in graph.regions}
        self._selects = {d.span: d.outputs for d in decisions if d.became == "select"}
        self._selected: dict[int, str] = {}
        self._undecided: dict[int, set[str]] = {}
        self._at: tuple[int, int, Chain | None] = (-1, 0, ())
        self._fresh = True
        self._testing = False
        self._within: set[tuple[int, int, int]] = set()
        self._gather: Made | None = None
        self._negations: dict[int, int] = {}
        self._lists = frozenset[str]().union(*lines.changed.values())

    def begin(self, inputs: Sequence[Value], values: Sequence[Any]) -> None:
        """The call: its arguments."""
        self._new(self._lines.head, counted=False)
        self._carry(inputs, values, own=True)
        self._fresh = True

    def end(self, graph: Graph, values: Sequence[Any]) -> None:
        """The return."""
        outputs = [node for node in graph.nodes if node.kind == "output"]
        returned = outputs[0].span if outputs else None
        line = self._lines.start(returned.line) if returned is not None else self.steps[-1].line
        if self.steps[-1].line != line:
            self._new(line)
        self.steps[-1].slots += [Slot(node.id, "", value) for node, value in zip(outputs, values, strict=False)]

    def walk(self, items: Sequence[Item], part: Part) -> None:
        """The steps of one block."""
        self._name_selects(part)
        self._count_negations(part)
        for item in items:
            match item:
                case Done():
                    self._done(item)
                case Chosen():
                    self._chosen(item)
                    self._name_selects(item.entry.parts[item.part])
                    self._count_negations(item.entry.parts[item.part])
                case Told(entry, text):
                    self._step_at(entry).told.append(text)
                case Tested(_, holds):
                    self._testing = False
                    if self.steps[-1].line in self._lines.whiles:
                        self.steps[-1].test = holds
                    elif not holds:  # a `for` has no next element: its target stays what it was
                        self._unbind(self.steps[-1].slots, self.steps[-1].line)
                case LoopRun():
                    self._loop(item)

    def _done(self, item: Done) -> None:
        step = self.steps[-1] if item.closes and self.steps else self._step_at(item.entry)
        span = item.entry.spans[0] if item.entry.spans else None
        step.spans.add(span)
        slots = self._slots(item.entry, item.entry.results, item.values)
        place = self._lines.place(item.entry.spans)
        if item.closes and place is not None and self._is_loop(item.entry):
            self._unbind(slots, self._lines.start(place.line))
        step.slots += slots
        line, negated = self._lines.tests.get(span, (0, False)) if span is not None else (0, False)
        if line == step.line and isinstance(item.values[0], bool) and not self._testing:
            # `if p: continue` is staged as `if not p`
            step.test = item.values[0] != ((self._negations.get(id(item.entry), 0) - negated) % 2 == 1)
            self._skipping.tested(line, step.test)

    def _is_loop(self, entry: Entry) -> bool:
        return any(self._nodes[value.node].role == "variable" for value in entry.results if value.node in self._nodes)

    def _unbind(self, slots: Sequence[Slot], line: int) -> None:
        """Take the target of a `for` from what is bound: the graph's counter is one ahead of it at the end."""
        for slot in slots:
            slot.name = "" if slot.name in self._lines.targets.get(line, ()) else slot.name

    def _chosen(self, item: Chosen) -> None:
        step = self._step_at(item.entry, again=True)
        step.taken.append(item.entry.parts[item.part].region)
        step.left += [part.region for number, part in enumerate(item.entry.parts) if number != item.part]
        if len(item.entry.parts) == 2 and step.test is None:
            step.test = item.part == 0

    def _loop(self, run: LoopRun) -> None:
        entry = run.entry
        place = self._lines.place(entry.spans)
        line = self._lines.start(place.line) if place is not None else self.steps[-1].line
        body = entry.parts[-1]
        region = self._nodes[entry.results[0].node or ""].region if entry.results else body.region
        rounds = run.rounds(self._share)
        is_while = len(entry.parts) == 2
        total = run.total - (is_while and run.ended)
        outer = self._at
        number = len(self.loops)
        self.loops.append(Loop(line, region, total, run.ended, outer[0], outer[1], len(rounds)))
        real = outer[2] is not None and self._lines.owns(entry.spans) and line in self._lines.headers
        self.staged |= {line} if real else set()
        if (*outer[:2], line) in self._within:
            self.peeled.add(number)
        if rounds and not self._fresh and self.steps[-1].line == line:
            self._gather = self.steps.pop()  # what the loop runs over belongs to its first header
            if self._gather.key is not None:
                self.counts[self._gather.key[:2]] -= 1
        for index, each in enumerate(rounds):
            chain = (*outer[2], (line, each.number)) if real and outer[2] is not None else None
            self._at = number, each.number, chain
            gap = index > 0 and each.number != rounds[index - 1].number + 1
            self._skipping.begins(line, first=index == 0, unseen=gap and not is_while)
            self._new(line)
            self.steps[-1].slots += self._gather.slots if self._gather is not None else []
            self._gather, self._testing = None, is_while
            own = self._lines.owns(entry.spans) and self._skipping.skipped(line) is False
            carried = self._carry(entry.parts[0].inputs, each.carry, own=own)
            self._unbind([slot for slot in carried if not self._is_element(slot, carried, each.number)], line)
            self.walk(each.items, body)
            following = rounds[index + 1].number if index + 1 < len(rounds) else each.number + 1
            if following != each.number + 1 and real and outer[2] is not None:
                self.steps[-1].after = ((*outer[2], (line, each.number + 1)), line, 0)
        if rounds:
            self._skipping.ends(is_whole=not is_while)
        self._at = outer
        self._fresh = True

    def _is_element(self, slot: Slot, carried: Sequence[Slot], number: int) -> bool:
        """Whether a value at a round's begin is the target's: an element, or the counter, not what it was before."""
        if self._nodes[slot.node].role == "element":
            return True
        return slot is carried[0] and isinstance(slot.value, int) and slot.value == number - 1

    def _carry(self, inputs: Sequence[Value], values: Sequence[Any], *, own: bool) -> list[Slot]:
        slots = []
        for given, value in zip(inputs, values, strict=True):
            node = self._nodes.get(given.node or "")
            if node is not None and (node.role in ("variable", "element") or node.kind == "input"):
                slots.append(Slot(node.id, node.names[0] if own and node.names else "", value))
        self.steps[-1].slots += self._as_lists(slots)
        self.steps[-1].carried |= {slot.name for slot in slots}
        return slots

    def _slots(self, entry: Entry, results: Sequence[Value], values: Sequence[Any]) -> list[Slot]:
        own = self._lines.owns(entry.spans)
        known = self._selected.get(id(entry), "")
        if own and not known:
            own = not self._lines.both_sides(entry.spans[0].line) and entry.spans[0] not in self._selects
        line = self._lines.start(entry.spans[0].line) if own or known else 0
        sure = self._skipping.skipped(line) is False
        slots, touched = [], self._touched(entry)
        for result, value in zip(results, values, strict=True):
            node = self._nodes.get(result.node or "")
            if node is not None:
                name = known or (node.names[result.index] if result.index < len(node.names) else "")
                given = bool(known) or (node.role in _GIVEN and not self._is_from_within(entry, node))
                gives = (
                    not (self._skipping.returned or line in self._lines.returns)
                    if given
                    else name.partition(".")[0] in touched
                )
                unclear = name in self._lines.repeated.get(line, ()) or name in self._undecided.get(id(entry), ())
                binds = own and sure and gives and not unclear
                slots.append(Slot(node.id, name if binds else "", value))
        return self._as_lists(slots)

    def _is_from_within(self, entry: Entry, node: Node) -> bool:
        """Whether what an equation gives is made by a conditional or loop in its body, as in a called function."""
        bodies = {part.region for part in entry.parts}
        around = self._parents.get(node.region)
        while around is not None and around not in bodies:
            around = self._parents.get(around)
        return around is not None

    def _touched(self, entry: Entry) -> set[str]:
        place = self._lines.place(entry.spans)
        return set() if place is None else self._lines.touched.get(self._lines.start(place.line), set())

    def _as_lists(self, slots: list[Slot]) -> list[Slot]:
        """Lists in buffers as the lists they stand for; names that are not the user's are left out."""
        as_lists(slots, self._lists)
        for slot in slots:
            if slot.name not in self._lines.names:
                slot.name = ""
        return slots

    def _name_selects(self, part: Part) -> None:
        """Which variable each choice between two computed sides gives, in the order of the record."""
        found: dict[Any, list[Entry]] = {}
        for entry in part.entries:
            if entry.spans and entry.spans[0] in self._selects and entry.results:
                node = self._nodes.get(entry.results[0].node or "")
                if node is not None and node.operation == "select_n":
                    found.setdefault(entry.spans[0], []).append(entry)
        for span, entries in found.items():
            names = self._selects[span]
            if len(names) == len(entries):
                if not self._lines.both_sides(span.line):
                    self._selected.update((id(entry), name) for entry, name in zip(entries, names, strict=True))
                self._forget(part, span, set(names))

    def _forget(self, part: Part, span: Span, names: set[str]) -> None:
        """What is computed between a test and the choice by it is not yet the variable's value."""
        within = False
        for entry in part.entries:
            if entry.spans and entry.spans[0] == span:
                within = False
            if within:
                self._undecided.setdefault(id(entry), set()).update(names)
            if entry.spans and self._lines.tests.get(entry.spans[0], (0, False))[0] == span.line:
                within = True

    def _count_negations(self, part: Part) -> None:
        """How many times each test is negated where it stands."""
        found: Counter[Any] = Counter()
        for entry in part.entries:
            if entry.spans and entry.results and entry.spans[0] in self._lines.tests:
                node = self._nodes.get(entry.results[0].node or "")
                found[entry.spans[0]] += node is not None and node.operation == "not"
                self._negations[id(entry)] = found[entry.spans[0]]

    def _step_at(self, entry: Entry, *, again: bool = False) -> Made:
        """The step that an equation belongs to: a new one where another line begins, or the same line once more."""
        place = self._lines.place(entry.spans)
        current = self.steps[-1] if self.steps and not self._fresh else None
        if place is None or self._testing:
            return current or self.steps[-1]
        line = self._lines.start(place.line)
        chooses = entry.spans[0] in self._selects
        if current is None or line != current.line or (not again and not chooses and entry.spans[0] in current.spans):
            return self._new(line, counted=not chooses)  # Python does not come back to choose
        return current

    def _new(self, line: int, *, counted: bool = True) -> Made:
        activation, number, chain = self._at
        key = None
        skipped = self._skipping.skipped(line)
        if chain is not None and counted and not skipped:  # nor to what it has jumped over
            key = (chain, line, self.counts[chain, line])
            self.counts[chain, line] += 1
        self.steps.append(Made(line, activation, number, key, skipped=skipped))
        self._within |= {(activation, number, each) for each in self._lines.loops.get(line, ()) if each != line}
        self._fresh = False
        return self.steps[-1]
