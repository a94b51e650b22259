"""Values as a reader meets them in a verdict: short, on one line, never raising."""

from __future__ import annotations

from typing import Any

from nbgraph.core.one_line import on_one_line

_LIMIT = 60


def shown(value: Any, limit: int = _LIMIT) -> str:
    """A value as text on one line, at most `limit` characters; arrays without dimensions as plain numbers.

    >>> shown("a\\nb"), shown(list(range(100)), 20)
    ("'a\\\\nb'", '[0, 1, 2, 3, 4, 5...')
    """
    try:
        text = on_one_line(repr(_plain(value)))
    except Exception as error:  # a user's __repr__ may do anything, and a display never raises
        text = f"<{type(value).__name__}, whose repr raised {type(error).__name__}>"
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def raised(error: BaseException) -> str:
    """An exception in one line: its kind and the first line of its words.

    >>> raised(ValueError("no\\nreally")), raised(KeyboardInterrupt())
    ('ValueError: no', 'KeyboardInterrupt')
    """
    words = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _plain(value: Any) -> Any:
    if getattr(value, "shape", None) != () or not hasattr(value, "dtype"):
        return value
    number = value.item()
    if isinstance(number, float) and value.dtype.itemsize < 8:
        return _Text(str(value))  # 0.1 in float32 is 0.10000000149011612 as a Python float
    return number


class _Text(str):
    """Text that stands for itself."""

    def __repr__(self) -> str:
        return str(self)
