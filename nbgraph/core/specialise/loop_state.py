"""The state of a staged loop as code: which names travel, with what values, in what types."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load, target_of
from nbgraph.core.specialise.expressions import verb_of
from nbgraph.core.specialise.pieces import Outer, result_of
from nbgraph.core.specialise.types import cast_code, needs_cast, zeros_code
from nbgraph.core.staging.carry import Variable
from nbgraph.core.staging.rounds import StagedLoop
from nbgraph.core.staging.undefined import Partial, Undefined
from nbgraph.core.staging.values import is_dynamic, leaves_of, type_of


@dataclass(frozen=True)
class State:
    """What one staged loop carries.

    Attributes:
        outer: the statements around the loop.
        call: the loop.
        staged: how it was staged.
    """

    outer: Outer
    call: ast.Call
    staged: StagedLoop

    @property
    def names(self) -> list[str]:
        """The names that travel; those that stay what they were are read from outside.

        Raises:
            NoSpecialFormError: something travels that is not a local variable.
        """
        carried, known = self.staged.carry.variables, len(self.call.args[2:])
        if len(carried) > known:
            where = carried[known].name or "a run-time check"
            raise self._refuse(f"`{where}` travels with this loop although it is not a local variable")
        verb = verb_of(self.call) or ""
        operands = self.outer.plan.site(verb, self.call).operands  # which the trace may not have known
        return list(operands) if len(operands) == len(carried) == known else [variable.name for variable in carried]

    def initial(self) -> list[ast.expr]:
        """The values before the loop, in the carried types."""
        pairs = zip(self.staged.carry.variables, self.call.args[2:], strict=False)
        return [self._start(variable, code, name) for (variable, code), name in zip(pairs, self.names, strict=False)]

    def _start(self, variable: Variable, code: ast.expr, name: str) -> ast.expr:
        kinds = [kind for kind in variable.leaves if kind is not None]
        is_one_leaf = len(kinds) == 1 and not isinstance(variable.template, list | tuple | dict)
        if len(kinds) < len(variable.leaves):
            raise self._refuse(f"part of `{variable.name}` is known at trace time only")
        if verb_of(code) == "undefined":
            if self.staged.rounds_before and not isinstance(variable.start, Undefined | Partial):
                return load(name, code)
            if is_one_leaf:
                return zeros_code(kinds[0], code)
            raise self._refuse(f"`{variable.name}` has no value before the loop")
        leaves = [leaf for leaf in leaves_of(variable.start)[0] if is_dynamic(leaf)]
        if not any(needs_cast(type_of(leaf), kind) for leaf, kind in zip(leaves, kinds, strict=False)):
            return code
        if not is_one_leaf:
            raise self._refuse(f"part of `{variable.name}` is promoted by this loop")
        return cast_code(code, kinds[0])

    def results(self, body: ast.FunctionDef) -> list[ast.expr]:
        """What a round returns, in the carried types."""
        value = result_of(body)
        assert value is not None, "a loop that carries names hands them back"
        variables = self.staged.carry.variables
        values = [value]
        if len(variables) > 1:
            values = self._separate(value, len(variables))
        after, types = list(self.staged.after), self.staged.carry.types()
        found = []
        for variable, item in zip(variables, values, strict=True):
            count = len(variable.types())
            mine = [(after.pop(0), types.pop(0)) for _ in range(count)]
            code = self.outer.expressions.convert(item)
            casts = [kind for before, kind in mine[: len(variable.leaves)] if needs_cast(before, kind)]
            if casts and count > 1 and len(variable.leaves) > 1:
                raise self._refuse(f"part of `{variable.name}` is promoted by this loop")
            found.append(cast_code(code, casts[0]) if casts else code)
        return found

    def _separate(self, value: ast.expr, count: int) -> list[ast.expr]:
        """The values in a tuple that a round returns."""
        if isinstance(value, ast.Tuple) and len(value.elts) == count:
            return list(value.elts)
        types = zip(self.staged.after, self.staged.carry.types(), strict=True)
        if any(needs_cast(before, kind) for before, kind in types):
            raise self._refuse("several values are promoted at once here")
        raise self._refuse("this loop's body ends in a choice between several values at once")

    def _refuse(self, why: str) -> Exception:
        return self.outer.plan.refuse(self.call, why)


def unpacked(names: Sequence[str], at: ast.AST) -> tuple[str, list[ast.stmt]]:
    """The one parameter of a loop's function, and the line that takes it apart.

    >>> from nbgraph.core.normalise.example import example, show
    >>> parameter, lines = unpacked(["a", "b"], example("p"))
    >>> show(lines)
    a, b = state
    """
    if len(names) == 1:
        return names[0], []
    if not names:
        return "_", []
    return "state", [ast.copy_location(ast.Assign([target_of(names, at)], load("state", at)), at)]
