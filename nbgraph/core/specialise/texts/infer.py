"""Which values of a program are texts, which texts each of them may be, and where they go."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.specialise.texts.kinds import Kind, Kinds
from nbgraph.core.specialise.texts.known import Known
from nbgraph.core.specialise.texts.walk import Scope, Walk
from nbgraph.core.specialise.texts.walk_statements import block_kinds


@dataclass
class Inference:
    """The kinds of all expressions of a program, found by going over it until nothing new turns up.

    Attributes:
        known: what the names around stand for.
        load: the tree of a function of the user's that is called; None for one that is to stay as it is.
        kinds: brings kinds together.
        of: the kind of each expression, parameter and function (what it returns).
        scopes: the variables of each function and comprehension.
        functions: the trees of the functions that take part, by the function.
        outside: the kind of all that comes from somewhere else.
        asking: calls and operations that give a number where what they look at is one, and may be something else.
        local: the functions inside functions, by the variables that they are bound to.
    """

    known: Known
    load: Callable[[types.FunctionType], ast.FunctionDef | None]
    kinds: Kinds = field(default_factory=Kinds)
    of: dict[Any, Kind] = field(default_factory=dict)
    scopes: dict[ast.AST, dict[str, Kind]] = field(default_factory=dict)
    functions: dict[types.FunctionType, ast.FunctionDef] = field(default_factory=dict)
    local: dict[Kind, ast.FunctionDef] = field(default_factory=dict)
    asking: set[ast.expr] = field(default_factory=set)
    outside: Kind = field(default_factory=lambda: Kind("other", opaque="it comes from outside"))

    def run(self, main: ast.FunctionDef) -> None:
        """Find the kinds of everything that a function does.

        Raises:
            TooManyError: a text may be one of too many.
        """
        for name in parameters(main):
            self.kinds.is_(self.scope(main)[name], "other")
            self.kinds.spoil(self.scope(main)[name], "it comes from outside")
        self.kinds.changed = True
        while self.kinds.changed:
            self.kinds.changed = False
            block_kinds(Walk(self, (self.scope(main),), main), main.body)  # its defaults come from outside, too
            for node in list(self.functions.values()):
                self.function(node, ())

    def goes(self, node: ast.expr, to: Kind, kind: Kind) -> None:
        """The value of an expression goes to a place of a kind."""
        self.kinds.same(to, kind)
        if self.kinds.mixes:
            self.of["goes to", node] = to

    def kind(self, node: Any) -> Kind:
        """The kind of an expression; of a function that of its results."""
        return self.of.setdefault(node, Kind()).found()

    def scope(self, node: ast.AST) -> dict[str, Kind]:
        """The variables of a function or comprehension."""
        if node not in self.scopes:
            if isinstance(node, Function):
                body = node.body if isinstance(node.body, list) else [node.body]
                found = names(*body)
                own = set(found.writes - found.declared) | set(parameters(node))
            else:
                own = {
                    n.id for g in getattr(node, "generators", ()) for n in ast.walk(g.target) if isinstance(n, ast.Name)
                }
            self.scopes[node] = {name: Kind(names={name: None}) for name in sorted(own)}
        return self.scopes[node]

    def function(self, node: ast.FunctionDef, around: Sequence[Scope]) -> None:
        """Go over a function once."""
        arguments, walk = node.args, Walk(self, around, None)
        positional = [*arguments.posonlyargs, *arguments.args]
        given = list(zip(reversed(positional), reversed(arguments.defaults), strict=False))
        given += [(arg, d) for arg, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None]
        for arg, default in given:  # Python has made it, and it is no number
            parameter = self.scope(node)[arg.arg]
            self.kinds.same(parameter, walk.value(default))
            self.kinds.spoil(parameter, "a text is the default of a parameter")
        block_kinds(Walk(self, (self.scope(node), *around), node), node.body)

    def of_outside(self, function: types.FunctionType) -> ast.FunctionDef | None:
        """The tree of a function from outside."""
        if function not in self.functions:
            node = self.load(function)
            if node is None:
                return None
            self.functions[function] = node
            self.kinds.changed = True
        return self.functions[function]

    def spoil_function(self, node: ast.FunctionDef) -> None:
        """Nobody knows what calls a function, and with what."""
        for name in parameters(node):
            self.kinds.is_(self.scope(node)[name], "other")
            self.kinds.spoil(self.scope(node)[name], "it comes from outside")
        self.kinds.spoil(self.kind(node), "it is handed to whoever calls")
