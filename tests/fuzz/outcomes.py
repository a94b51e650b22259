"""What a run came to, in a form that can be compared exactly."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nbgraph.core.errors import NbgraphError
from tests.fuzz.loading import Loaded
from tests.fuzz.vector import Vector


@dataclass(frozen=True)
class Outcome:
    """What a call came to.

    Attributes:
        kind: "value", "raise", or "fault" for an exception that only we can have raised.
        value: the result with all its types, or the exception.
        arguments: what became of the arguments.
        marks: what `mark` saw, in order.
    """

    kind: str
    value: Any
    arguments: Any = None
    marks: tuple[Any, ...] = ()


def run(loaded: Loaded, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """Call a function on copies of its arguments.

    Raises:
        NbgraphError: the function was refused.
    """
    arguments = copy.deepcopy(arguments)
    loaded.marks.clear()
    try:
        result = function(*arguments)
    except NbgraphError:
        raise
    except Exception as error:
        kind = NameError if isinstance(error, NameError) else type(error)  # a missing local or a missing cell
        return Outcome("raise", kind.__name__, None, tuple(loaded.marks))
    return Outcome("value", describe(result), describe(arguments), tuple(loaded.marks))


def describe(value: Any) -> Any:
    """A value with the types of all its parts, arrays as vectors.

    >>> describe((1, [True]))
    ('tuple', (('int', '1'), ('list', (('bool', 'True'),))))
    """
    if hasattr(value, "dtype"):
        return describe(Vector(value.tolist()) if value.ndim else value.item())
    if isinstance(value, tuple | list):
        return type(value).__name__, tuple(map(describe, value))
    if isinstance(value, dict):
        return "dict", tuple((describe(key), describe(item)) for key, item in value.items())
    return type(value).__name__, repr(value + 0.0 if isinstance(value, float) else value)
