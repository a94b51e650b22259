"""Assignment to an item of a name that the value's own calls may rebind: Python evaluates the value first."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.rewriter import map_statements, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.source import syntax

_ITEMS, _CALLS = syntax.kinds(ast.Subscript), syntax.kinds(ast.Call)


def hold_containers(
    block: Sequence[ast.stmt], may_change: Callable[[str], bool], name: Callable[[str], str]
) -> list[ast.stmt]:
    """A block in which no call stands beside a container that it may rebind.

    >>> from nbgraph.core.normalise.example import example, show
    >>> from nbgraph.core.normalise.naming import Namer
    >>> for code in ("v[0] = f()", "v[0] += f()", "w[0] = f()"):
    ...     show(hold_containers([example(code)], lambda name: name == "v", Namer(())))
    value = f()
    v[0] = value
    container = before = v
    container[0] += f()
    v = ng.put_back(v, before, container)
    w[0] = f()

    Args:
        block: the statements.
        may_change: whether a call may bind a name anew: one of the scopes around, or one that inner functions bind.
        name: fresh names.
    """

    if not (syntax.any_holds(block, _ITEMS) and syntax.any_holds(block, _CALLS)):
        return list(block)

    def held(statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.Assign(targets=[ast.Subscript() as target], value=value) if _concerned(target, value):
                fresh = name("value")
                first = quote("target = value", value, target=fresh, value=value)
                return [*first, replace(statement, value=_load(fresh, value))]
            case ast.AugAssign(target=ast.Subscript(value=ast.Name() as owner) as target, value=value):
                if _concerned(target, value):
                    fresh, before = name("container"), name("before")
                    first = quote("target = before = value", owner, target=fresh, before=before, value=owner)
                    update = replace(statement, target=replace(target, value=_load(fresh, owner)))
                    holes = {"owner": owner, "before": _load(before, owner), "after": _load(fresh, owner)}
                    back = quote_expression("ng.put_back(owner, before, after)", statement, **holes)
                    return [*first, update, *quote("target = value", statement, target=owner.id, value=back)]
        return [statement]

    def _concerned(target: ast.Subscript, value: ast.expr) -> bool:
        base: ast.expr = target
        while isinstance(base, ast.Subscript | ast.Attribute):
            base = base.value
        calls = any(isinstance(part, ast.Call) for part in syntax.walk(value))
        return calls and isinstance(base, ast.Name) and may_change(base.id)

    return map_statements(block, held)


def _load(name: str, at: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Load()), at)
