"""Find the arguments whose values a graph needs, by tracing again after a refusal with some of them static."""

from __future__ import annotations

import inspect
import time
from typing import Any

import numpy as np

from nbgraph.core.errors import NbgraphError
from nbgraph.core.examine.call import Call
from nbgraph.core.executor.object_results import HiddenResultError
from nbgraph.core.one_line import error_line, listed, on_one_line
from nbgraph.core.staging.impure import ActedOnceError, no_acts
from nbgraph.core.staging.trace import size_of
from nbgraph.core.staging.values import leaves_of
from nbgraph.core.timing.arguments import bind
from nbgraph.core.timing.cap import within
from nbgraph.core.timing.contained import contained

SECONDS = 1.5  # for all attempts: recursion over known values may take hours
MOST_EQUATIONS = 2000  # of a graph with static arguments: XLA compiles more of them for seconds
_MOST_PARTS = 32  # of a tuple, a list or a dict
_COUNTS = (bool, int, np.integer, np.bool_)
_FIXED = (str, bytes, type(None), *_COUNTS)  # what a tuple of static values may hold besides floats
_FLOATS = (float, np.floating)


class StaticSearch:
    """The static arguments that one call needs in addition to the user's.

    Only Python's numbers, and tuples of them, may become static: never an array. Floats are tried where integers do not
    suffice, and small lists and dicts of numbers where these do not.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._ends = 0.0  # when no further attempt is begun
        self.found: tuple[str, ...] = ()
        self._why = ""  # the call could not be traced without them
        self._note = ""
        self._failure = ("", "")  # the id of what the last attempt was refused for, and a sentence about it

    def __call__(self, refusal: Exception) -> tuple[str, ...]:
        """Make the fewest arguments static with which the call can be traced.

        Returns:
            All static arguments of the call by now; () where none could be added.
        """
        if isinstance(refusal, ActedOnceError | HiddenResultError):  # an object of one call tells nothing about a graph
            return ()
        self._ends = time.monotonic() + SECONDS
        counts = self._named(*_COUNTS)
        numbers = self._named(*_COUNTS, *_FLOATS)
        lists = self._named(*_COUNTS, *_FLOATS, in_lists=True)
        enough = next((names for names in dict.fromkeys((counts, numbers, lists)) if self._suffice(names)), ())
        self.found = self._fewest(enough)
        if not self.found:
            _recommend_no_static(refusal)
            if isinstance(refusal, NbgraphError) and self._failure[0] not in ("", refusal.id):
                refusal.message += self._failure[1]
            return ()
        self._call.function.keep_known(self.found)
        self._why = error_line(refusal)
        self._note = _sentence({name: self._given[name] for name in self.found}, refusal)
        return self._call.function.static_argnames

    def note(self, error: Exception | None) -> str:
        """Return the note on which arguments are static, and why; "" where the graph raises the same with them."""
        return "" if error is not None and error_line(error) == self._why else self._note

    @property
    def _given(self) -> dict[str, Any]:
        """Return the arguments by parameter, without those of `*args` and `**kwargs`, which cannot be static."""
        signature = inspect.signature(self._call.function.python_function)
        given = signature.bind_partial(*self._call.arguments, **self._call.keywords).arguments
        gathered = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        return {name: given[name] for name in given if signature.parameters[name].kind not in gathered}

    def _named(self, *kinds: type, in_lists: bool = False) -> tuple[str, ...]:
        known, inside = self._call.function.static_argnames, (tuple, list, dict) if in_lists else (tuple,)
        given = self._given.items()
        return tuple(name for name, value in given if name not in known and _is_made_of(value, kinds, inside))

    def _fewest(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names without each that is not needed."""
        for name in names if len(names) > 1 else ():
            others = tuple(each for each in names if each != name)
            if others and self._suffice(others):
                names = others
        return names

    def _suffice(self, names: tuple[str, ...]) -> bool:
        """Return whether the call can be traced in time with these arguments static, and compiled."""
        left = self._ends - time.monotonic()
        if not names or left <= 0:
            return False
        function, call = self._call.function, self._call
        known = (*function.static_argnames, *names)
        made = function.made_again(static_argnames=known)
        trace = bind(made.jitted, call.arguments, call.keywords, known).call(contained(made.jitted.trace))

        def attempt() -> bool:
            traced = trace()
            return size_of(traced.jaxpr.jaxpr) <= MOST_EQUATIONS and bool(traced.lower())

        try:
            with no_acts():
                return within(left, "the trace", attempt)
        except Exception as error:
            if isinstance(error, NbgraphError):
                named = " and ".join(f"`{name}`" for name in names)
                self._failure = (error.id, f"; and with {named} static, {error.message}")
            return False


def _recommend_no_static(refusal: Exception) -> None:
    """Remove static arguments from a refusal's remedy, since they do not help this call.

    >>> refusal = NbgraphError("no", remedy="a `while` loop; or `static_argnames=...` (`--static n` in a cell)")
    >>> _recommend_no_static(refusal)
    >>> refusal.remedy
    'a `while` loop'
    """
    if isinstance(refusal, NbgraphError) and refusal.remedy:
        others = [part for part in refusal.remedy.split("; or ") if "`--static " not in part]
        if others:
            refusal.remedy = "; or ".join(others)


def _is_made_of(value: Any, kinds: tuple[type, ...], inside: tuple[type, ...]) -> bool:
    """Return whether a value is a number of some types, or a small tuple (list, dict) of unchanging values."""
    if type(value) not in inside:
        return isinstance(value, kinds)
    try:
        leaves = leaves_of(value)[0]
    except ValueError:  # keys that JAX cannot sort
        return False
    return 0 < len(leaves) <= _MOST_PARTS and _is_nested(value, (*_FIXED, *kinds), inside)


def _is_nested(value: Any, kinds: tuple[type, ...], inside: tuple[type, ...]) -> bool:
    parts = value.values() if type(value) is dict else value
    return all(_is_nested(part, kinds, inside) for part in parts) if type(value) in inside else isinstance(value, kinds)


def _sentence(values: dict[str, Any], refusal: Exception) -> str:
    """Return the sentence on which arguments are static, and why.

    >>> print(_sentence({"n": 10}, NbgraphError("`np.eye(n)` makes an array whose size depends on `n`")))
    `n` is static here: its value 10 is part of the graph, because otherwise `np.eye(n)` makes an array whose size \
depends on `n`. Another value of `n` makes another graph.
    """
    names = listed([f"`{name}`" for name in values])
    shown = listed([on_one_line(repr(value)) for value in values.values()])
    many = len(values) > 1
    why = refusal.message if isinstance(refusal, NbgraphError) else f"the graph raises {error_line(refusal)}"
    what = f"are static here: their values {shown} are" if many else f"is static here: its value {shown} is"
    other = "Other values" if many else "Another value"
    return (
        f"{names} {what} part of the graph, because otherwise {why.rstrip('.')}."
        f" {other} of {names} make{'' if many else 's'} another graph."
    )
