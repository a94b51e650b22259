"""Python's lists of known length in special code with items that only the run knows: Python cannot compare these."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from nbgraph.core.functionalise.blocks import load, parameters
from nbgraph.core.functionalise.sites import Place, place_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.list_stores import put_in, taken_out
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.list_notes import BUFFERS, EQUAL, ORDER


def known_list_expression(expressions: Converting, node: ast.AST) -> ast.expr | None:
    """`a == b` of lists, `a.index(x)` and `a.count(x)` with traced items; None for anything else."""
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as operator], comparators=[right]):
            if (EQUAL, place_of(node)) not in expressions.plan.instance.outcomes:
                return None
            if any(_is_cut(expressions, side) for side in (left, right)):
                return None
            holes = {"left": expressions.convert(left), "right": expressions.convert(right)}
            form = "jnp.array_equal(jnp.array(left), jnp.array(right))"  # lists of several lengths differ
            if isinstance(operator, ast.NotEq):
                form = f"jnp.logical_not({form})"
            return quote_expression(form, node, **holes)
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if (
            ORDER,
            place_of(node),
        ) in expressions.plan.instance.outcomes:
            a, b = (ast.copy_location(ast.Name(name, ast.Load()), node) for name in "ab")
            compare = ast.copy_location(
                ast.Lambda(parameters("ab", node), replace(node, left=a, comparators=[b])), node
            )
            holes = {"compare": compare, "left": expressions.convert(left), "right": expressions.convert(right)}
            return quote_expression("ordered(compare, left, right)", node, **holes)
        case ast.Call(
            args=[ast.Attribute(value=ast.Name(id=name) as owner, attr=("index" | "count") as method), item]
        ) if verb_of(node) == "call" and _is_traced(expressions, node) and not _is_cut(expressions, owner):
            item = expressions.convert(item)
            holes = {"items": load(name, node), "item": item}
            if method == "count":
                return quote_expression("jnp.sum(jnp.array(items) == item)", node, **holes)
            _require(expressions, name, item, "the item is not in list", node)
            return quote_expression("jnp.argmax(jnp.array(items) == item)", node, **holes)
    return None


def known_list_statement(expressions: Converting, node: ast.stmt) -> list[ast.stmt] | None:
    """`a.remove(x)` with traced items, `del a[i]` and the like at a run-time index; None for anything else."""
    found = taken_out(expressions, node) or put_in(expressions, node)
    if found:
        return found
    match node:
        case ast.Expr(
            value=ast.Call(args=[ast.Attribute(value=ast.Name(id=name) as owner, attr="remove"), item]) as call
        ) if verb_of(call) == "call" and (BUFFERS, place_of(call)) in expressions.plan.instance.outcomes:
            if _is_cut(expressions, owner) or name in expressions.plan.lists.active:
                return None
            item = expressions.convert(item)
            _require(expressions, name, item, "list.remove(x): x not in list", call)
            place = expressions.plan.fresh("place", call)
            code = """place = jnp.argmax(jnp.array(items) == item)
items[:] = jnp.delete(jnp.array(items), place[None], assume_unique_indices=True)"""
            return quote(code, call, place=place, items=name, item=item)
    return None


def list_length(expressions: Converting, node: ast.expr) -> ast.expr | None:
    """The length of what is surely one of Python's lists, which is known then; None for anything else."""
    if isinstance(node, ast.Name) and expressions.plan.is_list(node.id):
        return quote_expression("len(items)", node, items=load(node.id, node))
    return None


def _require(expressions: Converting, name: str, item: ast.expr, message: str, at: ast.AST) -> None:
    """A line before this one that checks that a list has an item.

    Raises:
        NoSpecialFormError: the item would be evaluated twice.
    """
    if not is_plain(item):
        raise expressions.plan.refuse(at, "an item is looked for here, and evaluating it twice might show")
    holes: dict[str, Hole] = {"items": name, "item": item}
    missing = quote_expression("jnp.logical_not(jnp.any(jnp.array(items) == item))", at, **holes)
    error = quote_expression("ValueError(message)", at, message=ast.copy_location(ast.Constant(message), at))
    expressions.before += expressions.check(missing, error, at)


def _is_cut(expressions: Converting, node: ast.expr) -> bool:
    """Whether this is a list of a length that the run has found: then its items are known, too."""
    return isinstance(node, ast.Name) and node.id in expressions.plan.lists.cut


def _is_traced(expressions: Converting, node: ast.Call) -> bool:
    from_lists = [o.detail for o in expressions.plan.outcomes("call", node) if _is_method_of_list(o.detail.function)]
    return bool(from_lists) and all(detail.traced for detail in from_lists)


def _is_method_of_list(function: object) -> bool:
    return isinstance(getattr(function, "__self__", None), list)


def ordered_elsewhere(tree: ast.AST, outcomes: Iterable[tuple[str, Place]]) -> bool:
    """Whether lists are compared by their order where no operator of the user's says so, as `sorted` does."""
    written = {place_of(node) for node in ast.walk(tree) if isinstance(node, ast.Compare)}
    return any(verb == ORDER and place not in written for verb, place in outcomes)
