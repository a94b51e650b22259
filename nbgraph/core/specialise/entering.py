"""What travels into the two sides of a conditional: the operands, with what belongs to them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nbgraph.core.analysis.names import names as bound_names
from nbgraph.core.functionalise.blocks import load, parameters
from nbgraph.core.normalise.rewriter import replace
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
        known: the names of what the sides find around them as it is.
    """

    outer: Outer
    call: ast.Call
    in_place: Collection[str]
    known: Collection[str] = ()

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

    def signature(self, names: Sequence[str], side: ast.FunctionDef) -> ast.arguments:
        """The parameters of a side as code: one that binds a name it finds around it has that value to begin with.

        Args:
            names: what `lax.cond` hands on.
            side: the side.
        """
        named = zip(side.args.args, self.call.args[3:], strict=True)
        found = [(arg.arg, operand) for arg, operand in named if isinstance(operand, ast.Name) and self._stays(operand)]
        bound = bound_names(*side.body).writes
        own = {name: operand for name, operand in found if name in bound or name != operand.id}
        signature = parameters([*names, *own], self.call)
        return replace(signature, defaults=list(own.values())) if own else signature

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
        return not in_place and not self._stays(operand) and verb_of(operand) != "undefined"

    def _stays(self, operand: ast.expr) -> bool:
        return isinstance(operand, ast.Name) and operand.id in self.known and operand.id not in self._flags
