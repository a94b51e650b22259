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
        negations: the equations that give tests their values: how many times each of these is negated there.
    """

    def __init__(self, functions: Functions, nodes: Mapping[str, Node], decisions: Sequence[Decision]) -> None:
        self.selects = {d.span: d.outputs for d in decisions if d.became == "select"}
        self.selected: dict[int, str] = {}
        self.undecided: dict[int, set[str]] = {}
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
        node = self._nodes.get(entry.results[0].node or "") if entry.results else None
        return node is not None and node.operation == "select_n"

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
        latest: dict[Spans, Entry] = {}
        for entry in part.entries:
            line = entry.spans[0].line if entry.spans else 0
            for spans in [spans for spans in latest if line and spans[0].line != line]:
                del latest[spans]
            if not (entry.spans and entry.results and entry.spans[0] in self._tests(entry.spans[0])):
                continue
            node, aval = self._nodes.get(entry.results[0].node or ""), entry.results[0].aval
            if node is None or aval.dtype != "bool" or aval.shape:
                continue
            before = [made[id(each)] for each in entry.equation.invars if id(each) in made]
            count = max(before, default=0) + (node.operation == "not")
            made[id(entry.equation.outvars[0])] = count
            if (earlier := latest.get(entry.spans)) is not None:
                self.negations.pop(id(earlier), None)
            latest[entry.spans] = entry
            self.negations[id(entry)] = count

    def _lines(self, span: Span) -> Lines:
        """What is known of the lines of the function that a place is in."""
        return (self._functions.at(span) or self._functions.found[0]).lines

    def _tests(self, span: Span) -> Mapping[Span, tuple[int, bool]]:
        return self._lines(span).tests
