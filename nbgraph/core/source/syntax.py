"""Walk over syntax trees as `ast.walk` and `ast.iter_child_nodes` do, three times as fast.

Conversion visits every node several times, so these two functions dominate its cost. They know which fields of a node
class can contain nodes, and skip the context (`Load`, `Store`, `Del`), which a field says, too.
"""

from __future__ import annotations

import ast
import functools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

_NO_NODES = frozenset(
    ("ctx", "id", "attr", "kind", "type_comment", "level", "module", "asname", "conversion", "simple", "is_async")
)
_NOT_ONLY_NODES = frozenset(("names", "keys", "kw_defaults", "kwd_attrs"))  # lists of texts, or with a None in them

_BINARY = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
_OF_BITS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
_SIGNS = ("+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^")
SYMBOLS: dict[type[ast.AST], str] = dict(zip((*_BINARY, *_OF_BITS), _SIGNS, strict=True))


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each node class that can contain nodes, without the context; computed at first use."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = fields = tuple(field for field in kind._fields if field not in _NO_NODES)
        return fields


FIELDS = _Fields({ast.Name: (), ast.Constant: ()})
_parsing = threading.Lock()


def parsed(text: str) -> ast.Module:
    """Return `ast.parse(text)`, in one thread at a time: Python 3.11 counts the depth of all threads in one number.

    Raises:
        SyntaxError: from Python.
        ValueError: from Python; there is a NUL in the text.
    """
    with _parsing:
        return ast.parse(text)


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly below one, in source order.

    >>> [type(child).__name__ for child in children(ast.parse("a.b + 1", mode="eval").body)]
    ['Attribute', 'Add', 'Constant']
    """
    found: list[ast.AST] = []
    for field in FIELDS[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            if field in _NOT_ONLY_NODES:
                value = [each for each in value if isinstance(each, ast.AST)]
            found += value
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


class _Bits(dict[type[ast.AST], int]):
    """A bit set for each node class: its own bit and those of its base classes."""

    def __missing__(self, kind: type[ast.AST]) -> int:
        bits = 1 << len(self)
        self[kind] = bits  # reserves the bit
        for base in kind.__mro__[1:-2]:
            bits |= self[base]
        self[kind] = bits
        return bits


_BITS = _Bits()


def kinds(*classes: type[ast.AST]) -> int:
    """Return a bit set of node classes for `holds`."""
    found = 0
    for kind in classes:
        own = _BITS[kind]
        for base in kind.__mro__[1:-2]:
            own &= ~_BITS[base]
        found |= own
    return found


def holds(node: ast.AST, wanted: int) -> bool:
    """Return whether a tree contains a node of some classes (`kinds`), or of their subclasses.

    Most code has no lambda, walrus or `del` in it, and what looks for one need not look twice: what a node holds is
    found out once. That is safe because trees never change, see `normalise.rewriter`.

    >>> tree = ast.parse("a.b + 1", mode="eval").body
    >>> holds(tree, kinds(ast.Attribute, ast.Lambda)), holds(tree, kinds(ast.Call)), holds(tree, kinds(ast.expr))
    (True, False, True)
    """
    return bool(_held(node) & wanted)


def any_holds(nodes: Iterable[ast.AST], wanted: int) -> bool:
    return any(_held(node) & wanted for node in nodes)


def _held(node: ast.AST) -> int:
    known: dict[str, int] = node.__dict__
    found = known.get("_held")
    if found is None:
        found = _BITS[type(node)]
        for child in children(node):
            found |= _held(child)
        known["_held"] = found
    return found


def walk(node: ast.AST, wanted: int = 0) -> list[ast.AST]:
    """Return a node and all below it, outer ones first; with `wanted` (`kinds`) only those that contain such a node.

    >>> [type(each).__name__ for each in walk(ast.parse("a.b + 1", mode="eval").body)]
    ['BinOp', 'Attribute', 'Add', 'Constant', 'Name']
    >>> [type(each).__name__ for each in walk(ast.parse("a.b + 1", mode="eval").body, kinds(ast.Name))]
    ['BinOp', 'Attribute', 'Name']
    """
    found = [node] if not wanted or holds(node, wanted) else []
    for each in found:
        below = children(each)
        found += [child for child in below if _held(child) & wanted] if wanted else below
    return found


SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def own(nodes: Iterable[ast.AST], closed: tuple[type[ast.AST], ...] = SCOPES) -> Iterator[ast.AST]:
    """Yield nodes and all below them, functions, lambdas and classes included, but not their contents.

    >>> body = ast.parse("def f(): return 1\\nif p: g = lambda: q").body
    >>> sorted(type(each).__name__ for each in own(body) if isinstance(each, ast.expr | ast.stmt))
    ['Assign', 'FunctionDef', 'If', 'Lambda', 'Name', 'Name']
    """
    pending = list(nodes)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, closed):
            pending += children(node)


class _Replacer(ast.NodeTransformer):
    def __init__(self, change: Callable[[Any], ast.expr | None]) -> None:
        self.change = change

    def visit(self, node: ast.AST) -> Any:
        new = self.change(node)
        return self.generic_visit(node) if new is None else new


def replaced(node: ast.AST, change: Callable[[Any], ast.expr | None]) -> Any:
    """Change a tree in place: replace each node for which `change` returns an expression."""
    return _Replacer(change).visit(node)


def filled(node: ast.AST, parts: Mapping[str, ast.expr]) -> Any:
    """Change a tree in place: replace some names by expressions.

    >>> ast.unparse(filled(ast.parse("a + b", mode="eval").body, {"a": ast.Constant(1)}))
    '1 + b'
    """
    return replaced(node, lambda each: parts.get(each.id) if isinstance(each, ast.Name) else None)


def exchanges(statement: ast.stmt) -> bool:
    """Return whether a statement only permutes items of one container.

    >>> codes = ("m[i], m[j] = m[j], m[i]", "m[i], m[j] = m[j], m[j]", "m[f()], m[0] = m[0], m[f()]")
    >>> [exchanges(ast.parse(code).body[0]) for code in codes]
    [True, False, False]
    """
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            places = sorted(map(_written, targets))
            return (
                bool(places[0]) and len({place[0] for place in places}) == 1 and places == sorted(map(_written, values))
            )
    return False


@functools.lru_cache(maxsize=64)
def spans_of_exchanges(function: ast.AST) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the positions of such statements in a function, as pairs of line and column."""
    return tuple(
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in walk(function, _ASSIGNMENTS)
        if isinstance(node, ast.Assign) and exchanges(node)
    )


def _written(node: ast.expr) -> tuple[str, ...]:
    """Return the container and the index of an item as written; () for an item that may be another one each time."""
    match node:
        case ast.Subscript(value=ast.Name(id=container), slice=index) if not any_holds([index], _CALLS):
            return container, ast.unparse(index)
    return ()


_ASSIGNMENTS = kinds(ast.Assign)
_CALLS = kinds(ast.Call, ast.NamedExpr, ast.Slice)
