"""Represent sets with run-time items, and `d.keys()` and `d.items()` of dicts with run-time keys."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn

from nbgraph.core.staging.control_flow.cond import if_
from nbgraph.core.staging.control_flow.for_loop import for_
from nbgraph.core.staging.keyed.entries import Keyed, as_keyed, equal, refuse, walked_keys
from nbgraph.core.staging.keyed.views import View
from nbgraph.core.staging.lists.contents import raw_items
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.trace.implications import opposite


class Set(Keyed, of=(set, frozenset)):
    """A set; the order of its items depends on Python, so iterating over it is refused."""

    __slots__ = ()

    @classmethod
    def of(cls, value: Any) -> Set:
        return Set(type(value), List(value))

    def now(self) -> Any:
        return self.python(raw_items(self.entries))

    def entry(self, key: Any, value: Any) -> Any:
        return key

    @property
    def keys_alone(self) -> Any:
        return self.entries

    def add(self, item: Any) -> None:
        self.put(item)

    def discard(self, item: Any) -> None:
        """Remove an item if it exists."""
        self.drop(item, None)

    def remove(self, item: Any) -> None:
        """Remove an item; raise `KeyError`, at run time if need be, if it does not exist."""
        self.drop(item, KeyError(item))

    def pop(self) -> NoReturn:
        """Refuse the call: the removed item depends on how Python stores the set."""
        refuse("an item of a set is taken out by `pop`", "a list in place of the set, or `min(s)` and `s.remove(...)`")

    def update(self, *others: Any) -> None:
        for other in others:
            for_(walked_keys(other), self.add)

    def union(self, *others: Any) -> Any:
        joined = self.copy()
        joined.update(*others)
        return joined

    def intersection(self, *others: Any) -> Any:
        return functools.reduce(lambda left, right: _kept(left, set_of(right), True), others, self.copy())

    def difference(self, *others: Any) -> Any:
        return functools.reduce(lambda left, right: _kept(left, set_of(right), False), others, self.copy())

    def symmetric_difference(self, other: Any) -> Any:
        other = set_of(other)
        return self.difference(other).union(other.difference(self))

    def issubset(self, other: Any) -> Any:
        return self.difference(other).length == 0

    def issuperset(self, other: Any) -> Any:
        return set_of(other).issubset(self)

    def isdisjoint(self, other: Any) -> Any:
        return self.intersection(other).length == 0

    def __iter__(self) -> NoReturn:
        refuse_order()

    def __le__(self, other: Any) -> Any:
        return of_sets(Set.issubset, self, other)

    def __ge__(self, other: Any) -> Any:
        return of_sets(Set.issuperset, self, other)

    def __lt__(self, other: Any) -> Any:
        return of_sets(lambda a, b: a.issubset(b) & (a.length < b.length), self, other)

    def __gt__(self, other: Any) -> Any:
        return of_sets(lambda a, b: a.issuperset(b) & (a.length > b.length), self, other)


def of_sets(operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    left, right = _set_like(left), _set_like(right)
    return operation(left, right) if isinstance(left, Set) and isinstance(right, Set) else NotImplemented


def _with_operators() -> None:
    """Define `a | b` and the other operators of two sets; `a |= b` changes `a` itself."""
    methods = {"or": "union", "and": "intersection", "sub": "difference", "xor": "symmetric_difference"}

    def operators(method: Callable[[Any, Any], Any]) -> dict[str, Any]:
        def in_place(self: Set, other: Any) -> Any:
            found = of_sets(method, self, other)
            if found is not NotImplemented:
                self.entries[:] = found.entries
                return self
            return found

        swapped = functools.partialmethod(lambda self, other: of_sets(method, other, self))
        return {"__{}__": lambda self, other: of_sets(method, self, other), "__r{}__": swapped, "__i{}__": in_place}

    for word, name in methods.items():
        for template, operator in operators(getattr(Set, name)).items():
            setattr(Set, template.format(word), operator)


_with_operators()


def _kept(items: Set, others: Set, wanted: bool) -> Set:
    kept = Set(set)
    for_(items.entries, lambda item: if_(others.find(item)[1] == wanted, lambda: kept.entries.append(item), _nothing))
    return kept


def _nothing() -> None:
    """Do nothing, as the other branch of an `if`."""


def _set_like(value: Any) -> Any:
    return set_of(value) if isinstance(value, _VIEWS) or (isinstance(value, View) and value.is_set) else as_keyed(value)


_VIEWS: Any = type({}.keys()) | type({}.items())


def set_of(items: Any) -> Set:
    found = Set(set, items.listed) if isinstance(items, View) and items.is_set else as_keyed(items)
    if isinstance(found, Set):
        return found
    made = Set(set)
    made.update(items)
    return made


def refuse_order() -> NoReturn:
    refuse("the items of a set are taken one by one, in the order in which Python stores them", "`sorted(s)`")


Set.__name__ = "set"  # for Python's error messages


class SetView(View):
    """The result of `d.keys()` or `d.items()`, which compares and joins like a set."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def isdisjoint(self, other: Any) -> Any:
        return set_of(self).isdisjoint(other)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SetView) and other.part == self.part == "items":
            return equal(self.of, other.of)
        return of_sets(equal, self, other)

    def __ne__(self, other: object) -> Any:
        return found if (found := self == other) is NotImplemented else opposite(found)


def _with_operators_of_views() -> None:
    """Define the operators of views: `d.keys() & other` is a set, comparisons need a view or a set."""
    for name in ("le", "ge", "lt", "gt"):
        setattr(SetView, f"__{name}__", getattr(Set, f"__{name}__"))
    for name in ("or", "and", "sub", "xor"):
        operator = getattr(Set, f"__{name}__")
        setattr(SetView, f"__{name}__", lambda self, other, operator=operator: operator(set_of(self), set_of(other)))
        setattr(SetView, f"__r{name}__", lambda self, other, operator=operator: operator(set_of(other), set_of(self)))


_with_operators_of_views()
