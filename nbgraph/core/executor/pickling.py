"""Pickle compiled functions as the user's functions with their source; compile them again on arrival.

A function that can be imported is pickled by name, as usual. One from a cell is pickled completely, if the pickler can
do that (cloudpickle), with the source of its cell, which another process needs to convert it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from nbgraph.core.source.text import SourceText


def imported_name(thing: Any) -> str | None:
    """Return the qualified name by which another process can import an object; None if there is none.

    Objects of a notebook or a prompt have none: their `__main__` is no file that another process could import.

    >>> import json
    >>> imported_name(json.JSONDecoder.decode), imported_name(lambda: 1)
    ('JSONDecoder.decode', None)
    """
    module = sys.modules.get(thing.__module__)
    if thing.__module__ == "__main__" and getattr(module, "__file__", None) is None:
        return None
    found: Any = module
    for part in thing.__qualname__.split("."):
        found = getattr(found, part, None)
    return thing.__qualname__ if found is thing else None


class Restorable:
    """An nbgraph function that is pickled by value, as its parts, and made again on arrival.

    This takes two steps, because the user's function may call itself, and then refers to this object in its globals.
    """

    def made_of(self) -> tuple[Callable[..., Any], SourceText, dict[str, Any]]:
        """Return the user's function, its source, and the options of `__init__`."""
        raise NotImplementedError

    def __reduce__(self) -> str | tuple[Any, ...]:
        return object.__new__, (type(self),), self.made_of()

    def __setstate__(self, state: tuple[Callable[..., Any], SourceText, dict[str, Any]]) -> None:
        function, source, options = state
        source.register()
        self.__init__(function, **options)  # type: ignore[misc]
