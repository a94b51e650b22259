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
    """The qualified name under which the thing's module has the very thing; None if it has not.

    >>> import json
    >>> imported_name(json.JSONDecoder.decode), imported_name(lambda: 1)
    ('JSONDecoder.decode', None)
    """
    found: Any = sys.modules.get(thing.__module__)
    for part in thing.__qualname__.split("."):
        found = getattr(found, part, None)
    return thing.__qualname__ if found is thing else None


def restored(
    make: Callable[..., Any], function: Callable[..., Any], source: SourceText, options: dict[str, Any]
) -> Any:
    """What `make` makes of a function that came from another process."""
    source.register()
    return make(function, **options)
