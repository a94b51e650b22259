"""A program with numbers in the place of the texts that it chooses at run time."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.analysis.names import parameters
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.specialise.texts import either
from nbgraph.core.specialise.texts.answers import NoNumbersError, apart
from nbgraph.core.specialise.texts.excluded import excluded, leaves_block
from nbgraph.core.specialise.texts.kinds import Form, form_of, text_of
from nbgraph.core.specialise.texts.values import Values


class Rewriter(Values):
    """Puts numbers in the place of texts."""

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function with numbers in the place of texts."""
        self.local.append(frozenset(self.found.scope(node)))
        never, self.never = self.never, set()
        first = []
        for name in parameters(node):
            kind = self.found.scope(node)[name].found()
            if kind.may_be_itself and self.tables.of(kind).is_split:
                pair = self.pair(name, self.tables.of(kind), node.body[0], ast.Store())
                given = ast.copy_location(ast.Name(name, ast.Load()), node.body[0])
                first.append(ast.copy_location(ast.Assign([pair], given), node.body[0]))
        new = replace(node, body=[*first, *self.block(node.body)], decorator_list=[])
        self.never = never
        self.local.pop()
        return new

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Some statements with numbers in the place of texts."""
        made: list[ast.stmt] = []
        outer, never = self.before, set(self.never)
        for index, statement in enumerate(block):
            self.before, self.checked = [], set()
            new = self.statement(statement)
            made += [*self.before, *new]
            if isinstance(statement, ast.If) and leaves_block(statement.body):
                self.never |= self.narrowed(statement.test, False, block[index + 1 :])
        self.before, self.never = outer, never
        return made

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """What stands for one statement."""
        match node:
            case ast.FunctionDef():
                return [self.function(node)]
            case ast.If(test=test, body=body, orelse=orelse):
                new = self.truth(test)
                return [
                    replace(node, test=new, body=self.within(test, True, body), orelse=self.within(test, False, orelse))
                ]
            case ast.While(test=test, body=body, orelse=orelse):
                with self.lazily("the test of a `while`"):
                    new = self.truth(test)
                return [replace(node, test=new, body=self.block(body), orelse=self.block(orelse))]
            case ast.For(iter=items, body=body, orelse=orelse):
                new, target = self.value(items), self.child(node.target)
                return [replace(node, target=target, iter=new, body=self.block(body), orelse=self.block(orelse))]
            case ast.Assert(test=test, msg=message):
                new = self.truth(test)
                return [replace(node, test=new, msg=None if message is None else self.shown(message, inline=True))]
            case ast.Raise(exc=ast.Call(args=arguments) as call):
                return [replace(node, exc=replace(call, args=[self.shown(each, inline=True) for each in arguments]))]
            case ast.Match(subject=subject, cases=cases):
                return [self.match(node, subject, cases)]
            case ast.Try():
                return [self._try(node)]
            case ast.Assign(targets=[ast.Subscript(slice=index) as target], value=value) if self.is_chosen(index):
                new = self.value(value)
                return self.each_key(target, lambda each: ast.copy_location(ast.Assign([each], new), node))
            case ast.AugAssign(target=ast.Subscript(slice=index) as target, value=value) if self.is_chosen(index):
                new = self.value(value)
                return self.each_key(target, lambda each: replace(node, target=each, value=new))
            case ast.Assign(targets=[_, _, *_] as targets, value=value) if any(
                self.kind(target).may_be_itself for target in targets
            ):
                return self.each_target(node, targets, value)
            case ast.AugAssign(target=ast.Name() as target):
                whole = self.found.known.made.get(node)
                if whole is not None and (self.is_chosen(whole) or self.kind(target).may_be_itself):
                    return [ast.copy_location(ast.Assign([self.target(target)], self.value(whole)), node)]
        return [self.parts(node)]

    def parts(self, node: ast.stmt) -> ast.stmt:
        """A statement with its expressions and blocks made."""
        changed: dict[str, Any] = {}
        for name, part in ast.iter_fields(node):
            if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                changed[name] = self.block(part)
            elif isinstance(part, list):
                changed[name] = [self.child(each) if isinstance(each, ast.AST) else each for each in part]
            elif isinstance(part, ast.AST):
                changed[name] = self.child(part)
        same = all(new is getattr(node, name) or new == getattr(node, name) for name, new in changed.items())
        return node if same else replace(node, **changed)

    def _try(self, node: ast.Try) -> ast.Try:
        handlers = [replace(each, body=self.block(each.body)) for each in node.handlers]
        parts = {name: self.block(getattr(node, name)) for name in ("body", "orelse", "finalbody")}
        return replace(node, handlers=handlers, **parts)

    def narrowed(self, test: ast.expr, truth: bool, block: Sequence[ast.stmt]) -> set[tuple[str, Form]]:
        """The texts that variables are not in a block; nothing about those that other functions may bind anew."""
        found = excluded(test, truth, block, self._forms)
        return {(name, form) for name, form in found if name not in self.shared}

    def within(self, test: ast.expr, truth: bool, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A block that is entered where a test has a truth."""
        never, self.never = set(self.never), self.never | self.narrowed(test, truth, block)
        made = self.block(block)
        self.never = never
        return made

    def match(self, node: ast.Match, subject: ast.expr, cases: Sequence[ast.match_case]) -> ast.Match:
        """A `match` whose patterns are numbers."""
        made = self.value(subject)
        table = self.table(subject) if self.is_chosen(subject) else None
        if table is not None and table.sites:
            raise NoNumbersError

        def pattern(part: ast.AST) -> ast.AST:
            if isinstance(part, ast.Constant) and isinstance(part.value, str | None) and table is not None:
                return ast.copy_location(ast.Constant(table.index(form_of(part.value))), part)
            return rebuild(part, pattern)

        new = []
        for case in cases:
            guard = None if case.guard is None else self.truth(case.guard)
            found = pattern(case.pattern)
            assert isinstance(found, ast.pattern)
            new.append(ast.match_case(found, guard, self.block(case.body)))
        return replace(node, subject=made, cases=new)

    def each_target(self, node: ast.Assign, targets: Sequence[ast.expr], value: ast.expr) -> list[ast.stmt]:
        """`a = b = None` as two assignments, for the one may become something else than the other.

        Raises:
            NoNumbersError: the value is more than a name.
        """
        named = [each for each in targets if isinstance(each, ast.Name)]
        if not isinstance(value, ast.Constant | ast.Name) or len(named) < len(targets):
            raise NoNumbersError
        values = [either.as_kind(self, self.known_value(value), value, self.kind(target)) for target in named]
        return [
            ast.copy_location(ast.Assign([self.target(target)], each), target)
            for target, each in zip(named, values, strict=True)
        ]

    def each_key(self, target: ast.Subscript, make: Any) -> list[ast.stmt]:
        """An item of a dict is assigned, by a text: for each text it may be by itself.

        Raises:
            NoNumbersError: the dict or the text is more than a name.
        """
        number = self.named(target.slice)
        owner = self.value(target.value)
        lines: list[ast.stmt] = []
        for count, form in enumerate(self.forms(target.slice)):
            key = ast.copy_location(ast.Constant(text_of(form)), target)
            line = make(replace(target, value=owner, slice=key))
            test = self.is_form(number, self.table(target.slice), form, target.slice)
            lines.append(apart(ast.copy_location(ast.If(test, [line], []), line), count))
        return lines
