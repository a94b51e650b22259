"""Several functions in one explorer: which calls are meant, and which of them are versions of one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core.report import Report
from nbgraph.core.source.ownership import plain_function

Call = tuple[Callable[..., Any], tuple[Any, ...]]


def calls_of(values: Sequence[Any]) -> list[Call] | None:
    """The calls that `ng.show` is asked for when it is asked for several; None when it is one call.

    Several are functions only, or tuples of a function and its arguments, or both.

    >>> calls_of((len, max))
    [(<built-in function len>, ()), (<built-in function max>, ())]
    >>> calls_of(((len, "text"), (len, [1])))
    [(<built-in function len>, ('text',)), (<built-in function len>, ([1],))]
    >>> calls_of((len, "text")), calls_of((len,))
    (None, None)
    """
    pairs = [value if isinstance(value, tuple) else (value,) for value in values]
    meant = all(pair and callable(pair[0]) for pair in pairs)
    if not meant or (len(values) == 1 and not isinstance(values[0], tuple)):
        return None
    return [(pair[0], tuple(pair[1:])) for pair in pairs]


def with_difference(
    reports: Sequence[Report], functions: Sequence[Callable[..., Any]], wanted: bool | None
) -> list[Report]:
    """Reports of which the last holds the first as its version before, when the two are to be compared.

    Args:
        wanted: whether to compare; None to do so when there are two of one name.

    Raises:
        ValueError: a difference is wanted of other than two.
    """
    if wanted and len(reports) != 2:
        raise ValueError(f"diff=True takes two functions, the old one and the new one, not {len(reports)}")
    names = {getattr(plain_function(function), "__name__", "") for function in functions}
    versions = len(reports) == 2 and len(names) == 1 and functions[0] is not functions[1] and "<lambda>" not in names
    if not (versions if wanted is None else wanted):
        return list(reports)
    return [reports[0], replace(reports[1], before=reports[0])]
