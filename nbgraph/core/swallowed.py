"""Handle exceptions that Python prints and forgets: those of a `__del__`, or of a weak reference's callback."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def where_swallowed(kind: type[BaseException], act: Callable[[], object]) -> Iterator[None]:
    """Act, in place of Python's message, when Python swallows an exception of a class in the block.

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
