"""What Python prints and forgets: an exception raised in a `__del__`, or in the callback of a weak reference."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def where_swallowed(kind: type[BaseException], act: Callable[[], object]) -> Iterator[None]:
    """Act, in place of Python's message, where Python is about to swallow an exception of a kind in the block.

    >>> class Left:
    ...     def __del__(self): raise KeyboardInterrupt
    >>> with where_swallowed(KeyboardInterrupt, lambda: print("swallowed")):
    ...     left = Left()
    ...     del left
    swallowed
    """
    before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs, /) -> None:
        if unraisable.exc_type is not None and issubclass(unraisable.exc_type, kind):
            act()
        else:
            before(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        if sys.unraisablehook is hook:
            sys.unraisablehook = before
