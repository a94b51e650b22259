"""Random expressions of a wanted type, total by construction: no division by zero, no index out of range."""

from __future__ import annotations

from random import Random

from tests.fuzz.scope import BOOL, FLOAT, INT, LIST, LIST_LENGTH, PAIR, VECTOR, VECTOR_LENGTH, Scope

WHOLE = 2  # how deep an expression is that stands by itself
_LENGTHS = {VECTOR: VECTOR_LENGTH, LIST: LIST_LENGTH}

_TRUTHS = ["compare", "compare", "parity", "reals", "chain", "logic", "logic", "not"]
_TRUTHS += ["in", "ternary", "bool", "is", "call"]
_REALS = ["add", "add", "sub", "mul", "div", "mod", "neg", "extreme", "ternary", "mixed", "float", "halves", "call"]


class Expressions:
    """Draws expressions over the names of a scope.

    Attributes:
        random: where all choices come from.
        staged: whether the program must be stageable; else it may also observe the order of evaluation.
        hard: whether names may be bound in parts that are evaluated only sometimes.
    """

    def __init__(self, random: Random, *, staged: bool, hard: bool) -> None:
        self.random = random
        self.hard = hard
        self.staged = staged
        self.marks = 0
        self.fresh = 0
        self.may_bind = True

    def of(self, kind: str, scope: Scope, depth: int = WHOLE) -> str:
        """An expression of one type."""
        draw = {
            INT: self.integer,
            FLOAT: self.real,
            BOOL: self.truth,
            PAIR: self.pair,
            LIST: self.items,
            VECTOR: self.vector,
        }[kind]
        text = draw(scope, depth)
        if not self.staged and self.random.random() < 0.04:
            self.marks += 1
            return f"mark({self.marks}, {text})"
        return text

    def without_walrus(self, kind: str, scope: Scope) -> str:
        """An expression for a lambda or a comprehension, where binding names means something else."""
        before, self.may_bind = self.may_bind, False
        text = self.of(kind, scope)
        self.may_bind = before
        return text

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def integer(self, scope: Scope, depth: int) -> str:
        names = scope.of(INT)
        if scope.loose and self.random.random() < 0.01:
            names = [*names, *(name for name, kind in scope.loose.items() if kind == INT)]
        if depth <= 0 or self.random.random() < 0.25:
            if names and self.random.random() < 0.75:
                return self.random.choice(names)
            number = self.random.randrange(-3, 10)
            return str(number) if number >= 0 else f"({number})"
        a = lambda: self.of(INT, scope, depth - 1)  # noqa: E731
        atom = lambda: self.of(INT, scope, 0)  # noqa: E731
        forms = ["add", "add", "sub", "mul", "floordiv", "mod", "neg", "extreme", "ternary", "ternary", "logic", "bits"]
        forms += ["abs", "int", "sum_bool"]
        forms += ["item"] * bool(scope.of(VECTOR) or scope.of(LIST)) + ["part"] * bool(scope.of(PAIR))
        forms += ["call"] * 2 * any(f.result == INT for f in scope.functions)
        forms += ["walrus"] * (self.may_bind and (self.hard or depth == WHOLE))
        match self.random.choice(forms):
            case "add":
                return f"({a()} + {a()})"
            case "sub":
                return f"({a()} - {a()})"
            case "mul":
                return f"({atom()} * {atom()})"
            case "floordiv":
                return f"({a()} // {self.pick('2', '3', '-2', '7')})"
            case "mod":
                return f"({a()} % {self.pick('2', '3', '-3', '10')})"
            case "neg":
                return f"(-{a()})"
            case "extreme":
                return f"{self.pick('min', 'max')}({a()}, {a()})"
            case "ternary":
                return f"({a()} if {self.truth(scope, depth - 1)} else {a()})"
            case "logic":
                return f"({a()} {self.pick('and', 'or')} {a()})"
            case "bits":
                return self.pick(f"({a()} >> 1)", f"({atom()} & {self.pick('3', '5')})", f"({atom()} ^ 1)", f"(~{a()})")
            case "abs":
                return f"abs({a()})"
            case "int":
                return f"int({self.of(self.pick(FLOAT, BOOL), scope, depth - 1)})"
            case "sum_bool":
                return f"({self.truth(scope, depth - 1)} + {a()})"
            case "item":
                return self.item(scope, depth)
            case "part":
                return f"{self.random.choice(scope.of(PAIR))}[{self.pick('0', '1', '-1')}]"
            case "call":
                return self.call(INT, scope, depth)
            case _:
                return self.walrus(scope, depth)

    def walrus(self, scope: Scope, depth: int) -> str:
        """A named expression; the name is known on some paths only, whatever is around it."""
        value = self.integer(scope, depth - 1)
        self.fresh += 1
        free = [n for n in scope.of(INT) if n not in scope.fixed]
        name = self.random.choice(free) if free and self.random.random() < 0.5 else f"w{self.fresh}"
        if name not in scope.names:
            scope.loose[name] = INT
        return f"({name} := {value})"

    def item(self, scope: Scope, depth: int) -> str:
        name = self.random.choice(scope.of(VECTOR) + scope.of(LIST))
        return f"{name}[{self.index(name, scope, depth)}]"

    def index(self, name: str, scope: Scope, depth: int) -> str:
        """An index within bounds; only arrays take one that is computed, in staged programs."""
        length = _LENGTHS[scope.names[name]]
        if self.random.random() < 0.4 or (self.staged and scope.names[name] == LIST):
            return str(self.random.randrange(-length, length))
        return f"{self.integer(scope, depth - 1)} % {length}"

    def call(self, kind: str, scope: Scope, depth: int) -> str:
        function = self.random.choice([f for f in scope.functions if f.result == kind])
        arguments = ", ".join(self.of(parameter, scope, depth - 1) for parameter in function.parameters)
        return f"{function.name}({arguments})"

    def truth(self, scope: Scope, depth: int) -> str:
        names = scope.of(BOOL)
        a = lambda: self.of(INT, scope, depth - 1)  # noqa: E731
        x = lambda: self.of(FLOAT, scope, depth - 1)  # noqa: E731
        b = lambda: self.of(BOOL, scope, depth - 1)  # noqa: E731
        comparison = self.pick("<", "<=", ">", ">=", "==", "!=")
        if depth <= 0:
            if names and self.random.random() < 0.6:
                return self.random.choice(names)
            return f"({a()} {comparison} {a()})"
        match self.random.choice(_TRUTHS):
            case "compare":
                return f"({a()} {comparison} {a()})"
            case "parity":
                return f"({a()} % {self.pick('2', '3')} == {self.pick('0', '1')})"
            case "reals":
                return f"({x()} {comparison} {x()})"
            case "chain":
                return f"({a()} {comparison} {a()} {self.pick('<', '<=', '!=')} {a()})"
            case "logic":
                return f"({b()} {self.pick('and', 'or')} {b()})"
            case "not":
                return f"(not {b()})"
            case "in":
                return f"({a()} {self.pick('in', 'not in')} ({a()}, {a()}, 2))"
            case "ternary":
                return f"({b()} if {b()} else {b()})"
            case "bool":
                return f"bool({a()})"
            case "is":
                return f"({b()} is {self.pick('True', 'False', 'not True')})"
            case _:
                if any(f.result == BOOL for f in scope.functions):
                    return self.call(BOOL, scope, depth)
                return self.pick("True", "False")

    def real(self, scope: Scope, depth: int) -> str:
        """Only sums and products whose results doubles hold exactly."""
        names = scope.of(FLOAT)
        if depth <= 0 or self.random.random() < 0.25:
            if names and self.random.random() < 0.7:
                return self.random.choice(names)
            return self.pick("0.5", "1.5", "-0.25", "2.0", "0.0", "-3.0")
        x = lambda: self.of(FLOAT, scope, depth - 1)  # noqa: E731
        a = lambda: self.of(INT, scope, depth - 1)  # noqa: E731
        match self.random.choice(_REALS):
            case "add":
                return f"({x()} + {x()})"
            case "sub":
                return f"({x()} - {x()})"
            case "mul":
                return f"({x()} * {self.pick('0.5', '2', '-1.5')})"
            case "div":
                return f"({x()} / {self.pick('2', '4.0', '-2')})"
            case "mod":
                return f"({x()} {self.pick('%', '//')} {self.pick('2.0', '-0.5', '3')})"
            case "neg":
                return f"(-{x()})"
            case "extreme":
                return f"{self.pick('min', 'max')}({x()}, {x()})"
            case "ternary":
                return f"({x()} if {self.truth(scope, depth - 1)} else {x()})"
            case "mixed":
                return f"({x()} + {a()})"
            case "float":
                return f"float({a()})"
            case "halves":
                return f"({a()} / 2)"
            case _:
                if any(f.result == FLOAT for f in scope.functions):
                    return self.call(FLOAT, scope, depth)
                return f"abs({x()})"

    def pair(self, scope: Scope, depth: int) -> str:
        names = scope.of(PAIR)
        if names and self.random.random() < 0.4:
            return self.random.choice(names)
        return f"({self.of(INT, scope, depth - 1)}, {self.of(INT, scope, depth - 1)})"

    def items(self, scope: Scope, depth: int) -> str:
        return "[" + ", ".join(self.of(INT, scope, depth - 1) for _ in range(LIST_LENGTH)) + "]"

    def vector(self, scope: Scope, depth: int) -> str:
        """Element-wise arithmetic makes a new array, so no two names share one."""
        name = self.random.choice(scope.of(VECTOR))
        return f"({name} {self.pick('+', '-')} {self.of(INT, scope, depth - 1)})"
