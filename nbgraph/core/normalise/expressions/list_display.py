"""Convert the lists that a function makes: `ng.list_([...])` can grow in a graph and be indexed at run time."""

from __future__ import annotations

import ast
from collections.abc import Collection

from nbgraph.core.normalise.trees.rewriter import rebuild, replace
from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that, methods_that


def convert_display(node: ast.List | ast.ListComp) -> ast.expr:
    """Return a list display or comprehension as an nbgraph list; nested displays belong to it.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_display(example("[1, x]")), convert_display(example("[f(x) for x in xs]")))
    ng.list_([1, x])
    ng.list_([f(x) for x in xs])
    >>> rows = example("[[1, 2], [3, 4]]")
    >>> rows.elts = [convert_display(row) for row in rows.elts]
    >>> show(convert_display(rows))
    ng.list_([[1, 2], [3, 4]], depth=2)
    """
    if isinstance(node, ast.List) and node.elts and all(_is_ours(item) for item in node.elts):
        depths = {_depth(item) for item in node.elts}
        if len(depths) == 1:
            inner = replace(node, elts=[bare(item) for item in node.elts])
            depth = ast.copy_location(ast.Constant(depths.pop() + 1), node)
            return quote_expression("ng.list_(items, depth=levels)", node, items=inner, levels=depth)
    return quote_expression("ng.list_(items)", node, items=node)


def convert_joined(node: ast.List) -> ast.expr:
    """Return a display that includes lists of run-time length as a sum, since Python cannot iterate over them.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_joined(example("[*l, 1, x, *m]")), convert_joined(example("[1, *l]")))
    ng.list_(l) + [1, x] + ng.list_(m)
    ng.list_([1]) + ng.list_(l)
    """
    parts: list[ast.expr] = []
    for item in node.elts:
        if isinstance(item, ast.Starred):
            parts.append(quote_expression("ng.list_(items)", item, items=item.value))
        elif parts and isinstance(parts[-1], ast.List):
            parts[-1].elts.append(item)
        else:
            parts.append(ast.copy_location(ast.List([item], ast.Load()), item))
    joined = (
        parts[0] if not isinstance(parts[0], ast.List) else quote_expression("ng.list_(items)", node, items=parts[0])
    )
    for part in parts[1:]:
        joined = quote_expression("joined + part", node, joined=joined, part=part)
    return joined


def bare(node: ast.expr) -> ast.expr:
    """Return the display itself, where no name can refer to the list.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(bare(convert_display(example("[1, x]"))), bare(example("f(x)")))
    [1, x]
    f(x)
    """
    match node:
        case ast.Call(args=[ast.List() | ast.ListComp() as display]) if _is_ours(node):
            return display
        case ast.Starred(value=value) if bare(value) is not value:
            return replace(node, value=bare(value))
        case ast.Tuple(elts=items) if any(bare(item) is not item for item in items):
            return replace(node, elts=[bare(item) for item in items])
    return node


def looks_only(callee: object) -> bool:
    """Return whether a function only looks at the items of its arguments: array libraries, and builtins that fold."""
    module = getattr(callee, "__module__", None) or getattr(type(callee), "__module__", "")
    library = module.split(".")[0] if isinstance(module, str) else ""
    return library in ("jax", "numpy") or (
        library == "builtins" and getattr(callee, "__name__", "") in builtins_that(Fact.LOOKS)
    )


RETURNED = (0, 0, 0, 1)  # among the places that traces have found: what a function returns is changed by its caller


def bare_statement(statement: ast.stmt, places: Collection[tuple[int, ...]] = ()) -> ast.stmt:
    """Leave displays unconverted that a statement only unpacks, iterates over or returns, or that are defaults.

    Args:
        places: what traces have found out about the function.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> for code in ("a, b = ng.list_([x, y])", "a = ng.list_([x])", "a, b = (ng.list_([x]), y)"):
    ...     show(bare_statement(example(code)))
    a, b = [x, y]
    a = ng.list_([x])
    a, b = (ng.list_([x]), y)
    """
    match statement:
        case ast.FunctionDef(args=given) | ast.AsyncFunctionDef(args=given):  # all calls share a list among them
            free = rebuild(given, lambda each: bare(each) if isinstance(each, ast.expr) else each)
            return replace(statement, args=free)
        case ast.Return() if RETURNED in places:
            return statement
        case ast.Return(value=ast.expr() as value) | ast.AugAssign(value=value) if bare(value) is not value:
            return replace(statement, value=bare(value))
        case ast.For(iter=items) if bare(items) is not items:
            return replace(statement, iter=bare(items))
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=ast.Call() as value) if bare(value) is not value:
            return replace(statement, value=bare(value))
    return statement


def bare_arguments(node: ast.Call, callee: object) -> ast.Call:
    """Leave displays unconverted among a call's arguments that the callee only looks at.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> for code in ("l.extend(ng.list_([x]))", "f(ng.list_([x]))"):
    ...     show(bare_arguments(example(code), None))
    l.extend([x])
    f(ng.list_([x]))
    """
    extends = isinstance(node.func, ast.Attribute) and node.func.attr in methods_that(Fact.LOOKS)
    if not (extends or looks_only(callee)) or all(bare(argument) is argument for argument in node.args):
        return node
    return replace(node, args=[bare(argument) for argument in node.args])


def _is_ours(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr="list_")):
            return True
    return False


def _depth(node: ast.expr) -> int:
    match node:
        case ast.Call(keywords=[ast.keyword(arg="depth", value=ast.Constant(value=int(depth)))]):
            return depth
    return 1
