"""Python's lists in special code, changed at an index that only the run knows: the list gets new items.

The list stays the object that it is, as all who have it see the change.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.item_checks import is_number, require
from nbgraph.core.specialise.number_keys import assigned_code, kinds_of
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.specialise.verbs import slice_code
from nbgraph.core.staging.list_notes import BUFFERS, CHOICE, INDEX, PARTS, ROW, STORE, TAKE

_READ, _SET = "list index out of range", "list assignment index out of range"
_ADDING = {"+=": ".add(value)", "*=": ".multiply(value)"}


@dataclass(frozen=True)
class Step:
    """One pair of brackets of `m[i][k] = v`.

    Attributes:
        container: what is before the brackets, as general code.
        index: what is in them, the same.
    """

    container: ast.expr
    index: ast.expr


def assigned(
    expressions: Converting, steps: Sequence[Step], value: ast.expr, call: ast.Call, symbol: str = "="
) -> list[ast.stmt]:
    """`m[i][k] = v`, `m[i][k] += v`: in place, or a list of other items where only the run knows an index.

    Args:
        expressions: what converts.
        steps: the brackets.
        value: what is assigned, as special code.
        call: the place.
        symbol: how it is assigned.

    Raises:
        NoSpecialFormError: no array holds the items.
    """
    if len(steps) == 1 and (asked := kinds_of(expressions, "set_item", call)) is not None:
        items, key = expressions.convert(steps[0].container), expressions.convert(steps[0].index)
        return assigned_code(expressions, items, key, value, call, symbol, asked)
    path = expressions.convert(steps[0].container)
    indices = [expressions.convert(step.index) for step in steps]
    first = _first_chosen(expressions, steps, call)
    for index in indices[:first]:
        path = ast.copy_location(ast.Subscript(path, slice_code(index), ast.Load()), call)
    if first == len(steps):
        assert isinstance(path, ast.Subscript)
        return augmented(replace(path, ctx=ast.Store()), symbol, value, call)
    if not is_plain(path) or first < len(steps) - 2:
        raise expressions.plan.refuse(call, "a list in a list is changed at an index that only the run knows")
    places = [_named(expressions, index, "place", call) for index in indices[first:]]
    if first == len(steps) - 2:
        return _row_changed(expressions, path, places, value, symbol, call)
    return _changed(expressions, path, places[0], value, symbol, call)


def taken_out(expressions: Converting, node: ast.stmt) -> list[ast.stmt]:
    """`x = a.pop(i)`, `a.pop(i)` and `del a[i]` where only the run knows `i`; nothing for anything else."""
    match node:
        case ast.Assign(targets=[target], value=ast.Call(args=[ast.Attribute(value=path, attr="pop"), index]) as at):
            words, targets = "pop index out of range", [target]
        case ast.Expr(value=ast.Call(args=[ast.Attribute(value=path, attr="pop"), index]) as at):
            words, targets = "pop index out of range", []
        case ast.Delete(targets=[ast.Subscript(value=path, slice=index) as at]):
            words, targets = _SET, []
        case _:
            return []
    if not {TAKE, PARTS} & _notes(expressions, at) or _is_known(expressions, path, index):
        return []
    path, place = expressions.convert(path), _named(expressions, expressions.convert(index), "place", at)
    if PARTS in _notes(expressions, at) or not is_plain(path):
        raise expressions.plan.refuse(at, "a list or tuple is taken out at an index that only the run knows")
    require(expressions, place, quote_expression("len(items)", at, items=path), words, at)
    item = quote_expression("jnp.array(items)[place]", at, items=path, place=place)
    form = "jnp.delete(jnp.array(items), jnp.array([place]), assume_unique_indices=True)"
    rest = _filled(path, quote_expression(form, at, items=path, place=place), at)
    return [*(replace(node, targets=[target], value=item) for target in targets), *rest]


def put_in(expressions: Converting, node: ast.stmt) -> list[ast.stmt]:
    """`a.insert(i, x)` where only the run knows `i`; nothing for anything else."""
    match node:
        case ast.Expr(value=ast.Call(args=[ast.Attribute(value=path, attr="insert"), index, item]) as call):
            notes = {STORE, CHOICE, ROW, PARTS} & _notes(expressions, call)
        case _:
            return []
    if not notes or _is_known(expressions, path, index):
        return []
    if notes != {STORE}:
        raise expressions.plan.refuse(call, "an item of another type is put in at an index that only the run knows")
    path, place, item = (expressions.convert(part) for part in (path, index, item))
    form = "jnp.insert(jnp.array(items), place, item)"
    return _filled(path, quote_expression(form, call, items=path, place=place, item=item), call)


def _is_known(expressions: Converting, path: ast.expr, index: ast.expr) -> bool:
    """Whether the run has found the length of a list before, or the index is written as a number."""
    return is_number(index) or (isinstance(path, ast.Name) and path.id in expressions.plan.lists.cut)


def augmented(target: ast.expr, symbol: str, value: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """`target += value`.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(augmented(example("a[i]"), "-=", example("x"), example("p")))
    a[i] -= x
    """
    (statement,) = quote(f"target {symbol} value", at, value=value)
    if isinstance(statement, ast.Assign):
        return [replace(statement, targets=[target])]
    return [replace(statement, target=target)]


def _first_chosen(expressions: Converting, steps: Sequence[Step], call: ast.Call) -> int:
    """The first of the brackets whose index only the run knows; how many there are where all are known."""
    if _is_known(expressions, steps[0].container, ast.Constant(None)):
        return len(steps)
    for number, step in enumerate(steps[1:]):
        if INDEX in _notes(expressions, step.container) and not is_number(steps[number].index):
            return number
    stored = _notes(expressions, call) & {STORE, CHOICE, ROW, PARTS}
    return len(steps) - 1 if stored and not is_number(steps[-1].index) else len(steps)


def _notes(expressions: Converting, node: ast.AST) -> set[str]:
    outcomes = expressions.plan.instance.outcomes.get((BUFFERS, place_of(node)), [])
    return {outcome.detail for outcome in outcomes}


def _named(expressions: Converting, value: ast.expr, wish: str, at: ast.AST) -> ast.expr:
    """What is evaluated several times, as something that shows nowhere."""
    if is_plain(value):
        return value
    name = expressions.plan.fresh(wish, value)
    expressions.before += quote("name = value", at, name=name, value=value)
    return load(name, at)


def _changed(
    expressions: Converting, path: ast.expr, place: ast.expr, value: ast.expr, symbol: str, call: ast.Call
) -> list[ast.stmt]:
    """`items[:] = jnp.array(items).at[i].set(v)`, and the like for `items[i] += v` and items of several types."""
    notes = _notes(expressions, call)
    if notes & {ROW, PARTS}:
        raise expressions.plan.refuse(call, "a list or tuple is put into a list at an index that only the run knows")
    length = quote_expression("len(items)", call, items=path)
    require(expressions, place, length, _SET if symbol == "=" else _READ, call)
    holes: dict[str, Hole] = {"items": path, "place": place}
    if CHOICE not in notes:
        new = quote_expression(f"jnp.array(items).at[place]{_setting(symbol)}", call, value=value, **holes)
    else:
        value = _named(expressions, _combined(path, place, value, symbol, call), "new", call)
        number, item = (expressions.plan.fresh(wish, call) for wish in ("k", "item"))
        form = f"[jnp.where({number} == place % len(items), value, {item}) for {number}, {item} in enumerate(items)]"
        new = quote_expression(form, call, value=value, **holes)
    return _filled(path, new, call)


def _setting(symbol: str) -> str:
    """How an array gets an item.

    >>> _setting("="), _setting("+="), _setting("-=")
    ('.set(value)', '.add(value)', '.set(jnp.array(items)[place] - value)')
    """
    if symbol == "=":
        return ".set(value)"
    return _ADDING.get(symbol, f".set(jnp.array(items)[place] {symbol[:-1]} value)")


def _combined(path: ast.expr, place: ast.expr, value: ast.expr, symbol: str, at: ast.AST) -> ast.expr:
    if symbol == "=":
        return value
    form = f"jnp.array(items)[place] {symbol[:-1]} value"
    return quote_expression(form, at, items=path, place=place, value=value)


def _filled(path: ast.expr, new: ast.expr, at: ast.AST) -> list[ast.stmt]:
    (line,) = quote("target = new", at, new=new)
    target = ast.copy_location(ast.Subscript(path, ast.copy_location(ast.Slice(), at), ast.Store()), at)
    assert isinstance(line, ast.Assign)
    return [replace(line, targets=[target])]


def _row_changed(
    expressions: Converting, path: ast.expr, places: list[ast.expr], value: ast.expr, symbol: str, call: ast.Call
) -> list[ast.stmt]:
    """An item of one row of a list of lists: each row gets the items that it has then.

    Raises:
        NoSpecialFormError: the rows are no numbers of one type.
    """
    if ROW not in _notes(expressions, call):
        raise expressions.plan.refuse(call, "one row of a list changes here, and which one only the run knows")
    require(expressions, places[0], quote_expression("len(rows)", call, rows=path), _READ, call)
    if not is_number(places[1]):
        require(
            expressions,
            places[1],
            quote_expression("len(rows[0])", call, rows=path),
            _SET if symbol == "=" else _READ,
            call,
        )
    place = ast.copy_location(ast.Tuple(places, ast.Load()), call)
    names = {wish: expressions.plan.fresh(wish, call) for wish in ("rows", "row", "new")}
    code = f"""rows = jnp.array(items).at[place]{_setting(symbol)}
for row, new in zip(items, rows):
    row[:] = new"""
    return quote(code, call, items=path, place=place, value=value, **names)
