"""Lists of lists of one length in special code: an array of two axes inside staged blocks."""

from __future__ import annotations

import ast

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.item_checks import require
from nbgraph.core.specialise.verbs import verb_of


def grid_of(expressions: Converting, name: str) -> Buffered | None:
    """The list of lists that a name stands for here; None for anything else."""
    found = expressions.plan.lists.active.get(name)
    return found if isinstance(found, Buffered) and found.is_grid else None


def grid_item(expressions: Converting, grid: Buffered, row: ast.expr, column: ast.expr, at: ast.expr) -> ast.expr:
    """`m[i, k]` for `m[i][k]`."""
    places = _places(expressions, grid, row, column, "list index out of range", at)
    return ast.copy_location(ast.Subscript(load(grid.name, at), places, ast.Load()), at)


def grid_statement(expressions: Converting, grid: Buffered, call: ast.Call) -> list[ast.stmt]:
    """`m = m.at[i, k].set(x)` for `m[i][k] = x`, and the like for `m[i][k] += x`.

    Raises:
        NoSpecialFormError: a whole row is assigned.
    """
    inner = call.args[2] if verb_of(call) == "set_item" else call
    if not isinstance(inner, ast.Call) or inner is call or verb_of(inner) not in ("set_item", "update_item"):
        raise expressions.plan.refuse(call, f"a whole row of the list `{grid.name}` is assigned in here")
    row, column = call.args[1], inner.args[1]
    words = "list assignment index out of range" if verb_of(inner) == "set_item" else "list index out of range"
    places = _places(expressions, grid, row, column, words, call)
    value = expressions.convert(inner.args[-1])
    holes = {"grid": load(grid.name, call), "places": places, "value": value}
    if verb_of(inner) == "set_item":
        return quote("name = grid.at[places].set(value)", call, name=grid.name, **holes)
    symbol = inner.args[2]
    assert isinstance(symbol, ast.Constant)
    form = f"name = grid.at[places].set(grid[places] {str(symbol.value)[:-1]} value)"
    return quote(form, call, name=grid.name, **holes)


def _places(
    expressions: Converting, grid: Buffered, row: ast.expr, column: ast.expr, message: str, at: ast.AST
) -> ast.expr:
    """Both indices, checked as Python checks them."""
    if any(isinstance(part, ast.Slice) for part in (row, column)):
        raise expressions.plan.refuse(at, f"a part of the list `{grid.name}` is taken inside a loop or a branch")
    indices = [expressions.convert(row), expressions.convert(column)]
    for index, length, words in zip(indices, (grid.rows, *grid.kinds[0].shape), _READ, strict=True):
        require(expressions, index, ast.copy_location(ast.Constant(length), at), words or message, at)
    return quote_expression("(row, column)", at, row=indices[0], column=indices[1])


_READ = ("list index out of range", "")  # the row is looked up in any case
