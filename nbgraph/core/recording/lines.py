"""What a recorded run needs to know of the source: which statement, loops and sides a line belongs to."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from nbgraph.core.recording.jumps import Jump, jumps_of
from nbgraph.core.recording.statements import (
    COMPREHENSIONS,
    SCOPES,
    blocks_of,
    bound_by,
    changed_by,
    gives_others,
    heads_of,
    stored_by,
    touched_by,
)
from nbgraph.core.source.function import ParsedFunction
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision

Loops = tuple[int, ...]
_LOOPS = (ast.For, ast.While)


@dataclass
class Lines:
    """One function's lines.

    Attributes:
        span: the function's stretch of its file.
        head: the line of its `def`.
        starts: each line of a statement → the line it starts in; a header's statement is its header.
        loops: first line of a statement → the first lines of the `for` and `while` statements around it, itself
            included, outermost first.
        assigned: first line of a statement → every name it binds.
        touched: first line of a statement → every name that it or a statement in it may give another value.
        changed: first line of a statement without blocks → the names whose lists its calls change in place.
        stored: first line of a statement → the names whose items it assigns.
        lost: the first lines of loops whose rounds say nothing about Python's: Python alone makes them, or a line of
            theirs holds several statements.
        targets: first line of a `for` → the names that it gives its elements.
        elements: the first lines of `for`s over what stands in them, or over some of it.
        crowded: the lines in which several statements begin.
        tests: the span of an `if`'s or a loop's test → the first line of its statement, and whether it is a `not`.
        whiles: the first lines of `while` statements.
        names: the function's own variables.
        selects: the first lines of statements of which both sides are computed.
        headers: the first lines of `for` and `while` statements.
        repeated: first line of a statement → the names that it binds more than once by itself.
        returns: the first lines of `return` statements that no other statement begins in.
        jumps: what is computed although Python may jump over it.
        inner: the functions, classes and comprehensions in it.
        texts: the names that stand for a text which the run chooses, and the numbers of the texts that each may be.
    """

    span: Span
    head: int
    starts: dict[int, int] = field(default_factory=dict)
    loops: dict[int, Loops] = field(default_factory=dict)
    assigned: dict[int, set[str]] = field(default_factory=dict)
    touched: dict[int, set[str]] = field(default_factory=dict)
    changed: dict[int, set[str]] = field(default_factory=dict)
    stored: dict[int, set[str]] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    targets: dict[int, frozenset[str]] = field(default_factory=dict)
    elements: set[int] = field(default_factory=set)
    crowded: set[int] = field(default_factory=set)
    tests: dict[Span, tuple[int, bool]] = field(default_factory=dict)
    whiles: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    headers: frozenset[int] = frozenset()
    selects: frozenset[int] = frozenset()
    repeated: dict[int, set[str]] = field(default_factory=dict)
    returns: frozenset[int] = frozenset()
    jumps: list[Jump] = field(default_factory=list)
    inner: list[Span] = field(default_factory=list)
    texts: dict[str, set[int]] = field(default_factory=dict)
    _sides: list[tuple[range, int, bool | None]] = field(default_factory=list)

    def place(self, spans: Sequence[Span]) -> Span | None:
        """The innermost of an equation's positions that lies in the function."""
        first, last = self.span.line, self.span.end_line
        return next((s for s in spans if s.file == self.span.file and first <= s.line and s.end_line <= last), None)

    def start(self, line: int) -> int:
        """The first line of the statement that a line belongs to."""
        return self.starts.get(line, line)

    def owns(self, spans: Sequence[Span]) -> bool:
        """Whether an equation stands in the function itself: in no helper, inner function or comprehension."""
        place = self.place(spans[:1])
        return place is not None and not any(inner.contains(place) for inner in self.inner)

    def gives(self, line: int) -> set[str]:
        """The names that a statement, its blocks left out, may give another value, also by changing in place."""
        return set().union(*(each.get(line, ()) for each in (self.assigned, self.changed, self.stored)))

    def both_sides(self, line: int) -> bool:
        """Whether a line is in one of two sides that are both computed."""
        return bool(self.sides(line))

    def depends(self, line: int) -> bool:
        """Whether a line is computed although Python may not come to it."""
        return self.both_sides(line) or any(line in jump.rest | jump.instead for jump in self.jumps)

    def decides(self, line: int) -> set[int]:
        """The first lines of the tests on which it depends whether a line that is computed anyway counts."""
        found = {test for test, _ in self.sides(line)}
        for jump in self.jumps:
            tests = dict(jump.conditions)
            found |= set(tests) if line in jump.rest else set()
            found |= {jump.line} if line in (jump.rest | jump.instead | set(tests)) else set()
        return found

    def sides(self, line: int) -> list[tuple[int, bool | None]]:
        """The tests that a line which is computed anyway depends on: their first lines, and what each must be."""
        return [(test, holds) for side, test, holds in self._sides if line in side and (holds is None or test != line)]


def lines_of(parsed: ParsedFunction, decisions: Sequence[Decision], names: Sequence[str]) -> Lines:
    """The facts of a function's source.

    Args:
        parsed: the function.
        decisions: what became of its constructs.
        names: its own variables.
    """
    made = Lines(parsed.span, parsed.node.lineno, names=frozenset(names))
    made.selects = frozenset(d.span.line for d in decisions if d.became == "select" and made.place((d.span,)))
    for decision in decisions:
        if decision.texts and made.place((decision.span,)):
            for name, numbers in decision.texts:
                made.texts.setdefault(name, set()).update(numbers)
    body = parsed.node.body if isinstance(parsed.node.body, list) else []
    nodes = list(ast.walk(parsed.node))
    for node in nodes:
        if node is not parsed.node and isinstance(node, (*SCOPES, *COMPREHENSIONS)):
            made.inner.append(parsed.source.node_span(node))
        if isinstance(node, ast.If | ast.While) and not _is_turned(node.test):
            negated = isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
            made.tests[parsed.source.node_span(node.test)] = node.lineno, negated
        if isinstance(node, ast.If) and node.lineno in made.selects:
            made._sides += [
                (range(side[0].lineno, (side[-1].end_lineno or 0) + 1), node.lineno, holds)
                for side, holds in ((node.body, True), (node.orelse, False))
                if side
            ]
        if isinstance(node, ast.Match) and any(case.pattern.lineno in made.selects for case in node.cases):
            made._sides += [
                (range(case.body[0].lineno, (case.body[-1].end_lineno or 0) + 1), case.pattern.lineno, None)
                for case in node.cases
            ]
    made.jumps = jumps_of(body, made.selects)
    _enter(made, body, ())
    made.whiles = frozenset(node.lineno for node in nodes if isinstance(node, ast.While))
    made.returns = frozenset(node.lineno for node in nodes if isinstance(node, ast.Return))
    made.returns -= {node.lineno for node in nodes if isinstance(node, ast.stmt) and any(blocks_of(node))}
    made.headers = frozenset(loops[-1] for loops in made.loops.values() if loops)
    return made


def _is_turned(test: ast.expr) -> bool:
    """Whether a test is the opposite of what is computed for it, perhaps: then nobody can tell how often it is."""
    return isinstance(test, ast.Compare) and isinstance(test.ops[-1], ast.IsNot | ast.NotIn)


def _enter(made: Lines, body: Sequence[ast.stmt], around: Loops) -> None:
    for statement in body:
        first = statement.lineno
        blocks = list(blocks_of(statement))
        inside = (*around, first) if isinstance(statement, _LOOPS) else around
        heads = [block[0].lineno for block in blocks]
        if isinstance(statement, ast.Match):
            heads = [case.pattern.lineno for case in statement.cases]
        last = min((line - 1 for line in heads), default=statement.end_lineno or first)
        made.starts.update(dict.fromkeys(range(first, max(first, last) + 1), first))
        made.crowded |= {first} & set(made.loops)
        made.loops[first] = inside
        for head in heads_of(statement):
            made.loops.setdefault(head, inside)
        nodes = list(ast.walk(statement))
        made.touched.setdefault(first, set()).update(touched_by(nodes))
        made.changed.setdefault(first, set()).update(() if blocks else changed_by(nodes))
        made.stored.setdefault(first, set()).update(() if blocks else stored_by(nodes))
        if isinstance(statement, _LOOPS) and any(block[0].lineno == first for block in blocks):
            made.lost.add(first)
        bound = Counter(bound_by(statement, nodes))
        made.assigned.setdefault(first, set()).update(bound)
        made.repeated.setdefault(first, set()).update(name for name, count in bound.items() if count > 1)
        if isinstance(statement, ast.For) and not gives_others(statement.iter):
            made.elements.add(first)
        if isinstance(statement, ast.For):
            made.targets[first] = frozenset(
                node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name)
            )
        for block in blocks:
            is_else = isinstance(statement, _LOOPS) and block is statement.orelse
            _enter(made, block, around if is_else else inside)
