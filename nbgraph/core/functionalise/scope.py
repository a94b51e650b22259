"""One function scope through the stages: normalise, convert expressions, analyse, functionalise; inner scopes first."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from nbgraph.core.analysis.liveness import analyse
from nbgraph.core.analysis.names import names, parameters
from nbgraph.core.functionalise.blocks import returned
from nbgraph.core.functionalise.functionalise import Functionalise
from nbgraph.core.functionalise.sites import Place, Site
from nbgraph.core.normalise.expressions import Expressions
from nbgraph.core.normalise.naming import Namer
from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.normalise.statements import normalise_body
from nbgraph.core.source.environment import Environment

Scope = ast.FunctionDef | ast.Lambda


@dataclass
class ScopeConverter:
    """Converts a function and the functions inside it.

    Attributes:
        environment: what names outside the function stand for.
        name: fresh names, shared by all scopes of one function so that no two meanings share a name.
        sites: what each staging call stands for.
    """

    environment: Environment
    name: Namer
    sites: dict[tuple[str, Place], Site] = field(default_factory=dict)

    def convert(self, node: ast.AST) -> ast.AST:
        """The definition with its control flow converted; generators and coroutines stay Python."""
        if isinstance(node, ast.Lambda):
            inside = self._within(node)
            return rebuild(node, Expressions(inside.environment, self.name).convert)
        assert isinstance(node, ast.FunctionDef)
        if is_generator(node):
            return node
        inside = self._within(node)
        body = [inside.nested(statement) for statement in node.body]
        end = ast.copy_location(ast.Pass(), node.body[-1])
        body = normalise_body(body, end, self.name)
        expressions = Expressions(inside.environment, self.name)
        body = [_expressions(statement, expressions) for statement in body]
        facts = analyse(body, parameters(node))
        declared = _declarations(node)
        functionalise = Functionalise(facts, self.name, declared["global"], declared["nonlocal"], self.sites)
        body = self._directly_returned(functionalise.block(body))
        return replace(node, body=[*_bind_cells(node, body, facts.captured, declared), *body])

    def _directly_returned(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """`return_value = x` `return return_value` becomes `return x` where nbgraph made the name up."""
        match body:
            case [*_, ast.Assign(), ast.Return(value=ast.Name(id=name) as value) as last] if name in self.name.given:
                before, result = returned(body[:-1], value)
                return [*before, ast.copy_location(ast.Return(result), body[-2] if result is not value else last)]
        return body

    def _within(self, node: Scope) -> ScopeConverter:
        body = node.body if isinstance(node.body, list) else [node.body]
        found = names(*body)
        local = (found.writes - found.declared) | frozenset(parameters(node))
        return ScopeConverter(self.environment.within(local), self.name, self.sites)

    def nested(self, node: ast.AST) -> ast.AST:
        """A statement with the functions defined in it converted."""
        if isinstance(node, ast.FunctionDef):
            return self.convert(node)
        if isinstance(node, ast.ClassDef | ast.AsyncFunctionDef | ast.expr):
            return node
        return rebuild(node, self.nested)


def is_generator(node: ast.FunctionDef) -> bool:
    """Whether a function's own body yields."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        child = pending.pop()
        if isinstance(child, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(child))
    return False


def _expressions(statement: ast.stmt, expressions: Expressions) -> ast.stmt:
    """Every expression of a statement converted, in the blocks inside it too."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement
    if isinstance(statement, ast.Raise):
        return statement

    def convert(child: ast.AST) -> ast.AST:
        if isinstance(child, ast.stmt):
            return _expressions(child, expressions)
        if isinstance(child, ast.ExceptHandler | ast.match_case | ast.withitem):
            return rebuild(child, convert)
        return expressions.convert(child) if isinstance(child, ast.expr | ast.keyword) else child

    return rebuild(statement, convert)


def _declarations(node: ast.FunctionDef) -> dict[str, frozenset[str]]:
    """The names a function declares `global` and `nonlocal`, anywhere in its own body."""
    found: dict[str, set[str]] = {"global": set(), "nonlocal": set()}
    pending: list[ast.AST] = list(node.body)
    while pending:
        child = pending.pop()
        if isinstance(child, ast.Global):
            found["global"] |= set(child.names)
        elif isinstance(child, ast.Nonlocal):
            found["nonlocal"] |= set(child.names)
        elif (
            isinstance(child, ast.stmt) and not isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
        ) or isinstance(child, ast.ExceptHandler | ast.match_case):
            pending.extend(ast.iter_child_nodes(child))
    return {kind: frozenset(found[kind]) for kind in found}


def _bind_cells(node, body, captured, declared) -> list[ast.stmt]:
    """Names that inner functions capture and only blocks bind need a binding that `nonlocal` can refer to."""
    from nbgraph.core.normalise.template import quote, quote_expression

    outside = frozenset(parameters(node)) | declared["global"] | declared["nonlocal"]
    written = {child for statement in node.body for child in names(statement).writes}
    direct = {name for statement in body for name in _direct_writes(statement)}
    missing = sorted((written & captured) - outside - direct)
    at = node.body[0]
    bindings: list[ast.stmt] = []
    for name in missing:
        constant = ast.copy_location(ast.Constant(name), at)
        bindings += quote("name = value", at, name=name, value=quote_expression("ng.undefined(n)", at, n=constant))
    return bindings


def _direct_writes(statement: ast.stmt) -> frozenset[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return frozenset({statement.name})
    return names(statement).writes
