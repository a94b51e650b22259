"""Turn a comprehension into a loop of the function: for names bound with `:=`, arrays, and run-time filters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from nbgraph.core.analysis.names import COMPREHENSIONS, names, parameters
from nbgraph.core.normalise.statements.break_ import flagged_break
from nbgraph.core.normalise.trees.rewriter import Node, rebuild, replace
from nbgraph.core.normalise.trees.template import quote, quote_expression
from nbgraph.core.source import syntax


def loop_of(
    node: ast.ListComp | ast.GeneratorExp,
    name: Callable[[str], str],
    kind: str = "list",
    given: ast.expr | None = None,
    asks: ast.expr | None = None,
) -> tuple[ast.expr, list[ast.stmt]]:
    """Return a comprehension's value, and the statements that compute it.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> show(loop_of(example("[y for x in xs if (y := f(x))]"), Namer({"x"}))[1])
    listed = []
    for x_1 in xs:
        if (y := f(x_1)):
            listed.append(y)
    >>> show(loop_of(example("((y := x) > 3 for x in xs)"), Namer({"x"}), "any")[1])
    found = False
    for x_1 in xs:
        if (y := x_1) > 3:
            found = True
    >>> show(loop_of(example("(x * x for x in xs if x > 0)"), Namer({"x"}), "sum")[1])
    total = 0
    for x_1 in xs:
        if x_1 > 0:
            total = total + x_1 * x_1

    Where the value of `any` and `all` is known a break follows, whose flag is the value itself.

    Args:
        name: fresh names; those that a comprehension binds are its own.
        kind: what becomes of the items: "list", "sum", "len", "any", "all" or "next".
        given: the start of a sum, or what stands for the next item where there is none.
        asks: the call of `any` or `all`.
    """
    found = name(_RESULTS.get(kind, "found"))  # of a list the name that messages know how to speak of
    own = {target for part in node.generators for target in names(part.target).writes}
    fresh = {target: name(target) for target in sorted(own)}
    element = _renamed(node.elt, fresh)
    piece = ast.copy_location(ast.Name(kind), node)  # no text of the user's names the partial result
    piece.end_lineno, piece.end_col_offset = node.elt.end_lineno, node.elt.end_col_offset
    if kind == "list":
        first = quote("found = []", node, found=found)
        block = quote("found.append(element)", node.elt, found=found, element=element)
    elif kind == "sum":
        start = given or ast.copy_location(ast.Constant(0), node)
        first = quote("total = start", node, total=found, start=start)
        block = quote("total = total + element", piece, total=found, element=element)
    elif kind == "len":
        first = quote("count = 0", node, count=found)
        block = quote("count = count + 1", piece, count=found)
        if any(isinstance(part, ast.Call) for part in syntax.walk(element)):
            block = [ast.copy_location(ast.Expr(element), element), *block]
    elif kind == "next":
        first = quote("item = other", node, item=found, other=given or ast.Constant(None))
        block = quote("item = element", node.elt, item=found, element=element)
        block.append(ast.copy_location(ast.Break(), node.elt))
    else:
        first = quote("found = False", node, found=found)
        test = element if kind == "any" else ast.copy_location(ast.UnaryOp(ast.Not(), element), element)
        leave: list[ast.stmt] = [flagged_break(found, asks or node)]
        block = quote("if test: \n found = True\n leave", node.elt, found=found, test=test, leave=leave)
    for depth, part in reversed(list(enumerate(node.generators))):
        for condition in reversed(part.ifs):
            block = quote("if test: block", condition, test=_renamed(condition, fresh), block=block)
        items = part.iter if depth == 0 else _renamed(part.iter, fresh)
        loop = ast.For(_renamed(part.target, fresh), items, block, [])
        block = [ast.copy_location(loop, node)]
        if kind in ("any", "all") and depth > 0:
            block += quote("if found: leave", node, found=found, leave=[flagged_break(found, asks or node)])
    code = "not found" if kind == "all" else "found"
    return quote_expression(code, asks or node, found=found), [*first, *block]


_RESULTS = {"list": "listed", "sum": "total", "len": "count", "all": "failed", "next": "next_item"}


def _renamed(node: Node, fresh: Mapping[str, str]) -> Node:
    """Rename the names that a comprehension binds in a part of it, except in inner scopes with their own."""
    if isinstance(node, ast.Name) and node.id in fresh:
        return replace(node, id=fresh[node.id])
    hidden: set[str] = set()
    if isinstance(node, ast.Lambda):
        hidden = set(parameters(node))
    elif isinstance(node, COMPREHENSIONS):
        hidden = {target for part in node.generators for target in names(part.target).writes}
    rest = {old: new for old, new in fresh.items() if old not in hidden} if hidden else fresh
    return rebuild(node, lambda child: _renamed(child, rest))
