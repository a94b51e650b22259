"""Define a weak dictionary with keys compared by identity."""

from __future__ import annotations

import functools
import weakref
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class ByIdentity(Generic[Key, Value]):
    """A dict with weak keys, compared by identity.

    Code objects need it: the code of a cell that is run again equals that of its first run, another function's; and
    comparing lambdas nested n deep, as `WeakKeyDictionary` would, takes 2 ** n steps.

    >>> found = ByIdentity()
    >>> code, equal = (compile("x + 1", "<cell>", "eval") for _ in range(2))
    >>> found[code] = "mine"
    >>> code == equal, found.get(code), found.get(equal)
    (True, 'mine', None)
    """

    def __init__(self) -> None:
        self._found: dict[int, tuple[weakref.ref[Key], Value]] = {}

    def __setitem__(self, key: Key, value: Value) -> None:
        forget = functools.partial(self._found.pop, id(key))  # called with the dead reference, which is the default
        self._found[id(key)] = weakref.ref(key, forget), value

    def get(self, key: Key) -> Value | None:
        """Return the value of `key`, or None."""
        found = self._found.get(id(key))
        return None if found is None else found[1]
