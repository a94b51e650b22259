"""Represent dicts, counters and dicts with defaults with run-time keys, in Python's order."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping
from typing import Any

from nbgraph.core.staging.control_flow.cond import stage_if
from nbgraph.core.staging.control_flow.for_loop import for_
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.conversion import callback
from nbgraph.core.staging.keyed.entries import Keyed, as_keyed, refuse, refuse_container, walked_keys
from nbgraph.core.staging.keyed.set_ import SetView
from nbgraph.core.staging.keyed.views import View
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import growing_of, raw_items
from nbgraph.core.staging.lists.list_ import List, listed
from nbgraph.core.staging.operators.builtin_numbers import number
from nbgraph.core.staging.trace.recorder import Frame, user_frame
from nbgraph.core.staging.values.values import is_traced

_NOTHING: Any = object()  # no default is given


class Dict(Keyed, of=(dict, collections.Counter, collections.defaultdict)):
    """A dict, a `Counter` or a `defaultdict`."""

    __slots__ = ()

    @classmethod
    def of(cls, value: Any) -> Dict:
        return Dict(type(value), List(value.items()), getattr(value, "default_factory", None))

    def now(self) -> Any:
        entries = dict(raw_items(self.entries))
        return self.python(entries) if self.factory is None else collections.defaultdict(self.factory, entries)

    def entry(self, key: Any, value: Any) -> Any:
        return key, value

    @property
    def keys_alone(self) -> Any:
        return self._column(0)

    def _column(self, column: int) -> Any:
        growing = growing_of(self.entries)
        if growing is None:
            return List([entry[column] for entry in raw_items(self.entries)])
        return listed(Growing(growing.buffers[column], growing.count, growing.capacity).copied())

    def listed(self, part: str) -> Any:
        """Return the `keys`, `values` or `items` in order, as a new list."""
        return self.entries.copy() if part == "items" else self._column(int(part == "values"))

    def keys(self) -> SetView:
        return SetView(self, "keys")

    def values(self) -> View:
        return View(self, "values")

    def items(self) -> SetView:
        return SetView(self, "items")

    def _value(self, position: Any) -> Any:
        if growing_of(self.entries) is None:
            for _, value in raw_items(self.entries):
                refuse_container(value)  # what is taken out would be a copy of it
        return (growing_of(self.entries) or Growing.of(raw_items(self.entries))).row(position)[1]

    def __getitem__(self, key: Any) -> Any:
        if self.python is collections.Counter:
            return self.get(key, 0)
        if self.factory is not None:
            return self.setdefault(key, callback(self.factory)())
        position, found = self.asked(key)
        if found is False:
            raise KeyError(key)
        if found is True:
            return self.entries[position][1]
        effects.raise_unless(found, KeyError(key))
        return self._value(position)

    def value_of(self, key: Any) -> Any:
        """Return the value of a key that certainly exists."""
        position, found = self.find(key)
        return self.entries[position][1] if isinstance(found, bool) else self._value(position)

    def get(self, key: Any, default: Any = None) -> Any:
        position, found = self.asked(key)
        if isinstance(found, bool):
            return self.entries[position][1] if found else default
        return _either(found, lambda: self._value(position), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.put(key, value)

    def __delitem__(self, key: Any) -> None:
        self.drop(key, None if self.python is collections.Counter else KeyError(key))

    def setdefault(self, key: Any, default: Any = None) -> Any:
        position, found = self.find(key)
        if found is True:
            return self.entries[position][1]
        value = default if found is False else _either(found, lambda: self._value(position), default)
        self.put(key, value)
        return value

    def pop(self, key: Any, default: Any = _NOTHING) -> Any:
        """Remove a key and return its value, or the default; without both raise `KeyError`, at run time if need be."""
        position, found = self.find(key)
        if default is not _NOTHING:
            value = self.get(key, default)
        elif found is False:
            raise KeyError(key)
        else:
            value = self.entries[position][1] if found is True else self._value(position)
        self.drop(key, KeyError(key) if default is _NOTHING else None)
        return value

    def popitem(self) -> Any:
        """Remove the last entry; raise `KeyError` for an empty dict, at run time if need be."""
        error = KeyError("popitem(): dictionary is empty")
        if is_traced(self.length):
            effects.raise_unless(self.length > 0, error)
        elif not self.length:
            raise error
        self._refuse_mixed()
        return self.entries.pop()

    def update(self, *others: Any, **named: Any) -> None:
        """Take over the entries of others; a `Counter` adds counts, or counts items."""
        for other in (*others, *([named] if named else [])):
            if self.python is collections.Counter:
                self._count(other)
            else:
                for_(_pairs(other), lambda pair: self.put(pair[0], pair[1]))

    def _count(self, other: Any) -> None:
        if isinstance(other, Keyed | Mapping):
            for_(_pairs(other), lambda pair: self.put(pair[0], pair[1] + self.get(pair[0], 0)))
        else:
            for_(walked_keys(other), lambda key: self.put(key, self.get(key, 0) + 1))

    def most_common(self, n: Any = None) -> Any:
        """Return the keys with their counts, the largest count first."""
        self._only(collections.Counter, "most_common")
        found = self.entries.copy()
        found.sort(key=lambda entry: number(entry[1]), reverse=True)
        return found if n is None else found[:n]

    def total(self) -> Any:
        self._only(collections.Counter, "total")
        return for_(self.listed("values"), lambda value, total: total + number(value), 0)

    def __add__(self, other: Any) -> Any:
        return self._refuse_counts("+", "`a.update(b)`, which adds the counts of `b` to those of `a`")

    def __sub__(self, other: Any) -> Any:
        return self._refuse_counts("-", "a loop, `for k, n in b.items(): a[k] -= n`, which keeps what is 0 or less")

    def _refuse_counts(self, operator: str, remedy: str) -> Any:
        if self.python is not collections.Counter:
            return NotImplemented
        return refuse(f"`{operator}` joins two counters", remedy)

    def _only(self, python: type, name: str) -> None:
        if self.python is not python:
            raise AttributeError(f"'{self.python.__name__}' object has no attribute '{name}'")

    def __or__(self, other: Any) -> Any:
        if (other := as_keyed(other)) is NotImplemented or not isinstance(other, Dict):
            return NotImplemented
        if self.python is collections.Counter:
            refuse("`|` joins two counters", "`max(a[k], b[k])` in a loop over the keys")
        joined = self.copy()
        joined.update(other)
        return joined

    def __ror__(self, other: Any) -> Any:
        other = as_keyed(other)
        return other | self if isinstance(other, Dict) else NotImplemented

    def __ior__(self, other: Any) -> Any:
        if self.python is collections.Counter:
            return self | other
        self.update(other)
        return self


def _pairs(other: Any) -> Any:
    other = as_keyed(other)
    return other.listed("items") if isinstance(other, Dict) else other


def _either(found: Any, value: Callable[[], Any], default: Any) -> Any:
    frame = user_frame()
    here = Frame(None, frame.file, frame.place)
    return stage_if(here, found, value, lambda: default, (), ("the item",), "item")
