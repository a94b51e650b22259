"""Statements of one line."""

from __future__ import annotations

from tests.fuzz.scope import BOOL, FLOAT, INT, LIST, PAIR, VECTOR, Scope
from tests.fuzz.writer import SCALARS, Writer


class Simple(Writer):
    """Assignments of every kind, calls for their effect, jumps, checks."""

    def assign(self, scope: Scope) -> None:
        kind = self.random.choice([*SCALARS, PAIR, *([LIST, VECTOR] if not scope.loops and scope.of(VECTOR) else [])])
        value = self.small(kind, scope)
        name = self.target(kind, scope)
        known = name in scope.names or name in scope.loose
        annotated = self.hard and kind in (INT, FLOAT) and not known and self.chance(0.05)
        annotation = f": {kind}" if annotated else ""
        self.line(scope, f"{name}{annotation} = {value}")
        scope.bind(name, kind)

    def augment(self, scope: Scope) -> None:
        kind = self.random.choice((INT, INT, FLOAT))
        names = [name for name in scope.of(kind) if name not in scope.fixed]
        if not names:
            return self.assign(scope)
        name = self.random.choice(names)
        if kind == FLOAT:
            return self.line(scope, f"{name} {self.pick('+= 0.5', '-= 0.25', '*= 0.5', '/= 2', '%= 4.0', '+= 1')}")
        if self.chance(0.5):
            return self.line(
                scope, f"{name} {self.pick('+= 1', '-= 1', '+= 3', '//= 2', '%= 7', '*= 1', '>>= 1', '|= 4')}"
            )
        return self.line(scope, f"{name} = {name} + {self.value(INT, scope)} % 10")

    def swap(self, scope: Scope) -> None:
        first, second = self.small(INT, scope), self.small(INT, scope)
        one, two = self.target(INT, scope), self.target(INT, scope)
        self.line(scope, self.pick(f"{one}, {two} = {first}, {second}", f"({one}, *_), {two} = [{first}, 0], {second}"))
        scope.bind(one, INT)
        scope.bind(two, INT)

    def chained(self, scope: Scope) -> None:
        value = self.small(INT, scope)
        one, two = self.target(INT, scope), self.target(INT, scope)
        self.line(scope, f"{one} = {two} = {value}")
        scope.bind(one, INT)
        scope.bind(two, INT)

    def pass_(self, scope: Scope) -> None:
        self.line(scope, "pass")

    def indexable(self, scope: Scope) -> list[str]:
        return [name for name in scope.of(VECTOR) + scope.of(LIST) if name not in scope.fixed]

    def set_item(self, scope: Scope) -> None:
        name = self.random.choice(self.indexable(scope))
        index = self.expressions.index(name, scope, 1)
        if self.chance(0.5) and self.hard:
            return self.line(scope, f"{name}[{index}] = {self.small(INT, scope)}")
        if self.chance(0.5):
            index = self.pick("0", "1", "-1", "2")
            return self.line(scope, f"{name}[{index}] = {self.expressions.without_walrus(INT, scope)} % 100")
        return self.line(scope, f"{name}[{index}] {self.pick('+=', '-=')} {self.value(INT, scope, 1)} % 10")

    def call(self, scope: Scope) -> None:
        function = self.random.choice(scope.functions)
        text = self.expressions.call(function.result, scope, 1)
        if function.result == BOOL or self.chance(0.3):
            return self.line(scope, text)
        name = self.target(function.result, scope)
        self.line(scope, f"{name} = {text} % 50")
        return scope.bind(name, function.result)

    def comprehension(self, scope: Scope) -> None:
        item, inside = self.new("c"), scope.inner()
        inside.bind(item, INT)
        text = f"{self.expressions.without_walrus(INT, inside)} for {item} in {self.pick('range(3)', '(1, 2)')}"
        name = self.target(INT, scope)
        self.line(scope, f"{name} = {self.pick('sum', 'max', 'len')}([{text}]) % 100")
        scope.bind(name, INT)

    def check(self, scope: Scope) -> None:
        if self.chance(0.5):
            return self.line(scope, f"assert {self.value(BOOL, scope)} or {self.value(BOOL, scope)}, 'no'")
        self.line(scope, f"if {self.value(BOOL, scope)} and {self.value(BOOL, scope)}:")
        return self.line(scope.inner(), "raise ValueError('no')")

    def return_(self, scope: Scope) -> None:
        self.line(scope, "return " + ", ".join(self.small(kind, scope) for kind in scope.returns))
