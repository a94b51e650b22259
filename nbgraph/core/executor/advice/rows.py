"""Advise on nested lists that would be changed in a copy: find the row, and how to change it in place.

A list at a run-time index, or read from a growing list, is a copy. Items are assigned through the outer list. A change
of a row's length (`append`, `pop`) needs to know which row it is, as in a loop over all of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.advice.outside import (
    K,
    changed_in,
    is_bound,
    loop_over,
    own_copy,
    owners,
    statement_at,
    with_counter,
)
from nbgraph.core.executor.advice.scene import UNKNOWN, Scene, best
from nbgraph.core.executor.advice.sizes import static_remedy
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import METHODS_BY_NAME, methods_that
from nbgraph.core.source.syntax import filled
from nbgraph.core.staging.aliasing import CopyChangedError, ListCopyError, StoredListError
from nbgraph.core.staging.lists import OF_ONE_LENGTH, AliasChangedError, ListItemError, growing_of

_OF_PARTS = "dicts? or (a )?sets? (is|that is) replaced|a dict becomes an item|which dict this is"


def refined(error: NbgraphError, scene: Scene | None) -> str:
    """Return what to write in place of the code of an error on nested lists; "" if nothing better is known."""
    scene = scene or Scene.at(error.span)
    return "" if scene is None else with_counter(best(_remedies, error, scene) or "", scene)


def _remedies(error: NbgraphError, scene: Scene) -> Iterator[str]:
    if re.search(_OF_PARTS, error.message):
        yield from _part_by_itself(scene)
    if error.id == "items-differ" and "which object" in error.message:
        yield from _part_by_itself(scene)
        return
    if "a list becomes the value of a key" in error.message:
        yield from _grouped(scene)
    if isinstance(error, ListCopyError | ListItemError) and (found := own_copy(scene).remedy):
        yield found
    match error:
        case CopyChangedError():
            for row, node in _changes(scene.tree):
                yield from _instead(scene, row, node)
        case StoredListError():
            yield from _stored(scene if scene.span == error.span else Scene.at(error.span) or scene)
        case ListCopyError():
            yield from _named_row(scene)
        case AliasChangedError():
            for row, node in _changes(scene.tree):
                yield from _on_each_path(scene, row, node)
        case ListItemError():
            yield from _of_items(error, scene)


def _changes(tree: ast.AST | None) -> Iterator[tuple[ast.expr, ast.AST]]:
    """Yield the lists that statements and calls change, with the statement or call."""
    for node in ast.walk(tree) if tree is not None else ():
        match node:
            case ast.Assign(targets=[ast.Subscript(value=row)]) | ast.AugAssign(target=ast.Subscript(value=row)):
                yield row, node
            case ast.Delete(targets=[ast.Subscript(value=row)]) | ast.Call(func=ast.Attribute(value=row)):
                yield row, node


def _instead(scene: Scene, row: ast.expr, change: ast.AST) -> Iterator[str]:
    yield from _of_sorted(scene, row)
    if isinstance(row, ast.Name):
        yield from _of_name(scene, row.id, change)
    if isinstance(row, ast.Subscript):
        yield from _of_item(scene, row, change)


def _of_sorted(scene: Scene, row: ast.expr) -> Iterator[str]:
    """Suggest separate rows for the result of `sorted`, which shares the rows of its argument."""
    names = {node.id for node in ast.walk(row) if isinstance(node, ast.Name)}
    for node in scene.everywhere():
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="sorted"), args=[given])):
                found, rows = ast.unparse(node.value), ast.unparse(given)
                if name in names:
                    yield f"`{name} = [list(row) for row in {found}]`, rows of its own"
                if rows in names:
                    yield f"`{name} = {found.replace(rows, f'map(list, {rows})', 1)}`, rows of its own"


def _on_each_path(scene: Scene, changed: ast.expr, change: ast.AST) -> Iterator[str]:
    """Suggest to change each of two lists in its branch."""
    if not isinstance(changed, ast.Name):
        return
    code = [scene.source(change).replace("\n", " ")]
    for node in scene.everywhere():
        match node:
            case ast.Assign(
                targets=[ast.Name(id=target)],
                value=ast.IfExp(test=test, body=ast.Name(id=one), orelse=ast.Name(id=other)),
            ) if target == changed.id:
                code = [_renamed(change, target, name) for name in (one, other)]
                yield f"`if {ast.unparse(test)}:` with `{code[0]}`, and `else:` with `{code[1]}`"
    yield (
        f"`{code[0]}` in each branch of the `if`, where it is known which list it is; or, if only one list is to"
        f" change, a copy, as `list({changed.id})`"
    )


def _part_by_itself(scene: Scene) -> Iterator[str]:
    """Suggest a loop over all positions for a change of a dict at a run-time position."""
    statement = statement_at(scene)
    targets = [*getattr(statement, "targets", []), getattr(statement, "target", None)]
    attributes = [target for target in targets if isinstance(target, ast.Attribute)]
    for item in (*changed_in(statement), *attributes):
        places = [each for each in (*owners(item), item) if isinstance(each, ast.Subscript)]
        place = next((each for each in places if not isinstance(each.slice, ast.Constant)), None)
        if place is None or growing_of(value := scene.value(place.value)) is not None:
            continue
        outer, root = ast.unparse(place.value), ast.unparse(owners(item)[0])
        loop = _each_row(outer, place.slice, ast.unparse(statement).replace(ast.unparse(place), f"{outer}[{K}]"), value)
        if is_bound(scene, root):
            yield loop
        yield f"`new_{root} = copy.deepcopy({root})` first, and " + re.sub(rf"\b{root}\b", f"new_{root}", loop)


def _grouped(scene: Scene) -> Iterator[str]:
    """Suggest a loop over all keys for appending to one of several lists in a dict."""
    for node in scene.everywhere():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Name(id=outer)) as item, attr="append")):
                change = ast.unparse(node).replace(ast.unparse(item), f"{outer}[{K}]")
                yield _each_row(outer, item.slice, change, {})


def _named_row(scene: Scene) -> Iterator[str]:
    """Suggest a copy for a row with a name that is read after a change of the table, or to use the table."""
    names = {node.id for node in ast.walk(scene.tree or scene.function or ast.Pass()) if isinstance(node, ast.Name)}
    for node in scene.everywhere():
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() as place) if (
                name in names and ":" not in (row := ast.unparse(place))
            ):
                yield f"`{name} = list({row})`, which keeps what it held; or `{row}` in place of `{name}` below"


def _stored(scene: Scene) -> Iterator[str]:
    """Suggest to store a copy of a list."""
    match scene.tree:
        case ast.Assign(targets=[ast.Subscript() as place], value=ast.Name() | ast.Subscript() as row) if scene.value(
            row
        ) is UNKNOWN or isinstance(scene.value(row), list):
            yield f"`{ast.unparse(place)} = list({ast.unparse(row)})`, a copy of its own"
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Subscript(value=ast.Subscript(value=ast.Name(id=outer)) as row))]
        ):
            changed = ast.unparse(scene.tree).replace(ast.unparse(row), f"{outer}[{K}]")
            yield _each_row(outer, row.slice, changed, scene.names.get(outer))
    for node in scene.nodes(ast.Call):
        match node:
            case ast.Call(func=ast.Attribute(attr="append") as add, args=[ast.Name() | ast.Subscript() as row]):
                yield f"`{ast.unparse(add)}(list({ast.unparse(row)}))`, a copy of its own"


def _of_items(error: ListItemError, scene: Scene) -> Iterator[str]:
    """Suggest the change that was meant for items of several structures; or a loop that is unrolled."""
    yield from _read_for_change(scene)
    match scene.tree:
        case ast.Call(func=ast.Name(id="sum"), args=[items]):
            yield f'`"".join({ast.unparse(items)})` for strings; or {error.remedy}'
    yield from _one_of(error, scene)
    static = static_remedy(scene) if isinstance(scene.tree, ast.For) else ""
    if static and static not in error.remedy:
        yield f"{error.remedy}; or {static}"


def _one_of(error: ListItemError, scene: Scene) -> Iterator[str]:
    """Suggest a loop over all rows for reading or changing one of them."""
    item, statement = scene.tree, statement_at(scene)
    if not isinstance(item, ast.Subscript) or growing_of(scene.value(item.value)) is not None:
        return
    outer, place = ast.unparse(item.value), ast.unparse(item)
    changes = isinstance(statement, ast.Expr | ast.AugAssign | ast.Assign) and isinstance(
        scene.function, ast.FunctionDef
    )
    if "holds objects" in error.message:
        if not changes or (isinstance(statement, ast.Assign) and place not in ast.unparse(statement.targets[0])):
            return
        changed = ast.unparse(statement).replace(place, f"{outer}[{K}]")
        yield f"{_each_row(outer, item.slice, changed, None).removesuffix(': each row by itself')}; or {error.remedy}"
    if error.remedy != OF_ONE_LENGTH:
        return
    loop = loop_over(f"range(len({outer}))", ast.unparse(item.slice), f"{outer}[{K}]")
    yield f"{loop} in place of `{place}`; or {error.remedy}"


def _read_for_change(scene: Scene) -> Iterator[str]:
    """Suggest a loop for a row that a method changes, or that one of another length replaces."""
    match scene.tree:
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Name(id=outer)) as row],
            value=ast.BinOp(left=ast.Subscript() as old, op=ast.Add(), right=more),
        ) if ast.unparse(old) == ast.unparse(row):
            changed = f"{outer}[{K}].extend({ast.unparse(more)})"
            known = growing_of(scene.names.get(outer)) is None
            yield _each_row(outer, row.slice, changed, scene.names.get(outer)) if known else OF_ONE_LENGTH
    for node in scene.everywhere():
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Subscript() as row, attr=name)) if name in methods_that(
                Fact.RESIZES
            ):
                if ast.unparse(row) == ast.unparse(scene.tree or row) and row.lineno == scene.span.line:
                    yield from _of_item(scene, row, node)


def _of_name(scene: Scene, name: str, statement: ast.AST) -> Iterator[str]:
    """Suggest the expression that a row's name stands for, in place of the name."""
    for node in scene.everywhere():
        match node:
            case (
                ast.Call(func=ast.Attribute(attr="append"), args=[ast.Name(id=stored)])
                | ast.Assign(targets=[ast.Subscript()], value=ast.Name(id=stored))
            ) if stored == name:
                if node.lineno < scene.span.line:
                    yield f"`{ast.unparse(node)}` after this line: store a row when it is finished"
    yield from _places(scene, name, statement)


def _places(scene: Scene, name: str, statement: ast.AST) -> Iterator[str]:
    function = getattr(scene.function, "name", scene.called)
    for node in scene.everywhere():
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Subscript() as place) if target == name:
                if isinstance(statement, ast.Call):
                    yield from _of_item(scene, place, statement)
                else:
                    yield f"`{_renamed(statement, name, ast.unparse(place))}`, through the outer list"
            case ast.For(target=ast.Name(id=target), iter=rows) if target == name and isinstance(rows, ast.Name):
                item, counts = f"{rows.id}[{K}]", f"`for {K} in range(len({rows.id})):`"
                if not isinstance(statement, ast.Call):
                    yield f"{counts}, and in it `{_renamed(statement, name, item)}`"
            case ast.arg(arg=parameter) if parameter == name:
                yield (
                    f"`{name} = list({name})` first in `{function}`, `return {name}` last, and its result assigned"
                    f" to the item, as `rows[i] = {function}(rows[i])`"
                )


def _of_item(scene: Scene, place: ast.Subscript, call: ast.AST) -> Iterator[str]:
    """Suggest a new row, or a loop over all rows, for a method that changes a row."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return
    outer, row = ast.unparse(place.value), ast.unparse(place)
    changing = METHODS_BY_NAME.get(call.func.attr)
    if changing is not None and changing.instead and not call.args and not call.keywords:
        yield f"`{row} = {changing.instead.format(row)}`"
    value = scene.value(place.value)
    if value is UNKNOWN or growing_of(value) is not None:
        yield OF_ONE_LENGTH
    changed = ast.unparse(_statement(scene, call)).replace(row, f"{outer}[{K}]")
    yield _each_row(outer, place.slice, changed, value)


def _each_row(outer: str, key: ast.expr, changed: str, value: Any) -> str:
    index = f"({ast.unparse(key)})" if isinstance(key, ast.IfExp | ast.Compare | ast.BoolOp) else ast.unparse(key)
    if not isinstance(value, dict):
        return f"{loop_over(f'range(len({outer}))', index, changed)}: each row by itself"
    whole = loop_over(outer, index, changed)
    return whole if value else f"`{outer}` with all its keys from the start, as `{{0: [], 1: []}}`; then {whole}"


def _statement(scene: Scene, call: ast.Call) -> ast.AST:
    """Return the assignment that contains a call; the call itself in any other statement."""
    for node in scene.everywhere():
        if (
            isinstance(node, ast.Assign)
            and node.lineno == scene.span.line
            and ast.unparse(node.value) == ast.unparse(call)
        ):
            return node
    return call


def _renamed(statement: ast.AST, name: str, place: str) -> str:
    return ast.unparse(filled(ast.parse(ast.unparse(statement)), {name: ast.parse(place, mode="eval").body}))
