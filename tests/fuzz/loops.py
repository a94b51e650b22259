"""Loops that end: a counter that only the loop's first statement changes, or Python's own iteration."""

from __future__ import annotations

from tests.fuzz.scope import BOOL, INT, LIST, VECTOR, Scope
from tests.fuzz.writer import Writer

Header = tuple[str, dict[str, str], str]  # the line, the names it binds, what it walks over


class Loops(Writer):
    """`while` and `for` with everything that may stand in their headers."""

    def while_(self, scope: Scope) -> None:
        counter = self.new("k")
        form = self.pick("down", "up", "and", "forever", "walrus", "truth")
        dynamic = ["a % 4"] * (scope.names.get("a") == INT)
        self.line(scope, f"{counter} = {'0' if form == 'up' else self.pick('2', '3', '5', *dynamic)}")
        scope.bind(counter, INT)
        inside = self.inside(scope, counter)
        header, first = self.while_header(form, counter, inside)
        self.line(scope, header)
        if first:
            self.line(inside, first)
        if form == "forever":
            self.line(inside, f"if {counter} < 0:")
            self.line(inside.inner(), "break")
        self.block(inside)
        self.end(scope, inside)

    def while_header(self, form: str, counter: str, scope: Scope) -> tuple[str, str]:
        """The line of a `while`, and the statement that moves its counter."""
        match form:
            case "down":
                return f"while {counter} > 0:", f"{counter} -= 1"
            case "up":
                return f"while {counter} < {self.pick('2', '4')}:", f"{counter} = {counter} + 1"
            case "and":
                return f"while {counter} > 0 and {self.value(BOOL, scope)}:", f"{counter} -= 1"
            case "truth":
                return f"while {counter}:", f"{counter} -= 1"
            case "walrus":
                return f"while ({counter} := {counter} - 1) >= 0:", ""
            case _:
                return "while True:", f"{counter} -= 1"

    def for_(self, scope: Scope) -> None:
        header, bound, walked = self.for_header(scope)
        self.line(scope, header)
        inside = self.inside(scope, *([walked] if self.staged else []))
        for name, kind in bound.items():
            inside.bind(name, kind)
        self.block(inside)
        self.end(scope, inside)

    def inside(self, scope: Scope, *fixed: str) -> Scope:
        return scope.inner(loops=scope.loops + 1, jumps=True, fixed=scope.fixed | frozenset(fixed))

    def end(self, scope: Scope, inside: Scope) -> None:
        """After a loop, and perhaps its `else`: the body may have run, or not, or in part."""
        skipped = scope.inner()
        scope.join(skipped, inside)
        if self.chance(0.15):
            self.line(scope, "else:")
            scope.join(skipped, self.branch(scope), inside)

    def for_header(self, scope: Scope) -> Header:
        """In staged programs nobody may change what the loop walks over."""
        i = self.target(INT, scope) if self.chance(0.3) else self.new("i")
        a = f"{self.value(INT, scope, 1)} % 5"
        items = scope.of(VECTOR) + scope.of(LIST)
        some = self.random.choice(items) if items else f"({a}, 2, 3)"
        one = {i: INT}
        match self.pick("static", "range", "range", "span", "items", "items", "enumerate", "zip", "reversed", "tuple"):
            case "static":
                numbers = self.pick("3", "1, 4", "5, 0, -2", "0", "-1, 3, 2", "10", "4, 1")
                return f"for {i} in range({numbers}):", one, ""
            case "range":
                numbers = self.pick(a, f"1, {a}", f"{a}, -1, -1", f"{a}, 5", f"-2, {a}, 2")
                return f"for {i} in range({numbers}):", one, ""
            case "span":
                numbers = f"{a}, {self.value(INT, scope, 1)} % 6, {self.pick('1', '2', '-1', '-3')}"
                return f"for {i} in range({numbers}):", one, ""
            case "items":
                return f"for {i} in {some}:", one, some
            case "enumerate":
                j = self.new("j")
                start = self.pick("", ", 1", ", start=2")
                return f"for {j}, {i} in enumerate({some}{start}):", {j: INT, i: INT}, some
            case "zip":
                j = self.new("j")
                other = self.pick("range(3)", "range(10)", some)
                return f"for {i}, {j} in zip({some}, {other}):", {i: INT, j: INT}, some
            case "reversed":
                return f"for {i} in reversed({self.pick(some, 'range(3)')}):", one, some
            case _:
                return f"for {i} in ({a}, 4, {a}):", one, ""
