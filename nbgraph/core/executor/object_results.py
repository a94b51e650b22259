"""Return objects of user classes from a graph: the graph returns their attributes, each call builds the objects.

An object that is an argument is returned as the caller's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.executor.list_arguments import Path, found_at, objects_in, path_name
from nbgraph.core.staging.lists import as_new, chosen_of, refuse_reference
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


@jax.tree_util.register_pytree_node_class
class ArgumentObject:
    """An object of the caller's in a result, or one of several."""

    def __init__(self, paths: tuple[Path, ...], number: Any = None) -> None:
        self.paths = paths  # their paths from the arguments
        self.number = number  # an int32 that selects one of them; None for a single one

    def tree_flatten(self) -> tuple[tuple[Any], tuple[Path, ...]]:
        return (self.number,), self.paths

    @classmethod
    def tree_unflatten(cls, paths: tuple[Path, ...], children: tuple[Any]) -> ArgumentObject:
        return cls(paths, *children)

    def names(self, parameters: Sequence[str]) -> list[str]:
        """Return the function's expression for each of them."""
        return [path_name(path, parameters) for path in self.paths]

    def found(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        """Return the caller's object."""
        if is_traced(self.number):
            refuse_reference()
        number = 0 if self.number is None else int(np.asarray(self.number))
        return found_at(self.paths[number], arguments, keywords)


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
