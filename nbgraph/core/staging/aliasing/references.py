"""Find all references to an object: the variables, containers, objects and functions that hold it."""

from __future__ import annotations

import ast
import contextlib
import functools
import re
import types
from collections import deque
from collections.abc import Iterator
from typing import Any

from nbgraph.core.codegen.load import BLOCKS
from nbgraph.core.source.environment import contents_of
from nbgraph.core.source.ownership import is_plain_object, is_user_class
from nbgraph.core.staging.trace.recorder import converted_frames, owner_of
from nbgraph.core.staging.values.kinds import PLAIN
from nbgraph.core.staging.values.undefined import bare

_MOST = 20_000  # the most objects to look into; beyond that, anything may hold the object
Place = tuple[Any, ...]


def places_of(container: Any, owner: Any = None) -> set[Place]:
    """Return every location where the running converted functions, their callers included, hold an object.

    A variable is one location, however many blocks get it; its value in the innermost running block counts, which is
    the newest. The variable's own cell is the same location. A reference from `owner` does not count.

    Returns:
        `("name", call, name)` for a variable, `(id, key)` for a container and the key in it.
    """
    return _places({id(container)}, owner, {id(container)})


def _places(sought: set[int], owner: Any, seen: set[int]) -> set[Place]:
    """Return every location of some objects, given by their ids; do not look into those whose ids are in `seen`."""
    found: set[Place] = set()
    roots: list[Any] = []
    for call, name, value in variables():
        if id(value) in sought:
            found.add(("name", call, name))
        else:
            roots.append(value)
    cells = {(str(call[1]), name) for _, call, name in found}
    while roots:
        value = roots.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if len(seen) > _MOST:
            return found | {("anywhere",), ("everywhere",)}
        known = owner is not None and (value is owner or getattr(value, "__dict__", None) is owner)
        for key, part in _parts(value):
            if id(part) in sought and not known:
                is_function = type(value) is types.FunctionType
                inside = (value.__qualname__.rpartition(".<locals>.")[0], key) if is_function else ()
                if inside not in cells:
                    found.add((id(value), key))
            if _may_hold(part):
                roots.append(part)
    return found


def everything() -> Iterator[Any]:
    """Yield every object that the running converted functions can reach; `...` at the end if there are too many."""
    pending = [value for _, _, value in variables()]
    seen: set[int] = set()
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if len(seen) > _MOST:
            yield ...
            return
        pending += [part for _, part in _parts(value) if _may_hold(part)]


def variables() -> Iterator[tuple[Any, str, Any]]:
    """Yield frame, name and value of each variable of the running converted functions; a partial one unwrapped."""
    depth: dict[Any, int] = {}
    seen: set[tuple[Any, str]] = set()
    for frame in converted_frames():
        code = frame.f_code
        name = BLOCKS.sub("", code.co_qualname)
        function = (id(owner_of(code)), name)
        call = (*function, depth.get(function, 0))
        if name == code.co_qualname:
            depth[function] = depth.get(function, 0) + 1
        for variable, value in list(frame.f_locals.items()):
            own = call
            if variable in code.co_freevars and name == code.co_qualname:
                own = _outer(function, depth)
            if (own, variable) not in seen:
                seen.add((own, variable))
                yield own, variable, bare(value)


def _outer(function: tuple[int, str], depth: dict[Any, int]) -> Any:
    """Return the frame that owns a captured variable of a function: that of the function around it."""
    around = (function[0], function[1].rpartition(".<locals>.")[0])
    return (*around, depth.get(around, 0))


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the objects that an object holds, with their keys, where one may be a list of the user's."""
    kind: type = type(value)
    if isinstance(value, dict):
        yield from list(value.items())
    elif isinstance(value, list):
        yield from enumerate(list(list.__iter__(value)))
    elif isinstance(value, tuple | deque):
        yield from enumerate(list(value))
    elif kind is types.FunctionType:
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
            yield name, contents_of(cell)
        yield "defaults", value.__defaults__
        yield "keyword defaults", value.__kwdefaults__
    elif kind in (types.MethodType, types.BuiltinMethodType):
        yield "self", value.__self__
    elif kind is functools.partial:
        yield "function", value.func
        yield "arguments", (value.args, value.keywords)
    elif kind is types.GeneratorType:
        yield "variables", value.gi_frame.f_locals if value.gi_frame is not None else None
    elif hasattr(kind, "_nbgraph_objects"):  # one of several objects; dicts are selected by number
        yield from ((at, one) for at, one in enumerate(value._nbgraph_objects) if type(one) is not dict)
    elif kind in _ITERATORS:
        yield from enumerate(value.__reduce__()[1:])
    elif is_plain_object(value) or is_user_class(kind):
        with contextlib.suppress(AttributeError):  # not by `getattr`, which asks a chosen function's own kind
            yield from list(object.__getattribute__(value, "__dict__").items())
        for base in kind.__mro__:
            slots = vars(base).get("__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                yield slot, getattr(value, slot, None)


_ITERATORS: tuple[type, ...] = (type(iter([])), type(reversed([])), enumerate, zip, map, filter)
_HOLDERS = (dict, list, tuple, deque, types.FunctionType, types.MethodType, types.BuiltinMethodType, functools.partial)


def _may_hold(part: Any) -> bool:
    kind: type = type(part)
    if kind in PLAIN:
        return False
    if hasattr(kind, "_nbgraph_objects"):
        return True
    return isinstance(part, _HOLDERS) or is_plain_object(part) or is_user_class(kind) or hasattr(kind, "__next__")


def has_name(container: Any) -> bool:
    """Whether a running converted function has a variable for an object."""
    return any(value is container for frame in converted_frames() for value in list(frame.f_locals.values()))


def is_forgotten(container: Any) -> bool:
    """Whether only the generated name of an earlier comprehension refers to an object."""
    frame = next(iter(converted_frames()), None)
    owner = None if frame is None else owner_of(frame.f_code)
    if frame is None or owner is None:
        return False
    call = _own_call()
    known = {node.id for node in ast.walk(owner.parsed.node) if isinstance(node, ast.Name)}
    return all(
        place[:2] == ("name", call) and _MADE_UP.fullmatch(place[2]) and place[2] not in known
        for place in places_of(container)
    )


_MADE_UP = re.compile(r"listed(_\d+)?")


def known_elsewhere(container: Any, owner: Any = None) -> bool:
    """Whether an object has more than one reference in the running converted functions.

    Args:
        owner: a reference that does not count; then one variable is one too many.
    """
    return len(places_of(container, owner)) > (1 if owner is None else 0)


def has_other_names(value: Any, name: str | None, *, is_part: bool = False) -> bool:
    """Whether an object that a variable gets has other references.

    Args:
        name: the variable; None for a function's result, which outlives all variables of the running call.
        is_part: whether the object is a part of what the variable gets: then one container may be that.
    """
    places = places_of(value)
    if name is None:
        places -= {place for place in places if place[:2] == ("name", _own_call())}
    elif not is_part:
        places -= {next((place for place in places if place[0] == "name" and place[2] == name), ())}
    return len(places) > is_part or any(place[0] == "name" for place in places)


def _own_call() -> Any:
    """Return the innermost running call of a converted function, as `variables` does; None without one."""
    frame = next(iter(converted_frames()), None)
    owner = None if frame is None else owner_of(frame.f_code)
    return None if frame is None or owner is None else (id(owner), BLOCKS.sub("", frame.f_code.co_qualname), 0)


def known_beside(container: Any, name: str) -> bool:
    """Whether a list is the caller's, or has a reference other than the variable `name`."""
    places = places_of(container)
    return getattr(container, "lasting", False) or any(place[0] != "name" or place[2] != name for place in places)


def name_of(container: Any) -> str:
    """Return a variable's name for an object in the running converted functions; "" if there is none."""
    return next((str(place[2]) for place in sorted(places_of(container), key=str) if place[0] == "name"), "")


def any_known_elsewhere(containers: list[Any], owner: Any) -> bool:
    """Whether one of several objects has a reference other than `owner`."""
    return bool(containers) and bool(_places(set(map(id, containers)), owner, set()))
