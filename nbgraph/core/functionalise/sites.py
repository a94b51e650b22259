"""What the staging calls need to know of the place they stand in: the user's names and the construct."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

Place = tuple[int, int, int, int]  # line, end line, and their columns in UTF-8 bytes, in the order of `co_positions`


@dataclass(frozen=True, slots=True)
class Site:
    """One staging call in generated code.

    Attributes:
        verb: the name called on `ng`, e.g. "if_".
        construct: what the user wrote: "if", "elif", "while", "for", "guard".
        operands: the user's names handed in, in order.
        outputs: the user's names bound to the result, in order.
        test: the predicate as the user wrote it.
        generated: those of the names that nbgraph made up.
    """

    verb: str
    construct: str
    operands: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    test: str = ""
    generated: frozenset[str] = frozenset()


def place_of(node: ast.AST) -> Place:
    """A node's position as Python reports it for the instruction compiled from it.

    >>> place_of(ast.parse("a = b").body[0].value)
    (1, 1, 4, 5)
    """
    placed: Any = node  # the node classes that carry positions have no base of their own
    return placed.lineno, placed.end_lineno, placed.col_offset, placed.end_col_offset
