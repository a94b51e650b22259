"""Define `Keyed`, entries with keys in a list, as the common base of dicts and sets.

To Python it is no dict: code that bypasses its methods gets an error, never its entries. Its list is Python's own as
long as all keys are known, and in buffers from then on; branches and loops see only that list. Keys are stored in a
form that arrays can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn

import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import current_trace
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.values import ChosenValue, is_chosen
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import UnknownLengthError, growing_of, has_container, raw_items
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.queries import matches
from nbgraph.core.staging.lookups.several import asked
from nbgraph.core.staging.operators.run_time_keys import NewKeyError, refuse_new_text
from nbgraph.core.staging.trace.implications import known_truth, opposite
from nbgraph.core.staging.trace.kind_questions import refuse_unhashable
from nbgraph.core.staging.trace.recorder import user_frame
from nbgraph.core.staging.values.values import any_traced, is_dynamic, is_traced, leaves_of, type_of, with_article


class Keyed:
    """Entries with keys, the base class of dicts and sets."""

    __slots__ = ("entries", "factory", "kinds", "python")
    __hash__ = None  # type: ignore[assignment]
    classes: ClassVar[dict[type, type[Keyed]]] = {}  # by Python's class, the class that represents it

    def __init_subclass__(cls, of: tuple[type, ...]) -> None:
        Keyed.classes |= dict.fromkeys(of, cls)

    def __init__(self, python: type, entries: List | None = None, factory: Callable[[], Any] | None = None) -> None:
        self.python = python  # the Python class that it represents
        self.entries = List() if entries is None else entries  # keys with their values; for a set only the keys
        self.factory = factory  # that of a `defaultdict`
        self.kinds: set[str] = set()  # the types of its keys on all paths

    @property
    def keys_alone(self) -> Any:
        """Return the keys in order, as a list."""
        raise NotImplementedError

    @classmethod
    def of(cls, value: Any) -> Keyed:
        """Make one with the entries of Python's own object."""
        raise NotImplementedError

    def entry(self, key: Any, value: Any) -> Any:
        """Return the list's item for a key and a value."""
        raise NotImplementedError

    def find(self, key: Any) -> tuple[Any, Any]:
        """Return the position of a key's entry, and whether it exists: known if all keys are."""
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

    def asked(self, key: Any) -> tuple[Any, Any]:
        """Return the result of `find` for a key that may also be None or a string."""
        if not isinstance(key, ChosenValue):
            return self.find(key)
        place = asked(lambda known: jnp.int32(self._place(known)), key)
        return jnp.maximum(place, 0), place >= 0

    def _place(self, key: Any) -> Any:
        position, found = self.find(key)
        return jnp.where(found, position, -1)

    def put(self, key: Any, value: Any = None) -> None:
        """Set the value of a key: at its position, or after all others."""
        position, found = self.find(key)
        key = _checked(key) if any_traced(key) else in_python(key)
        self.kinds |= {key_kind(key)} - {""}
        self._refuse_mixed(key)
        if any_traced(key):
            refuse_container(value)
        if found is True:
            self.entries[position] = self.entry(raw_items(self.keys_alone)[position], value)
        elif found is False and growing_of(self.entries) is None:
            self.entries.append(self.entry(key, value))
        else:
            refuse_container(value)
            refuse_unlike(key)
            entry = self.entry(key, value)
            known = known_truth(found) if is_traced(found) else found
            found = found if known is None else known
            self.entries.rearrange(lambda growing: _with_entry(growing, entry, position, found))

    def _refuse_mixed(self, *more: Any) -> None:
        """Refuse keys of several types in buffers, which would all become one type."""
        keys = self.keys_alone
        growing, known = growing_of(keys), raw_items(keys)
        kinds = self.kinds | ({key_kind(growing.buffers)} if growing is not None else {*map(key_kind, known)}) - {""}
        is_known = growing is None and not any_traced(*known, *more) and self.entries.born is current_trace()
        if len(kinds) > 1 and not is_known:
            raise NewKeyError(
                f"keys of several kinds ({' and '.join(sorted(kinds))}) are in one {self.python.__name__}, some known"
                " at run time only, and an array holds one kind, which all of them would become",
                span=user_frame().span,
                remedy="`int(...)` around the keys that are no integers; or one of its own for each kind of keys",
            )

    def drop(self, key: Any, missing: Exception | None) -> None:
        """Remove the entry of a key; raise `missing`, at run time if need be, if there is none."""
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
        return type(self)(self.python, self.entries.copy(), self.factory)

    def clear(self) -> None:
        self._refuse_mixed()
        self.entries.clear()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(object.__getattribute__(self, "python"), name):
            raise AttributeError(name)
        kind = with_article(self.python.__name__)
        refuse(f"`{name}` is asked of {kind}", "a `for` loop over the items that does the same")

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
        return isinstance(other, Keyed) and type(other) is type(self) and equal(self, other)

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def now(self) -> Any:
        """Return Python's own object with the entries, whose keys are known."""
        raise NotImplementedError

    @property
    def length(self) -> Any:
        """Return the number of entries."""
        growing = growing_of(self.entries)
        return list.__len__(self.entries) if growing is None else growing.length


def _checked(key: Any) -> Any:
    """Return a key in the form in which it is compared; refuse one that has no hash."""
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
    refuse_unhashable(key)
    if is_traced(key) and kind.dtype_kind not in "biu":
        raise NewKeyError(
            f"the key is {kind.spoken} that is known at run time: rounding would say which keys are equal",
            span=user_frame().span,
            remedy="an integer as the key, `round(x)` or `int(x * 100)`",
        )
    if not is_traced(key) and hasattr(key, "dtype"):
        return key.item()
    return int(key) if isinstance(key, float) and key.is_integer() else key


def as_keyed(value: Any) -> Any:
    """Return a Python dict or set as one that accepts run-time keys; any other value unchanged."""
    cls = Keyed.classes.get(type(value))
    return value if cls is None else cls.of(value)


def walked_keys(items: Any) -> Any:
    """Return what a loop over a value iterates over."""
    items = as_keyed(items)
    return items.keys_alone if isinstance(items, Keyed) else items


def refuse_container(value: Any) -> None:
    if has_container(value) or isinstance(value, Keyed):
        kind = "dict" if isinstance(value, Keyed) else "list" if isinstance(value, list) else type(value).__name__
        raise NewKeyError(
            f"{with_article(kind)} becomes the value of a key known at run time, and a graph has numbers there",
            span=user_frame().span,
            remedy="a list of pairs, `pairs.append((k, x))`; or a list of lists, with the key as its index",
        )


def _with_entry(growing: Growing, entry: Any, position: Any, found: Any) -> Growing:
    if found is True:
        return growing.put(position, entry)
    longer = growing.appended_where(opposite(found))
    return longer.put(jnp.where(found, position, growing.length), entry)


def _without(growing: Growing, position: Any, found: Any) -> Growing:
    shorter = growing.without(jnp.where(found, position, growing.capacity.size))
    capacity = growing.capacity.between(growing.capacity.least - 1, growing.capacity.most)
    return Growing(shorter.buffers, jnp.where(found, growing.length - 1, growing.length), capacity)


def equal(left: Keyed, right: Keyed) -> Any:
    """Return whether both have the same keys with the same values, in any order."""
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


def in_python(key: Any) -> Any:
    """Return a key with Python numbers in place of arrays."""
    if type(key) is tuple:
        return tuple(map(in_python, key))
    return np.asarray(key).item() if hasattr(key, "dtype") else key


def key_kind(key: Any) -> str:
    """Return the type name of the numbers in a key, or in the buffers of keys; "" for other keys."""
    if type(key) is tuple:
        return f"({', '.join(map(key_kind, key))})"
    if not is_dynamic(key):
        return ""
    return {"b": "bool", "f": "float"}.get(type_of(key).dtype_kind, "int")


def refuse_unlike(key: Any) -> None:
    """Refuse a key that is no integer, in a dict with run-time integers as keys."""
    parts = key if type(key) is tuple else (key,)
    odd = next((part for part in parts if not is_traced(part) and not isinstance(part, bool | int)), None)
    if is_chosen(odd):
        refuse_new_text(odd)
    if odd is not None:
        raise NewKeyError(
            f"the key `{odd!r}` stands beside keys that are integers known at run time, and an array holds these",
            span=user_frame().span,
            remedy="a dict of its own for each kind of keys",
        )


def refuse(what: str, remedy: str) -> NoReturn:
    raise UnknownLengthError(f"{what}, and its items are known at run time only", span=user_frame().span, remedy=remedy)
