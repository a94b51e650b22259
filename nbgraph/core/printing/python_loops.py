"""Loops that Python runs, of iterations that were traced one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nbgraph.core.printing.program import Equation, NoFormError

if TYPE_CHECKING:
    from nbgraph.core.printing.walk import Writer


def print_python_loop(writer: Writer, equation: Equation) -> None:
    raise NoFormError("a loop of Python's")
