"""Put texts on one short line: without line breaks and alignment, except in quoted text."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST = 1000
"""Characters of an exception's text that are kept."""

_QUOTED_OR_BLANK = re.compile(r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?:\s|\\\n)+""")
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # NumPy writes capitals
_OUTPUT = re.compile(r"(?<=scalar-output functions\. Output was )([(\[{]).*", re.DOTALL)  # with JAX's names of values
_CUT = re.compile(r" … \([\d,]+ more characters\)\Z")
_BRACKETS = {"(": "a tuple", "[": "a list", "{": "a dict"}


def listed(words: Sequence[str]) -> str:
    """Join phrases with commas, and with "and" before the last.

    >>> listed(["`a`"]), listed(["`a`", "`b`"]), listed(["`a`", "`b`", "`c`"])
    ('`a`', '`a` and `b`', '`a`, `b` and `c`')
    """
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def cut(text: str, limit: int) -> str:
    """Return the beginning of a text that is too long.

    >>> cut("if some_quite_long_condition(of, many, things) < 0", 28)
    'if some_quite_long_conditio…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def on_one_line(text: str) -> str:
    """Return a `repr` or a piece of source on one line.

    >>> on_one_line("array([[ 1,  2],\\n       [10, 20]])"), on_one_line("('total     12', [1,\\n  2])")
    ('array([[ 1, 2], [10, 20]])', "('total     12', [1, 2])")
    """
    return _QUOTED_OR_BLANK.sub(lambda found: found[1] or " ", text.strip())


def text_of(error: BaseException) -> str:
    """Return an exception's text, the beginning of a long one; also for one whose `__str__` fails.

    >>> text_of(ValueError("a" * 1200))[-30:]
    'aaaaaa … (200 more characters)'
    >>> text_of(ValueError(text_of(ValueError("a" * 1200))))[-30:]
    'aaaaaa … (200 more characters)'
    """
    try:
        text = str(error)
    except Exception:
        return "its text cannot be had"
    text = _OUTPUT.sub(lambda found: f"{_BRACKETS[found[1]]}.", text)
    cut = _CUT.search(text)  # an error that came from the worker has been cut there
    left = (cut.start() if cut else len(text)) - LONGEST
    return text if left <= 0 else f"{text[:LONGEST]} … ({left:,} more characters)"


def headline(text: str) -> str:
    """Return the first line of a message; if it ends in a colon, with the lines that it introduces.

    >>> headline("no\\nreally"), headline("sizes differ:\\n  * one is 3;\\n  * one is 4\\n\\nSee there")
    ('no', 'sizes differ: one is 3; one is 4')
    """
    first, _, rest = text.partition("\n")
    if not first.rstrip().endswith(":"):
        return first
    announced = rest.partition("\n\n")[0].splitlines()
    return " ".join([first.rstrip(), *(line.strip().removeprefix("* ") for line in announced)]).rstrip()


def error_line(error: BaseException) -> str:
    """Return an exception in one line: its name and the headline of its text.

    >>> error_line(ValueError("no\\nreally")), error_line(KeyboardInterrupt())
    ('ValueError: no', 'KeyboardInterrupt')
    """
    words = headline(text_of(error))
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def without_addresses(text: str) -> str:
    """Return a text without the addresses of objects, which differ from run to run.

    >>> without_addresses("<function f at 0x7f12ab>, Generator(PCG64) at 0x7F12AB")
    '<function f>, Generator(PCG64)'
    """
    return _ADDRESS.sub("", text)


_SHORTER = (r"(?:\d+ × )?for .+?(?= in )", r"\bif .+(?= else )", r"\d+ × for\b|\bif\b|^(?:while|for)\b")


def named_within(label: str, most: int) -> str:
    """Return a region's name cut to a length: a loop by its variables, a conditional by its test, if they fit.

    >>> named_within("3 × for row in (i - 1, i, i + 1)", 28), named_within("1 if around == 3 or alive else 0", 28)
    ('3 × for row', 'if around == 3 or alive')
    >>> named_within("while n > 0", 28), named_within("an_expression + of_another_kind", 28)
    ('while n > 0', 'an_expression + of_another_…')
    """
    shorter = (found[0] for form in _SHORTER if (found := re.search(form, label, re.DOTALL)))
    return next((name for name in (label, *shorter) if len(name) <= most), cut(label, most))
