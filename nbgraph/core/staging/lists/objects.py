"""A reference to one of several objects of a user class, selected at run time: `people[i]`, or the result of `min`.

As in Python, a read gives the object's current attribute, and an assignment changes the selected object only.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.aliasing.copies import lost_dict
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.kinds import every_part, kind_of
from nbgraph.core.staging.values.objects import is_fixed, is_record_like, own_attributes
from nbgraph.core.staging.values.values import is_traced, with_article

_MISSING = object()

DICT_MEMBERS: dict[str, Callable[..., Any]] = {}
"""The methods of a selected dict by name; filled by `keyed`."""

_kind: Callable[[Any], Any] = kind_of  # whose kind has questions of its own
IDENTITY = "__nbgraph_identity__"  # marks a method that replaces `object.__eq__`


class Identities(tuple[Any, ...]):
    """Objects that are compared by identity."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identities) and list(map(id, self)) == list(map(id, other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(map(id, self)))


class OneObject:
    """A reference to one of several objects of a class, selected at run time by a number."""

    __slots__ = ("_nbgraph_number", "_nbgraph_objects")
    _nbgraph_objects: Identities  # the objects, each once, ordered by number
    _nbgraph_number: Any  # the number of the selected object, an int32

    def __init__(self, objects: Sequence[Any], number: Any) -> None:
        object.__setattr__(self, "_nbgraph_objects", Identities(objects))
        object.__setattr__(self, "_nbgraph_number", number)

    # the class of the objects; a selected dict is not shown as a dict, which code would open
    __class__ = property(lambda self: OneObject if is_dict(self) else class_of_one(self))

    def __getattr__(self, name: str) -> Any:
        return _kind(self).attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        _kind(self).assign(self, name, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise ListItemError(
            f"`{name}` is deleted here, and of which of several objects is only known at run time",
            remedy=f"a value that stands for none, as `.{name} = None`",
        )

    def __copy__(self) -> Any:
        return _kind(self).copied(self, lambda part: part)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return _kind(self).copied(self, functools.partial(copy.deepcopy, memo=memo))

    def __eq__(self, other: object) -> Any:
        if is_dict(self) and other is not None:
            return own_method(self, "__eq__")(other)
        method = class_of_one(self).__eq__
        if other is None or method is object.__eq__ or hasattr(method, IDENTITY):
            return is_same_object(self, other)
        refuse_none(self)
        return method(self, other)

    def __ne__(self, other: object) -> Any:
        same = self == other
        return same if same is NotImplemented else ~same if is_traced(same) else not same

    def __bool__(self) -> Any:
        return bool(truth_of(self))

    def __hash__(self) -> NoReturn:
        raise ListItemError(
            "an object is looked up here, and which of several it is is only known at run time",
            remedy="a number of each object as the key, as `d[i]`",
        )

    def __repr__(self) -> Any:
        return _kind(self).written(self, repr)

    def __str__(self) -> Any:
        return _kind(self).written(self, str)

    def __format__(self, spec: str) -> Any:
        return str(self) if not spec else own_method(self, "__format__")(spec)


jax.tree_util.register_pytree_with_keys(  # the text is for what follows the user's name of the object
    OneObject,
    lambda one: (((" (which)", one._nbgraph_number),), one._nbgraph_objects),
    lambda objects, parts: OneObject(objects, *parts),
)


def _operator(name: str, *, binary: bool) -> Callable[..., Any]:
    def called(self: OneObject, *arguments: Any) -> Any:
        if not is_dict(self):
            refuse_none(self)
        method = own_method(self, name, None)
        if method is None and binary:
            return NotImplemented
        return (method or own_method(self, name))(*arguments)

    called.__name__ = name
    return called


_BINARY = ["add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "xor", "or"]
_ORDERS = ["lt", "le", "gt", "ge"]
_ALONE = ["neg", "pos", "abs", "invert", "len", "iter", "getitem", "setitem", "delitem", "contains"]
_ALONE += ["call", "enter", "exit", "int", "float", "index"]
for _name in (*_BINARY, *(f"r{each}" for each in _BINARY), *(f"i{each}" for each in _BINARY), *_ORDERS):
    setattr(OneObject, f"__{_name}__", _operator(f"__{_name}__", binary=True))
for _name in _ALONE:
    setattr(OneObject, f"__{_name}__", _operator(f"__{_name}__", binary=False))


def are_objects(items: Any) -> bool:
    """Whether items are objects of one user class whose attributes can be read and assigned one by one.

    Dicts count only if an earlier trace has found that one of them changes: else selecting by value needs less code.
    """
    known = [each for each in items if each is not None]
    log = context.here().log
    if log is None:
        return False
    if are_dicts(known):
        log.chooses_dicts = True
        return log.dicts_by_number
    kinds = {class_of_one(each) if type(each) is OneObject else each.__class__ for each in known}
    if len(kinds) != 1 or not all(type(each) is OneObject or is_record_like(each) for each in known):
        return False
    cls: Any = kinds.pop()
    plain = cls.__getattribute__ is object.__getattribute__ and not hasattr(cls, "__getattr__")
    return plain and (is_fixed(cls) or cls.__setattr__ is object.__setattr__)


def are_dicts(items: Sequence[Any]) -> bool:
    """Whether items are dicts, each known or selected at run time."""
    return bool(items) and all(type(each) is dict or (type(each) is OneObject and is_dict(each)) for each in items)


def is_dict(one: OneObject) -> bool:
    """Whether it refers to one of several dicts."""
    return class_of_one(one) is dict


def held_by(value: Any) -> dict[Any, Any]:
    """Return an object's attributes, or the dict itself."""
    return value if type(value) is dict else own_attributes(value)


def class_of_one(one: OneObject) -> Any:
    return next(type(each) for each in one._nbgraph_objects if each is not None)


def one_object(items: Sequence[Any], position: Any) -> Any:
    """Return the object at a position, which is in range."""
    objects, numbers = together(items)
    if len(objects) == 1:
        return objects[0]
    if any(map(is_traced, numbers)):
        return OneObject(objects, jnp.stack(numbers)[position])
    first = int(numbers[0])
    if list(map(int, numbers)) != list(range(first, first + len(numbers))):
        return OneObject(objects, jnp.asarray(numbers)[position])
    return OneObject(objects, position + np.int32(first) if first else position)


def together(items: Sequence[Any]) -> tuple[tuple[Any, ...], list[Any]]:
    """Return all objects that some items may refer to, each once and by number, and the number of each item."""
    numbered = {_registered(each): each for item in items for each in objects_of(item)}
    numbers = [number_of(item) if type(item) is OneObject else np.int32(_registered(item)) for item in items]
    return tuple(numbered[number] for number in sorted(numbered)), numbers


_NONE = -1  # the number of None


def _registered(value: Any) -> int:
    """Return the number of an object in this trace, in the order of first selection."""
    log = context.here().log
    assert log is not None, "nothing is known at run time only where nothing is traced"
    if value is None:
        return _NONE
    if id(value) not in log.objects:
        log.objects[id(value)] = len(log.objects), value
    return log.objects[id(value)][0]


def place_of(one: OneObject, objects: Sequence[Any]) -> Any:
    """Return which of the given objects it is, counted from 0."""
    numbers = [_registered(each) for each in objects]
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return number_of(one) - np.int32(numbers[0]) if numbers[0] else number_of(one)
    table = np.zeros(numbers[-1] + 1, np.int32)
    table[numbers] = np.arange(len(numbers))
    return jnp.asarray(table)[number_of(one)]


def objects_joined(left: Any, right: Any) -> tuple[Any, Any]:
    """Return two objects as references to the same objects if one is such or None; else the pair unchanged."""
    pair = left, right
    known = any(type(each) is OneObject or each is None for each in pair)
    return one_or_other(left, right) if known else pair


def one_or_other(left: Any, right: Any, *, surely: bool = False) -> tuple[Any, Any]:
    """Return two objects as references to the same objects, or the pair unchanged if that is impossible.

    Args:
        left: one object.
        right: the other one.
        surely: whether both dicts existed before the branch or loop that selects between them.
    """
    pair = left, right
    if left is right or not are_objects(pair) or not (surely or all(map(_is_numbered, pair))):
        return pair
    objects, numbers = together(pair)
    return OneObject(objects, numbers[0]), OneObject(objects, numbers[1])


def are_known_dicts(pair: Sequence[Any], holds: Callable[[Any], bool]) -> bool:
    """Whether a branch leaves one of two dicts from before it, or None; if so, number them."""
    known = [each for each in pair if each is not None]
    there = all(type(each) is OneObject or holds(each) for each in known)
    if not are_objects(pair) or not are_dicts(known) or not there:
        return False
    for each in known:
        together((each,))
    return True


def _is_numbered(value: Any) -> bool:
    """Whether an object may be joined by its number: a dict only if a branch has numbered it."""
    log = context.here().log
    return type(value) is not dict or (log is not None and id(value) in log.objects)


def refuse_new(one: OneObject) -> NoReturn:
    """Refuse a reference that may leave the block in which one of its objects was made."""
    if is_dict(one):
        raise lost_dict()
    raise ListItemError(
        f"objects of the class {class_of_one(one).__name__} are made here, in a loop or on a path, and which of them it"
        " is that is used behind it is only known at run time",
        remedy="the objects made before the loop or the `if`; or numbers in place of the objects",
    )


def chosen_of(value: Any) -> tuple[Sequence[Any], Any]:
    """Return the objects that a value may be and the number of the selected one, or the value alone and None."""
    is_one = type(value) is OneObject and not is_dict(value)
    return (value._nbgraph_objects, value._nbgraph_number) if is_one else ((value,), None)


def refuse_reference(span: Any = None) -> NoReturn:
    """Refuse a reference as the result of a graph inside another one, which can only return arrays."""
    raise ListItemError(
        "the result is one of several objects, and which one is only known at run time inside another graph",
        span=span,
        remedy="its values, as `return best.x, best.y`; or call the function through `ng.function`, alone",
    )


def objects_of(value: Any) -> tuple[Any, ...]:
    """Return the objects that a value may be; the value itself if it is known."""
    return value._nbgraph_objects if type(value) is OneObject else (value,)


def alternatives(value: Any) -> list[Identities]:
    """Return for each reference in a value the objects that it may be."""
    return [part._nbgraph_objects for part in every_part(value) if type(part) is OneObject]


def refers(value: Any) -> bool:
    """Whether a value is a reference, or a row of references as it was read, so that a change reaches the objects."""
    if isinstance(value, list) and getattr(value, "frozen", False):
        return all(type(each) is OneObject for each in list.__iter__(value))
    return type(value) is OneObject


def number_of(value: OneObject) -> Any:
    """Return the number of the selected object."""
    return value._nbgraph_number


def is_same_object(left: Any, right: Any) -> Any:
    """Return whether two values are the same object, if at least one is selected at run time."""
    common = {id(each) for each in objects_of(left)} & {id(each) for each in objects_of(right)}
    if not common:
        return False
    _, (one, other) = together((left, right))
    return jnp.asarray(one == other)


def known_object(one: OneObject) -> Any:
    return next(each for each in objects_of(one) if _registered(each) == int(number_of(one)))


def own_method(one: OneObject, name: str, *default: Any) -> Any:
    """Return a special method of the class, bound to the reference."""
    cls = class_of_one(one)
    if cls is dict and name in DICT_MEMBERS:
        return functools.partial(DICT_MEMBERS[name], one)
    method = inspect.getattr_static(cls, name, None)
    if method is None or method is getattr(object, name, None):
        if default:
            return default[0]
        return getattr({} if cls is dict else object.__new__(cls), name)  # Python's own error
    return method.__get__(one, cls)


def is_it(one: OneObject, known: Any) -> Any:
    """Return whether the selected object is `known`."""
    return number_of(one) == np.int32(_registered(known))


def _may_be_none(one: OneObject) -> bool:
    return any(each is None for each in objects_of(one))


def is_some(one: OneObject) -> Any:
    """Return whether it is an object and not None."""
    return number_of(one) != np.int32(_NONE) if _may_be_none(one) else True


def truth_of(one: OneObject) -> Any:
    """Return the truth value of the selected object."""
    method = own_method(one, "__bool__", None) or own_method(one, "__len__", None)
    if method is None:
        return is_some(one)
    refuse_none(one)
    return method()


def is_instance(one: OneObject, kinds: Any) -> Any:
    """Return what `isinstance` gives for the selected object."""
    if issubclass(class_of_one(one), kinds):
        return is_some(one)
    return ~is_some(one) if _may_be_none(one) and isinstance(None, kinds) else False


def require_some(one: OneObject, name: str) -> None:
    """Check at run time that it is not None before an attribute is read; raise Python's error if it is."""
    if (some := is_some(one)) is not True:
        effects.raise_unless(some, AttributeError(f"'NoneType' object has no attribute '{name}'"))


def refuse_none(one: OneObject) -> None:
    if _may_be_none(one):
        kind = class_of_one(one)
        part = (
            "one of its items, as `x['key']`" if issubclass(kind, dict) else "a method of the object, or its attributes"
        )
        raise ListItemError(
            f"whether this is {with_article(kind.__name__)} or None is only known at run time, and is to be known here",
            remedy=f"{part}, behind `if x is not None:`",
        )


def chosen_object(here: Any, new: Any, old: Any) -> Any:
    """Return `new` if `here` is true, else `old`."""
    objects, (one, other) = together((new, old))
    return OneObject(objects, jnp.where(here, one, other)) if len(objects) > 1 else new
