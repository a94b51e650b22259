"""What the code for single expressions needs of the expressions around."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Protocol, overload

from nbgraph.core.specialise.plan import Plan


class Converting(Protocol):
    """The expressions of one activation.

    Attributes:
        plan: the decisions.
        before: lines that have to stand before the one whose expressions are converted.
    """

    plan: Plan
    before: list[ast.stmt]

    @property
    def check(self) -> Callable[[ast.expr, ast.expr, ast.AST], list[ast.stmt]]:
        """The lines that raise an error where a condition holds."""

    @overload
    def convert(self, node: ast.expr) -> ast.expr: ...

    @overload
    def convert(self, node: ast.AST) -> ast.AST: ...

    def convert(self, node: ast.AST) -> ast.AST:
        """An expression without calls into nbgraph."""

    @property
    def helper(self) -> Callable[[ast.Call, Any], ast.expr]:
        """The name of the special version of a user function called at a place."""
