"""Values selected from several by a run-time number: functions, objects and their attributes, numbers."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import operator
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import current_trace
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.aliasing.copies import changed_copy, note_array_copies, note_read
from nbgraph.core.staging.enumerated.joins import can_join, item_or
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import Contents, growing_of, raw_items
from nbgraph.core.staging.lists.copies import frozen, keep_frozen
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.may_alias import note_one_of
from nbgraph.core.staging.lists.objects import (
    Identities,
    OneObject,
    are_objects,
    chosen_object,
    class_of_one,
    held_by,
    is_dict,
    is_it,
    known_object,
    number_of,
    objects_of,
    one_object,
    own_method,
    place_of,
    refuse_none,
    require_some,
    truth_of,
)
from nbgraph.core.staging.trace import kind_questions, recorder
from nbgraph.core.staging.trace.implications import opposite
from nbgraph.core.staging.values.kinds import Kind, changed, kind_of, register, side_by_side
from nbgraph.core.staging.values.objects import own_attributes
from nbgraph.core.staging.values.values import is_dynamic, is_traced, type_of

_MISSING = object()
_kind: Callable[[Any], Any] = kind_of  # whose kind has questions of its own


class OneOf:
    """One of several functions, selected at run time; it can be called, and asked whether it is another."""

    __slots__ = ("functions", "index")

    functions: Identities  # the functions
    index: Any  # the index of the function, a traced number

    def __init__(self, functions: Sequence[Any], index: Any) -> None:
        object.__setattr__(self, "functions", Identities(functions))
        object.__setattr__(self, "index", index)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """What the function returns that it is."""
        return _kind(self).called(self, *arguments, **keywords)

    def __getattr__(self, name: str) -> Any:
        return _kind(self).attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        _kind(self).assign(self, name, value)

    def __eq__(self, other: object) -> Any:
        """Whether the two are the same function, as a traced bool."""
        return functools.reduce(operator.or_, [(self.index == k) & (other == f) for k, f in enumerate(self.functions)])

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def __repr__(self) -> str:
        return repr(_kind(self).finished(self))

    def __hash__(self) -> int:
        raise ListItemError(
            "which of several functions this is, is only known at run time, and it is looked up here",
            remedy="what selects it in its place; or `f is g`, which is answered",
        )


jax.tree_util.register_pytree_with_keys(
    OneOf, lambda one: (((" (which)", one.index),), one.functions), lambda functions, parts: OneOf(functions, *parts)
)


def are_functions(items: Any) -> bool:
    """Whether a list or tuple holds only functions: no classes and no callable user objects."""
    if not isinstance(items, list | tuple) or growing_of(items) is not None:
        return False
    held = raw_items(items) if isinstance(items, list) else items
    return bool(held) and all(
        callable(each)
        and not isinstance(each, type)
        and type(each) is not OneObject
        and not is_user_class(each.__class__)
        for each in held
    )


def functions_joined(left: Any, right: Any, is_older: Callable[[Any], bool]) -> tuple[Any, Any]:
    """Return the functions of two branches as places in one table, unless a branch has made one of its own values."""
    if type(left) is tuple and type(right) is tuple:
        return side_by_side(left, right, lambda one, other: functions_joined(one, other, is_older))
    rest, table = sorted(([*each.functions] if type(each) is OneOf else [each] for each in (right, left)), key=len)
    is_part = len(rest) == 1 or all(map(operator.is_, rest, table))  # else the places in one of them would change
    table += [each for each in rest if not any(each is known for known in table)]
    if not is_part or len(table) < 2 or not are_functions(table) or not all(_is_closed(f, is_older) for f in table):
        return left, right
    left, right = (each if type(each) is OneOf else [f is each for f in table].index(True) for each in (left, right))
    return OneOf(table, getattr(left, "index", left)), OneOf(table, getattr(right, "index", right))


def _is_closed(function: Any, is_older: Callable[[Any], bool]) -> bool:
    """Whether a function holds no values of the branch that has made it."""
    if isinstance(function, types.MethodType):
        return is_older(function.__self__)
    if isinstance(function, types.FunctionType) and function.__closure__ is None:
        return not (function.__defaults__ or function.__kwdefaults__)
    names = getattr(sys.modules.get(getattr(function, "__module__", "")), "__dict__", {})
    return (
        isinstance(function, np.ufunc) or is_older(function) or names.get(getattr(function, "__name__", "")) is function
    )


def one_of_values(values: list[Any], index: Any) -> Any:
    """Return the value at a traced index, which is in range: a function, object, number or container."""
    if all(value is values[0] for value in values):
        return values[0]
    if are_functions(values):
        return OneOf(values, index)
    if are_objects(values):
        return one_object(values, index)
    if all(isinstance(value, Contents) for value in values):
        return _one_of_lists(values, index)
    found = frozen(Growing.of(values).row(index))
    kind_questions.one_of(found, values)
    note_read(found, values)
    if any(type(value) is np.ndarray for value in values):
        note_array_copies([found], recorder.user_frame().span)
    return found


def _one_of_lists(lists: list[Any], index: Any) -> Any:
    """Return a copy of one of several lists; its methods change the original list."""

    def read() -> Any:
        lengths = {len(each) if (held := growing_of(each)) is None else held.capacity.length for each in lists}
        alike = len(lengths) == 1 and None not in lengths
        return Growing.of(lists).row(index) if alike else OneOf([each.copy for each in lists], index)()

    found = frozen(read())

    def change(method: str, *arguments: Any, **keywords: Any) -> Any:
        if found.born is not current_trace():
            raise changed_copy()
        for each in lists:
            each.aliases = tuple(alias for alias in each.aliases if alias is not found)
        result = OneOf([getattr(each, method) for each in lists], index)(*arguments, **keywords)
        list.__setitem__(found, slice(None), raw_items(read()))
        tie()
        return result

    def tie() -> None:
        found.aliases, found.row_of = (), None
        for each in lists:
            note_one_of(found, each)
            keep_frozen(found, each)  # of a table that has changed since, which row it is cannot be told

    found.instead = change
    tie()
    return found


def _attribute(one: OneObject, name: str) -> Any:
    cls, objects = class_of_one(one), objects_of(one)
    if not is_traced(number_of(one)):
        return getattr(known_object(one), name)
    require_some(one, name)
    if cls is dict:
        return own_method(one, name)
    member = inspect.getattr_static(cls, name, _MISSING)
    if isinstance(member, functools.cached_property):
        raise ListItemError(
            f"`{name}` is computed when it is first asked for, and of which object is only known at run time",
            remedy="`@property` in place of `@cached_property`",
        )
    held = [own_attributes(each) for each in objects if each is not None]
    known = [name in each for each in held]
    if all(known) and not isinstance(member, property):
        some = [each for each in objects if each is not None]
        return one_of_values([each[name] for each in held], place_of(one, some))
    if any(known) and not isinstance(member, property):
        raise ListItemError(
            f"some of the objects have no `{name}` of their own, and which of them it is is only known at run time",
            remedy=f"`self.{name} = ...` in `__init__`, for each object",
        )
    if member is _MISSING or isinstance(member, types.GetSetDescriptorType):  # `__dict__`, which it does not have
        raise AttributeError(f"'{cls.__name__}' object has no attribute '{name}'", name=name, obj=objects[0])
    get = getattr(type(member), "__get__", None)
    return member if get is None else get(member, one, cls)


def _assign(one: OneObject, name: str, value: Any) -> None:
    cls = class_of_one(one)
    if not is_traced(number_of(one)):
        setattr(known_object(one), name, value)
        return
    require_some(one, name)
    member = inspect.getattr_static(cls, name, _MISSING)
    if isinstance(member, property):
        member.__set__(one, value)
        return
    if cls.__setattr__ is not object.__setattr__:  # that of a frozen data class raises
        cls.__setattr__(one, name, value)
    put_where_it_is(one, name, value, object.__setattr__)


def put_where_it_is(one: OneObject, name: Any, value: Any, put: Callable[[Any, Any, Any], None]) -> None:
    """Assign a value in the object that is selected; the other objects keep theirs."""
    known = [each for each in objects_of(one) if each is not None]
    new = [_value_if(is_it(one, each), value, held_by(each).get(name, _MISSING), name) for each in known]
    for each, part in zip(known, new, strict=True):
        put(each, name, part)


def assign_items(one: OneObject, name: Any, changed: Any) -> None:
    """Assign the items of a changed copy to the list in an attribute, or under a key, of the selected object."""
    held = [(each, held_by(each)[name]) for each in objects_of(one) if each is not None]
    lists = [changed, *(items for _, items in held)]
    if not all(isinstance(each, list) and growing_of(each) is None for each in lists) or len(set(map(len, lists))) > 1:
        raise ListItemError(
            f"`{name}` changes in one of several objects, and which one is only known at run time",
            remedy="items are assigned in lists of one length; or numbers in place of the list",
        )
    for each, items in held:
        for place, (new, old) in enumerate(zip(changed, list(items), strict=True)):
            items[place] = _value_if(is_it(one, each), new, old, f"{name}[{place}]")


def _value_if(here: Any, new: Any, old: Any, name: Any) -> Any:
    """Return an attribute's value after an assignment: `new` if `here` is true, else `old`."""
    if new is old:
        return old
    if type(new) is tuple and type(old) is tuple and len(new) == len(old):
        return tuple(_value_if(here, one, other, name) for one, other in zip(new, old, strict=True))
    if can_join(new, old):
        return item_or(here, new, old)
    if is_dynamic(new) and is_dynamic(old) and type_of(new).shape == type_of(old).shape:
        kind_questions.joined(type_of(new), type_of(old))
        found = jnp.where(here, new, old)
        if type(old) is np.ndarray:
            note_array_copies([found], recorder.user_frame().span)
        return found
    if old is not _MISSING and are_objects((new, old)):
        return chosen_object(here, new, old)
    raise ListItemError(
        f"`{name}` is assigned in one of several objects, which one is only known at run time, and a graph cannot"
        " choose between what it is there and in the others",
        remedy=f"numbers, strings or arrays of one shape for `{name}`, in each object from the start",
    )


def as_new(value: Any) -> Any:
    """Return a copy of the selected object; any other value unchanged."""
    return _copied(value, lambda part: part) if type(value) is OneObject else value


def with_dicts(value: Any) -> Any:
    """Return a value with each selected dict replaced by a plain dict."""
    if type(value) is OneObject and is_dict(value):
        value = as_new(value)
    return changed(value, with_dicts)


def _copied(one: OneObject, change: Callable[[Any], Any]) -> Any:
    """Return a new object with the attributes of the selected one."""
    refuse_none(one)
    if is_dict(one):
        read = own_method(one, "__getitem__")
        return {key: change(read(key)) for key in own_method(one, "__iter__")()}
    made = object.__new__(class_of_one(one))
    for name in own_attributes(objects_of(one)[0]):
        object.__setattr__(made, name, change(getattr(one, name)))
    return made


def _written(one: OneObject, write: Callable[[Any], str]) -> Any:
    refuse_none(one)
    if is_dict(one):
        return write(as_new(one))
    method = own_method(one, f"__{write.__name__}__", None) or own_method(one, "__repr__", None)
    if method is not None:
        return method()
    return str(one_of_values([*map(write, objects_of(one))], place_of(one, objects_of(one))))


class _OneObjectKind(Kind):
    by_value = True

    def parts(self, value: OneObject) -> dict[str, Any]:
        return {"which": number_of(value)}

    def remade(self, value: OneObject, parts: Any) -> Any:
        return OneObject(objects_of(value), parts["which"])

    def is_alike(self, value: OneObject, other: Any) -> bool:
        return type(other) is OneObject and objects_of(value) == objects_of(other)

    def truth(self, value: OneObject) -> Any:
        return truth_of(value)

    def version(self, function: Any) -> Callable[..., Any] | None:
        if function is operator.eq:
            return lambda one, other: one == other
        if function not in (dataclasses.replace, dataclasses.asdict, dataclasses.astuple):
            return None
        return lambda one, *others, **changes: function(as_new(one), *others, **changes)

    def holds(self, value: OneObject, item: Any) -> Any:
        return own_method(value, "__contains__")(item) if is_dict(value) else None

    def stands_for(self, value: OneObject) -> type:
        cls: type = class_of_one(value)
        return cls

    def described(self, value: OneObject) -> str:
        kind = "dicts" if is_dict(value) else f"objects of the class {class_of_one(value).__name__}"
        return f"one of {len(objects_of(value))} {kind}"

    attribute, assign = staticmethod(_attribute), staticmethod(_assign)  # these act on the selected object
    copied, written = staticmethod(_copied), staticmethod(_written)


register(OneObject, _OneObjectKind())
