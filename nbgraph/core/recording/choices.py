"""What the equations of a block that choose are about: which variable each gives, what is not decided before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from nbgraph.core.graph.model import Node
from nbgraph.core.graph.places import Spans
from nbgraph.core.graph.trace import Entry, Part
from nbgraph.core.recording.functions import Functions
from nbgraph.core.recording.lines import Lines
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision


class Choices:
    """Reads blocks one after the other; equations are known by their identity.

    Attributes:
        selects: the place of each conditional of which both sides are computed → the variables it gives.
        selected: the variable that an equation's choice between two computed sides gives.
        undecided: the variables that are not decided where an equation stands.
        truths: the equations that say whether what a conditional tests counts as true: `if n % 2`.
        negations: the equations that give tests their values: how many times each of these is negated there.
    """

    def __init__(self, functions: Functions, nodes: Mapping[str, Node], decisions: Sequence[Decision]) -> None:
        self.selects = {d.span: d.outputs for d in decisions if d.became == "select"}
        self.selected: dict[int, str] = {}
        self.undecided: dict[int, set[str]] = {}
        self.truths: set[int] = set()
        self.negations: dict[int, int] = {}
        self._functions, self._nodes = functions, nodes

    def read(self, part: Part) -> None:
        """Read a block."""
        self._name_selects(part)
        self._count_negations(part)

    def _name_selects(self, part: Part) -> None:
        """Which variable each choice between two computed sides gives, in the order of the record."""
        for spans, run in groupby(part.entries, key=lambda entry: entry.spans):
            if not spans or spans[0] not in self.selects:
                continue
            names, entries = self.selects[spans[0]], [entry for entry in run if self._is_choice(entry)]
            if len(names) == len(entries):
                if not self._lines(spans[0]).both_sides(spans[0].line):
                    self.selected.update((id(entry), name) for entry, name in zip(entries, names, strict=True))
                self._forget(part, spans, set(names))

    def _is_choice(self, entry: Entry) -> bool:
        return self._operation(entry) == "select_n"

    def _operation(self, entry: Entry) -> str:
        node = self._nodes.get(entry.results[0].node or "") if entry.results else None
        return "" if node is None else node.operation

    def _forget(self, part: Part, spans: Spans, names: set[str]) -> None:
        """What is computed between a test and the choice by it is not yet the variable's value."""
        within, tests = False, self._lines(spans[0]).tests
        for entry in part.entries:
            if entry.spans == spans:
                within = False
            if within:
                self.undecided.setdefault(id(entry), set()).update(names)
            same = entry.spans[1:] == spans[1:] and bool(entry.spans)
            if same and tests.get(entry.spans[0], (0, False))[0] == spans[0].line:
                within = True

    def _count_negations(self, part: Part) -> None:
        """How many times each test is negated where it stands: a check of an index in it is part of it, too."""
        made: dict[int, int] = {}
        latest: dict[Spans, list[Entry]] = {}
        for entry in part.entries:
            line = entry.spans[0].line if entry.spans else 0
            chooses = bool(entry.spans) and entry.spans[0] in self.selects
            for spans in [each for each in latest if line and (each[0].line != line or chooses)]:
                del latest[spans]
            is_truth = chooses and self._operation(entry) == "ne"  # `if n % 2`: the choice is by what is not 0
            if not (entry.results and (is_truth or (entry.spans and entry.spans[0] in self._tests(entry.spans[0])))):
                continue
            node, aval = self._nodes.get(entry.results[0].node or ""), entry.results[0].aval
            if node is None or aval.dtype != "bool" or aval.shape:
                continue
            if is_truth:
                self.truths.add(id(entry))
                continue
            before = [made[id(each)] for each in entry.equation.invars if id(each) in made]
            count = max(before, default=0) + (node.operation == "not")
            made[id(entry.equation.outvars[0])] = count
            run = latest.setdefault(entry.spans, [])
            for earlier in [each for each in run if self._is_part(each, entry)]:
                run.remove(earlier)
                self.negations.pop(id(earlier), None)
            run.append(entry)
            self.negations[id(entry)] = count

    def _is_part(self, earlier: Entry, entry: Entry) -> bool:
        """Whether a test is still going on; where it does the same anew, it is the next round of an unrolled loop."""
        uses = any(earlier.equation.outvars[0] is each for each in entry.equation.invars)
        return uses or self._operation(earlier) != self._operation(entry)

    def _lines(self, span: Span) -> Lines:
        """What is known of the lines of the function that a place is in."""
        return (self._functions.at(span) or self._functions.found[0]).lines

    def _tests(self, span: Span) -> Mapping[Span, tuple[int, bool]]:
        return self._lines(span).tests
