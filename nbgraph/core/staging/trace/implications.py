"""Track what follows from conditions: inside `if found:` a name that was bound together with `found` is bound.

Staging operators note what follows from the truth values that they make. A branch is traced under the assumption that
its condition holds; what follows from the assumptions needs no check at run time.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.values import is_traced

Claim = tuple[Any, bool]  # a traced truth value, and which of the two it is


@contextlib.contextmanager
def remembering() -> Iterator[None]:
    """Keep the facts noted about truth values, by id, until the outermost such block ends."""
    if context.here().follows is not None:
        yield
        return
    with context.within(follows={}):
        yield


@contextlib.contextmanager
def assuming(value: Any, truth: bool, *, asked: bool = False) -> Iterator[None]:
    """Trace the code inside under the assumption that a traced value has this truth.

    Args:
        asked: whether it is the test of an enclosing loop.
    """
    here = context.here()
    known = here.asked | {id(value)} if asked else here.asked
    with context.within(assumed=(*here.assumed, (value, truth)), asked=known):
        yield


def path() -> Any:
    """Return whether all enclosing conditions hold: under `vmap` both branches run, but an effect acts in one only."""
    taken: Any = True
    here = context.here()
    for value, truth in here.assumed:
        if is_traced(value) and id(value) not in here.asked:
            holds = value if is_flag(value) else value != 0  # of `n and f()`, too
            side = holds if truth else jax.lax.bitwise_not(holds)
            taken = side if taken is True else jax.lax.bitwise_and(taken, side)
    return taken


def surely_holds(value: Any) -> bool:
    """Whether a traced truth value follows from the assumptions here."""
    return _leads_to(context.here().assumed, (value, True))


def known_truth(value: Any) -> bool | None:
    """Return the truth of a traced value that follows from the assumptions here; None if it is unknown."""
    found = _truths(context.here().assumed, value)
    return None if not found else True in found


def _leads_to(claims: Iterable[Claim], wanted: Claim) -> bool:
    return wanted[1] in _truths(claims, wanted[0])


def _truths(claims: Iterable[Claim], wanted: Any) -> set[bool]:
    """Return the truths of a value that follow from some claims: both where these contradict each other."""
    follows = context.here().follows or {}
    pending, seen = list(claims), set()
    found = {bool(wanted)} if isinstance(wanted, _KNOWN) else set[bool]()
    while pending:
        value, truth = pending.pop()
        if isinstance(value, _KNOWN) and bool(value) is not truth:
            return {True, False}  # this path never runs
        if truth not in found and _is_one(value, wanted):
            found.add(truth)
        if (id(value), truth) not in seen:
            seen.add((id(value), truth))
            pending += follows.get((id(value), truth), ())
    return found


def _is_one(value: Any, other: Any) -> bool:
    """Whether two truth values are the same, or results of the same operations on the same values."""
    return value is other or (is_flag(value) and is_flag(other) and _jax.surely_same(value, other))


def is_flag(value: Any) -> bool:
    return is_traced(value) and value.shape == () and value.dtype == np.bool_


def note(value: Any, truth: bool, other: Any, others_truth: bool) -> None:
    """Note that `other` has truth `others_truth` where `value` has truth `truth`, and the contrapositive."""
    if is_traced(value) and is_traced(other):
        _add((value, truth), (other, others_truth))
        _add((other, not others_truth), (value, not truth))


def note_facts(value: Any, truth: bool, facts: Iterable[Any]) -> None:
    """Note facts on integers that hold where `value` has this truth."""
    if is_flag(value):
        for fact in facts:
            _add((value, truth), (fact, True))


def opposite(truth: Any) -> Any:
    """Return `not` of a truth value, and note that exactly one of the two holds."""
    if not is_traced(truth):
        return not truth
    result = jax.lax.bitwise_not(truth) if is_flag(truth) else jnp.logical_not(truth)
    note(result, True, truth, False)
    note(result, False, truth, True)
    return result


def note_choices(predicate: Any, results: Sequence[Any], sides: Sequence[tuple[Any, Any]]) -> None:
    """Note facts about truth values selected by a predicate, given the two values of each: if true, if false."""
    flags = []
    for result, pair in zip(results, sides, strict=True):
        known = [holds if side is predicate else side for holds, side in zip((True, False), pair, strict=True)]
        if is_flag(result):
            flags.append((result, *known))
        for holds, side in zip((True, False), known, strict=True):
            if isinstance(side, _KNOWN):
                note(predicate, holds, result, bool(side))
    if len(flags) > _MOST_FLAGS:
        return
    for (value, *parts), (other, *others) in itertools.permutations(flags, 2):
        for truth, others_truth in itertools.product((True, False), repeat=2):
            links = zip(parts, others, strict=True)
            if all(_leads_to([(side, truth)], (others_side, others_truth)) for side, others_side in links):
                note(value, truth, other, others_truth)


_KNOWN = (bool, np.bool_)
_MOST_FLAGS = 6  # the work grows with the square of it


def _add(claim: Claim, other: Claim) -> None:
    follows = context.here().follows
    if follows is not None:
        follows.setdefault((id(claim[0]), claim[1]), []).append(other)
