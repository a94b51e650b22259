"""A list and a number, joined by an operator: JAX would take the list for an array, which Python does not."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.user_frames import user_frames
from nbgraph.core.staging.values import is_traced

_NUMBERS = {"b": True, "i": 1, "u": 1, "f": 1.5, "c": 1j}
_SWAPPED = frozenset(("radd", "rsub", "rmul", "rtruediv", "rfloordiv", "rmod", "rpow", "rdivmod", "rmatmul"))
_WORDS = {
    "mul": ("repeats a list, with the number before it", "the list before the `*`, as in `[0] * n`"),
    "eq": ("compares a number with a list, which are never equal", "`x in xs`, whether the list has the number"),
    "ne": (
        "compares a number with a list, which are never equal",
        "`x not in xs`, whether the list has not the number",
    ),
}


def refuse_number(verb: str, number: Any) -> None:
    """Raise what Python raises where an operator joins a list and a number.

    Args:
        verb: the operator's name in Python's data model, as `add` or `radd`.
        number: the number, which only the run knows.

    Raises:
        TypeError: Python's own.
        StagingError: Python repeats the list, or says that both are not equal.
    """
    name = verb[1:] if verb in _SWAPPED else verb
    apply = builtins.divmod if name == "divmod" else getattr(operator, f"{name}_" if name in ("and", "or") else name)
    plain = _NUMBERS[number.dtype.kind]
    apply(*(([1], plain) if verb in _SWAPPED else (plain, [1])))
    does, instead = _WORDS[name]
    frames = user_frames()
    raise StagingError(
        f"this {does}", span=frames[-1].span if frames else None, remedy=instead, id="traced-value-in-python"
    )


def refuse_order(compare: Callable[[Any, Any], Any], left: Any, right: Any) -> None:
    """Raise what Python raises where a list, a tuple, a dict or a string is ordered beside a traced Python number.

    Python would ask the other operand next, by the mirrored operator, and its error would name that one.

    Raises:
        TypeError: Python's own.
    """
    sides = (left, right)
    if sum(map(is_python_number, sides)) == sum(isinstance(each, list | tuple | dict | str) for each in sides) == 1:
        compare(*(_NUMBERS[each.dtype.kind] if is_python_number(each) else each for each in sides))


def is_python_number(value: Any) -> bool:
    """Whether a value stands for a number of Python's, not for one of an array."""
    return is_traced(value) and value.shape == () and bool(getattr(value, "weak_type", False))
