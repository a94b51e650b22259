"""Provide `dataclass` as Python has it, without compiling methods for each class: it takes a twentieth of the time.

Hundreds of classes are loaded for a first page. They share their methods, but for `__init__`: the first call of a class
compiles it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, asdict, field, fields, replace
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

__all__ = ["asdict", "dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, repr=True, slots=False):
        """
        >>> @dataclass(frozen=True)
        ... class Point:
        ...     x: int
        ...     y: list = field(default_factory=list)
        >>> Point(1), Point(1) == Point(1, []), Point(1) == Point(2)
        (Point(x=1, y=[]), True, False)
        """

        def record(cls):
            own = {**vars(cls)}
            cls.__doc__ = cls.__doc__ or cls.__name__  # else it becomes a signature, which takes as long
            types = own.get("__annotations__", {})  # of which `dataclasses` would search each text for what is none
            cls.__annotations__ = {name: text if "ClassVar" in text else Any for name, text in types.items()}
            cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
            cls.__annotations__ = types
            methods = {
                "__init__": _first_init(cls, frozen),
                **({"__repr__": _repr} if repr else {}),
                **(_comparing(cls, frozen) if eq else {}),
                **(_frozen(cls) if frozen else {}),
                **(_with_state(cls) if frozen and slots else {}),
            }
            for name in methods.keys() - {name for name, value in own.items() if value is not None}:
                setattr(cls, name, methods[name])
            return cls

        return record if cls is None else record(cls)


def _first_init(cls: Any, frozen: bool) -> Callable[..., None]:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if vars(cls)["__init__"] is __init__:
            cls.__init__ = _init(cls, frozen)
        cls.__init__(self, *args, **kwargs)

    return __init__


def _init(cls: Any, frozen: bool) -> Callable[..., None]:
    """Return the `__init__` that `dataclasses` compiles: `def __init__(self, x, y=__absent__): self.x = x; ...`.

    It is compiled for fields named `_0_`, `_1_`, ..., once for all classes that differ in their names alone.
    """
    head, body = ["self"], ["__own__ = self.__dict__" if cls.__dictoffset__ else "pass"]
    store = (
        "self.{0} = {1}"
        if not frozen
        else "__own__[{0!r}] = {1}"
        if cls.__dictoffset__
        else "__set__(self, {0!r}, {1})"
    )
    names: dict[str, Any] = {"__set__": object.__setattr__, "__absent__": MISSING}
    named: dict[Any, str] = {}
    defaults: list[Any] = []
    for at, each in enumerate(fields(cls)):
        name = value = f"_{at}_"
        named[name], names[f"__make{name}"] = each.name, each.default_factory
        makes = each.default_factory is not MISSING
        if makes:
            value = f"__make{name}() if {name} is __absent__ else {name}" if each.init else f"__make{name}()"
        if each.init:
            if makes or each.default is not MISSING:
                defaults.append(each.default)  # of one that is made: MISSING
            elif defaults:
                raise TypeError(f"non-default argument {each.name!r} follows default argument")
            head.append(name)
        if each.init or makes:
            body.append(store.format(name, value))
    body += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    code = _compiled(f"def __init__({', '.join(head)}):\n " + "\n ".join(body))
    own: dict[str, Any] = {part: tuple(named.get(each, each) for each in getattr(code, part)) for part in _NAMING}
    init = FunctionType(code.replace(**own), names, "__init__", tuple(defaults))
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


_NAMING = ("co_varnames", "co_names", "co_consts")


@cache
def _compiled(text: str) -> CodeType:
    made: dict[str, Any] = {}
    exec(compile(text, __file__, "exec"), made)  # in a file of nbgraph's: it is no function of the user's
    code: CodeType = made["__init__"].__code__
    return code


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads some attributes, as fast as a written tuple."""
    if len(names) == 1:
        value_of = attrgetter(names[0])
        return lambda value: (value_of(value),)
    return attrgetter(*names) if names else lambda value: ()


def _comparing(cls: Any, frozen: bool) -> dict[str, Any]:
    values = _values([each.name for each in fields(cls) if each.compare])

    def __eq__(self: Any, other: Any) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if frozen else None}


def _frozen(cls: Any) -> dict[str, Any]:
    def __setattr__(self: Any, name: str, value: Any) -> None:
        _refuse(self, name, "assign to")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        _refuse(self, name, "delete")
        super(cls, self).__delattr__(name)

    def _refuse(self: Any, name: str, what: str) -> None:
        if type(self) is cls or name in cls.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot {what} field {name!r}")

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _with_state(cls: Any) -> dict[str, Any]:
    """Return the methods that pickle a frozen object without a `__dict__`."""
    names = [each.name for each in fields(cls)]
    values = _values(names)

    def __setstate__(self: Any, state: tuple[Any, ...]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return {"__getstate__": lambda self: values(self), "__setstate__": __setstate__}
