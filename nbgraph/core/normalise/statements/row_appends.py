"""Lower loops that append rows and fill them by their number: each row is bound to a name, filled, then appended.

    new = []                            new = []
    for i in range(n):                  for i in range(n):
        new.append([])                      row = []
        for j in range(m):                  for j in range(m):
            new[i].append(i * j)                row.append(i * j)
                                            new.append(row)

A list of rows of which one is still to be filled has no one length of its rows, and an array has.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from nbgraph.core.analysis.names import names
from nbgraph.core.normalise.statements.jumps import LOOPS
from nbgraph.core.normalise.trees.rewriter import SCOPES, rebuild, replace
from nbgraph.core.normalise.trees.template import load, quote
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_BLOCKS = (ast.For, ast.While, ast.If)
# Statements that may leave an iteration in the middle, or read the list there under another name.
_LEAVES = syntax.kinds(ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Try, ast.With, *SCOPES)
_JUMPS, _COLLECTS = (ast.Break, ast.Continue), (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def lower_row_appends(body: Sequence[ast.stmt], name: Callable[[str], str], environment: Environment) -> list[ast.stmt]:
    """Return a function body whose loops over `range(n)` fill one row at a time.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> import builtins
    >>> function = example('''
    ... def f(n):
    ...     new = [[] for _ in range(n)]
    ...     for i in range(n):
    ...         new[i].append(i)
    ...     return new
    ... ''')
    >>> show(lower_row_appends(function.body, Namer(()), Environment(vars(builtins))))
    new = []
    for i in range(n):
        row = []
        row.append(i)
        new.append(row)
    return new

    Only where nothing can tell the difference: the list is new, no function may look at it, and each iteration runs to
    its end and asks for no row but its own.
    """
    return _Rows(tuple(body), name, environment).block(body)


@dataclass(frozen=True)
class _Made:
    """A list of rows before the loop that fills them."""

    at: int  # the statement that makes it
    name: str
    count: str | None  # the number of rows it begins with, as code; None for none


@dataclass(frozen=True)
class _Rows:
    function: tuple[ast.stmt, ...]
    name: Callable[[str], str]
    environment: Environment

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return a block whose loops fill a row at a time, where that is possible."""
        found = [self._inside(each) for each in body]
        for at, loop in enumerate(found):
            counted = self._counted(loop)
            made = None if counted is None else next(self._made(found[:at], counted), None)
            if made is not None and isinstance(loop, ast.For) and (new := self._filling(loop, made)) is not None:
                empty = quote("rows = []", found[made.at], rows=made.name)
                found[made.at : made.at + 1], found[at] = empty, new
        return found

    def _inside(self, statement: ast.stmt) -> ast.stmt:
        if not isinstance(statement, _BLOCKS):
            return statement
        new = {}
        for field in ("body", "orelse"):
            old = getattr(statement, field, [])
            block = self.block(old)
            if any(one is not other for one, other in zip(old, block, strict=True)):
                new[field] = block
        return replace(statement, **new) if new else statement

    def _counted(self, loop: ast.stmt) -> str | None:
        """Return how far a loop counts from 0, as code; None where it does not."""
        match loop:
            case ast.For(target=ast.Name(), iter=ast.Call(func=function, args=[count], keywords=[]), orelse=[]):
                return ast.unparse(count) if self.environment.resolve(function) is range else None
        return None

    def _made(self, before: list[ast.stmt], counted: str) -> Iterator[_Made]:
        """Yield the lists of as many rows, or of none, that nothing between them and the loop mentions."""
        between: set[str] = set()
        for at, statement in reversed(list(enumerate(before))):
            match statement:
                case ast.Assign(targets=[ast.Name(id=rows)], value=ast.List(elts=[])) if rows not in between:
                    yield _Made(at, rows, None)
                case ast.Assign(targets=[ast.Name(id=rows)], value=ast.ListComp() as value) if rows not in between:
                    count = self._count_of(value)
                    if count == counted and self._stays(count, between, rows):
                        yield _Made(at, rows, count)
            between |= _mentioned(statement)

    def _stays(self, count: str, between: set[str], rows: str) -> bool:
        """Return whether a number of rows stays the same through some statements; a length may change by an alias."""
        names = _mentioned(ast.parse(count))
        return rows not in names and not (between if "(" in count else names & between)

    def _count_of(self, made: ast.ListComp) -> str | None:
        """Return how many empty lists a comprehension makes, as code: a number, a name, or a length; else None."""
        match made:
            case ast.ListComp(elt=ast.List(elts=[]), generators=[ast.comprehension(iter=ast.Call() as call, ifs=[])]):
                if self.environment.resolve(call.func) is range and len(call.args) == 1 and not call.keywords:
                    return ast.unparse(call.args[0]) if self._is_count(call.args[0]) else None
        return None

    def _is_count(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=function, args=[ast.Name()], keywords=[]):
                return self.environment.resolve(function) is len
        return isinstance(node, ast.Name | ast.Constant)

    def _filling(self, loop: ast.For, made: _Made) -> ast.For | None:
        """Return the loop that fills a row at a time; None where the difference could be noticed."""
        first = next((at for at, each in enumerate(loop.body) if made.name in _mentioned(each)), None)
        if first is None or (made.count is None) != _appends_empty(loop.body[first], made.name):
            return None
        assert isinstance(loop.target, ast.Name)
        rest = loop.body[first + 1 :] if made.count is None else loop.body
        own = [node for each in rest for node in syntax.walk(each) if _is_own_row(node, made, loop.target.id)]
        every = [node for each in rest for node in syntax.walk(each) if _is_name(node, made.name)]
        rebound = loop.target.id in names(*loop.body).writes
        if not own or len(own) < len(every) or rebound or _may_leave(loop.body) or _collects(rest, own):
            return None
        if made.name in self._held():
            return None
        row, at = self.name("row"), loop.body[first] if made.count is None else loop.target

        def filled(node: ast.AST) -> ast.AST:
            return load(row, node) if any(node is each for each in own) else rebuild(node, filled)

        begun, done = quote("row = []", at, row=row), quote("rows.append(row)", at, rows=made.name, row=row)
        return replace(
            loop, body=[*(loop.body[:first] if made.count is None else ()), *begun, *(map(filled, rest)), *done]
        )

    def _held(self) -> frozenset[str]:
        """Return the names that inner functions may use at any time, or that belong to outer ones."""
        found = names(*self.function)
        return found.captured | found.declared


def _may_leave(body: Sequence[ast.stmt]) -> bool:
    """Return whether a loop's body may be left in the middle; the jumps of inner loops do not count."""
    jumps = syntax.any_holds(body, syntax.kinds(*_JUMPS)) and any(map(_has_jump, body))
    return jumps or syntax.any_holds(body, _LEAVES)


def _has_jump(node: ast.AST) -> bool:
    inner = node.orelse if isinstance(node, LOOPS) else syntax.children(node)
    return isinstance(node, _JUMPS) or any(map(_has_jump, inner))


def _collects(body: Sequence[ast.stmt], own: Sequence[ast.AST]) -> bool:
    """Return whether a comprehension reads some of the rows: its names are its own, and it may run later."""
    made = (node for each in body for node in syntax.walk(each) if isinstance(node, _COLLECTS))
    return any(inner is row for each in made for inner in syntax.walk(each) for row in own)


def _mentioned(node: ast.AST) -> set[str]:
    return {each.id for each in syntax.walk(node) if isinstance(each, ast.Name)}


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _appends_empty(statement: ast.stmt, rows: str) -> bool:
    return ast.dump(statement) == ast.dump(quote("rows.append([])", statement, rows=rows)[0])


def _is_own_row(node: ast.AST, made: _Made, target: str) -> bool:
    """Return whether a node is the row of this iteration: the one with its number, or the last one."""
    match node:
        case ast.Subscript(value=ast.Name(id=rows), slice=index, ctx=ast.Load()) if rows == made.name:
            return _is_name(index, target) or (made.count is None and ast.unparse(index) == "-1")
    return False
