"""Parts of a list in an array: `l[a:b]`, other items in place of them, and the list without them."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.plan import Plan


def part(held: Buffered, start: ast.expr | None, stop: ast.expr | None, at: ast.expr) -> tuple[ast.expr, ast.expr]:
    """`rows[start:stop]` of a list in an array, as an array and a length."""
    length = held.count(at)
    first = None if start is None else _position(start, length)
    last = length if stop is None else quote_expression("jnp.minimum(a, b)", at, a=_position(stop, length), b=length)
    rows: ast.expr = load(held.name, at)
    if first is None:
        return rows, last
    rows = quote_expression("jnp.roll(rows, -first)", at, rows=rows, first=first)
    return rows, quote_expression("jnp.maximum(last - first, 0)", at, last=last, first=first)


def reversed_rows(held: Buffered, at: ast.AST) -> ast.expr:
    """The array of a list with its items from the last to the first."""
    if not held.length:
        return quote_expression("rows[::-1]", at, rows=held.name)
    return quote_expression("jnp.roll(rows[::-1], length)", at, rows=held.name, length=held.count(at))


def _position(bound: ast.expr, length: ast.expr) -> ast.expr:
    """A bound of a slice, counted from the start."""
    if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
        return bound
    if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub) and isinstance(bound.operand, ast.Constant):
        form = "jnp.maximum(length - back, 0)"
        return quote_expression(form, bound, length=length, back=bound.operand)
    form = "jnp.where(bound < 0, jnp.maximum(length + bound, 0), bound)"
    return quote_expression(form, bound, length=length, bound=bound)


def spliced(
    plan: Plan, held: Buffered, start: ast.expr | None, stop: ast.expr | None, items: list[ast.expr], at: ast.AST
) -> list[ast.stmt]:
    """The lines for `rows[start:stop] = items`, and for `del rows[start:stop]` where there are no items.

    Args:
        plan: the decisions, for names.
        held: the list.
        start: the lower bound.
        stop: the upper bound.
        items: what comes in between.
        at: where new nodes stand.
    """
    length, first, last = held.count(at), plan.fresh("first", at), plan.fresh("last", at)
    holes: dict[str, Hole] = {
        "rows": held.name,
        "length": held.length,
        "size": held.size(at),
        "first": first,
        "last": last,
    }
    lines = []
    if start is not None:
        lines += quote("first = jnp.minimum(start, length)", at, start=_position(start, length), **holes)
    if stop is None:
        lines += quote("last = length", at, **holes)
    elif start is None:
        lines += quote("last = jnp.minimum(stop, length)", at, stop=_position(stop, length), **holes)
    else:
        lines += quote("last = jnp.clip(stop, first, length)", at, stop=_position(stop, length), **holes)
    removed = "last" if start is None else "(last - first)"
    added = f"{len(items)} - {removed}" if items else f"-{removed}"
    rest = f"jnp.roll(rows, {added})"
    form = rest if start is None else f"jnp.where(jnp.arange(size) < first, rows, {rest})"
    lines += quote(f"rows = {form}", at, **holes)
    for k, item in enumerate(items):
        place = f"first + {k}" if start is not None and k else "first" if start is not None else str(k)
        lines += quote(f"rows = rows.at[{place}].set(item)", at, item=item, **holes)
    new = f"length + {added}" if items else f"length - {removed}"
    form = f"jnp.where(length > size, length, {new})" if held.checked else new
    return [*lines, *quote(f"length = {form}", at, **holes)]
