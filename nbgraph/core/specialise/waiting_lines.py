"""Lines that have to stand before the one whose expressions are converted: checks, and what is evaluated once."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.item_checks import no_check
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.specialise.plan import Plan


@dataclass
class WaitingLines:
    """What the expressions of one activation share with the statements that they stand in.

    Attributes:
        plan: the decisions.
        helper: the name of the special version of a user function called at a place.
        check: the lines that raise an error where a condition holds; set by the statements around.
        before: lines that have to stand before the one whose expressions are converted.
    """

    plan: Plan
    helper: Callable[[ast.Call, Any], ast.expr]
    check: Callable[[ast.expr, ast.expr, ast.AST], list[ast.stmt]] = field(default=no_check)
    before: list[ast.stmt] = field(default_factory=list)

    def taken(self) -> list[ast.stmt]:
        """The lines that have to stand before the one that is made now; then they are done."""
        lines, self.before[:] = list(self.before), []
        return lines

    @contextlib.contextmanager
    def apart(self) -> Iterator[None]:
        """What is converted inside belongs to another block: the lines before this one wait meanwhile."""
        waiting, self.before[:] = list(self.before), []
        yield
        assert not self.before, "each block has the lines that its own expressions need"
        self.before[:] = waiting

    @contextlib.contextmanager
    def perhaps(self, node: ast.AST, where: ast.expr | None = None) -> Iterator[None]:
        """What is converted inside is evaluated later, not always or more than once: no line before it can check it.

        Args:
            node: what it is part of.
            where: the condition under which it is evaluated, once, so that a line before may ask for that, too.

        Raises:
            NoSpecialFormError: one would have to.
        """
        mark, check = len(self.before), self.check
        if where is not None and is_plain(where):

            def guarded(fails: ast.expr, error: ast.expr, at: ast.AST) -> list[ast.stmt]:
                return check(quote_expression("where & fails", at, where=where, fails=fails), error, at)

            self.check = guarded
        try:
            yield
        finally:
            self.check = check
        if len(self.before) > mark and (where is None or not is_plain(where)):
            raise self.plan.refuse(node, "an index is checked where no line of its own can stand")

    @contextlib.contextmanager
    def unchecked(self) -> Iterator[None]:
        """What is converted inside has been checked before."""
        mark = len(self.before)
        with self.checking(lambda *check: None):
            yield
        del self.before[mark:]

    @contextlib.contextmanager
    def checking(self, note: Callable[[ast.expr, ast.expr, ast.AST], None]) -> Iterator[None]:
        """What would be checked inside is only noted."""

        def check(fails: ast.expr, error: ast.expr, at: ast.AST) -> list[ast.stmt]:
            note(fails, error, at)
            return [ast.copy_location(ast.Pass(), at)]

        around, self.check = self.check, check
        try:
            yield
        finally:
            self.check = around
