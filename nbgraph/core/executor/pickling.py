"""What the user's functions became is pickled as the functions and their source, and made again where it arrives.

A function that can be imported travels as its name, as functions do. One from a cell travels whole, if the pickler can
do that (cloudpickle), together with the text of its cell: another process has no other way to convert it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from nbgraph.core.source.text import SourceText


def imported_name(thing: Any) -> str | None:
    """The qualified name by which another process finds the very thing; None if there is none.

    What a notebook or a prompt defines has no such name: its `__main__` is no file that another process could import.

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
    """A function of ours that is pickled by value: as what it is made of, and made where it arrives.

    In two steps, because the user's function may call itself, and then holds in its globals what is made of it.
    """

    def made_of(self) -> tuple[Callable[..., Any], SourceText, dict[str, Any]]:
        """The user's function, its source, and the options of `__init__`."""
        raise NotImplementedError

    def __reduce__(self) -> str | tuple[Any, ...]:
        return object.__new__, (type(self),), self.made_of()

    def __setstate__(self, state: tuple[Callable[..., Any], SourceText, dict[str, Any]]) -> None:
        function, source, options = state
        source.register()
        self.__init__(function, **options)  # type: ignore[misc]
