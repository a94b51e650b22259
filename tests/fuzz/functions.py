"""Functions: at the top of the module, inside others with `nonlocal`, and lambdas."""

from __future__ import annotations

from tests.fuzz.scope import BOOL, FLOAT, INT, Callable_, Scope
from tests.fuzz.simple import Simple
from tests.fuzz.writer import SCALARS


class Functions(Simple):
    """Definitions, after which the functions may be called."""

    def helper(self, name: str) -> Callable_:
        """A function at the top of the module."""
        names = {f"h{i}": self.random.choice(SCALARS) for i in range(self.random.randrange(1, 3))}
        result = self.random.choice((INT, INT, FLOAT, BOOL))
        scope = Scope(names=dict(names), returns=(result,))
        self.function(name, list(names), scope, size=self.random.randrange(1, 6))
        return Callable_(name, tuple(names.values()), result)

    def function(self, name: str, parameters: list[str], scope: Scope, *, size: int) -> None:
        """A definition at the top of the module."""
        self.line(scope, f"def {name}({', '.join(parameters)}):")
        self.body(scope.inner(), size)
        self.lines += ["", ""]

    def body(self, scope: Scope, size: int) -> None:
        outer, self.budget = self.budget, size
        if self.block(scope):
            self.return_(scope)
        self.budget = outer

    def inner_function(self, scope: Scope) -> None:
        """A closure; it may change one name of the function around it."""
        name, parameter = self.new("inner"), self.new("z")
        free = [n for n in scope.of(INT) if n not in scope.fixed]
        changed = self.random.choice(free) if free and self.chance(0.5) else ""
        result = self.random.choice((INT, INT, FLOAT))
        self.line(scope, f"def {name}({parameter}):")
        fixed = frozenset(scope.names) - {changed}
        inside = scope.inner(returns=(result,), loops=0, jumps=False, fixed=fixed, loose={})
        inside.bind(parameter, INT)
        if changed:
            self.line(inside, f"nonlocal {changed}")
        self.body(inside, self.random.randrange(1, 4))
        scope.functions = (*scope.functions, Callable_(name, (INT,), result))

    def lambda_(self, scope: Scope) -> None:
        name, parameter = self.new("f"), self.new("z")
        inside = scope.inner()
        inside.bind(parameter, INT)
        self.line(scope, f"{name} = lambda {parameter}: {self.expressions.without_walrus(INT, inside)} % 100")
        scope.functions = (*scope.functions, Callable_(name, (INT,), INT))
