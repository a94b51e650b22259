"""A comprehension that binds names with `:=`: a loop in the function, where the names belong."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from nbgraph.core.analysis.names import COMPREHENSIONS, names, parameters
from nbgraph.core.normalise.rewriter import Node, rebuild, replace
from nbgraph.core.normalise.template import quote, quote_expression


def loop_of(
    node: ast.ListComp | ast.GeneratorExp, name: Callable[[str], str], stop_at: bool | None = None
) -> tuple[str, list[ast.stmt]]:
    """The name of a comprehension's value, and the statements that compute it.

    >>> from nbgraph.core.normalise.example import example, show
    >>> from nbgraph.core.normalise.naming import Namer
    >>> show(loop_of(example("[y for x in xs if (y := f(x))]"), Namer({"x"}))[1])
    found = []
    for x_1 in xs:
        if (y := f(x_1)):
            found.append(y)
    >>> show(loop_of(example("((y := x) > 3 for x in xs)"), Namer({"x"}), stop_at=True)[1])
    found = False
    for x_1 in xs:
        if (y := x_1) > 3:
            found = True
            break

    Args:
        node: the comprehension.
        name: fresh names; those that a comprehension binds are its own.
        stop_at: for `any` true and for `all` false: the value is known with the first such item.
    """
    found = name("found")
    own = {target for part in node.generators for target in names(part.target).writes}
    fresh = {target: name(target) for target in sorted(own)}
    element = _renamed(node.elt, fresh)
    if stop_at is None:
        first = quote("found = []", node, found=found)
        block = quote("found.append(element)", node.elt, found=found, element=element)
    else:
        first = quote(f"found = {not stop_at}", node, found=found)
        code = f"if test: \n found = {stop_at}\n leave"
        test = element if stop_at else ast.copy_location(ast.UnaryOp(ast.Not(), element), element)
        block = quote(code, node.elt, found=found, test=test, leave=[ast.copy_location(ast.Break(), node)])
    for depth, part in reversed(list(enumerate(node.generators))):
        for condition in reversed(part.ifs):
            block = quote("if test: block", condition, test=_renamed(condition, fresh), block=block)
        items = part.iter if depth == 0 else _renamed(part.iter, fresh)
        loop = ast.For(_renamed(part.target, fresh), items, block, [])
        block = [ast.copy_location(loop, part.target)]
        if stop_at is not None and depth > 0:
            leave: list[ast.stmt] = [ast.copy_location(ast.Break(), node)]
            test = quote_expression("found" if stop_at else "not found", node, found=found)
            block += quote("if test: leave", node, test=test, leave=leave)
    return found, [*first, *block]


def _renamed(node: Node, fresh: Mapping[str, str]) -> Node:
    """A part of a comprehension with the names that it binds exchanged, but for where an inner scope has its own."""
    if isinstance(node, ast.Name) and node.id in fresh:
        return replace(node, id=fresh[node.id])
    hidden: set[str] = set()
    if isinstance(node, ast.Lambda):
        hidden = set(parameters(node))
    elif isinstance(node, COMPREHENSIONS):
        hidden = {target for part in node.generators for target in names(part.target).writes}
    rest = {old: new for old, new in fresh.items() if old not in hidden} if hidden else fresh
    return rebuild(node, lambda child: _renamed(child, rest))
