"""Texts on one line: line breaks and the blanks that only align go, those of a quoted text stay."""

from __future__ import annotations

import re

_QUOTED_OR_BLANK = re.compile(r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|\s+""")


def on_one_line(text: str) -> str:
    """A `repr` or a piece of source on one line.

    >>> on_one_line("array([[ 1,  2],\\n       [10, 20]])"), on_one_line("('total     12', [1,\\n  2])")
    ('array([[ 1, 2], [10, 20]])', "('total     12', [1, 2])")
    """
    return _QUOTED_OR_BLANK.sub(lambda found: found[1] or " ", text.strip())
