"""Blocks that are no loops: `if`, `match`, `try`, `with`."""

from __future__ import annotations

from tests.fuzz.scope import BOOL, INT, Scope
from tests.fuzz.writer import Writer


class Blocks(Writer):
    """Each returns whether control goes on after it, and knows which names have a value then."""

    def if_(self, scope: Scope) -> bool:
        ends: list[Scope | None] = []
        self.line(scope, f"if {self.value(BOOL, scope)}:")
        ends.append(self.branch(scope))
        while self.chance(0.2):
            self.line(scope, f"elif {self.value(BOOL, scope)}:")
            ends.append(self.branch(scope))
        if self.chance(0.55):
            self.line(scope, "else:")
            ends.append(self.branch(scope))
        else:
            ends.append(scope.inner())
        scope.join(*ends)
        return any(end is not None for end in ends)

    def match_(self, scope: Scope) -> bool:
        self.line(scope, f"match {self.value(INT, scope)} % 4:")
        ends: list[Scope | None] = []
        inner = scope.inner()
        for pattern in self.random.sample(["0", "1 | 2", "3", f"2 if {self.value(BOOL, scope)}"], 2):
            self.line(inner, f"case {pattern}:")
            ends.append(self.branch(inner.inner(depth=inner.depth)))
        if self.chance(0.5):
            name = self.new("m")
            self.line(inner, f"case {name}:")
            bound = inner.inner(depth=inner.depth)
            bound.bind(name, INT)
            ends.append(self.branch(bound))
        else:
            ends.append(scope.inner())
        scope.join(*ends)
        return any(end is not None for end in ends)

    def try_(self, scope: Scope) -> bool:
        """`finally`, or an `except` for what the block may raise anywhere."""
        before = scope.inner()
        self.line(scope, "try:")
        inside = scope.inner()
        arrives = self.block(inside)
        if self.chance(0.5):
            self.line(scope, "finally:")
            after = before.inner(depth=before.depth, jumps=False)
            after.loose |= inside.names
            self.line(after, f"mark({self.random.randrange(100, 200)}, 0)")
            scope.join(*([inside] if arrives else []))
            return arrives
        self.line(scope, "except ValueError:")
        handler = before.inner(depth=scope.depth)
        end = self.branch(handler)
        scope.join(inside if arrives else None, end)
        return arrives or end is not None

    def with_(self, scope: Scope) -> bool:
        self.line(scope, f"with bracket({self.random.randrange(200, 300)}):")
        inside = self.branch(scope)
        scope.join(inside)
        return inside is not None
