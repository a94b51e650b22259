"""Convert one function scope: normalise, convert expressions, analyse, functionalise; inner scopes first."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import overload

from nbgraph.core.analysis.liveness import analyse
from nbgraph.core.analysis.names import Names, names, parameters
from nbgraph.core.functionalise.blocks import returned, scope_declarations
from nbgraph.core.functionalise.functionalise import Functionalise
from nbgraph.core.functionalise.sites import Place, Site
from nbgraph.core.normalise import (
    LOOKING,
    EvaluationOrder,
    Expressions,
    Namer,
    as_function,
    bare_statement,
    lift_lambdas,
    mark_reductions,
    needs_function,
    normalise_body,
    numbers_of,
    quote,
    quote_expression,
    rebuild,
    replace,
    spell_out_locals,
    tuples_of,
)
from nbgraph.core.records import dataclass, field
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.function import FunctionNode
from nbgraph.core.source.text import SourceText

Scope = ast.FunctionDef | ast.Lambda
_YIELDS = syntax.kinds(ast.Yield, ast.YieldFrom)
_DECLARES = syntax.kinds(ast.Nonlocal, ast.Global)
_DEFINES = syntax.kinds(ast.FunctionDef)
_CLASSES = syntax.kinds(ast.ClassDef)


@dataclass
class ScopeConverter:
    """Converts a function and the functions inside it."""

    environment: Environment  # resolves names from outside the function
    name: Namer  # fresh names, shared by all scopes of one function so that no two meanings share a name
    sites: dict[tuple[str, Place], Site] = field(default_factory=dict)  # the user's construct of each staging call
    source: SourceText | None = None  # the user's text

    def convert(self, node: FunctionNode) -> Scope:
        """Return the definition with its control flow converted; a generator's statements stay Python.

        >>> from nbgraph.core.normalise import example, show
        >>> function = example('''
        ... def total(v):
        ...     s = 0
        ...     for x in v:
        ...         if x > 0:
        ...             s += x
        ...     return s
        ... ''')
        >>> show(ScopeConverter(Environment({}), Namer(())).convert(function))
        def total(v):
            s = 0
            def loop_body(x, s):
                def if_true(s):
                    s += x
                    return s
                return ng.if_(x > 0, if_true, lambda s: s, s)
            s = ng.for_(v, loop_body, s)
            return s
        """
        if isinstance(node, ast.Lambda):
            if needs_function(node, self.environment):
                return self._function(as_function(node, self.name("function")))
            local = names(node.body).writes | frozenset(parameters(node))
            return rebuild(node, Expressions(self._within(local).environment, self.name).convert)
        assert isinstance(node, ast.FunctionDef)
        return self._generator(node) if is_generator(node) else self._function(node)

    def _generator(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Convert the expressions of a generator, whose statements Python runs."""
        written = names(*node.body)
        inside = self._within((written.writes - written.declared) | frozenset(parameters(node)))
        expressions = Expressions(inside.environment, self.name)
        return replace(node, body=[_expressions(inside.nested(statement), expressions) for statement in node.body])

    def _function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        given = frozenset(parameters(node))
        written = names(*node.body)
        local = (written.writes - written.declared) | given
        lifted = lift_lambdas(node.body, self.environment.within(local), self.name)
        if lifted is not node.body:
            node = replace(node, body=list(lifted))
            written = names(*node.body)
            local = (written.writes - written.declared) | given
        inside = self._within(local)
        body = [inside.nested(statement) for statement in node.body]
        end = ast.copy_location(ast.Pass(), node.body[-1])
        body, peeked = self._spelled_out(node, body, written, inside.environment)
        shared = _declared_inside(body) | (names(*body).reads - local)
        classes = syntax.any_holds(body, _CLASSES)
        body = EvaluationOrder(inside.environment, shared, self.name, classes).block(body)
        body = [mark_reductions(statement, inside.environment) for statement in body]
        body = normalise_body(body, end, self.name, inside.environment)
        found = names(*body)
        body = [*self._outer_containers(node, found, local), *body]
        unreached = _undefined(sorted((local - given - found.writes) & found.reads), node.body[0])  # dropped, yet local
        body = [*_undefined(sorted(peeked - given), node.body[0]), *body]
        expressions = Expressions(
            inside.environment, self.name, tuples_of(body) - given, numbers_of(body, given, inside.environment)
        )
        body = [_expressions(statement, expressions) for statement in body]
        facts = analyse(body, parameters(node), peeked)
        declared = _declarations(replace(node, body=body))
        functionalise = Functionalise(
            facts, self.name, declared["global"], declared["nonlocal"], self.sites, source=self.source
        )
        body = self._directly_returned(functionalise.block(body))
        cells = _bind_cells(node, body, (written.writes | found.writes) & facts.captured, declared)
        body = [*cells, *unreached, *body]
        reads, writes = _resolved(body)
        return replace(
            node, body=[*_local(sorted((local - given - written.declared - writes) & reads), body[0]), *body]
        )

    def _spelled_out(
        self, node: ast.FunctionDef, body: list[ast.stmt], found: Names, environment: Environment
    ) -> tuple[list[ast.stmt], frozenset[str]]:
        """Return the body with each `locals()` replaced by a dict, and the local names that it then reads."""
        if not LOOKING & found.reads:
            return body, frozenset()
        local = (found.writes - found.declared) | frozenset(parameters(node))
        mentioned = [n.id for s in node.body for n in syntax.walk(s) if isinstance(n, ast.Name) and n.id in local]
        own = dict.fromkeys((*parameters(node), *mentioned, *sorted(local)))
        own_cells = [*(n for n in own if n not in found.captured), *(n for n in own if n in found.captured)]
        new = spell_out_locals(body, environment, [*own_cells, *sorted(found.reads & self.outer - local)])
        same = all(a is b for a, b in zip(new, body, strict=True))
        return new, frozenset() if same else local

    def _directly_returned(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Turn `return_value = x` `return return_value` into `return x`, if nbgraph made the name up."""
        match body:
            case [*_, ast.Assign(), ast.Return(value=ast.Name(id=name) as value) as last] if name in self.name.given:
                before, result = returned(body[:-1], value)
                return [*before, ast.copy_location(ast.Return(result), body[-2] if result is not value else last)]
        return body

    def _outer_containers(self, node: ast.FunctionDef, bound: Names, local: frozenset[str]) -> list[ast.stmt]:
        """Declare names that only become local by conversion: `v[i] = x` turns into `v = ng.set_item(...)`."""
        borrowed = bound.writes - local - bound.declared - self.name.given
        outer = sorted(borrowed & self.outer)
        return scope_declarations(outer, sorted(borrowed - self.outer), [node.body[0]])

    @property
    def outer(self) -> frozenset[str]:
        return self.environment.local | self.environment.cells

    def _within(self, local: frozenset[str]) -> ScopeConverter:
        return ScopeConverter(self.environment.within(local), self.name, self.sites, self.source)

    @overload
    def nested(self, node: ast.stmt) -> ast.stmt: ...

    @overload
    def nested(self, node: ast.AST) -> ast.AST: ...

    def nested(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef):
            return self._generator(node) if is_generator(node) else self._function(node)
        if isinstance(node, ast.ClassDef | ast.AsyncFunctionDef | ast.expr) or not syntax.holds(node, _DEFINES):
            return node
        return rebuild(node, self.nested)


def is_generator(node: ast.FunctionDef) -> bool:
    """Return whether a function's own body yields."""
    holds = syntax.holds(node, _YIELDS)
    return holds and any(isinstance(child, ast.Yield | ast.YieldFrom) for child in syntax.own(node.body))


def _expressions(statement: ast.stmt, expressions: Expressions) -> ast.stmt:
    """Convert every expression of a statement, in the blocks inside it too; of a definition, its defaults."""
    if isinstance(statement, ast.ClassDef):
        return statement

    def convert(child: ast.AST) -> ast.AST:
        if isinstance(child, ast.stmt):
            return _expressions(child, expressions)
        if isinstance(child, ast.ExceptHandler | ast.match_case | ast.withitem):
            return rebuild(child, convert)
        return expressions.convert(child) if isinstance(child, ast.expr | ast.keyword) else child

    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return bare_statement(replace(statement, args=rebuild(statement.args, convert)))
    return bare_statement(rebuild(statement, convert), expressions.environment.items)


def _declared_inside(body: Iterable[ast.stmt]) -> frozenset[str]:
    holding = [statement for statement in body if syntax.holds(statement, _DECLARES)]
    found = (part for each in holding for part in syntax.walk(each) if isinstance(part, ast.Nonlocal | ast.Global))
    return frozenset(name for part in found for name in part.names)


def _declarations(node: ast.FunctionDef) -> dict[str, frozenset[str]]:
    """Return the names a function declares `global` and `nonlocal`, anywhere in its own body."""
    parts = list(syntax.own(part for part in node.body if syntax.holds(part, _DECLARES)))
    return {
        kind: frozenset(name for part in parts if isinstance(part, declaration) for name in part.names)
        for kind, declaration in (("global", ast.Global), ("nonlocal", ast.Nonlocal))
    }


def _bind_cells(
    node: ast.FunctionDef, body: list[ast.stmt], captured: frozenset[str], declared: dict[str, frozenset[str]]
) -> list[ast.stmt]:
    """Bind names that inner functions capture and only blocks bind, so that `nonlocal` can refer to them."""
    missing = captured - frozenset(parameters(node)) - declared["global"] - declared["nonlocal"]
    if missing:
        missing -= {name for statement in body for name in _direct_writes(statement)}
    return _undefined(sorted(missing), node.body[0])


def _resolved(body: Iterable[ast.stmt]) -> tuple[set[str], set[str]]:
    """Return the names that a converted body reads and binds, as Python resolves them: a block's names are its own."""
    reads, writes = set[str](), set[str]()
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            inner, bound = _resolved(statement.body)
            reads |= inner - bound - frozenset(parameters(statement))
            writes.add(statement.name)
        else:
            found = names(statement)
            reads |= found.reads
            writes |= found.writes
    return reads, writes


def _local(missing: Iterable[str], at: ast.stmt) -> list[ast.stmt]:
    """Return declarations that make names local which only blocks bind, so that Python raises for an early read."""
    return [
        ast.copy_location(ast.AnnAssign(_name(name, ast.Store(), at), _name("object", ast.Load(), at), None, 1), at)
        for name in missing
    ]


def _name(name: str, context: ast.expr_context, at: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(name, context), at)


def _undefined(missing: Iterable[str], at: ast.stmt) -> list[ast.stmt]:
    """Return bindings of the unbound marker, which make names local."""
    bindings: list[ast.stmt] = []
    for name in missing:
        constant = ast.copy_location(ast.Constant(name), at)
        bindings += quote("name = value", at, name=name, value=quote_expression("ng.undefined(n)", at, n=constant))
    return bindings


def _direct_writes(statement: ast.stmt) -> frozenset[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    declared = {name for part in syntax.walk(statement) if isinstance(part, ast.Nonlocal) for name in part.names}
    parts = (part for part in syntax.own([statement]) if isinstance(part, ast.Name))
    stored = {part.id for part in parts if isinstance(part.ctx, ast.Store)} if declared else set()
    return names(statement).writes - (declared - stored)
