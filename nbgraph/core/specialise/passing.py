"""What passes a `filter` of run-time values: an array, and for each of its rows whether it passes."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.operands import is_boolean
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.derived_sequences import Enumerate
from nbgraph.core.staging.list_notes import BUFFERS
from nbgraph.core.staging.sequences import Items, Sequence

_MASKED = {
    "sum": "jnp.sum(items, where=mask)",
    "any": "jnp.any(items, where=mask)",
    "all": "jnp.all(items, where=mask)",
}
_LISTED = {
    "list": "list(items[mask])",
    "tuple": "tuple(items[mask])",
    "max": "jnp.max(items[mask])",
    "min": "jnp.min(items[mask])",
}


@dataclass(frozen=True)
class Passing:
    """Some rows of an array.

    Attributes:
        items: the array, which may be evaluated several times.
        mask: which rows these are; None for all of them.
    """

    items: ast.expr
    mask: ast.expr | None = None

    def holes(self) -> dict[str, ast.expr]:
        """Both, for a template."""
        assert self.mask is not None
        return {"items": self.items, "mask": self.mask}


def filter_code(expressions: Converting, node: ast.Call) -> ast.expr | None:
    """A call that uses up what passes a filter; None for any other.

    Raises:
        NoSpecialFormError: only the run knows how many pass, and a loop or a branch would have to know.
    """
    function, *arguments = node.args
    name = function.id if isinstance(function, ast.Name) else ""
    if not arguments or not _filters(expressions, arguments[0]):
        return None
    if name in _MASKED and len(arguments) == 1 and not node.keywords:
        return quote_expression(_MASKED[name], node, **_passing(expressions, arguments[0]).holes())
    if name in ("max", "min", "sorted") or (name in _LISTED and not node.keywords and len(arguments) == 1):
        _outside(expressions, node)
    if name in _LISTED and not node.keywords and len(arguments) == 1:
        return quote_expression(_LISTED[name], node, **_passing(expressions, arguments[0]).holes())
    if name == "sorted":
        options = {keyword.arg: keyword.value for keyword in node.keywords}
        falls = options.pop("reverse", ast.Constant(False))
        if not options and isinstance(falls, ast.Constant):
            form = f"list(jnp.sort(items[mask]{', descending=True' if falls.value else ''}))"
            return quote_expression(form, node, **_passing(expressions, arguments[0]).holes())
    return None


def hoisted(expressions: Converting, code: ast.expr, sequence: Sequence | None) -> ast.expr:
    """What a loop runs over, with the items that pass a filter in a variable made before the loop."""
    match sequence, code:
        case Items(), ast.Call() if _filters(expressions, code):
            _outside(expressions, code)
            rows = quote_expression("items[mask]", code, **_passing(expressions, code).holes())
            kept = _bound(expressions, "kept", rows)
            expressions.plan.lists.arrays.append(kept.id)
            return kept
        case Enumerate(inner=inner), ast.Call(args=[function, items, *rest]) if verb_of(code) == "call":
            new = hoisted(expressions, items, inner)
            return code if new is items else ast.copy_location(ast.Call(code.func, [function, new, *rest], []), code)
    return code


def _filters(expressions: Converting, node: ast.expr) -> bool:
    """Whether a call gives some items of an array that only the run knows, perhaps each through a function."""
    match node:
        case ast.Call(args=[_, _, items]) if verb_of(node) == "call":
            called = {outcome.detail.function for outcome in expressions.plan.outcomes("call", node)}
            if called == {filter} and not _is_cut(expressions, items):
                return (BUFFERS, place_of(node)) in expressions.plan.instance.outcomes
            return called == {map} and _filters(expressions, items)
    return False


def _is_cut(expressions: Converting, items: ast.expr) -> bool:
    """Whether these are in a list of Python's, of a length that the run has found."""
    return isinstance(items, ast.Name) and items.id in expressions.plan.lists.cut


def _passing(expressions: Converting, node: ast.expr, *, is_array: bool = False) -> Passing:
    called: set[object] = set()
    if isinstance(node, ast.Call) and verb_of(node) == "call":
        called = {outcome.detail.function for outcome in expressions.plan.outcomes("call", node)}
    match node:
        case ast.Call(args=[_, function, items]) if called == {filter}:
            rows = _passing(expressions, items, is_array=_takes_array(expressions, node))
            test = _test(expressions, function, rows.items)
            both = quote_expression("a & b", node, a=rows.mask, b=test) if rows.mask is not None else test
            return Passing(rows.items, both)
        case ast.Call(args=[_, function, items]) if called == {map}:
            rows = _passing(expressions, items, is_array=_takes_array(expressions, node))
            holes = {"function": expressions.convert(function), "items": rows.items}
            return Passing(quote_expression("jax.vmap(function)(items)", node, **holes), rows.mask)
        case ast.Call(args=[_, *arguments]) if called == {range}:
            bounds = ast.copy_location(ast.Call(quote_expression("jnp.arange", node), arguments, []), node)
            return Passing(_bound(expressions, "items", ast.copy_location(bounds, node)))
    code = expressions.convert(node)
    if isinstance(code, ast.Name) and is_array:
        return Passing(code)
    if not is_array:
        code = quote_expression("jnp.array(items)", node, items=code)
    return Passing(_bound(expressions, "items", code))


def _takes_array(expressions: Converting, node: ast.Call) -> bool:
    return all(outcome.detail.takes_array for outcome in expressions.plan.outcomes("call", node))


def _test(expressions: Converting, function: ast.expr, items: ast.expr) -> ast.expr:
    """Which rows of an array a function finds true."""
    if isinstance(function, ast.Constant) and function.value is None:
        return quote_expression("items != 0", function, items=items)
    test = expressions.convert(function)
    form = "jax.vmap(test)(items)"
    form = form if isinstance(test, ast.Lambda) and is_boolean(test.body) else f"{form} != 0"
    return quote_expression(form, function, test=test, items=items)


def _bound(expressions: Converting, wish: str, value: ast.expr) -> ast.Name:
    """A variable for a value, bound in a line before this one."""
    name = expressions.plan.fresh(wish, value)
    expressions.before += quote("name = value", value, name=name, value=value)
    return load(name, value)


def _outside(expressions: Converting, node: ast.expr) -> None:
    if expressions.plan.lists.staged:
        raise expressions.plan.refuse(
            node, "how many items pass this filter is only known at run time, and is asked in here"
        )
