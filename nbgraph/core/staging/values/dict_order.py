"""Treat the order of a dict's keys as a value, since a branch or an iteration may change it."""

from __future__ import annotations

import ast
import weakref
from collections.abc import Iterable
from typing import Any

from nbgraph.core.staging.values.kinds import Kind, register


class DictOrder:
    """The keys of a dict in order; equal orders are one object, so `is` compares them."""

    __slots__ = ("__weakref__", "keys")
    keys: tuple[Any, ...]  # the keys

    @classmethod
    def of(cls, keys: Iterable[Any]) -> DictOrder:
        """Return the one object for these keys in this order."""
        found = tuple(keys)
        made = _known.get(found)
        if made is None:
            made = cls()
            made.keys = found
            _known[found] = made
        return made

    def __repr__(self) -> str:
        return repr(list(self.keys))

    def put(self, owner: dict[Any, Any]) -> None:
        """Reorder a dict in place: these keys first, then its other keys."""
        if tuple(owner) != self.keys:
            items = {key: owner[key] for key in (*self.keys, *owner) if key in owner}
            owner.clear()
            owner.update(items)


class _Order(Kind):
    def described(self, value: DictOrder) -> str:
        return repr(value)


register(DictOrder, _Order())
_known: weakref.WeakValueDictionary[tuple[Any, ...], DictOrder] = weakref.WeakValueDictionary()


class _Keys:
    """The key under which a walk finds a dict's order; it equals no key of the user's."""

    def __repr__(self) -> str:
        return "the order"


KEYS = _Keys()


def order_changed(old: dict[Any, Any], new: dict[Any, Any]) -> bool:
    """Whether the order of `new` differs from `old` with the new keys appended, whichever is appended first.

    >>> order_changed({"a": 1, "b": 2}, {"a": 3, "b": 2, "c": 4}), order_changed({"a": 1, "b": 2}, {"b": 2, "a": 1})
    (False, True)
    >>> order_changed({"a": 1, "b": 2}, {"a": 1}), order_changed({}, {"a": 1, "b": 2})
    (False, True)
    """
    stayed = [key for key in old if key in new]
    return list(new)[: len(stayed)] != stayed or len(new) > len(stayed) + 1


def is_unseen_after(function: ast.AST, loop: tuple[int, int], name: str, *, items: bool = False) -> bool:
    """Whether no code after a loop reads a variable.

    Args:
        loop: the line and column where the loop begins.
        items: whether reading an item by a known key does not count, as it tells nothing of a dict's order.

    >>> code = "def f(n):\\n  while n: d = g(d)\\n  return d['a']"
    >>> is_unseen_after(ast.parse(code), (2, 2), "d", items=True), is_unseen_after(ast.parse(code), (2, 2), "d")
    (True, False)
    """
    loops = [node for node in ast.walk(function) if isinstance(node, ast.For | ast.While)]
    here = [node for node in loops if (node.lineno, node.col_offset) == loop]
    if len(here) != 1:
        return False
    inside = set(map(id, ast.walk(here[0])))
    again = any(here[0] in ast.walk(node) for node in loops if node is not here[0])
    end = (here[0].end_lineno or 0, here[0].end_col_offset or 0)
    keyed = (node for node in ast.walk(function) if items and isinstance(node, ast.Subscript) and _takes_a_key(node))
    by_key = {id(node.value) for node in keyed}
    uses = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name)
    return all(
        id(use) in inside | by_key
        or isinstance(use.ctx, ast.Store)
        or not (again or (use.lineno, use.col_offset) > end)
        for use in uses
    )


def _takes_a_key(node: ast.Subscript) -> bool:
    return isinstance(node.slice, ast.Constant) and isinstance(node.ctx, ast.Load)
