"""Find which names a piece of code reads and writes in its own scope."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax

COMPREHENSIONS = syntax.COMPREHENSIONS
NONE: frozenset[str] = frozenset()

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Names(NamedTuple):
    """The names that one piece of code reads, writes and hands to functions that outlive it."""

    reads: frozenset[str] = NONE  # names read, in whatever order, those of inner functions included
    writes: frozenset[str] = NONE  # names bound (assigned, deleted, imported, defined)
    captured: frozenset[str] = NONE  # names read or written by inner functions, which may run later
    declared: frozenset[str] = NONE  # names declared `global` or `nonlocal`
    # names bound only where evaluation is lazy, in `a if p else (b := c)` or behind an `and`
    unsure: frozenset[str] = NONE


class Peek(ast.Name):
    """A name that may be read while it is unbound: the read tests whether it is."""


Peek.__name__ = "Name"  # to Python's printer, which goes by the name


def names(*nodes: ast.AST) -> Names:
    """Return the names of statements or expressions that share a scope.

    >>> found = names(*ast.parse("a = b; c += lambda: d").body)
    >>> sorted(found.reads), sorted(found.writes), sorted(found.captured)
    (['b', 'c', 'd'], ['a', 'c'], ['d'])
    """
    if len(nodes) == 1:
        return _names_of(nodes[0])[0]
    collector = _Collector()
    for node in nodes:
        collector.add(*_names_of(node))
    return collector.names()


def _names_of(node: ast.AST) -> tuple[Names, frozenset[str]]:
    """Return the names of one tree, and those it surely binds; cached, since trees never change."""
    known: dict[str, tuple[Names, frozenset[str]]] = node.__dict__
    found = known.get("_names")
    if found is None:
        collector = _Collector()
        collector.inside(node)
        found = known["_names"] = collector.names(), frozenset(collector.sure)
    return found


def parameters(node: Function) -> tuple[str, ...]:
    """Return the parameter names of a function, in signature order.

    >>> parameters(ast.parse("def f(a, /, b, *c, d=1, **e): pass").body[0])
    ('a', 'b', 'c', 'd', 'e')
    """
    args = node.args
    ordered = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return tuple(arg.arg for arg in ordered if arg is not None)


def free_names(node: Function | ast.ClassDef) -> frozenset[str]:
    """Return the names that a function, lambda or class body takes from the scopes around it.

    >>> sorted(free_names(ast.parse("def f(a): b = a + c").body[0]))
    ['c']
    """
    body: list[Any] = node.body if isinstance(node.body, list) else [node.body]
    inner = names(*body)
    bound = inner.writes - inner.declared
    if isinstance(node, Function):
        bound |= frozenset(parameters(node))
    return (inner.reads | inner.writes) - bound


@dataclass
class _Collector:
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    captured: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    sure: set[str] = field(default_factory=set)

    def lazily(self, nodes: Iterable[ast.AST]) -> None:
        """Visit expressions that may not be evaluated."""
        inner = _Collector()
        inner.children(nodes)
        self.reads |= inner.reads
        self.writes |= inner.writes
        self.captured |= inner.captured
        self.unsure |= inner.writes

    def ternary(self, node: ast.IfExp) -> None:
        self.visit(node.test)
        self.lazily((node.body, node.orelse))

    def and_or(self, node: ast.BoolOp) -> None:
        self.visit(node.values[0])
        self.lazily(node.values[1:])

    def comparison(self, node: ast.Compare) -> None:
        self.children((node.left, node.comparators[0]))
        if len(node.comparators) > 1:
            self.lazily(node.comparators[1:])

    def names(self) -> Names:
        parts = (self.reads, self.writes, self.captured, self.declared, self.unsure - self.sure)
        return Names(*[frozenset(part) if part else NONE for part in parts])

    def add(self, found: Names, sure: frozenset[str]) -> None:
        self.reads |= found.reads
        self.writes |= found.writes
        self.captured |= found.captured
        self.declared |= found.declared
        self.unsure |= found.unsure
        self.sure |= sure

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            self.add(*_names_of(node))
        else:
            self.inside(node)

    def inside(self, node: ast.AST) -> None:
        handler = _HANDLERS.get(ast.ListComp if isinstance(node, ast.ListComp) else type(node))
        if handler is not None:
            handler(self, node)
        else:
            self.children(syntax.children(node))

    def children(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def name(self, node: ast.Name) -> None:
        (self.reads if isinstance(node.ctx, ast.Load) else self.writes).add(node.id)
        if not isinstance(node.ctx, ast.Load):
            self.sure.add(node.id)
        if isinstance(node.ctx, ast.Del):
            self.reads.add(node.id)

    def augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.reads.add(node.target.id)
        self.children((node.target, node.value))

    def definition(self, node: Function | ast.ClassDef) -> None:
        if not isinstance(node, ast.Lambda):
            self.writes.add(node.name)
        self.children(_evaluated_outside(node))
        free = free_names(node)
        self.reads |= free
        self.captured |= free

    def comprehension(self, node: Comprehension) -> None:
        inner = _Collector()
        inner.children(syntax.children(node))
        targets = {name for generator in node.generators for name in names(generator.target).writes}
        self.reads |= inner.reads - targets
        self.writes |= inner.writes - targets  # what is left was bound by a walrus, which binds out here
        self.unsure |= inner.writes - targets
        self.captured |= inner.captured - targets
        if isinstance(node, ast.GeneratorExp):
            self.captured |= inner.reads - targets

    def alias(self, node: ast.alias) -> None:
        self.writes.add(node.asname or node.name.split(".")[0])

    def declaration(self, node: ast.Global | ast.Nonlocal) -> None:
        self.declared |= set(node.names)

    def handler(self, node: ast.ExceptHandler) -> None:
        if node.name is None:
            self.children(syntax.children(node))
            return
        inner = _Collector()  # Python unbinds the name at the end of the handler, so no code after it reads it
        inner.children(node.body)
        own = {node.name}
        self.reads |= inner.reads - own
        self.writes |= inner.writes - own
        self.captured |= inner.captured - own
        self.declared |= inner.declared
        self.unsure |= inner.unsure - own
        self.children([node.type] if node.type is not None else [])

    def capture_pattern(self, node: ast.MatchAs | ast.MatchStar | ast.MatchMapping) -> None:
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name:
            self.writes.add(name)
        self.children(syntax.children(node))


def _evaluated_outside(node: Function | ast.ClassDef) -> Iterator[ast.AST]:
    """Yield what a definition evaluates in the scope around it: decorators, defaults, annotations, bases."""
    yield from getattr(node, "decorator_list", [])
    if isinstance(node, ast.ClassDef):
        yield from node.bases
        yield from (keyword.value for keyword in node.keywords)
        return
    yield from node.args.defaults
    yield from (default for default in node.args.kw_defaults if default is not None)
    if isinstance(node, ast.Lambda):
        return
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
    yield from (a.annotation for a in arguments if a is not None and a.annotation is not None)
    if node.returns is not None:
        yield node.returns


# By the very type, so that a subclass of a definition is visited as what it contains: `Delayed`, `BlockFunction`; but
# what a comprehension binds is its own, also in one that becomes a loop.
_HANDLERS: dict[type[ast.AST], Callable[[_Collector, Any], None]] = {
    ast.IfExp: _Collector.ternary,
    ast.BoolOp: _Collector.and_or,
    ast.Compare: _Collector.comparison,
    ast.Name: _Collector.name,
    Peek: _Collector.name,
    ast.AugAssign: _Collector.augmented,
    ast.FunctionDef: _Collector.definition,
    ast.AsyncFunctionDef: _Collector.definition,
    ast.Lambda: _Collector.definition,
    ast.ClassDef: _Collector.definition,
    **dict.fromkeys(COMPREHENSIONS, _Collector.comprehension),
    ast.alias: _Collector.alias,
    ast.Global: _Collector.declaration,
    ast.Nonlocal: _Collector.declaration,
    ast.ExceptHandler: _Collector.handler,
    ast.MatchAs: _Collector.capture_pattern,
    ast.MatchStar: _Collector.capture_pattern,
    ast.MatchMapping: _Collector.capture_pattern,
}
