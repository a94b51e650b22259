"""Inline statements that only name a value for the next one, where the name is not the user's."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from nbgraph.core.printing.text.code import width
from nbgraph.core.printing.text.names import wanted_name
from nbgraph.core.source.syntax import filled

_MADE_UP = frozenset(("value", "test", "state"))
LENGTH = "length"  # attribute of a statement: how many items the array has that it names
_LONG = 88  # characters of a statement without its indentation


def tidied(function: ast.FunctionDef, names: Mapping[str, str]) -> bool:
    """Inline such statements of a function, at any depth; return whether there were any."""
    found = False
    uses = Counter(node.id for node in ast.walk(function) if isinstance(node, ast.Name))
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.For):
            found |= _tidy(node.body, uses, names)
        if isinstance(node, ast.FunctionDef) and node is not function:
            found |= _returned_at_once(node.body)
    return found


def _returned_at_once(body: list[ast.stmt]) -> bool:
    """Return values directly that an inner function names only to return them; report whether it did."""
    match body[-2:]:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value), ast.Return(value=ast.Name(id=returned)) as last]:
            if name == returned:
                last.value = value
                del body[-2]
                return True
        case [ast.Assign(targets=[ast.Tuple() as names], value=value), ast.Return(value=ast.Tuple() as given) as last]:
            if ast.unparse(names) == ast.unparse(given):
                last.value = value
                del body[-2]
                return True
    return False


class _Whole(ast.NodeTransformer):
    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        self.lists = lists

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        items = [ast.unparse(each) for each in node.elts]
        for name, made in self.lists.items():
            for start in range(len(items) - len(made) + 1):
                if items[start : start + len(made)] == made:
                    whole = ast.Name(name, ast.Load())
                    if len(made) == len(items):
                        return whole
                    node.elts[start : start + len(made)] = [ast.Starred(whole, ast.Load())]
                    return node
        return node


def with_whole_lists(node: Any, lists: Mapping[str, Sequence[str]]) -> Any:
    """Return code with a list in place of a display of all its items."""
    return _Whole(lists).visit(node)


def _tidy(body: list[ast.stmt], uses: Mapping[str, int], names: Mapping[str, str]) -> bool:
    found = sum(_taken_apart(body, k, uses) for k in range(len(body) - 2, -1, -1)) > 0
    for statement in list(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=symbol)], value=value) if "%" in symbol:
                says_nothing = wanted_name(symbol) in _MADE_UP or names.get(symbol) != wanted_name(symbol)
                if says_nothing and _inline(symbol, value, body[body.index(statement) + 1 :], uses):
                    body.remove(statement)
                    found = True
            case _:
                pass
    return found


def _taken_apart(body: list[ast.stmt], at: int, uses: Mapping[str, int]) -> bool:
    """Unpack an array into its items' names, if its own name is used only to do so; return whether it was."""
    match body[at] if at < len(body) else None:
        case ast.Assign(targets=[ast.Name(id=symbol)]) as statement if getattr(statement, LENGTH, 0) > 1:
            count = getattr(statement, LENGTH)
        case _:
            return False
    found: dict[int, ast.expr] = {}
    for each in body[at + 1 : at + 1 + count]:
        match each:
            case ast.Assign(targets=[ast.Name() as target], value=ast.Subscript(value=ast.Name(id=name), slice=index)):
                if name == symbol and isinstance(index, ast.Constant | ast.UnaryOp):
                    found[int(ast.literal_eval(index)) % count] = target
    if len(found) != count or uses[symbol] != count + 1:
        return False
    statement.targets = [ast.Tuple([found[k] for k in range(count)], ast.Store())]
    del body[at + 1 : at + 1 + count]
    return True


def _inline(symbol: str, value: ast.expr, behind: Sequence[ast.stmt], uses: Mapping[str, int]) -> bool:
    """Replace the one use of a name by its value, in a later statement of the same block; return whether it could."""
    if uses[symbol] != 2:  # where it is bound, and where it is used
        return False
    for statement in behind:
        part = _at_once(statement)
        if part is None:
            continue
        if _is_in(symbol, part):
            functions = (each for each in ast.walk(part) if isinstance(each, ast.Lambda))
            if width(part) + width(value) > _LONG or any(_is_in(symbol, each) for each in functions):
                return False
            if isinstance(statement, ast.For):
                statement.iter = filled(part, {symbol: value})
            else:
                filled(part, {symbol: value})
            return True
        if isinstance(statement, ast.Assign) and not all(
            isinstance(each, ast.Name | ast.Tuple) for each in statement.targets
        ):
            return False  # it changes an argument's contents, which the value may read
    return False


def _at_once(statement: ast.stmt) -> ast.AST | None:
    match statement:
        case ast.Assign() | ast.Return() | ast.Expr():
            return statement
        case ast.For():
            return statement.iter
    return None


def _is_in(symbol: str, node: ast.AST) -> bool:
    return any(isinstance(each, ast.Name) and each.id == symbol for each in ast.walk(node))
