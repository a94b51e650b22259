"""Send the user's changes of libraries to the worker: `math.tau = 3`, `json.dumps = mine`, a method of a class.

Libraries are pickled by name, so the worker has them as installed. A call is sent with the attributes that may differ
in the modules it reaches and their classes: the user's own functions and objects, and those plain values and foreign
functions that its code names. The worker sets what differs, and undoes it after the call, together with what the call
itself has set. An owner, module or class, is known by its name: "fractions", "fractions:Fraction".
"""

from __future__ import annotations

import builtins
import functools
import importlib
import operator
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

from nbgraph.core.as_loaded import as_patched
from nbgraph.core.as_loaded import held as held_by
from nbgraph.core.records import dataclass
from nbgraph.core.source.ownership import is_user_file, is_user_function

_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_OWN_STATE = frozenset({"sys", "threading", "signal"})  # what they hold belongs to one process
_METHODS = (FunctionType, property, classmethod, staticmethod)
_IMMUTABLE = 1 << 8  # Py_TPFLAGS_IMMUTABLETYPE
_MISSING = object()


@dataclass(frozen=True)
class Named:
    """A library function that a module has under another name, or another module has."""

    module: str
    name: str

    def find(self) -> Any:
        return functools.reduce(getattr, self.name.split("."), importlib.import_module(self.module))


SIMPLE = (Named, *_PLAIN)
"""What needs nothing of the user's to be read."""
Attributes = Mapping[str, Any]
_seen: dict[str, tuple[Any, ...]] = {}
"""What modules without anything of the user's held, by their names: names and identities, for a cache owns nothing."""


def attributes(reached: Iterable[ModuleType], names: Collection[str]) -> dict[str, Attributes]:
    """Return the attributes that may differ in the modules that a call reaches, by module name.

    Args:
        names: all names in its code: modules inside of others are reached by them.
    """
    # what a call uses of `__main__` is pickled with it, and nothing else is
    libraries = (module for module in reached if module.__name__ != "__main__" or "__main__" in names)
    modules = dict.fromkeys([builtins, *libraries])
    for module in modules.copy():
        modules |= dict.fromkeys(_inside(module, names))
    found = {module.__name__: _attributes(module, names) for module in modules}
    for module in modules:
        for name, kind in _classes(module):
            if held := _of_class(kind, names):
                found[f"{module.__name__}:{name}"] = held
    return found


def _classes(module: ModuleType) -> list[tuple[str, type]]:
    return [
        (name, value)
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not value.__flags__ & _IMMUTABLE
    ]


def _of_class(kind: type, names: Collection[str]) -> Attributes:
    """Return a library class's methods of the user's, and the plain values that the call's code may read."""
    return {
        name: value
        for name, value in vars(kind).items()
        if (name in names and type(value) in _PLAIN) or (type(value) in _METHODS and _is_users_method(value, kind))
    }


def _is_users_method(value: Any, kind: type) -> bool:
    function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    home = getattr(function, "__module__", kind.__module__)
    return home != kind.__module__ and isinstance(function, FunctionType) and is_user_function(function)


def _owner(name: str) -> ModuleType | type:
    module, _, inner = name.partition(":")
    found: ModuleType | type = importlib.import_module(module)
    return getattr(found, inner) if inner else found


def _inside(module: ModuleType, names: Collection[str]) -> Iterator[ModuleType]:
    for name in names:
        inner = vars(module).get(name)
        if isinstance(inner, ModuleType) and inner.__name__.startswith(f"{module.__name__}."):
            yield inner
            yield from _inside(inner, names)


def _attributes(module: ModuleType, names: Collection[str]) -> Attributes:
    """Return a module's attributes that are the user's, or that the call's code may read by name."""
    held = held_by(module)
    found = {name: held[name] for name in _of_user(module)}
    for name in names:
        if name in held and name not in found and (value := _sent(module, name, held[name])) is not module:
            found[name] = value
    return found


def _of_user(module: ModuleType) -> list[str]:
    """Return the names of functions, classes or objects of the user's in a library's module."""
    held = held_by(module)
    now = (*held, *map(id, held.values()))
    if now == _seen.get(module.__name__):
        return []
    found = [name for name, value in held.items() if not name.startswith("_") and _is_users(value)]
    if not found:
        _seen[module.__name__] = now
    return found


def _is_users(value: Any) -> bool:
    if isinstance(value, FunctionType):
        return is_user_function(value)
    home = (value if isinstance(value, type) else type(value)).__module__
    file = getattr(sys.modules.get(home), "__file__", None)
    return home == "__main__" or (isinstance(file, str) and is_user_file(file))


def _sent(module: ModuleType, name: str, value: Any) -> Any:
    """Return what is sent for an attribute of a library's; the module itself if nothing is."""
    if name.startswith("_") or isinstance(value, ModuleType):
        return module
    if type(value) in _PLAIN:
        return module if module.__name__ in _OWN_STATE else value
    own, home = getattr(value, "__name__", None), getattr(value, "__module__", None)
    if not callable(value) or not isinstance(own, str) or not isinstance(home, str):
        return module
    if own == name and home.partition(".")[0] == module.__name__.partition(".")[0]:
        return module
    if not isinstance(getattr(value, "__self__", None), ModuleType | type | None):
        return module  # a method of an object here: `input` is one of the kernel's
    return Named(home, getattr(value, "__qualname__", own))


class Patches:
    """Attributes of modules and classes in the worker, set for one call."""

    def __init__(self) -> None:
        self._before: dict[tuple[str, str], Any] = {}
        self._during: dict[str, dict[str, Any]] = {}

    @as_patched()
    def enter(self, wanted: Mapping[str, Attributes]) -> None:
        """Set the attributes of modules and classes to those in the notebook."""
        self.leave()
        for owner, attributes in wanted.items():
            for name, value in attributes.items():
                self._set(owner, name, value)
            self._during[owner] = dict(vars(_owner(owner)))

    def _set(self, owner: str, name: str, value: Any) -> None:
        held = _owner(owner)
        own = vars(held).get(name, _MISSING)
        if isinstance(value, Named):
            if own is _MISSING or not isinstance(held, ModuleType) or _sent(held, name, own) == value:
                return  # what only the notebook's program has put there, `exit` for instance
            value = value.find()
        elif type(own) is type(value) and (own == value or own != own) and type(value) in _PLAIN:
            return
        self._before[owner, name] = own
        setattr(held, name, value)

    @as_patched()
    def restore(self) -> None:
        """Undo what the call itself has set."""
        for owner, before in self._during.items():
            held = _owner(owner)
            now = vars(held)
            if len(now) == len(before) and all(map(operator.is_, now.values(), before.values())):
                continue
            for name in [name for name, value in now.items() if value is not before.get(name, _MISSING)]:
                if not isinstance(now[name], ModuleType):  # an import puts a module's parts there
                    _put(held, name, before.get(name, _MISSING))
            for name in before.keys() - now.keys():
                _put(held, name, before[name])

    @as_patched()
    def leave(self) -> None:
        """Restore the attributes that modules and classes had before `enter`."""
        self.restore()
        self._during.clear()
        for (owner, name), value in self._before.items():
            _put(_owner(owner), name, value)
        self._before.clear()


def _put(owner: ModuleType | type, name: str, value: Any) -> None:
    if value is not _MISSING:
        setattr(owner, name, value)
    elif name in vars(owner):
        delattr(owner, name)
