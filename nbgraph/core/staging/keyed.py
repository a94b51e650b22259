"""Dicts, counters and sets whose keys may be known at run time only: their entries in a list, in Python's order.

`Keyed` is no dict to Python: code that looks into one behind its methods' backs gets an error, never its entries. Its
list is Python's own as long as all keys are known, and buffers from then on; branches and loops see that list alone.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import current_trace, under_trace
from nbgraph.core.normalise.keyed_displays import KEYED
from nbgraph.core.spans import Span
from nbgraph.core.staging import effects
from nbgraph.core.staging.builtin_numbers import number
from nbgraph.core.staging.cond import if_, stage_if
from nbgraph.core.staging.conversion import callback, knows
from nbgraph.core.staging.for_loop import for_
from nbgraph.core.staging.implications import opposite
from nbgraph.core.staging.kinds import Kind, Watch, kind_of, register
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import UnknownLengthError, growing_of, has_container, raw_items
from nbgraph.core.staging.lists.list_ import List, listed
from nbgraph.core.staging.lists.queries import matches
from nbgraph.core.staging.operators import in_
from nbgraph.core.staging.recorder import Frame, calling_frame, user_frame
from nbgraph.core.staging.run_time_keys import NewKeyError
from nbgraph.core.staging.values import PAIRS, any_traced, is_dynamic, is_traced, leaves_of, type_of, with_article

_NOTHING: Any = object()  # no default is given


class Keyed:
    """Entries with keys: what dicts and sets have in common."""

    __slots__ = ("entries", "factory", "kinds", "python")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, python: type, entries: List | None = None, factory: Callable[[], Any] | None = None) -> None:
        self.python = python  # the class that it stands for
        self.entries = List() if entries is None else entries  # keys with their values; of a set the keys alone
        self.factory = factory  # of a `defaultdict`
        self.kinds: set[str] = set()  # of the keys that any path gives it

    @property
    def keys_alone(self) -> Any:
        """The keys in order, as a list of their own."""
        raise NotImplementedError

    def entry(self, key: Any, value: Any) -> Any:
        """What the list has of a key and a value."""
        raise NotImplementedError

    def find(self, key: Any) -> tuple[Any, Any]:
        """The position of the entry of a key, and whether there is one: known where all keys are."""
        key, keys = _checked(key), self.keys_alone
        growing = growing_of(keys)
        if growing is None:
            known = raw_items(keys)
            if not any_traced(key, *known):
                position = next((k for k, each in enumerate(known) if each is key or each == key), None)
                return (0, False) if position is None else (position, True)
            if not known:
                return 0, False
            growing = Growing.of(known)
        same = matches(growing, key)
        return jnp.argmax(same).astype(jnp.int32), jnp.any(same)

    def put(self, key: Any, value: Any = None) -> None:
        """Let a key have a value: in the place that it has, or behind all others."""
        position, found = self.find(key)
        key = _checked(key) if any_traced(key) else _python(key)
        self.kinds |= {_kind(key)} - {""}
        self._refuse_mixed(key)
        if any_traced(key):
            _refuse_container(value)
        if found is True:
            self.entries[position] = self.entry(raw_items(self.keys_alone)[position], value)
        elif found is False and growing_of(self.entries) is None:
            self.entries.append(self.entry(key, value))
        else:
            _refuse_container(value)
            _refuse_unlike(key)
            entry = self.entry(key, value)
            self.entries.rearrange(lambda growing: _with_entry(growing, entry, position, found))

    def _refuse_mixed(self, *more: Any) -> None:
        """Refuse keys of several kinds in buffers, or where a block may lead to these: only one kind would come out."""
        keys = self.keys_alone
        growing, known = growing_of(keys), raw_items(keys)
        kinds = self.kinds | ({_kind(growing.buffers)} if growing is not None else {*map(_kind, known)}) - {""}
        is_known = growing is None and not any_traced(*known, *more) and self.entries.born is current_trace()
        if len(kinds) > 1 and not is_known:
            raise NewKeyError(
                f"keys of several kinds ({' and '.join(sorted(kinds))}) are in one {self.python.__name__}, some known"
                " at run time only, and an array holds one kind, which all of them would become",
                span=user_frame().span,
                remedy="`int(...)` around the keys that are no integers; or one of its own for each kind of keys",
            )

    def drop(self, key: Any, missing: Exception | None) -> None:
        """Take out the entry of a key.

        Raises:
            Exception: `missing`, if there is none; at run time where only the run can know.
        """
        position, found = self.find(key)
        if found is False:
            if missing is not None:
                raise missing
            return
        self._refuse_mixed()
        if found is True:
            del self.entries[position]
            return
        if missing is not None:
            effects.raise_unless(found, missing)
        self.entries.rearrange(lambda growing: _without(growing, position, found))

    def copy(self) -> Any:
        """Another one with the same entries."""
        return type(self)(self.python, self.entries.copy(), self.factory)

    def clear(self) -> None:
        """Take out all entries."""
        self._refuse_mixed()
        self.entries.clear()

    def __contains__(self, key: object) -> bool:
        found = self.find(key)[1]
        return bool(found)

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.keys_alone)

    def __bool__(self) -> bool:
        return bool(self.entries)

    def __repr__(self) -> str:
        return repr(self.now()) if growing_of(self.entries) is None else f"<{self.python.__name__} of run-time keys>"

    def __eq__(self, other: object) -> Any:
        other = as_keyed(other)
        return isinstance(other, Keyed) and isinstance(other, Set) is isinstance(self, Set) and _equal(self, other)

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def now(self) -> Any:
        """Python's own object with the entries, whose keys are known."""
        entries = raw_items(self.entries)
        if self.factory is not None:
            return collections.defaultdict(self.factory, _plain(entries))
        return self.python(entries if isinstance(self, Set) else _plain(entries))

    @property
    def length(self) -> Any:
        """How many entries there are."""
        growing = growing_of(self.entries)
        return list.__len__(self.entries) if growing is None else growing.length


def _plain(entries: list[Any]) -> dict[Any, Any]:
    return dict(entries)


class Dict(Keyed):
    """A dict, a `Counter` or a `defaultdict`."""

    __slots__ = ()

    def entry(self, key: Any, value: Any) -> Any:
        return key, value

    @property
    def keys_alone(self) -> Any:
        return self._column(0)

    def _column(self, column: int) -> Any:
        growing = growing_of(self.entries)
        if growing is None:
            return List([entry[column] for entry in raw_items(self.entries)])
        return listed(Growing(growing.buffers[column], growing.count, growing.room).copied())

    def listed(self, part: str) -> Any:
        """The `keys`, the `values` or the `items` in order, as a list of their own."""
        return self.entries.copy() if part == "items" else self._column(int(part == "values"))

    def keys(self) -> SetView:
        """The keys in order, whatever they are when one looks."""
        return SetView(self, "keys")

    def values(self) -> View:
        """The values in order of the keys."""
        return View(self, "values")

    def items(self) -> SetView:
        """Pairs of keys and values."""
        return SetView(self, "items")

    def _value(self, position: Any) -> Any:
        if growing_of(self.entries) is None:
            for _, value in raw_items(self.entries):
                _refuse_container(value)  # what is taken out would be a copy of it
        return (growing_of(self.entries) or Growing.of(raw_items(self.entries))).row(position)[1]

    def __getitem__(self, key: Any) -> Any:
        if self.python is collections.Counter:
            return self.get(key, 0)
        if self.factory is not None:
            return self.setdefault(key, callback(self.factory)())
        position, found = self.find(key)
        if found is False:
            raise KeyError(key)
        if found is True:
            return self.entries[position][1]
        effects.raise_unless(found, KeyError(key))
        return self._value(position)

    def value_of(self, key: Any) -> Any:
        """The value of a key that is surely there."""
        position, found = self.find(key)
        return self.entries[position][1] if isinstance(found, bool) else self._value(position)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or a default."""
        position, found = self.find(key)
        if isinstance(found, bool):
            return self.entries[position][1] if found else default
        return _either(found, lambda: self._value(position), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.put(key, value)

    def __delitem__(self, key: Any) -> None:
        self.drop(key, None if self.python is collections.Counter else KeyError(key))

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, which gets a default where it has none."""
        position, found = self.find(key)
        if found is True:
            return self.entries[position][1]
        value = default if found is False else _either(found, lambda: self._value(position), default)
        self.put(key, value)
        return value

    def pop(self, key: Any, default: Any = _NOTHING) -> Any:
        """Take out a key, and return its value or a default.

        Raises:
            KeyError: there is none, and no default; at run time where only the run can know.
        """
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
        """Take out the last entry.

        Raises:
            KeyError: there is none; at run time where only the run can know.
        """
        error = KeyError("popitem(): dictionary is empty")
        if is_traced(self.length):
            effects.raise_unless(self.length > 0, error)
        elif not self.length:
            raise error
        self._refuse_mixed()
        return self.entries.pop()

    def update(self, *others: Any, **named: Any) -> None:
        """Take over the entries of others; a `Counter` adds its counts, or counts items."""
        for other in (*others, *([named] if named else [])):
            if self.python is collections.Counter:
                self._count(other)
            else:
                for_(_pairs(other), lambda pair: self.put(pair[0], pair[1]))

    def _count(self, other: Any) -> None:
        if isinstance(other, Keyed | Mapping):
            for_(_pairs(other), lambda pair: self.put(pair[0], pair[1] + self.get(pair[0], 0)))
        else:
            for_(_walked(other), lambda key: self.put(key, self.get(key, 0) + 1))

    def most_common(self, n: Any = None) -> Any:
        """Keys with their counts, from the largest count on."""
        self._only(collections.Counter, "most_common")
        found = self.entries.copy()
        found.sort(key=lambda entry: number(entry[1]), reverse=True)
        return found if n is None else found[:n]

    def total(self) -> Any:
        """The sum of the counts."""
        self._only(collections.Counter, "total")
        return for_(self.listed("values"), lambda value, total: total + number(value), 0)

    def _only(self, python: type, name: str) -> None:
        if self.python is not python:
            raise AttributeError(f"'{self.python.__name__}' object has no attribute '{name}'")

    def __or__(self, other: Any) -> Any:
        if (other := as_keyed(other)) is NotImplemented or not isinstance(other, Dict):
            return NotImplemented
        if self.python is collections.Counter:
            _refuse("`|` joins two counters", "`max(a[k], b[k])` in a loop over the keys")
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


class Set(Keyed):
    """A set: which of its items comes first is Python's secret, and so none is shown in order."""

    __slots__ = ()

    def entry(self, key: Any, value: Any) -> Any:
        return key

    @property
    def keys_alone(self) -> Any:
        return self.entries

    def add(self, item: Any) -> None:
        """Put an item into it."""
        self.put(item)

    def discard(self, item: Any) -> None:
        """Take an item out, if it is there."""
        self.drop(item, None)

    def remove(self, item: Any) -> None:
        """Take an item out.

        Raises:
            KeyError: it is not there; at run time where only the run can know.
        """
        self.drop(item, KeyError(item))

    def pop(self) -> NoReturn:
        """Refused: which item it takes depends on how Python stores them."""
        _refuse("an item of a set is taken out by `pop`", "a list in place of the set, or `min(s)` and `s.remove(...)`")

    def update(self, *others: Any) -> None:
        """Put the items of others into it."""
        for other in others:
            for_(_walked(other), self.add)

    def union(self, *others: Any) -> Any:
        """The items of this set and of others."""
        joined = self.copy()
        joined.update(*others)
        return joined

    def intersection(self, *others: Any) -> Any:
        """The items that are in all of them."""
        return functools.reduce(lambda left, right: _kept(left, _set_of(right), True), others, self.copy())

    def difference(self, *others: Any) -> Any:
        """The items that are in none of the others."""
        return functools.reduce(lambda left, right: _kept(left, _set_of(right), False), others, self.copy())

    def symmetric_difference(self, other: Any) -> Any:
        """The items that are in one of both."""
        other = _set_of(other)
        return self.difference(other).union(other.difference(self))

    def issubset(self, other: Any) -> Any:
        """Whether all items are in another one."""
        return self.difference(other).length == 0

    def issuperset(self, other: Any) -> Any:
        """Whether all items of another one are in it."""
        return _set_of(other).issubset(self)

    def isdisjoint(self, other: Any) -> Any:
        """Whether no item is in both."""
        return self.intersection(other).length == 0

    def __iter__(self) -> NoReturn:
        _refuse_order()

    def __le__(self, other: Any) -> Any:
        return _of_sets(Set.issubset, self, other)

    def __ge__(self, other: Any) -> Any:
        return _of_sets(Set.issuperset, self, other)

    def __lt__(self, other: Any) -> Any:
        return _of_sets(lambda a, b: a.issubset(b) & (a.length < b.length), self, other)

    def __gt__(self, other: Any) -> Any:
        return _of_sets(lambda a, b: a.issuperset(b) & (a.length > b.length), self, other)


def _of_sets(operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    left, right = _set_like(left), _set_like(right)
    return operation(left, right) if isinstance(left, Set) and isinstance(right, Set) else NotImplemented


def _with_operators() -> None:
    """`a | b` and its kin of two sets; `a |= b` changes `a` itself."""
    methods = {"or": "union", "and": "intersection", "sub": "difference", "xor": "symmetric_difference"}

    def operators(method: Callable[[Any, Any], Any]) -> dict[str, Any]:
        def in_place(self: Set, other: Any) -> Any:
            found = _of_sets(method, self, other)
            if found is not NotImplemented:
                self.entries[:] = found.entries
                return self
            return found

        swapped = functools.partialmethod(lambda self, other: _of_sets(method, other, self))
        return {"__{}__": lambda self, other: _of_sets(method, self, other), "__r{}__": swapped, "__i{}__": in_place}

    for word, name in methods.items():
        for template, operator in operators(getattr(Set, name)).items():
            setattr(Set, template.format(word), operator)


_with_operators()


class View:
    """What `d.values()` gives: it asks the dict each time that one looks."""

    __slots__ = ("of", "part")

    def __init__(self, of: Any, part: str) -> None:
        self.of = of  # the dict
        self.part = part  # the method that gave it

    @property
    def listed(self) -> Any:
        """What is there now, as a list."""
        return self.of.listed(self.part)

    def __len__(self) -> int:
        return len(self.of)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.listed)

    def __reversed__(self) -> Iterator[Any]:
        return iter(self.listed[::-1])

    def __contains__(self, item: object) -> bool:
        return bool(kind_of(self).holds(self, item))

    def __repr__(self) -> str:
        return f"<{self.part} of {self.of!r}>"


class SetView(View):
    """What `d.keys()` and `d.items()` give: a set to those who compare it or join it with others."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def isdisjoint(self, other: Any) -> Any:
        """Whether nothing is in both."""
        return _set_of(self).isdisjoint(other)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SetView) and other.part == self.part == "items":
            return _equal(self.of, other.of)
        return _of_sets(_equal, self, other)

    def __ne__(self, other: object) -> Any:
        return found if (found := self == other) is NotImplemented else opposite(found)


def _with_operators_of_views() -> None:
    """`d.keys() & other` and its kin are sets; what is compared with a view must be a view or a set, too."""
    for name in ("le", "ge", "lt", "gt"):
        setattr(SetView, f"__{name}__", getattr(Set, f"__{name}__"))
    for name in ("or", "and", "sub", "xor"):
        operator = getattr(Set, f"__{name}__")
        setattr(SetView, f"__{name}__", lambda self, other, operator=operator: operator(_set_of(self), _set_of(other)))
        setattr(SetView, f"__r{name}__", lambda self, other, operator=operator: operator(_set_of(other), _set_of(self)))


_with_operators_of_views()


def _kept(items: Set, others: Set, wanted: bool) -> Set:
    """A set of the items that are in another one, or of those that are not."""
    kept = Set(set)
    for_(items.entries, lambda item: if_(others.find(item)[1] == wanted, lambda: kept.entries.append(item), _nothing))
    return kept


def _nothing() -> None:
    """The branch in which nothing happens."""


def _set_like(value: Any) -> Any:
    """A set of Python's or a view as a set of ours; any other value as it is."""
    return _set_of(value) if isinstance(value, SetView | _VIEWS) else as_keyed(value)


_VIEWS: Any = type({}.keys()) | type({}.items())


def _set_of(items: Any) -> Set:
    found = Set(set, items.listed) if isinstance(items, SetView) else as_keyed(items)
    if isinstance(found, Set):
        return found
    made = Set(set)
    made.update(items)
    return made


def _walked(items: Any) -> Any:
    """What a loop over something walks over."""
    items = as_keyed(items)
    return items.keys_alone if isinstance(items, Keyed) else items


def _pairs(other: Any) -> Any:
    other = as_keyed(other)
    return other.listed("items") if isinstance(other, Dict) else other


def as_keyed(value: Any) -> Any:
    """A dict or a set of Python's as one that takes keys of run time; any other value as it is."""
    if type(value) in (dict, collections.Counter, collections.defaultdict):
        return Dict(type(value), List(value.items()), getattr(value, "default_factory", None))
    return Set(type(value), List(value)) if type(value) in (set, frozenset) else value


def _either(found: Any, value: Callable[[], Any], default: Any) -> Any:
    frame = user_frame()
    here = Frame(None, frame.file, frame.place)
    return stage_if(here, found, value, lambda: default, (), ("the item",), "item")


def _checked(key: Any) -> Any:
    """A key as it is compared.

    Raises:
        TypeError: it is a list, a dict, a set or an array.
        NewKeyError: it is a float that only the run knows.
    """
    if isinstance(key, list | dict | set | Keyed):
        cls = key.python if isinstance(key, Keyed) else list if isinstance(key, list) else type(key)
        raise TypeError(f"unhashable type: '{cls.__name__}'")
    if type(key) is tuple:
        return tuple(map(_checked, key))
    if not is_dynamic(key):
        return key
    kind = type_of(key)
    if kind.shape:
        raise TypeError("unhashable type: 'numpy.ndarray'")
    if is_traced(key) and kind.dtype_kind not in "biu":
        raise NewKeyError(
            f"the key is {kind.spoken} that is known at run time: rounding would say which keys are equal",
            span=user_frame().span,
            remedy="an integer as the key, `round(x)` or `int(x * 100)`",
        )
    if not is_traced(key) and hasattr(key, "dtype"):
        return key.item()
    return int(key) if isinstance(key, float) and key.is_integer() else key


def _kind(key: Any) -> str:
    """The kind of the numbers in a key, or in the buffers of keys; "" of what is none."""
    if type(key) is tuple:
        return f"({', '.join(map(_kind, key))})"
    if not is_dynamic(key):
        return ""
    return {"b": "bool", "f": "float"}.get(type_of(key).dtype_kind, "int")


def _refuse_unlike(key: Any) -> None:
    """Refuse a key that is no integer beside such of run time."""
    parts = key if type(key) is tuple else (key,)
    odd = next((part for part in parts if not is_traced(part) and not isinstance(part, bool | int)), None)
    if odd is not None:
        raise NewKeyError(
            f"the key `{odd!r}` stands beside keys that are integers known at run time, and an array holds these",
            span=user_frame().span,
            remedy="a dict of its own for each kind of keys",
        )


def _refuse_container(value: Any) -> None:
    if has_container(value) or isinstance(value, Keyed):
        kind = "dict" if isinstance(value, Keyed) else "list" if isinstance(value, list) else type(value).__name__
        raise NewKeyError(
            f"{with_article(kind)} becomes the value of a key known at run time, and a graph has numbers there",
            span=user_frame().span,
            remedy="a list of pairs, `pairs.append((k, x))`; or a list of lists, with the key as its index",
        )


def _refuse_order() -> NoReturn:
    _refuse("the items of a set are taken one by one, in the order in which Python stores them", "`sorted(s)`")


def _refuse(what: str, remedy: str) -> NoReturn:
    raise UnknownLengthError(f"{what}, and its items are known at run time only", span=user_frame().span, remedy=remedy)


def _with_entry(growing: Growing, entry: Any, position: Any, found: Any) -> Growing:
    """The list with an entry in its place where there is one, else behind the last one."""
    longer = growing.appended_where(opposite(found))
    return longer.put(jnp.where(found, position, growing.length), entry)


def _without(growing: Growing, position: Any, found: Any) -> Growing:
    """The list without one of its entries, where it has it."""
    shorter = growing.without(jnp.where(found, position, growing.room.size))
    room = growing.room.between(growing.room.least - 1, growing.room.most)
    return Growing(shorter.buffers, jnp.where(found, growing.length - 1, growing.length), room)


def _equal(left: Keyed, right: Keyed) -> Any:
    """Whether two have the same keys with the same values, in any order."""
    a, b = (growing_of(side.entries) for side in (left, right))
    ours, theirs = raw_items(left.entries), raw_items(right.entries)
    if a is None and b is None and not any_traced(*ours, *theirs):
        return left.now() == right.now()
    if (a is None and not ours) or (b is None and not theirs):
        return left.length == right.length
    a, b = a or Growing.of(ours), b or Growing.of(theirs)
    rows, columns = leaves_of(a.buffers)[0], leaves_of(b.buffers)[0]
    if len(rows) != len(columns):
        return (a.length == 0) & (b.length == 0)
    same = b.valid()[None, :]
    for row, column in zip(rows, columns, strict=True):
        equal = row[:, None] == column[None, :] if hasattr(row, "shape") and hasattr(column, "shape") else row == column
        same = same & (equal if equal.ndim < 3 else equal.reshape(*equal.shape[:2], -1).all(axis=2))
    return (a.length == b.length) & jnp.all(jnp.any(same, axis=1) | ~a.valid())


class _KeyedKind(Kind):
    is_container = True

    def parts(self, value: Keyed) -> Mapping[Any, Any]:
        return {"entries": value.entries}

    def part_name(self, value: Keyed, name: str, key: Any) -> str:
        return f"{name}{PAIRS}" if isinstance(value, Dict) else name

    def remade(self, value: Keyed, parts: Mapping[Any, Any]) -> Any:
        return type(value)(value.python, parts["entries"], value.factory)

    def is_alike(self, value: Keyed, other: Any) -> bool:
        return isinstance(other, Keyed) and (value.python, value.factory) == (other.python, other.factory)

    def truth(self, value: Keyed) -> Any:
        return value.length > 0

    def length(self, value: Keyed) -> Any:
        return value.length

    def holds(self, value: Keyed, item: Any) -> Any:
        return value.find(item)[1]

    def walked(self, value: Keyed) -> Any:
        if isinstance(value, Set):
            _refuse_order()
        return value.keys_alone

    def watched(self, value: Keyed) -> Watch:
        before = value.length

        def still_as_long(asked: Any = True) -> None:
            now, kind = value.length, "Set" if isinstance(value, Set) else "dictionary"
            error = RuntimeError(f"{kind} changed size during iteration")
            if now is before:
                return
            holds = (now == before) | opposite(asked)
            if is_traced(holds):
                effects.raise_unless(holds, error)
            elif not holds:
                raise error

        return still_as_long

    def in_any_order(self, value: Keyed) -> Any:
        return value.keys_alone

    def asked_of_own(self, value: Keyed, function: Any) -> Any:
        own = getattr(function, "__self__", None) is value and getattr(function, "__func__", None) is Dict.get
        return value.value_of if own and isinstance(value, Dict) else function

    def finished(self, value: Keyed) -> Any:
        each = raw_items(value.entries) if isinstance(value.entries, List) else value.entries
        entries = [_python(entry) if isinstance(value, Set) else (_python(entry[0]), entry[1]) for entry in each]
        return type(value)(value.python, List(entries), value.factory).now()

    def stands_for(self, value: Keyed) -> type:
        return value.python

    def described(self, value: Keyed) -> str:
        return with_article(f"{value.python.__name__} with keys of run time")


class _ViewKind(Kind):
    is_container = True  # as its dict is one

    def parts(self, value: View) -> Mapping[Any, Any]:
        return {"of": value.of}

    def remade(self, value: View, parts: Mapping[Any, Any]) -> Any:
        return type(value)(parts["of"], value.part)

    def is_alike(self, value: View, other: Any) -> bool:
        return type(value) is type(other) and value.part == other.part

    def is_same(self, value: View, other: Any) -> bool:
        return self.is_alike(value, other) and value.of is other.of

    def refuse_to_travel(self, value: View, name: str, span: Span) -> None:
        raise UnknownLengthError(
            f"`{name}` becomes {self.described(value)}, and behind this loop it would have to follow them",
            span=span,
            remedy=f"`list(...)` around it; or `.{value.part}()` where it is used",
        )

    def truth(self, value: View) -> Any:
        return value.of.length > 0

    def length(self, value: View) -> Any:
        return value.of.length

    def holds(self, value: View, item: Any) -> Any:
        if value.part == "keys":
            return value.of.find(item)[1]
        return in_(item, value.listed)

    def walked(self, value: View) -> Any:
        return value.listed

    def watched(self, value: View) -> Watch | None:
        return kind_of(value.of).watched(value.of)

    def asked_of_own(self, value: View, function: Any) -> Any:
        return kind_of(value.of).asked_of_own(value.of, function) if value.part == "keys" else function

    def finished(self, value: View) -> Any:
        return getattr(value.of, value.part)()

    def stands_for(self, value: View) -> type:
        return type(getattr({}, value.part)())

    def described(self, value: View) -> str:
        return f"the {value.part} of {kind_of(value.of).described(value.of)}"


def _python(key: Any) -> Any:
    if type(key) is tuple:
        return tuple(map(_python, key))
    return np.asarray(key).item() if hasattr(key, "dtype") else key


for _cls in (Dict, Set):
    register(_cls, _KeyedKind())
for _view in (View, SetView):
    register(_view, _ViewKind())


def _flat(value: Keyed) -> tuple[list[tuple[Any, Any]], Any]:
    return [(_Inside(), value.entries)], (value.python, value.factory)


class _Inside:
    """The step from a dict to its entries, which the user does not write."""

    def __str__(self) -> str:
        return ""


for _cls in (Dict, Set):
    jax.tree_util.register_pytree_with_keys(
        _cls, _flat, functools.partial(lambda cls, known, parts: cls(known[0], parts[0], known[1]), _cls)
    )

for _view in (View, SetView):
    jax.tree_util.register_pytree_with_keys(
        _view,
        lambda value: ([(_Inside(), value.of)], value.part),
        functools.partial(lambda cls, part, parts: cls(parts[0], part), _view),
    )


# What converted code calls.


def dict_(*parts: Any) -> Dict:
    """A dict display: of lists of pairs and other dicts, in order."""
    made = Dict(dict)
    made.update(*parts)
    return made


def set_(items: Any = ()) -> Set:
    """A set display, from a list of its items."""
    made = Set(set)
    made.update(items)
    return made


def _counter(*items: Any, **named: Any) -> Dict:
    made = Dict(collections.Counter)
    made.update(*items, **named)
    return made


def _default_dict(factory: Any = None, *items: Any, **named: Any) -> Any:
    made = Dict(collections.defaultdict, factory=factory)
    made.update(*items, **named)
    return made


def _dict(*items: Any, **named: Any) -> Any:
    made = Dict(dict)
    made.update(*items, **named)
    return made


_MAKERS: dict[Any, Callable[..., Any]] = {
    dict: _dict,
    set: set_,
    collections.Counter: _counter,
    collections.defaultdict: _default_dict,
}


def maker(function: Any) -> Callable[..., Any] | None:
    """What makes a dict or a set with keys of run time, in a function that needs such; None elsewhere."""
    if not isinstance(function, type) or function not in _MAKERS or not under_trace():
        return None
    owner = calling_frame(2).owner
    return _MAKERS[function] if owner is not None and knows(owner, KEYED) else None
