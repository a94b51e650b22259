"""A list or a tuple of functions, one of which an index chooses that is known at run time only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.lists.contents import growing_of, raw_items
from nbgraph.core.staging.values.kinds import kind_of


class OneOf:
    """One of several functions; which one is known at run time only, and so it can be called, and no more."""

    def __init__(self, functions: Sequence[Any], index: Any) -> None:
        self.functions = functions  # the functions
        self.index = index  # which it is, a traced number

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """What the function returns that it is."""
        return kind_of(self).called(self, *arguments, **keywords)


def are_functions(items: Any) -> bool:
    """Whether a list or a tuple holds functions alone: no classes, and no objects of the user's that can be called."""
    if not isinstance(items, list | tuple) or growing_of(items) is not None:
        return False
    held = raw_items(items) if isinstance(items, list) else items
    return bool(held) and all(
        callable(each) and not isinstance(each, type) and not is_user_class(type(each)) for each in held
    )
