"""Expressions with numbers in the place of the texts that are chosen at run time."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.texts import either
from nbgraph.core.specialise.texts.answers import Answers, NoNumbersError
from nbgraph.core.specialise.texts.infer import Inference
from nbgraph.core.specialise.texts.kinds import ITSELF, Form, Kind, form_of
from nbgraph.core.specialise.texts.known import Looking
from nbgraph.core.specialise.texts.operand_code import operands_code
from nbgraph.core.specialise.texts.rewrite_operations import operation_code
from nbgraph.core.specialise.texts.showing import is_of_names, shown_code
from nbgraph.core.specialise.texts.tables import Table, Tables, part_of


@dataclass
class Values:
    """Puts numbers in the place of texts in expressions.

    Attributes:
        found: the kinds of all expressions.
        tables: the tables of the texts.
        arrays: what stands for each array of answers in the end, by its name, with the answers.
        checked: what lines before that statement have found to be a number.
        before: lines that have to stand before the statement that is being made.
        lazy: what part of the statement is not evaluated always, once and first; "" where it is.
        never: texts that variables cannot be where the statement stands.
        local: the variables of the functions around.
        shared: the variables that functions inside bind.
    """

    found: Inference
    tables: Tables
    arrays: dict[str, tuple[ast.expr, Answers]] = field(default_factory=dict)
    before: list[ast.stmt] = field(default_factory=list)
    checked: set[str] = field(default_factory=set)
    lazy: str = ""
    never: set[tuple[str, Form]] = field(default_factory=set)
    local: list[frozenset[str]] = field(default_factory=list)
    shared: frozenset[str] = frozenset()

    def named(self, node: ast.expr) -> ast.expr:
        """A chosen text as a name: a new one where it is not one already.

        Raises:
            NoNumbersError: no line can stand before.
        """
        new = self.value(node)
        if isinstance(new, ast.Name) or is_of_names(new):
            return new
        if self.lazy:
            raise NoNumbersError
        name = self.tables.name(next(iter(self.kind(node).names), "text"))
        if self.table(node).is_split:
            target = self.pair(name, self.table(node), node, ast.Store())
            self.before.append(ast.copy_location(ast.Assign([target], new), node))
            return self.pair(name, self.table(node), node)
        self.before += quote("name = value", node, name=name, value=new)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def children(self, node: Any) -> Any:
        """A node with its children made."""
        return rebuild(node, self.child)

    def child(self, node: ast.AST) -> ast.AST:
        """Part of a node with the expressions in it made."""
        if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store):
            return self.value(node)
        return self.target(node) if isinstance(node, ast.Name) else rebuild(node, self.child)

    def target(self, node: ast.Name) -> ast.expr:
        """A variable that is bound, or the two that stand for it."""
        return self.pair(node.id, self.table(node), node, ast.Store()) if self.kind(node).may_be_itself else node

    def pair(self, name: str, table: Table, at: ast.AST, context: ast.expr_context | None = None) -> ast.expr:
        """The variables that stand for one, as a tuple; the variable itself where there are not two.

        Raises:
            NoNumbersError: a function inside binds it.
        """
        if name in self.shared:
            raise NoNumbersError
        names = self.tables.variables(name, table) if table.is_split else (name,)
        parts: list[ast.expr] = [ast.copy_location(ast.Name(each, context or ast.Load()), at) for each in names]
        return parts[0] if len(parts) == 1 else ast.copy_location(ast.Tuple(parts, context or ast.Load()), at)

    def kind(self, node: ast.AST) -> Kind:
        """The kind of an expression."""
        return self.found.of.get(node, Kind()).found()

    def is_chosen(self, node: ast.AST) -> bool:
        """Whether an expression is a text that the run chooses."""
        return self.kind(node).is_chosen

    def forms(self, node: ast.AST) -> list[Form]:
        """The texts that an expression may be."""
        return list(self.kind(node).forms)

    def _forms(self, node: ast.expr) -> list[Form]:
        return self.forms(node)

    def table(self, node: ast.AST) -> Table:
        """The table of a chosen text."""
        return self.tables.of(self.kind(node))

    def is_form(self, number: ast.expr, table: Table, form: Form, at: ast.AST) -> ast.expr:
        """Whether a text is a certain one."""
        if table.sites:
            number = part_of(number, 0, at)
        if table.is_flag:
            return number if form == ITSELF else quote_expression("not flag", at, flag=number)
        return quote_expression("number == form", at, number=number, form=table.number(form, at))

    def opposite(self, test: ast.expr) -> ast.expr:
        """That a text is not a certain one."""
        match test:
            case ast.Compare(ops=[ast.Eq()]):
                return replace(test, ops=[ast.NotEq()])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return operand
        return quote_expression("not test", test, test=test)

    def constant(
        self, form: Form, kind: Kind, at: ast.AST, values: Sequence[tuple[ast.expr, ast.expr]] = ()
    ) -> ast.expr:
        """A known text as its number, with what else travels beside it."""
        table = self.tables.of(kind)
        return self.beside(table.number(form, at), table, at, values)

    def beside(
        self, number: ast.expr, table: Table, at: ast.AST, values: Sequence[tuple[ast.expr, ast.expr]] = ()
    ) -> ast.expr:
        """A number with the values beside it; zeros where there are none."""
        if not table.sites:
            return number
        given = dict(values)
        zero = table.zero or ast.copy_location(ast.Constant(0), at)
        return ast.copy_location(ast.Tuple([number, *(given.get(site, zero) for site in table.sites)], ast.Load()), at)

    @contextmanager
    def lazily(self, what: str) -> Iterator[None]:
        """What is made inside is not evaluated always, once and first."""
        before, self.lazy = self.lazy, self.lazy or what
        yield
        self.lazy = before

    def truth(self, node: ast.expr) -> ast.expr:
        """An expression where only its truth counts."""
        match node:
            case ast.BoolOp(values=[first, *rest]):
                made = [self.truth(first)]
                with self.lazily("an operand"):
                    made += [self.truth(each) for each in rest]
                return replace(node, values=made)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return replace(node, operand=self.truth(operand))
        if not self.is_chosen(node):
            return self.value(node)
        if self.kind(node).may_be_itself:
            return either.truth(self, node)
        table, number = self.table(node), self.value(node)
        empty = [form for form in table.forms if form in ((), None)]
        if not empty:
            return ast.copy_location(ast.Constant(True), node)
        if len(empty) == len(table.forms):
            return ast.copy_location(ast.Constant(False), node)
        tests: list[ast.expr] = []
        for form in empty:
            number = self.value(node) if tests else number
            tests.append(self.opposite(self.is_form(number, table, form, node)))
        return tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.And(), tests), node)

    def shown(self, node: ast.expr, *, inline: bool = False) -> ast.expr:
        """What is printed, or part of a message."""
        return shown_code(self, node, inline=inline)

    def value(self, node: ast.expr) -> ast.expr:
        """An expression with numbers in the place of texts, as it is where it goes."""
        goal = self.found.of.get(("goes to", node))
        return self.known_value(node) if goal is None else either.as_kind(self, self.known_value(node), node, goal)

    def known_value(self, node: ast.expr) -> ast.expr:
        """An expression with numbers in the place of texts, as it is where it stands."""
        kind = self.kind(node)
        match node:
            case ast.Constant(value=str() | None as text):
                return self.constant(form_of(text), kind, node) if kind.is_chosen else node
            case ast.Name(id=name):
                if any(name in scope for scope in self.local):
                    return self.pair(name, self.table(node), node) if kind.may_be_itself else node
                known = self.found.known.value(name)
                if kind.is_chosen and isinstance(known, str):
                    return self.constant(form_of(known), kind, node)
                if kind.shape == "list" and kind.parts[0].is_chosen and isinstance(known, list | tuple):
                    items = [self.constant(form_of(text), kind.parts[0], node) for text in known]
                    return ast.copy_location(ast.Tuple(items, ast.Load()), node)
                return node
            case ast.IfExp(test=test, body=body, orelse=orelse):
                new = self.truth(test)
                with self.lazily("a side of a conditional expression"):
                    return replace(node, test=new, body=self.value(body), orelse=self.value(orelse))
            case ast.BoolOp(op=operator, values=values):
                return operands_code(self, node, operator, values)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return replace(node, operand=self.truth(operand))
            case ast.ListComp() | ast.GeneratorExp():
                return self.comprehension(node)
            case ast.NamedExpr(target=target) if self.kind(target).may_be_itself:
                raise NoNumbersError
            case ast.Tuple() | ast.List() | ast.NamedExpr():
                return self.children(node)  # type: ignore[no-any-return]
            case ast.Lambda():
                self.local.append(frozenset(self.found.scope(node)))
                with self.lazily("a function"):
                    new = self.children(node)
                self.local.pop()
                return new  # type: ignore[no-any-return]
        return operation_code(self, node, kind)

    def answers(
        self,
        values: list[Any],
        shape: list[int],
        numbers: Sequence[ast.expr],
        at: ast.expr,
        *,
        code: ast.expr | None = None,
        holes: frozenset[int] = frozenset(),
        told: bool = False,
    ) -> ast.expr:
        """What is looked up by the numbers of texts.

        Args:
            values: the answers, row by row.
            shape: how many texts there are for each number.
            numbers: the numbers.
            at: where new nodes stand.
            code: the array as code, where it says more than the values.
            holes: the answers that are none.
            told: whether it is known elsewhere that these are not looked up.

        Raises:
            NoNumbersError: there are too many texts.
        """
        if len(shape) > 2:
            raise NoNumbersError
        rows = values if len(shape) == 1 else [values[i : i + shape[1]] for i in range(0, len(values), shape[1])]
        name = self.tables.name("answers")
        told = told or self.found.known.was_asked(at)
        same = {value for place, value in enumerate(values) if place not in holes}
        if len(same) == 1 and holes:
            code = ast.copy_location(ast.Constant(same.pop()), at)
        code = code or quote_expression(f"jnp.array({rows!r})", at)
        self.arrays[name] = code, Answers(tuple(values), tuple(shape), holes, told)
        made = quote_expression("name()", at, name=name)
        assert isinstance(made, ast.Call)
        return replace(made, args=list(numbers))

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> ast.expr:
        """A comprehension, whose variables are its own."""
        self.local.append(frozenset(self.found.scope(node)))
        with self.lazily("a comprehension"):
            generators = [
                replace_part(
                    g, target=self.child(g.target), iter=self.value(g.iter), ifs=[self.truth(test) for test in g.ifs]
                )
                for g in node.generators
            ]
            new = replace(node, elt=self.value(node.elt), generators=generators)
        self.local.pop()
        return new

    def leaves(self, node: ast.expr) -> list[ast.expr]:
        """The expressions that an operation looks at."""
        looking = Looking(
            self.found.known,
            lambda name: any(name in scope for scope in self.local),
            lambda leaf: self.kind(leaf).shape == "other",
        )
        return looking.leaves(node)


def replace_part(node: ast.comprehension, **fields: Any) -> ast.comprehension:
    """A copy of part of a comprehension, which has no position."""
    old = {name: value for name, value in ast.iter_fields(node) if name not in fields}
    return ast.comprehension(**old, **fields)
