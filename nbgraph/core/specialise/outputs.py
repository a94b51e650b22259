"""What both sides of a conditional give for each name it binds: what is the same on both is chosen by nobody."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import target_of
from nbgraph.core.specialise.branches import is_name
from nbgraph.core.specialise.pieces import Outer, assign, expanded_tail, result_of
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.cond import StagedIf


@dataclass(frozen=True)
class Outputs:
    """The names that one staged `if` binds.

    Attributes:
        outer: the statements around.
        call: the conditional.
        detail: how it was staged.
        in_place: the names of lists that it changes, and which stay the lists that they are.
    """

    outer: Outer
    call: ast.Call
    detail: StagedIf
    in_place: frozenset[str] = frozenset()

    @functools.cached_property
    def two_ways(self) -> frozenset[str]:
        """The numbers and arrays that are the same on both sides, but written in two ways: chosen like any other."""
        found = set()
        for name in self.detail.same:
            index = self.detail.outputs.index(name)
            true, false = (self.side(argument, index) for argument in self.call.args[1:3])
            if true is not None and false is not None and ast.dump(true) != ast.dump(false):
                found.add(name)
        return frozenset(found)

    def shared(self, name: str) -> list[ast.stmt]:
        """The line that gives a name the value it has on both sides; none where both leave it what it was.

        Raises:
            NoSpecialFormError: that value has no short form outside of the branches.
        """
        index = self.detail.outputs.index(name)
        sides = [self.side(argument, index) for argument in self.call.args[1:3]]
        true, false = sides
        alike = true is not None and false is not None and ast.dump(true) == ast.dump(false)
        unchanged = any(side is not None and is_name(side, name) for side in sides)
        if name in self.detail.fixed and (unchanged or not alike):
            true = false = ast.copy_location(ast.Constant(self.detail.fixed[name]), self.call)
        if true is None or false is None or ast.dump(true) != ast.dump(false):
            if all(side is None or is_name(side, name) for side in sides):
                return []
            only = true if false is None else false if true is None else None
            if isinstance(only, ast.Name) and only.id not in self.bound_inside:
                only = self.outer.expressions.convert(only)
                return assign(target_of([name], self.call), only, self.call)  # nobody reads it on the other side
            raise self.outer.plan.refuse(self.call, f"`{name}` is the same on both sides, but written in two ways")
        if isinstance(true, ast.Name) and true.id != name:
            self.outer.expressions.convert(true)  # which refuses what is no list there, but an array
        is_constant = isinstance(true, ast.Constant) or (isinstance(true, ast.Name) and self._is_around(true))
        if not is_constant and self._is_around(true) and _only_looks(true):
            true = self.outer.expressions.convert(true)
        elif not is_constant:
            raise self.outer.plan.refuse(self.call, f"`{name}` is known at trace time and bound in both branches")
        return assign(target_of([name], self.call), true, self.call)

    def _is_around(self, value: ast.expr) -> bool:
        """Whether the code behind the conditional sees the same variables as the branches."""
        return names(value).reads.isdisjoint(self.bound_inside)

    @property
    def bound_inside(self) -> frozenset[str]:
        """The variables of the branches that are not handed out of them."""
        sides = [block for block in self.outer.blocks_of(self.call)[1:3] if isinstance(block, ast.FunctionDef)]
        inner = [names(*side.body) for side in sides]
        return frozenset(name for each in inner for name in each.writes - each.declared) - {
            *self.detail.outputs,
            *self.in_place,
        }

    def side(self, argument: ast.expr, index: int) -> ast.expr | None:
        """What a branch hands back for one output, through one assignment in it; None for nothing at all."""
        function = expanded_tail(self.outer.branch(argument, self.call), self.detail.outputs)
        value = result_of(function)
        if len(self.detail.outputs) > 1 and isinstance(value, ast.Tuple):
            value = value.elts[index]
        if isinstance(value, ast.Name):
            for line in reversed(function.body):
                match line:
                    case ast.Assign(targets=[ast.Name(id=id)], value=ast.Constant() as assigned) if id == value.id:
                        return assigned
        return None if value is None or verb_of(value) == "undefined" else value


def _only_looks(value: ast.expr) -> bool:
    """Whether an expression of general code makes a container of what is there already."""
    calls = [part for part in ast.walk(value) if isinstance(part, ast.Call)]
    return all(verb_of(call) in ("locals_", "list_") or _is_look(call) for call in calls)


def _is_look(call: ast.Call) -> bool:
    match call.args:
        case [ast.Name(id=name), *_] if verb_of(call) == "call":
            return name in ("sorted", "list", "tuple", "len", "dict", "set")
    return False
