"""What a trace depends on through its arguments: what a static one holds, and the methods of an object's class."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import jax

from nbgraph.core.executor.contents import contents_of
from nbgraph.core.executor.freshness import MISSING, Part, Watch
from nbgraph.core.source.ownership import is_user_class


def watched_arguments(given: Mapping[str, Any], static: Collection[str], mentioned: frozenset[str]) -> Iterator[Watch]:
    """What may change in or behind the arguments of a trace.

    Args:
        given: the arguments by parameter, traced ones as their types.
        static: parameters whose values are known at trace time.
        mentioned: names that the functions of the trace mention.
    """
    for name, value in given.items():
        if name in static:
            if (contents := contents_of(value)) is not None:
                yield Watch(_Given(value, name), name, value, contents)
            continue
        for cls in classes_in(jax.tree_util.tree_structure(value)):
            for attribute in mentioned & vars_of(cls):
                yield from _attribute(cls, attribute)


class _Given(dict[str, Any]):
    """A static argument under its parameter's name, the same for all traces with that value."""

    def __init__(self, value: Any, name: str) -> None:
        super().__init__({name: value})
        self.function = value  # what tells it from others


def classes_in(tree: Any) -> Iterator[type]:
    """The user's classes of the objects that a tree of arguments is made of."""
    node = tree.node_data()
    if node is not None and is_user_class(node[0]):
        yield node[0]
    for child in tree.children():
        yield from classes_in(child)


def vars_of(cls: type) -> set[str]:
    """The names of a class's attributes, its bases' of the user's included."""
    return {name for base in cls.__mro__ if is_user_class(base) for name in vars(base)}


def _attribute(cls: type, name: str) -> Iterator[Watch]:
    value = getattr(cls, name, MISSING)
    if value is getattr(cls, name, MISSING):  # a class method is another object each time
        yield Watch(Part(cls), name, value, spoken=f"{cls.__name__}.{name}")
