"""Make text safe and visible wherever it is drawn: labels are data, never markup."""

from __future__ import annotations

import re
import unicodedata

from nbgraph.core.graph.model import HEADER
from nbgraph.core.one_line import cut

LONGEST = 48

_ALSO_INVISIBLE = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10))
) | frozenset(range(0xE0100, 0xE01F0))


def visible(text: str, longest: int = LONGEST) -> str:
    """Return the text cut to a length, with invisible and reordering characters escaped.

    Control, bidirectional, zero-width, private and unpaired characters become `\\uXXXX` (`\\UXXXXXXXX` above U+FFFF).

    >>> visible("a\\nb\\u202ec\\u200bd")
    'a\\\\u000Ab\\\\u202Ec\\\\u200Bd'
    >>> visible("x" * 60)[-3:]
    'xx…'
    """
    return "".join(map(_character, cut(text, longest)))


def in_lines(label: str) -> list[str]:
    """Return a long choice as two lines of similar length; any other label as one line.

    >>> in_lines("mark = 'pass' if points >= 50 else 'fail'"), in_lines("high = b if b > a")
    (["mark = 'pass'", "if points >= 50 else 'fail'"], ['high = b if b > a'])
    """
    breaks = [found.start() for found in _BREAK.finditer(label)] if len(label) > HEADER else []
    if not breaks:
        return [label]
    at = min(breaks, key=lambda at: max(at, len(label) - at))
    return [label[:at], label[at + 1 :]]


_BREAK = re.compile(r" (?=(?:if|else) )")


def _character(character: str) -> str:
    code = ord(character)
    if character == " " or (
        unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
        and code not in _ALSO_INVISIBLE
    ):
        return character
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def quoted(*lines: str) -> str:
    """Return a DOT string of some lines, each shown exactly as given.

    Graphviz reads backslash escapes, quotes, and HTML entities in labels, so all three are escaped; a quoted string
    is never an HTML-like label.

    >>> print(quoted('say "hi" &amp; \\\\N', "<b>"))
    "say \\"hi\\" &amp;amp; \\\\N\\n<b>"
    """
    escaped = (visible(line).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "\\n".join(escaped) + '"'
