"""Lower subscript assignment: `v[i] = x` rebinds `v`, so that it works for arrays, which are immutable."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote, quote_expression
from nbgraph.core.source import syntax


def lower_subscript(statement: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return assignments to subscripts as calls that return the new container.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> codes = ("v[i] = x", "v[1:] += 1", "v[f()] += x", "v[0][1] = x", "p.v[i] = x", "a, v[0] = x")
    >>> for code in codes:
    ...     show(lower_subscript(example(code), Namer(())))
    v = ng.set_item(v, i, x)
    v = ng.set_item(v, slice(1, None), v[1:] + 1)
    v = ng.update_item(v, f(), '+=', x)
    v = ng.set_item(v, 0, ng.set_item(v[0], 1, x), back=True)
    ng.set_attribute(p, 'v', ng.set_item(p.v, i, x))
    a, item = x
    v = ng.set_item(v, 0, item)

    Whatever is read twice is evaluated once, in Python's order: the value, then the containers and indices outside in.
    A value that may change what the target reads has a statement of its own by then (`EvaluationOrder`).
    """
    match statement:
        case ast.Assign(targets=[ast.Subscript() as target], value=value):
            return store(target, value, statement, name)
        case ast.AnnAssign(target=ast.Subscript() as target, value=value) if value is not None:
            return store(target, value, statement, name)
        case ast.AugAssign(target=ast.Subscript() as target, op=operator, value=value):
            return _update(target, operator, value, statement, name)
        case ast.Assign(targets=targets, value=value) if any(map(stores_item, targets)):
            return _spread(targets, value, statement, name)
        case ast.For(target=target, body=body) if stores_item(target):
            deferred, bound = renamed([target], statement, name)
            return [replace(statement, target=bound[0], body=[*deferred, *body])]
        case ast.With(items=items) if any(item.optional_vars and stores_item(item.optional_vars) for item in items):
            return [_with(statement, name)]
    return [statement]


def store(target: ast.Subscript, value: ast.expr, at: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return the statements for `target = value`."""
    if not can_be_rebound(target):
        return [ast.copy_location(ast.Assign([target], value), at)]
    before, target = _once(target, name, twice=False)
    if before and not isinstance(value, ast.Constant | ast.Name):
        value_name = name("value")
        before = [*quote("target = value", at, target=value_name, value=value), *before]
        value = ast.copy_location(ast.Name(value_name, ast.Load()), value)
    return [*before, _put(target, _set(target, value, at), at)]


def _update(
    target: ast.Subscript, operator: ast.operator, value: ast.expr, at: ast.AugAssign, name: Callable[[str], str]
) -> list[ast.stmt]:
    """Return the statements for `target += value`: Python reads the item before it evaluates the value."""
    if not can_be_rebound(target):
        return [at]
    plain = _is_number(value) and isinstance(target.slice, ast.Constant | ast.Slice | ast.BinOp | ast.Tuple)
    calls = any(isinstance(node, ast.Call | ast.NamedExpr) for node in syntax.walk(value))
    before, target = _once(target, name, twice=plain or calls)
    read = _load(target)
    if plain:
        return [*before, _put(target, _set(target, ast.copy_location(ast.BinOp(read, operator, value), at), at), at)]
    if calls:  # they may change the item or replace it
        fresh = name("item")
        item = ast.copy_location(ast.Name(fresh, ast.Store()), target)
        new = ast.copy_location(ast.Name(fresh, ast.Load()), target)
        first = quote("target = value", target, target=fresh, value=read)
        changed = replace(at, target=item)
        return [*before, *first, changed, _put(target, _set(target, new, at), at)]
    symbol = ast.copy_location(ast.Constant(syntax.SYMBOLS[type(operator)] + "="), at)
    holes = {"container": _load(target.value), "index": index(target), "symbol": symbol, "value": value}
    return [*before, _put(target, quote_expression("ng.update_item(container, index, symbol, value)", at, **holes), at)]


def _set(target: ast.Subscript, value: ast.expr, at: ast.stmt) -> ast.expr:
    holes = {"container": _load(target.value), "index": index(target), "value": value}
    return quote_expression("ng.set_item(container, index, value)", at, **holes)


def _put(target: ast.Subscript, new: ast.expr, at: ast.stmt) -> ast.stmt:
    """Return a statement that stores a changed container back where it came from, which only an array needs."""
    container = target.value
    if isinstance(container, ast.Subscript):
        outer = _set(container, new, at)
        assert isinstance(outer, ast.Call)
        back = ast.copy_location(ast.keyword("back", ast.copy_location(ast.Constant(True), at)), at)
        return _put(container, replace(outer, keywords=[back]), at)
    assert isinstance(container, ast.Name | ast.Attribute)
    return bound_again(container, new, at)


def bound_again(container: ast.Name | ast.Attribute, new: ast.expr, at: ast.stmt) -> ast.stmt:
    """Return a statement that rebinds a name or an attribute; an attribute only to a new array, without a setter's
    call.

    A private attribute is assigned directly, since Python mangles its name.
    """
    if isinstance(container, ast.Attribute) and not _is_private(container.attr):
        attribute = ast.copy_location(ast.Constant(container.attr), container)
        holes = {"owner": container.value, "attribute": attribute, "new": new}
        call = quote_expression("ng.set_attribute(owner, attribute, new)", at, **holes)
        return ast.copy_location(ast.Expr(call), at)
    return ast.copy_location(ast.Assign([replace(container, ctx=ast.Store())], new), at)


def _is_private(attribute: str) -> bool:
    """Return whether Python mangles a name inside a class."""
    return attribute.startswith("__") and not attribute.endswith("__")


def can_be_rebound(target: ast.Subscript) -> bool:
    """Return whether a container can be stored back; what a call returns cannot."""
    container = target.value
    while isinstance(container, ast.Subscript):
        container = container.value
    return isinstance(container, ast.Name | ast.Attribute)


def index(target: ast.Subscript) -> ast.expr:
    """Return the subscript as an expression: slices become `slice(...)`.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(index(example("v[1:, i]")))
    (slice(1, None), i)
    """
    return plain_index(target.slice)


def plain_index(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Slice):
        none = ast.copy_location(ast.Constant(None), node)
        parts = {"start": node.lower or none, "stop": node.upper or none}
        if node.step is None:
            return quote_expression("slice(start, stop)", node, **parts)
        return quote_expression("slice(start, stop, step)", node, step=node.step, **parts)
    if isinstance(node, ast.Tuple) and any(isinstance(item, ast.Slice) for item in node.elts):
        return ast.copy_location(ast.Tuple([plain_index(item) for item in node.elts], ast.Load()), node)
    return node


def _once(target: ast.Subscript, name: Callable[[str], str], *, twice: bool) -> tuple[list[ast.stmt], ast.Subscript]:
    """Return a target whose parts may be read twice: owners and indices are bound to names unless that is harmless.

    Args:
        twice: whether its own index is read twice, too, and not only those of the containers around it.
    """
    before: list[ast.stmt] = []

    def named(node: ast.expr, wish: str, value: ast.expr) -> ast.expr:
        fresh = name(wish)
        before.extend(quote("target = value", node, target=fresh, value=value))
        return ast.copy_location(ast.Name(fresh, ast.Load()), node)

    def fixed(node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Attribute):
            owner = node.value
            return node if isinstance(owner, ast.Name) else replace(node, value=named(owner, "owner", owner))
        if isinstance(node, ast.Subscript):
            container = fixed(node.value)
            if all(isinstance(part, _HARMLESS) for part in syntax.walk(node.slice)):
                return node if container is node.value else replace(node, value=container)
            return replace(node, value=container, slice=named(node.slice, "index", index(node)))
        return node

    if twice:
        new = fixed(target)
    else:
        container = fixed(target.value)
        new = target if container is target.value else replace(target, value=container)
        if before and not all(isinstance(part, _HARMLESS) for part in syntax.walk(target.slice)):
            new = replace(new, slice=named(target.slice, "index", index(target)))
    assert isinstance(new, ast.Subscript)
    return before, new


_OPERATIONS = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
_HARMLESS = (*_OPERATIONS, ast.Name, ast.Constant, ast.Tuple, ast.Slice, ast.expr_context)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex)


def stores_item(target: ast.expr) -> bool:
    """Whether a target assigns to an item somewhere."""
    return any(isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) for node in syntax.walk(target))


def _spread(targets: list[ast.expr], value: ast.expr, at: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """Lower `a, v[0] = x` and `a = v[0] = x`: unpack the value, then assign from left to right as Python does."""
    deferred, bound = renamed(targets, at, name)
    return [ast.copy_location(ast.Assign(bound, value), at), *deferred]


def _with(statement: ast.With, name: Callable[[str], str]) -> ast.With:
    """Lower `with a as v[0]`: assign the item first thing inside; later items of the `with` move inside too."""
    place = next(k for k, item in enumerate(statement.items) if item.optional_vars and stores_item(item.optional_vars))
    item = statement.items[place]
    assert item.optional_vars is not None
    deferred, bound = renamed([item.optional_vars], statement, name)
    body = statement.body
    if statement.items[place + 1 :]:
        body = lower_subscript(replace(statement, items=statement.items[place + 1 :]), name)
    items = [*statement.items[:place], ast.withitem(item.context_expr, bound[0])]
    return replace(statement, items=items, body=[*deferred, *body])


def renamed(
    targets: Sequence[ast.expr], at: ast.stmt, name: Callable[[str], str]
) -> tuple[list[ast.stmt], list[ast.expr]]:
    """Return statements that assign the items among some targets, and the targets with names in place of items.

    A plain name that is part of such an item's expression is assigned after it, if it follows it.
    """
    deferred: list[ast.stmt] = []
    used: set[str] = set()

    def fresh(node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Tuple | ast.List):
            return ast.copy_location(type(node)([fresh(item) for item in node.elts], node.ctx), node)
        if isinstance(node, ast.Starred):
            return ast.copy_location(ast.Starred(fresh(node.value), node.ctx), node)
        if isinstance(node, ast.Subscript):
            used.update(part.id for part in syntax.walk(node) if isinstance(part, ast.Name))
        if isinstance(node, ast.Subscript) or (isinstance(node, ast.Name) and node.id in used):
            place = name("item")
            value = ast.copy_location(ast.Name(place, ast.Load()), node)
            if isinstance(node, ast.Subscript):
                deferred.extend(store(node, value, at, name))
            else:
                deferred.append(ast.copy_location(ast.Assign([node], value), at))
            return ast.copy_location(ast.Name(place, ast.Store()), node)
        return node

    return deferred, [fresh(target) for target in targets]


def _load(node: ast.expr) -> ast.expr:
    return replace(node, ctx=ast.Load()) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) else node
