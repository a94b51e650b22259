"""Dicts whose key order is known only at run time, as an iteration may call `jax.tree.map`, which sorts the keys.

In a block such a dict is carried as a tree of its values and its order, an enumerated string. After the block its
values can be read; operations that show the order are refused, except returning the dict as a result.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import jax
from jax.tree_util import DictKey

from nbgraph.core.errors import StagingError
from nbgraph.core.records import dataclass
from nbgraph.core.staging.enumerated.values import ChosenText
from nbgraph.core.staging.lists.contents import growing_of, raw_items
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.loops import never
from nbgraph.core.staging.values.kinds import Kind, changed, closed, register
from nbgraph.core.staging.values.values import Unopened


class KeyOrderError(StagingError):
    """Code depends on the order of a dict's keys, which is known only at run time.

    `jax.tree.map` and `jax.grad` return dicts with sorted keys. After a branch or a loop that may have assigned such a
    dict, the graph still knows its items, and returns it in the right order; but it cannot iterate over the keys.
    """

    id = "key-order"


class _OrderKey:
    """The tree key of a dict's order, written after the dict's name."""

    def __str__(self) -> str:
        return ".keys()"


_ORDER = _OrderKey()


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class Ordered:
    """A dict, list or tuple, as a tree, in which dicts may have one key order or another."""

    keys: tuple[Any, ...]  # the sorted keys of a dict; () for a list
    order: Any  # the keys in order, as a string that may be known only at run time; None for a list
    values: tuple[Any, ...]  # its values in the order of `keys`

    @classmethod
    def of(cls, value: Any, whole: Callable[[Any], bool] = never) -> Any:
        """Return a value with its dicts and lists as trees, except those that are `whole`; other values unchanged."""
        parts = _items(value)
        if parts is None or isinstance(value, cls) or (whole(value) and not isinstance(value, AnyOrder)):
            return value
        made = {key: cls.of(parts[key], whole) for key in sorted(parts)}
        if type(value) is tuple:
            return tuple(made.values())
        if isinstance(value, list):
            return cls((), None, tuple(made.values()))
        return cls(tuple(made), value.order if isinstance(value, AnyOrder) else repr(list(value)), tuple(made.values()))

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[Any, Any], ...], Any]:
        named = map(DictKey, self.keys) if self.order is not None else map(jax.tree_util.SequenceKey, range(10**9))
        own = () if self.order is None else ((_ORDER, self.order),)
        return (*own, *zip(named, self.values, strict=False)), (self.keys, self.order is not None)

    @classmethod
    def tree_unflatten(cls, known: tuple[tuple[Any, ...], bool], parts: Any) -> Ordered:
        keys, is_dict = known
        order, *values = parts if is_dict else (None, *parts)
        return cls(keys, order, tuple(values))

    def finished(self, parts: tuple[Any, ...], kind: type[list[Any]] = list) -> Any:
        """Return its dict or list with other parts; an `AnyOrder` if the order is known at run time only."""
        if self.order is None:
            return kind(parts)
        if isinstance(self.order, ChosenText):
            return AnyOrder(self.keys, self.order, parts)
        return {key: dict(zip(self.keys, parts, strict=True))[key] for key in keys_in(self.order)}


def keys_in(order: str) -> tuple[str, ...]:
    """Return the keys of a dict from the text of its order.

    >>> keys_in("['w', 'b']")
    ('w', 'b')
    """
    return tuple(ast.literal_eval(order))


def _asked(what: str) -> Callable[..., Any]:
    def refuse(self: AnyOrder, *_: Any) -> NoReturn:
        self.refuse(what)

    return refuse


@jax.tree_util.register_pytree_node_class
@dataclass(frozen=True, eq=False, repr=False)
class AnyOrder(Unopened):
    """A dict whose key order is known only at run time. It is no `dict` in Python, and cannot be changed."""

    sorted_keys: tuple[Any, ...]  # its keys
    order: ChosenText  # the keys in order, as an enumerated string
    parts: tuple[Any, ...]  # its values in the order of `sorted_keys`

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return its values for JAX, which sorts the keys of all dicts."""
        return self.parts, self.sorted_keys

    @classmethod
    def tree_unflatten(cls, keys: tuple[Any, ...], parts: Any) -> dict[Any, Any]:
        """Return a plain dict with sorted keys, as JAX does for all dicts."""
        return dict(zip(keys, parts, strict=True))

    def refuse(self, what: str) -> NoReturn:
        """Raise an error that says that the order must be known."""
        raise KeyOrderError(
            f"the order of a dict's keys, {self.order.described}, is known at run time only, and {what}",
            remedy="one order before that, `d = {key: d[key] for key in sorted(d)}`; `jax.tree.map` sorts them, too",
        )

    def __getitem__(self, key: Any) -> Any:
        return dict(zip(self.sorted_keys, self.parts, strict=True))[key]

    def get(self, key: Any, default: Any = None) -> Any:
        return plain(self).get(key, default)

    def copy(self) -> AnyOrder:
        return self

    def __contains__(self, key: Any) -> bool:
        return key in self.sorted_keys

    def __len__(self) -> int:
        return len(self.sorted_keys)

    __iter__ = keys = items = values = __reversed__ = _asked("this code goes through them")
    __repr__ = __format__ = _asked("this code shows them")
    __eq__ = _asked("the dict is compared here")
    __setitem__ = __delitem__ = pop = popitem = update = setdefault = clear = _asked("the dict is changed here")
    __or__ = __ror__ = __ior__ = _asked("the dict is joined with another one")
    __hash__ = None  # type: ignore[assignment]


def plain(value: Any) -> Any:
    """Return a value with plain dicts for a JAX function, which sorts the keys of all dicts."""
    if isinstance(value, AnyOrder):
        return dict(zip(value.sorted_keys, map(plain, value.parts), strict=True))
    return changed(value, plain) if holds_order(value) else value


def holds_order(value: Any) -> bool:
    """Whether a value contains a dict whose key order is known only at run time."""
    if type(value) in _NO_CONTAINERS:
        return False
    return isinstance(value, AnyOrder) or any(map(holds_order, (_items(value) or {}).values()))


_NO_CONTAINERS = frozenset((bool, int, float, str))


def reordered(left: Any, right: Any) -> bool:
    """Whether two values have the same parts, but dicts in them have different key orders, or unknown ones.

    >>> reordered([{"w": 1, "b": 2}], [{"b": 1, "w": 2}]), reordered({"w": 1}, {"w": 2})
    (True, False)
    """
    if left is right:
        return False
    mine, yours = _items(left), _items(right)
    if mine is None or yours is None or mine.keys() != yours.keys():
        return False
    one_kind = type(left) is type(right) or (isinstance(left, list) and isinstance(right, list))
    if not one_kind or list(mine) != list(yours) or isinstance(left, AnyOrder):
        return True
    return any(reordered(part, yours[key]) for key, part in mine.items())


def _items(value: Any) -> Mapping[Any, Any] | None:
    """Return the parts of a dict, list or tuple, or of its tree, by key; None for anything else."""
    if isinstance(value, AnyOrder):
        return dict(zip(value.sorted_keys, value.parts, strict=True))
    if isinstance(value, Ordered):
        return dict(zip(value.keys, value.values, strict=True)) if value.keys else dict(enumerate(value.values))
    if type(value) is dict and all(isinstance(key, str) for key in value):
        return value
    if type(value) is tuple or (isinstance(value, list) and growing_of(value) is None):
        return dict(enumerate(raw_items(value) if isinstance(value, list) else value))
    return None


class _OrderedKind(Kind):
    by_value = has_own_lists = True

    def parts(self, value: Ordered) -> Mapping[Any, Any]:
        own = {} if value.order is None else {_ORDER: value.order}
        return {**own, **(_items(value) or {})}

    def part_name(self, value: Ordered, name: str, key: Any) -> str:
        return f"{name}{key}" if key is _ORDER else f"{name}[{key!r}]"

    def remade(self, value: Ordered, parts: Mapping[Any, Any]) -> Any:
        return Ordered(value.keys, parts.get(_ORDER), tuple(part for key, part in parts.items() if key is not _ORDER))

    def closed(self, value: Ordered) -> Any:
        return value.finished(tuple(map(closed, value.values)), List)

    def finished(self, value: Ordered) -> Any:
        return value.finished(value.values)

    def described(self, value: Ordered) -> str:
        count = len(value.values)
        return f"a {'dict' if value.order is not None else 'list'} of {count} item{'s' if count != 1 else ''}"


class _AnyOrderKind(Kind):
    is_container = True

    def walked(self, value: AnyOrder) -> Any:
        return iter(value)

    def in_any_order(self, value: AnyOrder) -> Any:
        return list(value.sorted_keys)

    def stands_for(self, value: AnyOrder) -> type:
        return dict

    def described(self, value: AnyOrder) -> str:
        return f"a dict of {len(value)} items in any order"


register(Ordered, _OrderedKind())
register(AnyOrder, _AnyOrderKind())
