"""What the text of a statement says by itself: what it binds, changes in place, copies; its blocks."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
CHANGES = frozenset({"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"})


def blocks_of(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(statement, SCOPES):
        return
    for name in ("body", "orelse", "finalbody"):
        if block := getattr(statement, name, None):
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def own_parts(statement: ast.stmt) -> list[ast.AST]:
    """What a statement is without its blocks: of a `for` its target and what it runs over, of an `if` its test.

    >>> [ast.unparse(part) for part in own_parts(ast.parse("for i in r:\\n    b(i)").body[0])]
    ['i', 'r']
    """
    if isinstance(statement, SCOPES) or not any(blocks_of(statement)):
        return [statement]
    inner = {id(part) for block in blocks_of(statement) for part in block}
    parts = (each for each in ast.iter_child_nodes(statement) if id(each) not in inner)
    return [part for part in parts if not isinstance(part, ast.ExceptHandler | ast.match_case)]


def may_test(statement: ast.stmt | None) -> bool:
    """Whether a choice in a statement is one of the text's, and not whether a loop or what follows a jump goes on.

    >>> [may_test(ast.parse(text).body[0]) for text in ("if a: b", "for a in b: c", "x = a if b else c")]
    [True, False, True]
    """
    if isinstance(statement, ast.For):
        return False
    if isinstance(statement, ast.Return | ast.Break | ast.Continue):
        return any(isinstance(node, ast.IfExp | ast.BoolOp) for node in ast.walk(statement))
    return True


def heads_of(statement: ast.stmt) -> Iterator[int]:
    """The lines in a statement that Python runs by themselves: `except E:` and `case p:`."""
    yield from (handler.lineno for handler in getattr(statement, "handlers", ()))
    yield from (case.pattern.lineno for case in getattr(statement, "cases", ()))


def bound_by(statement: ast.stmt, nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The names that a statement binds by itself, its blocks left out."""
    if isinstance(statement, SCOPES):
        return
    inner = {id(node) for block in blocks_of(statement) for part in block for node in ast.walk(part)}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inner:
            yield node.id


def touched_by(statement: Iterable[ast.AST]) -> Iterator[str]:
    """The names that a statement, given as its nodes, may give another value, also by changing in place.

    >>> sorted(touched_by(ast.walk(ast.parse("for i in r:\\n    a[i].x = 1\\n    b.append(i)"))))
    ['a', 'b', 'i']
    """
    for node in statement:
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) | ast.Attribute(value=value, ctx=ast.Store()):
                yield from _base(value)
            case ast.Call(func=ast.Attribute(value=value)):
                yield from _base(value)
            case _:
                pass


def changed_by(statement: Iterable[ast.AST]) -> Iterator[str]:
    """The names whose lists the calls of a statement, given as its nodes, change in place.

    >>> sorted(changed_by(ast.walk(ast.parse("k = a.pop() + b.count(1) + sum(c)"))))
    ['a']
    """
    for node in statement:
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGES:
                yield from _base(value)
            case _:
                pass


def stored_by(statement: Iterable[ast.AST]) -> Iterator[str]:
    """The names whose items a statement, given as its nodes, assigns or deletes.

    >>> sorted(stored_by(ast.walk(ast.parse("a[0], b.c[i] = d[1], 2"))))
    ['a', 'b']
    """
    for node in statement:
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield from _base(node.value)


def _base(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.Subscript | ast.Attribute):
        yield from _base(value.value)
    elif isinstance(value, ast.Name):
        yield value.id


def gives_others(value: ast.expr) -> bool:
    """Whether a `for` over an expression gets other values than the elements of what stands in it: `map(f, v)`."""
    made = (node.func.id for node in ast.walk(value) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return "map" in made or any(isinstance(node, COMPREHENSIONS) for node in ast.walk(value))
