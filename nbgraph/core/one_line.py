"""Texts on one line, and short: line breaks and the blanks that only align go, those of a quoted text stay."""

from __future__ import annotations

import re

LONGEST = 1000
"""Characters of an exception's text that are kept."""

_QUOTED_OR_BLANK = re.compile(r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|\s+""")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def on_one_line(text: str) -> str:
    """A `repr` or a piece of source on one line.

    >>> on_one_line("array([[ 1,  2],\\n       [10, 20]])"), on_one_line("('total     12', [1,\\n  2])")
    ('array([[ 1, 2], [10, 20]])', "('total     12', [1, 2])")
    """
    return _QUOTED_OR_BLANK.sub(lambda found: found[1] or " ", text.strip())


def text_of(error: BaseException) -> str:
    """An exception's text, the beginning of a long one; also of one whose `__str__` fails.

    >>> text_of(ValueError("a" * 1200))[-30:]
    'aaaaaa … (200 more characters)'
    """
    try:
        text = str(error)
    except Exception:
        return "its text cannot be had"
    left = len(text) - LONGEST
    return text if left <= 0 else f"{text[:LONGEST]} … ({left:,} more characters)"


def error_line(error: BaseException) -> str:
    """An exception in one line: its name and the first line of its text.

    >>> error_line(ValueError("no\\nreally")), error_line(KeyboardInterrupt())
    ('ValueError: no', 'KeyboardInterrupt')
    """
    words = text_of(error).partition("\n")[0]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def without_addresses(text: str) -> str:
    """A text without the addresses of objects, which differ from run to run.

    >>> without_addresses("<function f at 0x7f12ab>")
    '<function f>'
    """
    return _ADDRESS.sub("", text)
