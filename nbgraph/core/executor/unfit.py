"""Find arguments that no graph can accept as they are, and explain them after a failed call."""

from __future__ import annotations

import datetime
import enum
import functools
import inspect
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from nbgraph.core.errors import CallError
from nbgraph.core.executor.convert import head
from nbgraph.core.executor.known_parts import as_taken, is_opened, leaves_as_given
from nbgraph.core.executor.located import located, too_large, user_span
from nbgraph.core.executor.results import TooManyValuesError
from nbgraph.core.one_line import listed
from nbgraph.core.pipeline import Converted
from nbgraph.core.staging.state import quoted_key
from nbgraph.core.staging.values import is_dynamic, is_too_large, leaves_of, with_article

MOST_TAKEN = 50_000
"""The most inputs of a program; JAX takes a quarter of a millisecond for each."""
_HASHABLE = (
    *(str, bytes, tuple, frozenset, type, types.FunctionType, types.MethodType, functools.partial, range, slice),
    *(enum.Enum, datetime.date, datetime.time, datetime.timedelta),
)


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the parameters that may be given by position, in order."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds)


def starred_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return all parameters as they are written, `x`, `*rest`, `**named`."""
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
    return tuple(stars.get(p.kind.name, "") + p.name for p in inspect.signature(function).parameters.values())


def static_candidates(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> tuple[str, ...]:
    """Return the parameters whose arguments are hashable and hold something that cannot be traced.

    An enumeration member is one, even if it is an integer: traced, it would no longer be a member.
    """
    found = []
    for name, value in _named(names, arguments, keywords):
        untraceable = any(_is_member(leaf) or not (leaf is None or is_dynamic(leaf)) for leaf in _leaves(value))
        by_parts = isinstance(value, tuple) and any(map(is_opened, _leaves(value)))
        if untraceable and not by_parts and (isinstance(value, _HASHABLE) or callable(value)) and _has_hash(value):
            found.append(name)
    return tuple(found)


def traced_arguments(
    names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any], static: Sequence[str]
) -> dict[str, Any]:
    """Return the arguments that are not static, by parameter; those of `*args` are numbered."""
    padded = (*names, *(f"argument {at + 1}" for at in range(len(names), len(arguments))))
    return {name: value for name, value in _named(padded, arguments, keywords) if name not in static}


def given_members(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> list[str]:
    """Return the parameters given enumeration members; JAX takes those of an `IntEnum` for integers."""
    return [name for name, value in _named(names, arguments, keywords) if any(map(_is_member, _leaves(value)))]


def _is_member(leaf: Any) -> bool:
    return isinstance(leaf, enum.Enum)


def _has_hash(value: Any) -> bool:
    """Whether a value has a hash; a tuple of values without one has none, though it has the method."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def nothing_to_trace(
    error: BaseException, names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]
) -> bool:
    """Whether an error came from arguments none of which can be traced, so that Python must run the call."""
    if not isinstance(error, TypeError | ValueError):
        return False
    unfit = {name for name, value in _named(names, arguments, keywords) if _is_text(value)}
    unfit.update(static_candidates(names, arguments, keywords))
    return bool(unfit) and len(unfit) == len(arguments) + len(keywords)


def _is_text(value: Any) -> bool:
    leaves = _leaves(value)
    return bool(leaves) and all(isinstance(leaf, str | bytes) for leaf in leaves)


def untraceable(
    names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any], static: Sequence[str]
) -> tuple[str, str, Any] | None:
    """Return argument name, user's expression and value of the first part that cannot be traced; None if none."""
    given = ((name, value) for name, value in _named(names, arguments, keywords) if name not in static)
    return next((found for found in leaves_as_given(given) if not is_dynamic(found[2])), None)


def too_large_one(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> str:
    """Return the first argument with an integer beyond those of a graph; "" if there is none."""
    for name, value in _named(names, arguments, keywords):
        if any(is_too_large(leaf) for leaf in _leaves(value)):
            return name
    return ""


def refuse_too_many(
    owner: Converted, names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any], *, tables: bool
) -> None:
    """Refuse an argument with more numbers than a graph can have inputs."""
    for name, value in _named(names, arguments, keywords):
        if (
            isinstance(value, list | tuple | dict)
            and (count := len(_leaves(as_taken(value, {}, tables=tables)))) > MOST_TAKEN
        ):
            raise TooManyValuesError(
                f"`{name}` holds {count:,} values, and each would be an input of the graph",
                span=owner.parsed.head,
                remedy=f"`jnp.array({name})` in the call: one array in place of a {type(value).__name__} of numbers",
                variable=name,
            )


def refuse_unsortable(
    owner: Converted, names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]
) -> None:
    """Refuse an argument with a dict whose keys cannot be sorted."""
    for name, value in _named(names, arguments, keywords):
        for keys in (list(leaf) for leaf in _leaves(value) if isinstance(leaf, dict)):
            shown = ", ".join(map(repr, keys[:4]))
            raise CallError(
                f"the keys of a dict in `{name}` cannot be sorted ({shown}), as JAX does with those of each argument",
                span=owner.parsed.head,
                remedy="keys of one kind, as texts for all",
                variable=name,
            ) from None


def _leaves(value: Any) -> list[Any]:
    """Return a value's leaves; a dict whose keys JAX cannot sort is a leaf."""
    try:
        return leaves_of(value)[0]
    except ValueError:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
        inner = [leaf for part in parts for leaf in _leaves(part)]
        return [leaf for leaf in inner if isinstance(leaf, dict)] or [value]


def _named(names: Sequence[str], arguments: Sequence[Any], keywords: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from zip(names, arguments, strict=False)
    yield from keywords.items()


def _instead_of(part: str, unfit: Any, name: str, value: Any) -> str:
    """Suggest what to pass in place of an object: its contents, or the object as a static argument."""
    if is_opened(unfit):
        return f"`copy.copy({part})` for one of the two, where they may be two"
    attributes = [each for each in getattr(unfit, "__dict__", {}) if not each.startswith("_")]
    held = listed([f"`{part}.{each}`" for each in attributes[:3]])
    if isinstance(unfit, set | frozenset):
        return f"`list({part})` in the call, a list of its items"
    instead = f"pass what it holds, {held}" if held else _others(name, value)
    static = f'; or `static_argnames="{name}"` (`--static {name}` in a cell) where it never changes'
    static = static if _has_hash(value) else ""
    return instead + static


def _others(name: str, value: Any) -> str:
    if isinstance(value, dict):
        fit = [f"`{name}[{quoted_key(key)}]`" for key, part in value.items() if part is None or is_dynamic(part)]
        if fit:
            return f"pass {listed(fit[:3])} alone"
    return "pass its numbers and arrays"


def refuse(
    error: BaseException,
    owner: Converted,
    names: Sequence[str],  # the parameters that may be given by position
    static: Sequence[str],  # the parameters whose values are known at trace time
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> NoReturn:
    """Raise the error of a call, explained for the user."""
    __tracebackhide__ = True
    if isinstance(error, OverflowError) and user_span(error.__traceback__) is None:
        raise too_large(error, head(owner), too_large_one(names, arguments, keywords)) from None
    if isinstance(error, TypeError) and (found := untraceable(names, arguments, keywords, static)):
        name, part, unfit = found
        value = dict(_named(names, arguments, keywords))[name]
        where = f"`{part}` in the argument `{name}`" if part != name else f"the argument `{name}`"
        why = "an object that no graph can take as it is"
        why = "among the arguments twice, and a graph would take it for two" if is_opened(unfit) else why
        raise CallError(
            f"{where} of `{owner.original.__name__}` is {with_article(type(unfit).__name__)}, {why}",
            span=owner.parsed.head,
            remedy=_instead_of(part, unfit, name, value),
            variable=name,
        ) from None
    if isinstance(error, ValueError):
        refuse_unsortable(owner, names, arguments, keywords)
    with located(functools.partial(head, owner)):
        raise error
