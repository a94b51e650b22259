"""Implement `dict`'s methods for one of several dicts, selected at run time.

All dicts have the same keys; their items may differ, and be assigned in the selected dict. Making a new dict from it,
or iterating over it, copies the selected dict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MethodDescriptorType
from typing import Any, NoReturn

import jax.numpy as jnp
import numpy as np

from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import methods_that
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.lists.choices import as_new, one_of_values, put_where_it_is
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.objects import (
    DICT_MEMBERS,
    OneObject,
    is_some,
    known_object,
    number_of,
    objects_of,
    place_of,
)
from nbgraph.core.staging.operators.operators import is_equal
from nbgraph.core.staging.values.values import is_traced


def _dicts(one: OneObject, missing: str = "is not subscriptable") -> list[dict[Any, Any]]:
    """Return the dicts that it may be, or the known one; a run-time check refuses None."""
    known = [each for each in objects_of(one) if each is not None]
    if (some := is_some(one)) is not True:
        effects.raise_unless(some, TypeError(f"'NoneType' object {missing}"))
    return known if is_traced(number_of(one)) else [known_object(one)]


def _chosen(one: OneObject, dicts: list[dict[Any, Any]], values: list[Any]) -> Any:
    return one_of_values(values, place_of(one, dicts))


def _item(one: OneObject, key: Any) -> Any:
    dicts = _dicts(one)
    having = [each for each in dicts if key in each]
    if not having:
        raise KeyError(key)
    if len(having) < len(dicts):
        effects.raise_unless(_has(one, key), KeyError(key))
    return _chosen(one, having, [each[key] for each in having]) if len(having) > 1 else having[0][key]


def _has(one: OneObject, key: Any) -> Any:
    dicts = _dicts(one)
    known = [key in each for each in dicts]
    return known[0] if len(set(known)) == 1 else jnp.asarray(np.array(known))[place_of(one, dicts)]


def _get(one: OneObject, key: Any, default: Any = None) -> Any:
    dicts = _dicts(one)
    values = [each.get(key, default) for each in dicts]
    return _chosen(one, dicts, values) if len(values) > 1 else values[0]


def _put(one: OneObject, key: Any, value: Any) -> None:
    if not all(key in each for each in _dicts(one, "does not support item assignment")):
        _refuse_keys(f"`[{key!r}]` is new in one of several dicts", f"`{key!r}` in each of them from the start")
    put_where_it_is(one, key, value, dict.__setitem__)


def _refuse_keys(what: str, instead: str) -> NoReturn:
    raise ListItemError(
        f"{what}, and of which of them is only known at run time: the keys of a graph's dicts are fixed", remedy=instead
    )


def _update(one: OneObject, other: Any = (), /, **more: Any) -> None:
    for key, value in {**dict(other), **more}.items():
        _put(one, key, value)


def _united(one: OneObject, other: Any) -> OneObject:
    _update(one, other)
    return one


def _set_default(one: OneObject, key: Any, default: Any = None) -> Any:
    if not all(key in each for each in _dicts(one)):
        _refuse_keys(f"`[{key!r}]` may be new in one of several dicts", f"`{key!r}` in each of them from the start")
    return _item(one, key)


def _loses(name: str) -> Callable[..., NoReturn]:
    def refused(one: OneObject, *arguments: Any) -> NoReturn:
        _refuse_keys(f"{name} takes a key out of one of several dicts", "a value that stands for none, as None or 0")

    return refused


def _keys(one: OneObject) -> list[Any]:
    orders = [list(each) for each in _dicts(one)]
    if any(order != orders[0] for order in orders):
        _refuse_keys("the keys of one of several dicts are asked for, which have other ones", "the same keys in each")
    return orders[0]


def _of_copy(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)
    return lambda one, *arguments: method(as_new(one), *map(as_new, arguments))


def _equals(one: OneObject, other: Any) -> Any:
    """Return whether it equals another dict."""
    mine, yours = as_new(one), as_new(other)
    return is_equal(mine, yours) if isinstance(yours, dict) else NotImplemented


_MEMBERS: Mapping[str, Callable[..., Any]] = {
    "__getitem__": _item,
    "__setitem__": _put,
    "__contains__": _has,
    "__eq__": _equals,
    "__len__": lambda one: len(_keys(one)),
    "__iter__": lambda one: iter(_keys(one)),
    "__ior__": _united,
    "get": _get,
    "update": _update,
    "setdefault": _set_default,
    "__delitem__": _loses("`del`"),
    "__or__": _of_copy("__or__"),
    "__ror__": _of_copy("__ror__"),
}
_NAMES = [name for name, member in vars(dict).items() if isinstance(member, MethodDescriptorType)]
_OTHERS = [name for name in _NAMES if name not in _MEMBERS and not name.startswith("__")]
DICT_MEMBERS.update(_MEMBERS)
DICT_MEMBERS.update(
    {name: (_loses(f"`{name}`") if name in methods_that(Fact.MUTATES) else _of_copy(name)) for name in _OTHERS}
)
