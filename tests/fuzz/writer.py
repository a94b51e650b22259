"""What all parts of the statement generator share: choices, lines, fresh names, small numbers."""

from __future__ import annotations

from random import Random

from tests.fuzz.expressions import Expressions
from tests.fuzz.scope import BOOL, FLOAT, INT, LIST, PAIR, VECTOR, Scope

SCALARS = (INT, INT, INT, FLOAT, BOOL)
_PREFIX = {INT: "n", FLOAT: "y", BOOL: "q", PAIR: "t", LIST: "l", VECTOR: "u"}


class Writer:
    """Writes the lines of one program.

    Attributes:
        random: where all choices come from.
        staged: whether the program must be stageable.
        hard: whether to write what is known to be converted wrongly still.
        expressions: draws what stands in a statement.
        lines: what has been written.
        budget: how many more statements there may be in the present function.
    """

    def __init__(self, random: Random, *, staged: bool, hard: bool) -> None:
        self.random = random
        self.staged = staged
        self.hard = hard
        self.expressions = Expressions(random, staged=staged, hard=hard)
        self.pick = self.expressions.pick
        self.lines: list[str] = []
        self.budget = 0
        self.fresh = 0

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def new(self, wish: str) -> str:
        self.fresh += 1
        return f"{wish}{self.fresh}"

    def line(self, scope: Scope, text: str) -> None:
        self.lines.append("    " * scope.depth + text)

    def value(self, kind: str, scope: Scope, depth: int = 2) -> str:
        return self.expressions.of(kind, scope, depth)

    def small(self, kind: str, scope: Scope) -> str:
        """A value that stays small through any number of rounds."""
        text = self.value(kind, scope)
        if kind == INT:
            return f"{text} % {self.pick('100', '1000', '-50', '17')}"
        return f"{text} % {self.pick('8.0', '64.0')}" if kind == FLOAT else text

    def target(self, kind: str, scope: Scope) -> str:
        """A name to assign to: one that has a value, one that has it on some paths, or a new one."""
        free = [name for name in scope.of(kind) if name not in scope.fixed]
        loose = [name for name, found in scope.loose.items() if found == kind and name not in scope.fixed]
        if free and self.chance(0.6):
            return self.random.choice(free)
        if loose and self.chance(0.6):
            return self.random.choice(loose)
        return self.new(_PREFIX[kind])

    def block(self, scope: Scope) -> bool:
        """Some statements; whether control reaches their end."""
        raise NotImplementedError

    def branch(self, scope: Scope) -> Scope | None:
        """A block in a scope of its own; the names at its end, or None if control does not reach it."""
        inside = scope.inner()
        return inside if self.block(inside) else None
