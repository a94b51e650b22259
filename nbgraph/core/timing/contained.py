"""Turn a user's exceptions into ones that can be caught, compared, shown and sent.

A function may raise what no `except Exception` catches (`sys.exit`, GeneratorExit, its own KeyboardInterrupt), and
exceptions whose text or name has a megabyte, or cannot be read. Each becomes one with its name, its traceback and a
short text.
"""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable
from typing import Any

from nbgraph.core.one_line import text_of
from nbgraph.core.staging.frames import is_raised
from nbgraph.core.timing.cap import Deferred

_LONGEST = 100
"""Characters of a name."""


class Contained(Exception):
    """Stands for a user's exception, under its name."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.args = (text,) if text else ()

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self).__name__, type(self).__mro__[2].__name__, self.text)


def contained(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with its exceptions contained, except a `Deferred`, and a KeyboardInterrupt from outside.

    >>> def leave(): raise SystemExit(3)
    >>> try: contained(leave)()
    ... except Exception as error: print(repr(error))
    SystemExit('3')
    """

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        try:
            return function(*arguments, **keywords)
        except BaseException as error:
            known = contain(error)
            if known is error:
                raise
            raise known from None

    return run


def contain(error: BaseException) -> BaseException:
    """Return the exception that stands for another one; most stand for themselves."""
    if isinstance(error, Deferred) or (isinstance(error, KeyboardInterrupt) and not is_raised(error)):
        return error
    text, name = text_of(error), type(error).__name__
    if isinstance(error, Exception) and _says(error, text) and len(name) <= _LONGEST:
        return error
    known = _again(name[:_LONGEST], _built_in(error), text)
    known.__dict__.update({name: value for name, value in vars(error).items() if name != "text"})
    return known.with_traceback(error.__traceback__)


def _says(error: BaseException, text: str) -> bool:
    try:
        return str(error) == text
    except Exception:
        return False


def _built_in(error: BaseException) -> str:
    """Return the name of the nearest base class among Python's exceptions that `except Exception` catches."""
    own = (kind for kind in type(error).__mro__ if vars(builtins).get(kind.__name__) is kind)
    return next((kind.__name__ for kind in own if issubclass(kind, Exception)), "Exception")


def _again(name: str, base: str, text: str) -> Contained:
    return _kind(name, base)(text)


@functools.lru_cache(maxsize=256)
def _kind(name: str, base: str) -> type[Contained]:
    """Return the class that stands for all exceptions of a name, so that two runs that raise the same compare equal."""
    return type(name, (Contained, getattr(builtins, base)), {"__module__": __name__})
