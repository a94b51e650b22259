"""Implement calls with enumerated strings among their arguments, and lookups of dicts by them."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that, is_one_that
from nbgraph.core.staging.builtins.string_methods import join
from nbgraph.core.staging.enumerated.joins import as_chosen
from nbgraph.core.staging.enumerated.placeholders import is_string, text
from nbgraph.core.staging.enumerated.values import ITSELF, ChosenText, ChosenValue, alternatives, as_number, is_chosen
from nbgraph.core.staging.lists.reductions import unknown_length
from nbgraph.core.staging.lookups.several import asked, by_kind, names_member, number_in, of_value
from nbgraph.core.staging.lookups.strings import answered, mapped
from nbgraph.core.staging.operators import run_time_keys
from nbgraph.core.staging.operators.items import answer_for
from nbgraph.core.staging.sequences.sequences import sequence_of
from nbgraph.core.staging.trace.recorder import user_frame
from nbgraph.core.staging.values.values import is_traced, iterated

_OF_ITEMS = [getattr(builtins, name) for name in builtins_that(Fact.NUMERIC, "item")]
_OF_TEXTS = [getattr(builtins, name) for name in builtins_that(Fact.PURE, "number", "item") | {"ascii"}]


def version(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], runs: Callable[..., Callable[..., Any]]
) -> Callable[..., Any] | None:
    """Return the function that replaces `function` for an enumerated argument; None if it accepts that.

    Args:
        runs: returns the replacement for arguments that are known to be numbers.
    """
    owner: Any = getattr(function, "__self__", None)
    name = getattr(function, "__name__", "")
    if isinstance(owner, str) and name == "join" and len(arguments) == 1:
        return _joining(function, arguments[0])
    if not keywords and names_member(function, arguments):
        return functools.partial(of_value, function)
    gets = isinstance(owner, dict) and name == "get" and bool(arguments)
    if gets and not keywords and run_time_keys.is_asked(owner, arguments[0]):
        return lambda key, default=None: run_time_keys.got(user_frame(), owner, key, default)
    if not any(map(is_chosen, (*arguments, *keywords.values()))):
        return None
    if function is range and not any(map(is_chosen, given := tuple(map(number_in, arguments)))):
        return lambda *_: runs(range, given, {})(*given)
    if any(function is each for each in _OF_ITEMS) and not any(map(is_chosen, map(as_number, arguments))):
        return None  # it returns one of them unchanged
    if any(isinstance(part, ChosenValue) for part in arguments) and computes(function):
        return functools.partial(asked, lambda *known: runs(function, known, keywords)(*known, **keywords))
    if function is isinstance and isinstance(arguments[0], ChosenValue):
        return lambda value, kinds: by_kind(lambda known: runs(function, (known, kinds), {})(known, kinds), value)
    if (function is isinstance or function is type) and is_chosen(arguments[0]):
        return _isinstance if function is isinstance else _type if len(arguments) == 1 else None
    if keywords:
        return None
    is_method = isinstance(owner, str) and name not in ("format", "format_map")
    if is_method or any(function is each for each in _OF_TEXTS):
        return functools.partial(mapped, function)
    if gets and is_chosen(arguments[0]):
        return lambda key, *rest: answer_for(user_frame(), key, lambda known: owner.get(known, *rest))
    return None


_LIBRARIES = ("math", "cmath", "operator", "numpy", "jax.numpy", "jax.nn", "jax.scipy")


def computes(function: Any) -> bool:
    """Whether a function only reads numbers."""
    module = getattr(function, "__module__", None) or type(function).__module__
    return is_one_that(function, Fact.NUMERIC) or any(
        module == each or module.startswith(f"{each}.") for each in _LIBRARIES
    )


def refuse_library(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a library function that did not accept an enumerated string as a string."""
    text = next((part for part in arguments if isinstance(part, ChosenText)), None)
    if text is None or isinstance(function, type):
        return
    if not is_user_function(getattr(function, "__func__", function)):
        text.refuse(f"is an argument of `{getattr(function, '__name__', 'a function')}`, which must know it")


def _joining(function: Callable[..., str], items: Any) -> Callable[..., Any] | None:
    """Return the function that joins strings; None if Python can."""
    sequence = sequence_of(items)
    if unknown_length(items) is not None or (sequence is not None and is_traced(sequence.length)):
        return functools.partial(join, function.__self__)  # type: ignore[attr-defined]
    if isinstance(items, Iterator):
        return lambda items: _join(function, list(items))
    is_own = isinstance(items, list | tuple) and any(is_chosen(item) or is_string(item) for item in iterated(items))
    return functools.partial(_join, function) if is_own else None


def _join(function: Callable[..., str], items: Any) -> Any:
    for item in items:
        if isinstance(item, ChosenValue):
            item.refuse("is joined to others here, and may be no text")
    if any(map(is_string, items)):
        return join(function.__self__, items)  # type: ignore[attr-defined]
    return text(function([str(item) if isinstance(item, ChosenText) else item for item in items]))


def _isinstance(value: Any, kinds: Any) -> Any:
    chosen = as_chosen(value)
    position, rows = alternatives([chosen])
    texts = dict(chosen.texts)
    return answered(position, [isinstance(None if texts[number] is None else "", kinds) for (number,) in rows])


def _type(value: Any) -> Any:
    chosen = as_chosen(value)
    kinds = {type(known) for _, known in chosen.texts}
    if len(kinds) == 1 and not chosen.may_be_itself:
        return str if isinstance(value, str) else kinds.pop()
    if any(not isinstance(known, str) or known == ITSELF for _, known in chosen.texts):
        chosen.refuse("may be None or a number, and its type must be known here")
    return str
