"""The qualified names of what a converted function defines, as Python gives them: its blocks are no functions there."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator

_BLOCK = r"(loop_body|loop_test|if_true|if_false)(_\d+)?"
BLOCKS = re.compile(rf"(\.<locals>\.{_BLOCK})+$")
"""The blocks at the end of a qualified name."""


def with_names(code: types.CodeType, original: types.FunctionType) -> types.CodeType:
    """The code of a converted function with qualified names like the original's in all that it defines."""
    return _renamed(code, original.__qualname__, original.__qualname__, frozenset(_names(original.__code__)))


def _renamed(code: types.CodeType, name: str, around: str, written: frozenset[str]) -> types.CodeType:
    """A code object with another qualified name, and those in it with theirs.

    Args:
        around: the name of the user's function or class that it is, or is a block of.
        written: the names of the user's own definitions, which may be called as blocks are.
    """

    def renamed(const: object) -> object:
        if const == code.co_qualname and not code.co_flags & 0x02:  # what the body of a class gives the class
            return name
        if not isinstance(const, types.CodeType) or not const.co_qualname.startswith(f"{code.co_qualname}."):
            return const  # a global one has no function around it
        rest = const.co_qualname.removeprefix(code.co_qualname)
        if re.fullmatch(_BLOCK, const.co_name) and const.co_name not in written:
            return _renamed(const, name + rest, around, written)
        return _renamed(const, around + rest, around + rest, written)

    return code.replace(co_consts=tuple(map(renamed, code.co_consts)), co_qualname=name)


def _names(code: types.CodeType) -> Iterator[str]:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const.co_name
            yield from _names(const)
