"""What travels into the two sides of a conditional: the operands, with what belongs to them."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.flags import flag_of, with_flags
from nbgraph.core.specialise.pieces import Outer
from nbgraph.core.specialise.verbs import verb_of


@dataclass(frozen=True)
class Entering:
    """The operands of one conditional.

    Attributes:
        outer: the statements around it.
        call: the staging call.
        in_place: the names of what its sides change in place.
    """

    outer: Outer
    call: ast.Call
    in_place: Collection[str]

    def operands(self) -> list[ast.expr]:
        """The operands as code: each list with its length, each name with its flag."""
        found: list[ast.expr] = []
        for operand in self.call.args[3:]:
            if self._travels(operand):
                names = self._parts(operand.id) if isinstance(operand, ast.Name) else []
                found += [load(name, operand) for name in names] or [operand]
                flag = self._flags.get(operand.id) if isinstance(operand, ast.Name) else None
                found += [load(flag, operand)] if flag is not None else []
        return found

    def parameters(self, function: ast.FunctionDef) -> list[str]:
        """The parameters of a side, without those that have no value yet."""
        named = zip(function.args.args, self.call.args[3:], strict=True)
        names = with_flags([arg.arg for arg, operand in named if self._travels(operand)], self._flags)
        return [part for name in names for part in self._parts(name)]

    @property
    def _flags(self) -> dict[str, str]:
        """The flags of the operands."""
        names = [operand.id for operand in self.call.args[3:] if isinstance(operand, ast.Name)]
        flags = {name: flag_of(self.outer.plan, name) for name in names}
        return {name: flag for name, flag in flags.items() if flag is not None}

    def _parts(self, name: str) -> list[str]:
        """What travels for a name: for a list in an array its length, too."""
        held = self.outer.plan.lists.active.get(name)
        return held.names if isinstance(held, Buffered) else [name]

    def _travels(self, operand: ast.expr) -> bool:
        """Whether an operand becomes a parameter: it has a value, and is not changed in place."""
        in_place = isinstance(operand, ast.Name) and operand.id in self.in_place
        return not in_place and verb_of(operand) != "undefined"
