"""Return objects of user classes from a graph: the graph returns their attributes, each call builds the objects.

An object that is an argument is returned as the caller's own. What no array can hold is made with the graph, once, and
kept with it: each call returns a copy, as a caller's change of it would show in the next call's result.
"""

from __future__ import annotations

import copy
import dis
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.executor.list_arguments import Path, found_at, objects_in, path_name
from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.staging.lists import as_new, chosen_of, refuse_reference
from nbgraph.core.staging.state import Snapshot
from nbgraph.core.staging.values import (
    Record,
    Returned,
    changed,
    is_container,
    is_fixed,
    is_of_numbers,
    is_record_like,
    is_traced,
    own_attributes,
    with_article,
)

Stays = Callable[[Any], bool]  # tells whether an object is older than the call


class HiddenResultError(StagingError):
    """The result is an object that holds traced values where JAX cannot find them."""

    id = "hidden-result"


class ArgumentObject:
    """An object of the caller's in a result, or one of several."""

    def __init__(self, paths: tuple[Path, ...], number: Any = None) -> None:
        self.paths = paths  # their paths from the arguments
        self.number = number  # an int32 that selects one of them; None for a single one

    def names(self, parameters: Sequence[str]) -> list[str]:
        """Return the function's expression for each of them."""
        return [path_name(path, parameters) for path in self.paths]

    def found(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Return the caller's object."""
        if is_traced(self.number):
            refuse_reference()
        number = 0 if self.number is None else int(np.asarray(self.number))
        return found_at(self.paths[number], arguments, keywords)


jax.tree_util.register_pytree_node(
    ArgumentObject,
    lambda found: ((found.number,), found.paths),
    lambda paths, children: ArgumentObject(paths, *children),
)


class Objects:
    """Replaces objects in a result by their attributes, and those that are arguments by their paths."""

    def __init__(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> None:
        self._paths = {id(found): path for path, found in objects_in(arguments, keywords)}

    def by_value(self, result: Any, stays: Stays) -> Any:
        """Replace the objects in a result.

        Raises:
            HiddenResultError: the trace's object is there twice, contains itself, or a container of the caller's.
        """
        return self._opened(result, stays, {})

    def _opened(self, value: Any, stays: Stays, seen: dict[int, Any]) -> Any:
        if is_traced(value) or is_of_numbers(value):
            return value
        objects, number = chosen_of(value)
        paths = tuple(self._paths[id(each)] for each in objects if id(each) in self._paths)
        if len(paths) == len(objects):
            return ArgumentObject(paths, number)
        value = value if number is None else as_new(value)
        if isinstance(value, Record) and value.cls is not dict:
            cls, names, parts = value.cls, value.names, value.values
        elif is_record_like(value) and not stays(value):
            _refuse_known(value, stays, seen)
            seen[id(value)] = value
            cls, own = type(value), own_attributes(value)
            names, parts = tuple(own), tuple(own.values())
        else:
            return changed(value, lambda part: self._opened(part, stays, seen))
        return Returned(cls, names, tuple(self._opened(part, stays, seen) for part in parts))


def with_arguments(result: Any, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """Replace the paths in a result by the caller's objects."""
    if isinstance(result, ArgumentObject):
        return result.found(arguments, keywords)
    return changed(result, lambda part: with_arguments(part, arguments, keywords))


def _refuse_known(value: Any, stays: Stays, seen: Mapping[int, Any]) -> None:
    """Refuse an object that has other references, as a graph would make another one."""
    kind = with_article(type(value).__name__)
    if id(value) in seen and not is_fixed(type(value)):
        raise HiddenResultError(
            f"the result holds {kind} twice, and a graph would make two of it",
            remedy="`copy.copy(...)` of it for one of the two, where they may be two",
        )
    known = (name for name, part in own_attributes(value).items() if is_container(part) and stays(part))
    if (name := next(known, None)) is not None:
        raise HiddenResultError(
            f"the result is {kind} whose `{name}` the caller has, too, and a graph would make another one",
            remedy=f"a copy, as in `self.{name} = list({name})`",
        )


Outside = Callable[[], Iterable[Any]]  # the arguments of a trace, and the values of names that its functions mention


class Made:
    """The known parts of a result: each call returns copies of those that the trace made."""

    def __init__(self, values: tuple[Any, ...], outside: Outside) -> None:
        self.values = values
        self._stays: dict[int, Any] = {}  # by id, the objects within reach that are older than the trace
        self.is_copied = any(map(_may_change, values))
        if not self.is_copied:
            return
        before, self._reached = Snapshot.of(*outside()), Snapshot.of(*values).known
        for key, each in self._reached.items():
            if isinstance(each, types.ModuleType) or before.holds(each):
                self._stays[key] = each

    def uncopied(self) -> Any:
        """Return the first part with state that cannot be copied, such as a generator; None if there is none."""
        if not self.is_copied:
            return None
        made = [each for key, each in self._reached.items() if key not in self._stays]
        del self._reached
        keeps_state = (each for each in made if is_user_function(each) and _keeps_state(each))
        return next(keeps_state, None) or next((value for value in self.values if not self._can_copy(value)), None)

    def now(self) -> tuple[Any, ...]:
        return copy.deepcopy(self.values, dict(self._stays)) if self.is_copied else self.values

    def _can_copy(self, value: Any) -> bool:
        try:
            copy.deepcopy(value, dict(self._stays))
        except Exception:  # the object's own code may raise anything
            return False
        return True


def _may_change(value: Any) -> bool:
    """Whether a value has state that can change, so that a copy of it is another object."""
    if isinstance(value, types.FunctionType):
        return value.__closure__ is not None
    try:
        return copy.deepcopy(value) is not value
    except Exception:
        return True


def _keeps_state(function: types.FunctionType) -> bool:
    """Whether a function made by another one can change the variables in its closure."""
    names = function.__code__.co_freevars
    stores = any(each.opname == "STORE_DEREF" and each.argval in names for each in dis.get_instructions(function))
    held = [cell.cell_contents for cell in function.__closure__ or () if cell != types.CellType()]
    return stores or any(_may_change(value) for value in held if not isinstance(value, types.FunctionType))
