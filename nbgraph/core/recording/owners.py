"""Find which name owns a value: the derivative by a value is that by a name only if all reads go through the name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from nbgraph.core.recording.functions import SCOPES, Function
from nbgraph.core.recording.run import Call

Part = tuple[str, str, int]
"""A name, the user's way to write a part of what it stands for (`params['w']`; the name where it is all), and which
value of the run that is."""


class Owners:
    """The names that values have had so far."""

    def __init__(self) -> None:
        self._names: dict[int, list[tuple[Function, str, str]]] = {}
        self._held: dict[tuple[Call, str], tuple[int, bool]] = {}
        self._once: dict[tuple[Function, str, str], bool] = {}

    def own(self, call: Call, parts: Sequence[Part]) -> set[str]:
        """Return which labels of the parts bound at once own their values; earlier answers for the same value stay."""
        new = [each for each in parts if self._held.get((call, each[1]), (None,))[0] != each[2]]
        seen = Counter(value for *_, value in parts)
        for _, label, value in new:
            others = self._names.get(value, ())
            self._held[call, label] = value, seen[value] == 1 and all(self._is_handed_on(*each) for each in others)
        for name, label, value in new:
            self._names.setdefault(value, []).append((call.function, name, label))
        return {label for _, label, _ in parts if self._held[call, label][1]}

    def _is_handed_on(self, *named: Any) -> bool:
        """Return whether a name's part is read at most once: another name that takes it then has it alone."""
        if named not in self._once:
            function, name, label = named
            read = Counter({id(node): 1 for node in _reads(function.node, name, label[len(name) :])})
            read.update(id(node) for node in _repeated(function.node) if id(node) in read)
            self._once[named] = read.total() <= 1
        return self._once[named]


def _reads(function: ast.AST, name: str, part: str) -> Iterator[ast.AST]:
    r"""Yield where a function reads a name, except where it reads another part of it.

    >>> sorted(each.lineno for each in _reads(ast.parse("a = p['w']\nb = p['b']\nc = p"), "p", "['w']"))
    [1, 3]
    """
    others: set[int] = set()
    for node in ast.walk(function):
        whole, path = _path(node)
        if isinstance(whole, ast.Name) and not (part.startswith(path) or path.startswith(part)):
            others.add(id(whole))
    for node in ast.walk(function):
        is_changed = isinstance(node, ast.AugAssign)
        target = node.target if isinstance(node, ast.AugAssign) else node
        if isinstance(target, ast.Name) and target.id == name and id(target) not in others:
            yield from [target] if is_changed or not isinstance(target.ctx, ast.Store) else []


def _path(node: ast.AST) -> tuple[ast.AST, str]:
    """Return what an expression takes a part of, and which part: `p` and `['w'][0]` of `p["w"][0]`."""
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=str() | int() as key)) if type(key) is not bool:
            whole, path = _path(value)
            return whole, f"{path}[{key!r}]"
        case _:
            return node, ""


def _repeated(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function that may run more than once."""
    for node in ast.walk(function):
        if isinstance(node, ast.For | ast.While):
            again = [*node.body, *([node.test] if isinstance(node, ast.While) else [])]
        else:
            again = [node] if isinstance(node, SCOPES) and node is not function else []
        for each in again:
            yield from ast.walk(each)
