"""Find the functions of a recorded run: the one that is shown, the user's functions it calls, and which statement and
which loops a line belongs to.
"""

from __future__ import annotations

import ast
import sys
import types
from collections.abc import Iterator, Sequence
from functools import cached_property

from nbgraph.core.analysis.names import parameters
from nbgraph.core.functionalise.sites import Place, place_of
from nbgraph.core.recording.model import Listing
from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax
from nbgraph.core.source.function import FunctionNode, ParsedFunction
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*syntax.SCOPES, *syntax.COMPREHENSIONS)
_Definition = tuple[Span, FunctionNode, str]
"""Lines, or for a lambda its own stretch; the definition; the name of the class it is defined in, "" for none."""


@dataclass(eq=False)
class Function:
    """One of the user's functions."""

    index: int  # its number; 0 for the one that is shown
    node: FunctionNode  # its definition
    source: SourceText  # its file
    span: Span  # its lines, decorators included
    owner: str  # the name of the class it is defined in; "" for none
    lines: Lines  # what is known of its lines

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Return the nodes of its body, without inner functions and comprehensions."""
        return list(_own(self.node))

    @cached_property
    def statements(self) -> dict[int, ast.stmt]:
        """Return each statement by its first line."""
        found: dict[int, ast.stmt] = {}
        for node in self.nodes:
            if isinstance(node, ast.stmt):
                found.setdefault(node.lineno, node)
        return found

    @cached_property
    def tests(self) -> dict[int, set[Place]]:
        """Return where the tests in a statement are, by its first line: those of `if`, `while` and `x if c else y`."""
        found: dict[int, set[Place]] = {}
        for node in self.nodes:
            if isinstance(node, ast.IfExp):  # one that binds a name is an `if`
                found.setdefault(self.lines.start(node.lineno), set()).update((place_of(node), _header(node)))
        for line, statement in self.statements.items():
            if isinstance(statement, ast.If | ast.While):  # a test that binds a name is asked in the loop's body
                found[line] = {_header(statement) if isinstance(statement, ast.If) else place_of(statement.test)}
        return found

    @cached_property
    def bound_by_tests(self) -> dict[int, set[str]]:
        """Return the names that the test of an `if` or a `while` binds by `:=`, by the statement's first line."""
        asking = {line: each for line, each in self.statements.items() if isinstance(each, ast.If | ast.While)}
        found = {line: list(ast.walk(each.test)) for line, each in asking.items()}
        return {line: {n.target.id for n in found[line] if isinstance(n, ast.NamedExpr)} for line in found}

    @cached_property
    def is_generator(self) -> bool:
        return any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Await) for node in self.nodes)

    @property
    def name(self) -> str:
        return "<lambda>" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def listing(self) -> Listing:
        lines = self.source.lines[self.span.line - 1 : self.span.end_line]
        return Listing(self.name, self.span.file, tuple(lines), self.span.line)


class Functions:
    """Finds the function that contains a location; reads each file once."""

    def __init__(self, parsed: ParsedFunction, names: Sequence[str]) -> None:
        root = Function(0, parsed.node, parsed.source, parsed.span, "", lines_of(parsed, names))
        self.found = [root]
        self._files: dict[str, list[_Definition]] = {}
        self._texts = {parsed.source.file: parsed.source}
        self._made: dict[Span, Function] = {parsed.span: root}
        self._at: dict[Span, Function | None] = {}
        self._inner = root.lines.has_scopes

    def at(self, span: Span) -> Function | None:
        """Return the innermost function whose definition contains a span; None where its source is not available."""
        root = self.found[0]
        if not self._inner and root.span.contains(span):
            return root
        if span not in self._at:
            self._at[span] = self._search(span)
        return self._at[span]

    def of_code(self, code: types.CodeType) -> Function | None:
        """Return the function that a code object was compiled from; None where its source is not available."""
        key = code.co_filename, code.co_name, code.co_firstlineno
        found = list[Span]()
        for place, node, _ in self._definitions(code.co_filename):
            name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
            inside = not isinstance(node, ast.Lambda) or _stands_in(code, node.body, place)
            found += [place] * ((place.file, name, place.line) == key and inside)
        return self.at(max(found, key=lambda place: place.column)) if found else None  # the innermost lambda

    def _search(self, span: Span) -> Function | None:
        root = self.found[0]
        inside = [(place, node, owner) for place, node, owner in self._definitions(span.file) if place.contains(span)]
        place, node, owner = max(inside, key=lambda each: (each[0].line, each[0].column), default=(None, None, ""))
        if root.span.contains(span) and (place is None or place.line < root.span.line or node_is(root.node, node)):
            return root
        if place is None or node is None:
            return None
        if place not in self._made:
            parsed = ParsedFunction(node, self._texts[span.file], place, owner, 0)
            lines = lines_of(parsed, sorted(_variables(node)))
            self._made[place] = Function(len(self.found), node, parsed.source, place, owner, lines)
            self.found.append(self._made[place])
        return self._made[place]

    def _definitions(self, file: str) -> list[_Definition]:
        if file not in self._files:
            text = self._texts.get(file) or SourceText.of_file(file)
            self._files[file] = [] if text is None else list(_definitions(text))
            self._texts |= {} if text is None else {file: text}
        return self._files[file]


def _stands_in(code: types.CodeType, body: ast.expr, place: Span) -> bool:
    """Return whether a lambda's code may be compiled from this body: its line may contain other lambdas."""
    columns = [column for line, _, column, _ in code.co_positions() if line == body.lineno and column]
    last = place.end_column if place.end_line == body.lineno else sys.maxsize
    return not columns or (body.col_offset <= min(columns) and max(columns) < last)


def node_is(one: ast.AST, other: ast.AST | None) -> bool:
    """Return whether two trees of the same source mean the same node."""
    return other is not None and _begin(one) == _begin(other)


def _begin(node: ast.AST) -> tuple[type, int, int]:
    return type(node), getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _definitions(text: SourceText) -> Iterator[_Definition]:
    try:
        pending: list[tuple[ast.AST, str]] = [(ast.parse(text.text), "")]
    except (SyntaxError, ValueError):
        return
    while pending:
        node, owner = pending.pop()
        if isinstance(node, _DEFINITIONS):
            span = text.node_span(node)
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            yield Span(span.file, first, 0, span.end_line, span.end_column), node, owner
        elif isinstance(node, ast.Lambda):
            yield text.node_span(node), node, ""
        inner = node.name if isinstance(node, ast.ClassDef) else "" if isinstance(node, _DEFINITIONS) else owner
        pending += [(child, inner) for child in ast.iter_child_nodes(node)]


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body, without those of inner scopes."""
    body = getattr(function, "body", [])
    return syntax.own(body if isinstance(body, list) else [body], SCOPES)


def _header(node: ast.If | ast.IfExp) -> Place:
    line, _, column, _ = place_of(node)
    _, end_line, _, end_column = place_of(node.test)
    return line, end_line, column, end_column


def _variables(function: FunctionNode) -> set[str]:
    """A function's own variables."""
    found = set(parameters(function))
    elsewhere: set[str] = set()
    for node in _own(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere.update(node.names)
    return found - elsewhere


_LOOPS = (ast.For, ast.While)


@dataclass
class Lines:
    """What is known of one function's lines."""

    span: Span  # the function's stretch of its file
    head: int  # the line of its `def`
    names: frozenset[str] = frozenset()  # the function's own variables
    # first line of a `for` → the names of its elements
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
        """Return the first line of the statement that contains a line."""
        return self.starts.get(line, line)


def lines_of(parsed: ParsedFunction, names: Sequence[str]) -> Lines:
    """Collect the facts about a function's lines."""
    made = Lines(parsed.span, parsed.node.lineno, frozenset(names))
    nodes = (node for node in ast.walk(parsed.node) if node is not parsed.node)
    made.has_scopes = any(isinstance(node, SCOPES) for node in nodes)
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
    if isinstance(statement, syntax.SCOPES):
        return
    for name in ("body", "orelse", "finalbody"):
        if block := getattr(statement, name, None):
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _heads(statement: ast.stmt) -> Iterator[int]:
    """Yield the lines inside a statement that Python runs as lines of their own: `except E:` and `case p:`."""
    yield from (handler.lineno for handler in getattr(statement, "handlers", ()))
    yield from (case.pattern.lineno for case in getattr(statement, "cases", ()))
