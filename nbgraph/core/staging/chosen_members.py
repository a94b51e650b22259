"""Members of enumerations that are chosen at run time: their attributes, and the member that a run-time value names."""

from __future__ import annotations

import enum
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging import effects
from nbgraph.core.staging.chosen_kinds import is_member
from nbgraph.core.staging.chosen_texts import ChosenTextError, ChosenValue, chosen_among
from nbgraph.core.staging.late import LateError
from nbgraph.core.staging.texts import shown, text
from nbgraph.core.staging.tries import refuse_in_try
from nbgraph.core.staging.user_frames import user_frames
from nbgraph.core.staging.values import is_traced, type_of


def attribute(value: ChosenValue, name: str, asked: Callable[..., Any]) -> Any:
    """An attribute of the member that it is.

    Args:
        asked: gives what a function gives for each of them.

    Raises:
        ChosenTextError: it is a method or a property of the user's, which would have to run for each member.
    """
    members = [known for _, known in value.texts if is_member(known)]
    for known in members:
        written = inspect.getattr_static(type(known), name, None)
        if name.startswith("__") or (isinstance(written, _WRITTEN) and name not in ("name", "value")):
            raise ChosenTextError(
                f"`{name}` is asked of a member of {type(known).__name__} that is only chosen at run time"
                f" ({value.described})",
                remedy="a function of the member with an `if` for each, or its `name` or `value`",
            )
    sizes = {len(found) if type(found := getattr(known, name, None)) is tuple else -1 for known in members}
    if len(sizes) == 1 and (size := sizes.pop()) >= 0:
        return tuple(asked(lambda known, place=place: getattr(known, name)[place], value) for place in range(size))
    return asked(lambda known: getattr(known, name), value)


_WRITTEN = (types.FunctionType, property, classmethod, staticmethod, functools.cached_property)


def of_value(kind: Any, value: Any) -> Any:
    """`Kind(value)`: the member with a value that only the run knows.

    Raises:
        ValueError: no member has it, when the graph runs.
    """
    members = [member for member in kind if isinstance(member.value, bool | int | float)]
    found: Any = np.int32(len(members))
    for place in reversed(range(len(members))):
        found = jnp.where(value == members[place].value, np.int32(place), found)
    problem = ValueError(text(f"{shown(value)!r} is not a valid {kind.__qualname__}"))
    frames = user_frames()
    refuse_in_try(ValueError, frames[-1].span)
    late, values = LateError.of(problem)
    effects.require(found < len(members), effects.Check(frames[-1].span, late, frames), values)
    return chosen_among(jnp.minimum(found, len(members) - 1), [(member, ()) for member in members])


def names_member(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a call asks for the member with a number that only the run knows."""
    if not isinstance(function, enum.EnumMeta) or issubclass(function, enum.Flag) or len(arguments) != 1:
        return False
    kind: Any = function
    missing: Any = enum.Enum._missing_
    inherits = getattr(kind._missing_, "__func__", None) is missing.__func__
    (value,) = arguments
    if not inherits or not is_traced(value) or type_of(value).shape:
        return False
    return all(map(is_member, kind)) and any(isinstance(member.value, bool | int | float) for member in kind)
