"""What a recorded run needs to know of the source: which statement and which loops a line belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nbgraph.core.source.function import ParsedFunction
from nbgraph.core.spans import Span

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LOOPS = (ast.For, ast.While)


@dataclass
class Lines:
    """One function's lines."""

    span: Span  # the function's stretch of its file
    head: int  # the line of its `def`
    names: frozenset[str] = frozenset()  # the function's own variables
    # first line of a `for` → the names that it gives its elements
    targets: dict[int, set[str]] = field(default_factory=dict)
    # each line of a statement → the line it starts in; a header's statement is its header
    starts: dict[int, int] = field(default_factory=dict)
    # first line of a statement → the first lines of the `for` and `while` statements around it, itself included,
    # outermost first
    loops: dict[int, tuple[int, ...]] = field(default_factory=dict)
    headers: set[int] = field(default_factory=set)  # the first lines of `for` and `while` statements
    withs: set[int] = field(default_factory=set)  # the first lines of `with` statements, which end there, too
    has_scopes: bool = False  # whether there are functions, classes or comprehensions in it

    def start(self, line: int) -> int:
        """The first line of the statement that a line belongs to."""
        return self.starts.get(line, line)


def lines_of(parsed: ParsedFunction, names: Sequence[str]) -> Lines:
    """The facts of a function's source.

    Args:
        parsed: the function.
        names: its own variables.
    """
    made = Lines(parsed.span, parsed.node.lineno, frozenset(names))
    nodes = (node for node in ast.walk(parsed.node) if node is not parsed.node)
    made.has_scopes = any(isinstance(node, (*SCOPES, *COMPREHENSIONS)) for node in nodes)
    _enter(made, parsed.node.body if isinstance(parsed.node.body, list) else [], ())
    return made


def _enter(made: Lines, body: Sequence[ast.stmt], around: tuple[int, ...]) -> None:
    for statement in body:
        first = statement.lineno
        blocks = list(_blocks(statement))
        inside = (*around, first) if isinstance(statement, _LOOPS) else around
        heads = [block[0].lineno for block in blocks]
        if isinstance(statement, ast.Match):
            heads = [case.pattern.lineno for case in statement.cases]
        last = min((line - 1 for line in heads), default=statement.end_lineno or first)
        made.starts.update(dict.fromkeys(range(first, max(first, last) + 1), first))
        made.loops[first] = inside
        made.headers |= {first} if isinstance(statement, _LOOPS) else set()
        if isinstance(statement, ast.For):
            made.targets[first] = {node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name)}
        made.withs |= {first} if isinstance(statement, ast.With) else set()
        for head in _heads(statement):
            made.loops.setdefault(head, inside)
        for block in blocks:
            is_else = isinstance(statement, _LOOPS) and block is statement.orelse
            _enter(made, block, around if is_else else inside)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(statement, SCOPES):
        return
    for name in ("body", "orelse", "finalbody"):
        if block := getattr(statement, name, None):
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _heads(statement: ast.stmt) -> Iterator[int]:
    """The lines in a statement that Python runs by themselves: `except E:` and `case p:`."""
    yield from (handler.lineno for handler in getattr(statement, "handlers", ()))
    yield from (case.pattern.lineno for case in getattr(statement, "cases", ()))
