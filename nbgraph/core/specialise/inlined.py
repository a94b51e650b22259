"""Small helpers that check something, in place of their calls: a loop's checks must stand in its own code."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.analysis.names import names, parameters
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.traces import Trace
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote
from nbgraph.core.pipeline import Converted
from nbgraph.core.specialise.remade import remade, traced_alike
from nbgraph.core.specialise.texts.kinds import Kind
from nbgraph.core.specialise.texts.numbered import Numbered
from nbgraph.core.specialise.texts.tables import Tables


def inlined(converted: Converted, trace: Trace) -> Numbered | None:
    """A function with the checks of its helpers in its own code, traced; None where there are none.

    Args:
        converted: the function.
        trace: the trace of it.
    """
    main = converted.parsed.node
    if not isinstance(main, ast.FunctionDef):
        return None
    new = with_checks_inlined(main)
    if new is main:
        return None
    function = remade(converted.original, new, converted.parsed, dict(converted.original.__globals__))
    traced = traced_alike(function, trace)
    if traced is None:
        return None
    return Numbered(converted, conversion(function), traced, trace, [], {}, Kind(), Tables(Namer(())))


def with_checks_inlined(main: ast.FunctionDef) -> ast.FunctionDef:
    """A function in which calls of its own small functions that check something are what these do.

    >>> from nbgraph.core.normalise.example import example, show
    >>> code = "def f(x):\\n def below(a):\\n  assert a < 9\\n  return a < x\\n while below(x): x = x + 1"
    >>> show(with_checks_inlined(example(code)))
    def f(x):
        while True:
            assert x < 9
            if not x < x:
                break
            x = x + 1
    """
    helpers = {node.name: node for node in main.body if isinstance(node, ast.FunctionDef) and _only_checks(node)}
    bound = names(*main.body)
    helpers = {name: node for name, node in helpers.items() if _is_plain(node, main)}
    if not helpers or bound.declared:
        return main
    inliner = _Inliner(helpers, Namer(identifiers(main)))
    body = inliner.block(main.body)
    left = {part.id for line in body for part in ast.walk(line) if isinstance(part, ast.Name)}
    kept = [line for line in body if not (isinstance(line, ast.FunctionDef) and line.name in helpers.keys() - left)]
    return replace(main, body=kept) if inliner.count else main


def _only_checks(node: ast.FunctionDef) -> bool:
    """Whether a function checks something, and then returns a value."""
    *checks, last = node.body
    arguments = node.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.defaults or arguments.kwonlyargs)
    return (
        plain
        and not node.decorator_list
        and bool(checks)
        and isinstance(last, ast.Return)
        and last.value is not None
        and all(map(_is_check, checks))
        and not any(isinstance(part, _OWN_NAMES) for line in node.body for part in ast.walk(line))
    )


_OWN_NAMES = (ast.Lambda, ast.NamedExpr, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _is_check(line: ast.stmt) -> bool:
    match line:
        case ast.Assert():
            return True
        case ast.If(body=[ast.Raise(exc=ast.Call(), cause=None)], orelse=[]):
            return True
    return False


def _is_plain(node: ast.FunctionDef, main: ast.FunctionDef) -> bool:
    """Whether a name stands for nothing else in a function, and is called at one place."""
    bound = [part for part in ast.walk(main) if isinstance(part, ast.Name) and part.id == node.name]
    defined = [part for part in ast.walk(main) if getattr(part, "name", None) == node.name]
    return len(defined) == len(bound) == 1 and isinstance(bound[0].ctx, ast.Load)


@dataclass
class _Inliner:
    """Puts what helpers do in the place of their calls.

    Attributes:
        helpers: by name.
        name: fresh names.
        count: how many calls have been replaced.
        before: the lines that stand before the statement that is made.
    """

    helpers: dict[str, ast.FunctionDef]
    name: Namer
    count: int = 0
    before: list[ast.stmt] = field(default_factory=list)

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Statements without calls of the helpers, as far as there is a place for what they check."""
        made: list[ast.stmt] = []
        for statement in block:
            self.before = []
            new = self.statement(statement)
            made += [*self.before, new]
            self.before = []
        return made

    def statement(self, node: ast.stmt) -> ast.stmt:
        """One statement; what stands before it is in `before` then."""
        match node:
            case ast.While(test=test, body=body, orelse=[]):
                new, checks = self.value(test), list(self.before)
                self.before = []
                if not checks:
                    return replace(node, body=self.block(body))
                leave = quote("if not test: break", test, test=new)
                everything = ast.copy_location(ast.Constant(True), test)
                return replace(node, test=everything, body=[*checks, *leave, *self.block(body)])
            case ast.If(test=test, body=body, orelse=orelse):
                new, checks = self.value(test), list(self.before)
                made = replace(node, test=new, body=self.block(body), orelse=self.block(orelse))
                self.before = checks
                return made
            case ast.For(body=body, orelse=orelse):
                return replace(node, body=self.block(body), orelse=self.block(orelse))
            case ast.Assign(targets=[ast.Name()], value=value) | ast.Return(value=ast.expr() as value):
                return replace(node, value=self.value(value))
        return node

    def value(self, node: ast.expr) -> ast.expr:
        """An expression that is evaluated once; what stands in its lazy parts stays."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in self.helpers:
                return self.called(self.helpers[name], args, node)
            case ast.BinOp() | ast.UnaryOp() | ast.Tuple() | ast.Compare(comparators=[_]) if self.is_harmless(node):
                return rebuild(node, self.child)
        return node

    def is_harmless(self, node: ast.expr) -> bool:
        """Whether nothing in an expression acts or fails, but for the helpers: so that these may come first."""
        match node:
            case ast.Name() | ast.Constant():
                return True
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in self.helpers:
                return all(map(self.is_harmless, args))
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
                return self.is_harmless(left) and self.is_harmless(right)
            case ast.UnaryOp(operand=operand):
                return self.is_harmless(operand)
            case ast.Tuple(elts=parts):
                return all(map(self.is_harmless, parts))
            case ast.Compare(left=left, comparators=[right]):
                return self.is_harmless(left) and self.is_harmless(right)
        return False

    def child(self, node: ast.AST) -> ast.AST:
        """Part of an expression."""
        return self.value(node) if isinstance(node, ast.expr) else node

    def called(self, helper: ast.FunctionDef, args: Sequence[ast.expr], call: ast.Call) -> ast.expr:
        """What a helper returns; what it checks goes before."""
        given = parameters(helper)
        if len(given) != len(args) or any(isinstance(arg, ast.Starred) for arg in args):
            return call
        values: dict[str, Any] = {}
        for name, arg in zip(given, args, strict=True):
            if isinstance(arg, ast.Name | ast.Constant):
                values[name] = arg
            else:
                fresh = self.name(name)
                self.before += quote("name = value", arg, name=fresh, value=arg)
                values[name] = ast.copy_location(ast.Name(fresh, ast.Load()), arg)

        def new(part: ast.AST) -> ast.AST:
            return values[part.id] if isinstance(part, ast.Name) and part.id in values else rebuild(part, new)

        *checks, last = (new(line) for line in helper.body)
        assert isinstance(last, ast.Return)
        assert last.value is not None
        self.before += [line for line in checks if isinstance(line, ast.stmt)]
        self.count += 1
        return last.value
