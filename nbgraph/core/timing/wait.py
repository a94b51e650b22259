"""Wait for a result: JAX returns before the work is done, so a time without waiting is not a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_NEVER_PENDING = frozenset({type(None), bool, int, float, complex, str, bytes, range})
_TOO_DEEP = (RecursionError, SystemError)  # JAX raises the second error


def wait(result: Any) -> None:
    """Return when every array in `result` has been computed.

    Does what `jax.block_until_ready` does, without its microsecond on results that cannot be pending: that
    microsecond would be a fifth of what plain Python takes for a small function.

    >>> wait((1, [2.0, None], {"x": "text"}))
    """
    try:
        _wait(result)
    except _TOO_DEEP:  # a list that holds itself, or is nested thousands deep: no array comes out of that
        return


def _wait(result: Any) -> None:
    kind = type(result)
    if kind in _NEVER_PENDING:
        return
    if kind is tuple or kind is list:
        if _NEVER_PENDING.issuperset(map(type, result)):
            return  # a loop over thousands of numbers would take longer than the call that returned them
        for item in result:
            _wait(item)
    elif kind is dict:
        for item in result.values():
            _wait(item)
    elif (block := _block(result)) is not None:
        block()
    else:
        for block in _blocks(result):
            block()


def pending(result: Any) -> bool:
    """Return whether a result has anything to wait for; asked once, since it takes longer than many calls.

    >>> pending([1, 2.0, "text"])
    False
    """
    try:
        return any(True for _ in _blocks(result))
    except _TOO_DEEP:
        return False


def _blocks(result: Any) -> Iterator[Callable[[], Any]]:
    import jax

    for leaf in jax.tree_util.tree_leaves(result):
        if (block := _block(leaf)) is not None:
            yield block


def _block(leaf: Any) -> Callable[[], Any] | None:
    """Return the method that waits for an array; None if there is none, or if a user's object raises."""
    try:
        return getattr(leaf, "block_until_ready", None)
    except Exception:
        return None
