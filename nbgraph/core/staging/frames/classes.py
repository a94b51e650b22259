"""Convert the methods of user classes that Python calls implicitly, those written by `dataclass` included.

`a + b`, `len(a)`, a property `a.p` and `with a:` call methods without a call in the user's code, so converted code
cannot call the converted method instead. While a graph is made, these methods of the classes it uses are replaced
with converted versions; afterwards the originals are restored. A class is shared by all threads: a replacement runs
the original method in every thread that makes no graph.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import functools
import inspect
import operator
import threading
import types
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core._jax import under_trace
from nbgraph.core.source.ownership import is_user_class, is_user_function
from nbgraph.core.staging.effects.tries import is_refusal
from nbgraph.core.staging.enumerated.values import ChosenText
from nbgraph.core.staging.frames.conversion import convert, is_left_alone
from nbgraph.core.staging.frames.frame import NO_RECORD, ORIGINAL, active
from nbgraph.core.staging.lists.copies import refuse_identity
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.objects import IDENTITY
from nbgraph.core.staging.state.location import MISSING
from nbgraph.core.staging.state.mutable_state import Snapshot, exchanged
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import is_traced

# This project itself calls `__getattribute__`, and Python calls `__del__` at any time.
_LEFT_ALONE = frozenset(("__getattribute__", "__del__", "__class_getitem__", "__init_subclass__"))
_OF_TEXT = ("__str__", "__repr__", "__format__")  # Python accepts only a string as their result
_MISSING = object()


class _Classes:
    """The classes whose methods are replaced while some thread makes a graph."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.makers: Counter[int] = Counter()  # for each thread, how many graphs it is making
        self.originals: dict[type, dict[str, Any]] = {}

    def adopt(self, cls: type) -> None:
        """Replace the methods of one class with converted versions."""
        with self.lock:
            if self.makers and cls not in self.originals:
                self.originals[cls] = {}
                for name, member in list(vars(cls).items()):
                    adopt(type(member))  # it may be a descriptor of a user class
                    compare = comparison_for(cls, name, member)
                    new = _converted_member(name, member) if compare is None else _of_makers(compare, member)
                    if new is not member:
                        self.originals[cls][name] = member
                        exchanged[id(new)] = member
                        type.__setattr__(cls, name, new)
                if not issubclass(cls, enum.Enum):  # the members of an enumeration are unique objects
                    self.watch_identity(cls)
                if "__eq__" in vars(cls) and vars(cls)["__eq__"] is not _is_same and method_of(cls, "__ne__") is None:
                    self.originals[cls]["__ne__"] = _MISSING
                    type.__setattr__(cls, "__ne__", _not_equal)

    def watch_identity(self, cls: Any) -> None:
        """Make `==` refuse, for a class without `__eq__`, where identity is known at run time only."""
        with self.lock:
            if cls in self.originals and cls.__eq__ is object.__eq__:
                self.originals[cls]["__eq__"] = _MISSING
                type.__setattr__(cls, "__eq__", _is_same)

    def leave(self) -> None:
        """Note that the thread has finished a graph; after the last one, restore all methods."""
        with self.lock:
            self.makers -= Counter([threading.get_ident()])
            if not self.makers:
                for cls, members in self.originals.items():
                    for name, member in members.items():
                        if member is _MISSING:
                            type.__delattr__(cls, name)
                        else:
                            type.__setattr__(cls, name, member)
                self.originals.clear()
                exchanged.clear()
                exchanged.update((id(each), MISSING) for each in (_not_equal, _is_same))


_classes = _Classes()


@contextlib.contextmanager
def converted_classes(reach: Snapshot) -> Iterator[None]:
    """Within the block, replace the methods of the classes that the graph uses."""
    with _classes.lock:
        _classes.makers[threading.get_ident()] += 1
    try:
        for value in list(reach.known.values()):
            if isinstance(value, type):
                adopt(value)
        yield
    finally:
        _classes.leave()


def adopt(cls: type) -> None:
    """Convert the methods of a class that Python calls implicitly, until no thread makes a graph."""
    if cls in _classes.originals or not _classes.makers:
        return
    kind: type = type(cls)
    for each in (*cls.__mro__, *kind.__mro__):
        if is_user_class(each):
            _classes.adopt(each)


def _converted_member(name: str, member: Any) -> Any:
    """Return a class member with its function converted; the same object if Python never calls it implicitly."""
    if isinstance(member, property):
        get, set_, delete = (_implicit(part) for part in (member.fget, member.fset, member.fdel))
        return property(get, set_, delete, member.__doc__) if type(member) is property else member
    if type(member) is functools.cached_property:
        new = functools.cached_property(_implicit(member.func))
        new.__set_name__(type(None), name)
        return new if new.func is not member.func else member
    if not (name.startswith("__") and name.endswith("__")) or name in _LEFT_ALONE:
        return member
    if isinstance(member, staticmethod) and name == "__new__":
        inner = _implicit(member.__func__)
        return member if inner is member.__func__ else staticmethod(inner)
    return _implicit(member)


def _implicit(function: Any) -> Any:
    """Return a function's converted version for implicit calls, or the function itself if it has none."""
    if not isinstance(function, types.FunctionType) or is_left_alone(function) or not _has_source(function):
        return function
    converted = convert(function)
    if converted is None:
        return _letting_refusals_pass(function) if function.__name__ == "__exit__" else function

    @functools.wraps(function)
    def entered(*arguments: Any, **keywords: Any) -> Any:
        if threading.get_ident() not in _classes.makers:
            return function(*arguments, **keywords)
        if not under_trace():
            return converted.function(*arguments, **keywords)
        frame, log = calling_frame(1), context.here().log
        record = log.entered(converted, frame.place) if log else NO_RECORD
        with active(function, frame), record:
            result = converted.function(*arguments, **keywords)
            return str(result) if isinstance(result, ChosenText) and function.__name__ in _OF_TEXT else result

    setattr(entered, ORIGINAL, function)
    return _letting_refusals_pass(entered) if function.__name__ == "__exit__" else entered


def _of_makers(new: Callable[..., Any], original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs `new` in threads that make a graph, and `original` in all others."""

    @functools.wraps(original)
    def run(*arguments: Any) -> Any:
        return (new if threading.get_ident() in _classes.makers else original)(*arguments)

    return run


def _letting_refusals_pass(leave: Callable[..., Any]) -> Callable[..., Any]:
    """Return an `__exit__` that never suppresses an error about the graph itself."""

    @functools.wraps(leave)
    def left(manager: Any, kind: Any, error: Any, trace: Any) -> Any:
        swallows = leave(manager, kind, error, trace)
        return False if error is not None and is_refusal(error) else swallows

    return left


def asked_truth(value: Any) -> Any:
    """Return the result of `__bool__` or `__len__` of a user object or list; any other value unchanged."""
    if (found := kind_of(value).truth(value)) is not value:
        return found
    kind: type = type(value)
    if kind in _KNOWN or not is_user_class(kind):
        return value
    method = method_of(kind, "__bool__") or method_of(kind, "__len__")
    if method is None:
        return value
    return method(value)


_KNOWN = (bool, int, float, str, list, tuple, dict, type(None))


def _not_equal(left: Any, right: Any) -> Any:
    """Do what Python's `__ne__` does, for run-time truth values too."""
    same = left.__eq__(right)
    return same if same is NotImplemented else ~same if is_traced(same) else not same


def _is_same(item: Any, other: Any) -> Any:
    """Do what `object.__eq__` does, but refuse where identity is known at run time only."""
    refuse_identity(item, other)
    return item is other or NotImplemented


setattr(_is_same, IDENTITY, True)


for _each in (_not_equal, _is_same):
    exchanged[id(_each)] = MISSING


def watch_identity(cls: type) -> None:
    """Make `==` refuse, for a class without `__eq__`, where identity is known at run time only."""
    adopt(cls)
    _classes.watch_identity(cls)


def _has_source(function: Callable[..., Any]) -> bool:
    """Whether a method is the user's own, or one that `functools.total_ordering` derived from it."""
    return is_user_function(function) or getattr(function, "__module__", "") == "functools"


def method_of(cls: type, name: str) -> types.FunctionType | None:
    """Return the method that a class or one of its bases defines in Python; None for built-in ones."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return found if isinstance(found, types.FunctionType) else None


_ORDERS: dict[str, Callable[[Any, Any], Any]] = {
    "__lt__": operator.lt,
    "__le__": operator.le,
    "__gt__": operator.gt,
    "__ge__": operator.ge,
}


def with_own_lists(cls: type) -> Callable[..., Any]:
    """Return a constructor of a data class that makes a `List` for each `field(default_factory=list)`.

    >>> @dataclasses.dataclass
    ... class Cart:
    ...     owner: str
    ...     items: list = dataclasses.field(default_factory=list)
    >>> type(with_own_lists(Cart)("Ann").items) is List, type(with_own_lists(Cart)("Ann", [1]).items) is list
    (True, True)
    """
    written = _is_written(getattr(cls, "__init__", None)) and dataclasses.is_dataclass(cls)
    known = dataclasses.fields(cls) if written else ()
    lists = [field.name for field in known if field.init and field.default_factory is list]
    if not lists:
        return cls

    def construct(*arguments: Any, **keywords: Any) -> Any:
        try:
            given = inspect.signature(cls).bind_partial(*arguments, **keywords).arguments
        except TypeError:
            return cls(*arguments, **keywords)  # Python's own error
        return cls(*arguments, **keywords, **{name: List() for name in lists if name not in given})

    return construct


def _is_written(method: Any) -> bool:
    """Whether a method was generated from text, as `dataclass` generates methods."""
    code = getattr(getattr(method, "__wrapped__", method), "__code__", None)
    return code is not None and code.co_filename == "<string>"


def comparison_for(cls: type, name: str, method: Any) -> Callable[[Any, Any], Any] | None:
    """Return a traceable version of a comparison generated by `dataclass`; None for any other method."""
    if not _is_written(method) or not dataclasses.is_dataclass(cls):
        return None
    if name != "__eq__" and name not in _ORDERS:
        return None
    fields = [field.name for field in dataclasses.fields(cls) if field.compare]

    def compare(left: Any, right: Any) -> Any:
        if right.__class__ is not left.__class__:
            return NotImplemented
        pairs = [(getattr(left, field), getattr(right, field)) for field in fields]
        return _all_equal(pairs) if name == "__eq__" else _in_order(pairs, _ORDERS[name])

    return compare


def _all_equal(pairs: list[tuple[Any, Any]]) -> Any:
    found: Any = True
    for left, right in pairs:
        same = left is right or left == right
        if not is_traced(same):
            if not same:
                return False
            continue
        found = same if found is True else found & same
    return found


def _in_order(pairs: list[tuple[Any, Any]], order: Callable[[Any, Any], Any]) -> Any:
    """Compare two sequences by their first pair that differs; if all are equal, as `order(0, 0)` says."""
    if not pairs:
        return order(0, 0)
    (left, right), rest = pairs[0], pairs[1:]
    same = left is right or left == right
    if not is_traced(same):
        return _in_order(rest, order) if same else order(left, right)
    return (same & _in_order(rest, order)) | (~same & order(left, right))
