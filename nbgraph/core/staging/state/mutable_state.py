"""Observe which objects a block changes, by a snapshot before and a comparison after it.

Before a block is traced, the mutable values it can reach are copied shallowly; afterwards they are compared. What
changed becomes part of the block's state, and mutable state is restored, so that an untaken branch leaves no trace.
Reachable are the block's closure cells, its arguments, the globals its code mentions and the functions it may call,
but not installed libraries.
"""

from __future__ import annotations

import dis
import enum
import gc
import types
from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from nbgraph.core._jax import Tracer
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.environment import codes_in
from nbgraph.core.source.ownership import is_own_file, is_plain_object, is_user_class, is_user_function
from nbgraph.core.staging.aliasing.dict_rows import accept, row_of_dict
from nbgraph.core.staging.impure.opaque import keeps_state, state_of
from nbgraph.core.staging.lists.choices import OneOf
from nbgraph.core.staging.lists.contents import LEFT, Contents, raw_items
from nbgraph.core.staging.lists.objects import OneObject, objects_of
from nbgraph.core.staging.state.location import MISSING, Location, Named, item_name
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.by_identity import ByIdentity
from nbgraph.core.staging.trace.user_frames import is_block
from nbgraph.core.staging.values.dict_order import KEYS, DictOrder, order_changed
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.objects import slots_of
from nbgraph.core.staging.values.undefined import Partial, Undefined
from nbgraph.core.staging.values.values import iterated


@dataclass
class Snapshot:
    """Mutable state before a block runs."""

    # by identity, each observed location with its value
    before: dict[tuple[int, Any], tuple[Location, Any]] = field(default_factory=dict)
    # each dict with a copy and its name, as its keys may change, too
    dicts: list[tuple[dict[Any, Any], dict[Any, Any], str]] = field(default_factory=list)
    # the class of each object whose attributes are among the dicts, by the dict's id
    classes: dict[int, type] = field(default_factory=dict)
    # by id, every object seen, so that no id is reused
    known: dict[int, Any] = field(default_factory=dict)
    # each object that keeps its state in C, such as an iterator, with that state and its name
    iterators: list[tuple[Any, Any, str]] = field(default_factory=list)
    members: list[tuple[type, dict[str, Any]]] = field(default_factory=list)  # each class with its own members

    @classmethod
    def of(cls, *roots: Any) -> Snapshot:
        """Observe all mutable state that `roots` can reach."""
        snapshot = cls()
        _Walk(snapshot).walk(roots)
        return snapshot

    def holds(self, value: Any) -> bool:
        """Whether an object is older than the block."""
        return id(value) in self.known

    def is_changed(self, container: Any) -> bool:
        """Whether a list that is older than the block has changed."""
        found = self.before.get((id(container), None))
        return found is not None and found[0].owner is container and not is_unchanged(found[1], found[0].get())

    def changed(self) -> Iterator[tuple[Location, Any]]:
        """Yield every location whose value has changed, with its present value."""
        for location, old in self.before.values():
            new = location.get()
            if new is not old and not is_unchanged(old, new):
                yield location, new
        for location, _ in self.redefined():
            yield location, location.get()
        for owner, old, name in self.dicts:
            for key in (*old, *(key for key in owner if key not in old)):
                new = owner.get(key, MISSING)
                if new is not old.get(key, MISSING):
                    yield Location(owner, key, item_name(name, key), self._inherited(owner, key)), new
            if name and id(owner) not in self.classes and order_changed(old, owner):  # else it is nbgraph's
                yield Location(owner, KEYS, f"list({name})"), DictOrder.of(owner)

    def redefined(self) -> Iterator[tuple[Location, Any]]:
        """Yield class members that were added, removed or replaced, with their old values; skip observed locations."""
        for cls, old in self.members:
            new = vars(cls)
            for name in (*old, *(name for name in new if name not in old and not name.startswith("__"))):
                before, after = old.get(name, MISSING), new.get(name, MISSING)
                same = exchanged.get(id(before), before) is exchanged.get(id(after), after)
                if not same and (id(cls), name) not in self.before:
                    yield Location(cls, name, f"{cls.__name__}.{name}"), before

    def reordered(self) -> Iterator[tuple[dict[Any, Any], tuple[Any, ...]]]:
        """Yield the attribute dict of each object whose order may depend on the path, with its present order."""
        for owner, old, _ in self.dicts:
            if id(owner) in self.classes and order_changed(old, owner):
                yield owner, tuple(owner)

    def inherited(self) -> Iterator[tuple[type, str, Any]]:
        """Yield class, name and value of each attribute that an object had from its class before the block."""
        for owner, old, _ in self.dicts:
            for name in owner if id(owner) in self.classes and len(owner) > len(old) else ():
                value = MISSING if name in old else self._inherited(owner, name)
                if value is not MISSING:
                    yield self.classes[id(owner)], name, value

    def _inherited(self, members: dict[Any, Any], name: Any) -> Any:
        """Return the value that an object without an attribute of its own gets from its class."""
        cls = self.classes.get(id(members))
        value = MISSING if cls is None else getattr(cls, str(name), MISSING)
        return MISSING if hasattr(value, "__get__") else value

    def counterpart(self, location: Location) -> Location | None:
        """Return the location here that corresponds to one of an earlier trace of the same code; None if none does.

        It is the same location if its owner still exists. If the code makes its objects again each time, it is the only
        location of that name.
        """
        if location.identity in self.before or any(owner is location.owner for owner, _, _ in self.dicts):
            return location
        named = [each for each, _ in self.before.values() if _stands_for(each, location)]
        for owner, _, name in self.dicts:
            if isinstance(location.owner, dict) and item_name(name, location.key) == location.name:
                named.append(Location(owner, location.key, location.name, location.inherited))
        return named[0] if len(named) == 1 and location.name else None

    def advanced(self) -> tuple[Any, str] | None:
        """Return an iterator that has advanced, or another object that cannot be restored, and its name; or None."""
        return next(((it, name) for it, old, name in self.iterators if state_of(it, used_now()) != old), None)

    def restore(self) -> None:
        """Restore every observed location."""
        for location, before in list(self.redefined()):
            location.set(before)
        for location, old in self.before.values():
            now = location.get()
            if now is not old and not is_unchanged(old, now):
                location.set(old)
        for owner, old, _ in self.dicts:
            for key in [key for key in owner if key not in old]:
                del owner[key]
            changed = [key for key in old if owner.get(key, MISSING) is not old[key]]
            if list(owner) != list(old):
                owner.clear()
            owner.update(old)
            accept(owner, changed)


def _stands_for(place: Location, other: Location) -> bool:
    return (place.name, place.key, type(place.owner)) == (other.name, other.key, type(other.owner))


def is_unchanged(old: Any, new: Any) -> bool:
    """Whether two results of `Location.get` are the same."""
    if old is new:
        return True
    if isinstance(old, list) and isinstance(new, list):
        before, after = raw_items(old), raw_items(new)
        return len(before) == len(after) and all(a is b for a, b in zip(before, after, strict=True))
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        return bool(np.array_equal(old, new, equal_nan=old.dtype.kind in "fc"))
    if isinstance(old, frozenset | bytes):
        return bool(old == new)
    return False


class _Walk:
    """Find what a block can reach, breadth first, each object once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.pending: deque[tuple[Any, str]] = deque()

    def walk(self, roots: tuple[Any, ...]) -> None:
        for root in roots:
            named = root.values.items() if isinstance(root, Named) else [("", root)]
            self.pending.extend((value, name) for name, value in named)
        while self.pending:
            value, name = self.pending.popleft()
            if isinstance(value, _IMMUTABLE) or id(value) in self.snapshot.known:
                continue
            self.snapshot.known[id(value)] = value
            if not isinstance(value, Tracer):
                self.visit(value, name)

    def reach(self, value: Any, name: str) -> None:
        self.pending.append((value, name))

    def observe(self, owner: Any, key: Any, name: str) -> None:
        location = Location(owner, key, name)
        value = location.get()
        self.snapshot.before[location.identity] = (location, value)
        if key is not None or isinstance(owner, types.CellType):
            self.reach(value, name)

    def visit(self, value: Any, name: str) -> None:
        if isinstance(value, Undefined):
            return
        if (kind := kind_of(value)).is_container:
            for key, part in kind.parts(value).items():
                self.reach(part, kind.part_name(value, name, key) if name else "")
            return
        if isinstance(value, Partial):
            self.reach(value.value, name)
        elif type(value) in (OneObject, OneOf):
            for each in value.functions if type(value) is OneOf else objects_of(value):
                self.reach(each, name)
        elif isinstance(value, types.FunctionType):
            self.function(value)
        elif isinstance(value, types.MethodType):
            self.reach(value.__self__, name)
            self.reach(value.__func__, name)
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                self.reach(item, f"{name}[{index}]")
        elif isinstance(value, dict):
            self.snapshot.dicts.append((value, dict(value), name))
            if (row := row_of_dict(value)) is not None:
                self.reach(row.table, "")
            for key, item in value.items():
                self.reach(item, item_name(name, key))
        elif isinstance(value, Contents) and value.row_of is not None and value.row_of.moves != LEFT:
            self.reach(value.row_of.table, "")  # the list that it is a row of
        elif isinstance(value, list | deque | set | bytearray | np.ndarray):
            self.observe(value, None, name)
            if isinstance(value, list | deque):
                for index, item in enumerate(iterated(value)):
                    self.reach(item, f"{name}[{index}]")
        elif isinstance(value, partial):
            self.reach(value.func, name)
            self.walk_arguments(value, name)
        elif isinstance(value, type):
            self.user_class(value)
        else:
            self.other(value, name)

    def walk_arguments(self, held: partial[Any], name: str) -> None:
        """Visit the arguments of a partial, by the names of its function's parameters."""
        code = getattr(held.func, "__code__", None)
        parameters = () if code is None else code.co_varnames[: code.co_argcount]
        named = Named.of(parameters, held.args).values if len(parameters) >= len(held.args) else {}
        for each, value in named.items():
            self.reach(value, each)
        self.reach(held.args, name)
        self.reach(held.keywords, name)

    def other(self, value: Any, name: str) -> None:
        kind: type = type(value)
        own = is_user_class(kind)
        if keeps_state(kind) and not (own and hasattr(kind, "__next__")):  # user iterators are objects
            self.snapshot.iterators.append((value, state_of(value, used_now()), name))
            if isinstance(value, enumerate | zip | map | filter):
                self.reach(value.__reduce__()[1], name)
            elif isinstance(value, types.GeneratorType | _CALLING):
                self.running(value, name)
        if own or is_plain_object(value):
            self.instance(value, name)

    def running(self, iterator: Any, name: str) -> None:
        """Visit what a generator or `iter(f, end)` uses: its variables, and the globals in its code."""
        frame: Any = getattr(iterator, "gi_frame", None)
        copied = getattr(frame, "f_locals", None)  # Python's copy of its variables
        for part in gc.get_referents(iterator):
            if not isinstance(part, types.FrameType | types.CodeType | types.CellType) and part is not copied:
                self.reach(part, name)  # cells are its function's
        for used in () if frame is None else global_names(frame.f_code):
            value = frame.f_globals.get(used, MISSING)
            if value is not MISSING:
                self.reach(value, used)

    def function(self, function: types.FunctionType) -> None:
        own = is_own_file(function.__code__.co_filename)
        if not own and not is_user_function(function):
            return
        if own or (function.__name__ != "<lambda>" and is_block(function.__code__)):  # which nobody changes
            self.reach(function.__defaults__, "")
            self.reach(function.__kwdefaults__, "")
        else:
            self.reach(function.__dict__, f"{function.__name__}.")
            self.observe(function, "__defaults__", f"{function.__name__}.__defaults__")
            self.observe(function, "__kwdefaults__", f"{function.__name__}.__kwdefaults__")
        code = function.__code__
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            if id(cell) not in self.snapshot.known:
                self.snapshot.known[id(cell)] = cell
                self.observe(cell, None, name)
        for name in () if own else global_names(code):  # unbound ones, too, as `global` may bind them
            location = Location(function.__globals__, name, name)
            value = location.get()
            self.snapshot.before.setdefault(location.identity, (location, value))
            if isinstance(value, types.ModuleType):
                for attribute in attributes_set_in(code):
                    self.observe(value, attribute, f"{name}.{attribute}")
            elif value is not MISSING:
                self.reach(value, name)
        if not own and not global_names(code).isdisjoint(_WHOLE_MODULE):
            names = function.__globals__
            self.snapshot.dicts.append((names, dict(names), "globals()"))
            for name in names.keys() & texts_in(code):
                self.reach(names[name], name)

    def user_class(self, cls: type) -> None:
        if not is_user_class(cls):
            return
        self.snapshot.members.append((cls, dict(vars(cls))))
        for name, member in vars(cls).items():
            if isinstance(member, types.FunctionType):
                self.reach(member, name)
            elif not name.startswith("_" if issubclass(cls, enum.Enum) else "__") and not hasattr(member, "__get__"):
                self.observe(cls, name, f"{cls.__name__}.{name}")

    def instance(self, value: Any, name: str) -> None:
        self.observe(value, "__class__", f"{name}.__class__")
        members = getattr(value, "__dict__", None)
        if members is not None:
            self.snapshot.known[id(members)] = members
            self.snapshot.classes[id(members)] = type(value)
            self.snapshot.dicts.append((members, dict(members), f"{name}."))
            for key, item in members.items():
                self.reach(item, f"{name}.{key}")
        for slot in slots_of(type(value)):
            self.observe(value, slot, f"{name}.{slot}")


_CALLING = type(iter(int, 1))  # the type of `iter(f, end)`


def used_now() -> dict[int, tuple[Any, int]]:
    """Return, by id, how often the current trace has passed on objects with hidden state."""
    log = context.here().log
    return {} if log is None else log.used


exchanged: dict[int, Any] = {}  # by id, class members that are replaced while a graph is made, with their replacements


def global_names(code: types.CodeType) -> frozenset[str]:
    """Return every global name that a code object, or one inside it, may use."""
    found = _names_of.get(code)
    if found is None:
        found = _names_of[code] = frozenset[str]().union(*(each.co_names for each in codes_in(code)))
    return found


_names_of = ByIdentity[types.CodeType, frozenset[str]]()


def attributes_set_in(code: types.CodeType) -> frozenset[str]:
    """Return every attribute name that a code object, or one inside it, may set or delete."""
    found = _attributes_of.get(code)
    if found is None:
        steps = (step for each in codes_in(code) for step in dis.get_instructions(each))
        own = frozenset(step.argval for step in steps if step.opname in ("STORE_ATTR", "DELETE_ATTR"))
        by_name = (texts_in(each) for each in codes_in(code) if {"setattr", "delattr"} & {*each.co_names})
        found = _attributes_of[code] = own.union(*by_name)
    return found


_WHOLE_MODULE = frozenset(("globals", "__globals__", "modules"))  # `sys.modules[__name__]` is the module
_attributes_of = ByIdentity[types.CodeType, frozenset[str]]()


def texts_in(code: types.CodeType) -> frozenset[str]:
    """Return every string constant of a code object and of those inside it."""
    return frozenset(const for each in codes_in(code) for const in each.co_consts if isinstance(const, str))


_IMMUTABLE = (bool, int, float, complex, str, bytes, type(None), frozenset, types.ModuleType, types.BuiltinFunctionType)
