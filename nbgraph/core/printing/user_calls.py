"""Calls of functions of the user's: the function once, before the main one, and a call by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nbgraph.core.printing.program import Equation
from nbgraph.core.printing.values import Value

if TYPE_CHECKING:
    from nbgraph.core.printing.walk import Writer


def print_call(writer: Writer, equation: Equation, operands: list[Value]) -> bool:
    """Write a call; False where the function is to be opened."""
    return False
