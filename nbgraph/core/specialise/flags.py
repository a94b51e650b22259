"""Names that have a value on some paths only: where that is asked, a flag `has_y` is kept beside `y`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeVar

from nbgraph.core.analysis.names import Function
from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.verbs import verb_of

Part = TypeVar("Part")


def flag_of(plan: Plan, name: str) -> str | None:
    """The flag of a name that is somewhere asked whether it has a value; None for any other."""
    if not plan.asked:
        return None
    return plan.variable_for(f"has_{name}") if name in plan.asked else None


def defined_code(expressions: Converting, node: ast.Call) -> ast.expr:
    """A name that is read where it may have no value: a line before this one checks that it has one."""
    (name,) = node.args
    flag = flag_of(expressions.plan, name.id) if isinstance(name, ast.Name) else None
    if flag is None or not isinstance(name, ast.Name):
        raise expressions.plan.refuse(node, f"`{ast.unparse(name)}` has a value on some paths only")
    words = f"cannot access local variable '{name.id}' where it is not associated with a value"
    message = ast.copy_location(ast.Constant(words), node)
    error = quote_expression("UnboundLocalError(message)", node, message=message)
    expressions.before += expressions.check(quote_expression("jnp.logical_not(flag)", node, flag=flag), error, node)
    return name


def flag_value(plan: Plan, name: str, value: ast.expr) -> ast.expr | None:
    """The flag of a name that gets such a value, as code; None for a name without a flag."""
    flag = flag_of(plan, name)
    if flag is None:
        return None
    if verb_of(value) == "undefined":
        return ast.copy_location(ast.Constant(False), value)
    is_itself = isinstance(value, ast.Name) and value.id == name
    return load(flag, value) if is_itself else ast.copy_location(ast.Constant(True), value)


def flags_set(plan: Plan, node: ast.stmt) -> list[ast.stmt]:
    """The lines that keep the flags up to date behind a statement which binds names by itself."""
    if not plan.asked:
        return []
    found = []
    for name in _bound_by(plan, node):
        if (flag := flag_of(plan, name)) is not None:
            undefined = isinstance(node, ast.Assign) and verb_of(node.value) == "undefined"
            found += quote(f"flag = {not undefined}", node, flag=flag)
    return found


def with_flags(names: Sequence[str], flagged: dict[str, str]) -> list[str]:
    """Names, each with its flag behind it.

    >>> with_flags(["a", "y"], {"y": "has_y"})
    ['a', 'y', 'has_y']
    """
    return [part for name in names for part in ([name, flagged[name]] if name in flagged else [name])]


def _bound_by(plan: Plan, node: ast.stmt) -> list[str]:
    targets: list[ast.expr] = []
    match node:
        case ast.Assign(value=ast.Call() as value) if verb_of(value) == "if_":
            targets = [] if plan.is_statement(value) else node.targets
        case ast.Assign(value=value) if verb_of(value) not in ("while_", "for_"):
            targets = node.targets
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target, value=ast.expr()):
            targets = [target]
        case ast.For(target=target):
            targets = [target]
    found = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    return found + _walrus(plan, node)


def _walrus(plan: Plan, node: ast.AST) -> list[str]:
    """The names that `:=` binds in a statement, blocks apart."""
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.stmt | ast.GeneratorExp | ast.ListComp):
            continue
        if isinstance(child, ast.IfExp | ast.BoolOp) and _walrus(plan, child):
            raise plan.refuse(node, "a name gets its value inside an expression, on some paths only")
        if isinstance(child, ast.NamedExpr):
            found.append(child.target.id)
        found += _walrus(plan, child)
    return found
