"""The state of a staged loop as code: which names travel, with what values, in what types."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load, target_of
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.checks import own_checks
from nbgraph.core.specialise.flags import flag_of, flag_value, with_flags
from nbgraph.core.specialise.held_lists import Holding
from nbgraph.core.specialise.named_lists import Named, list_values, named_list, start_values
from nbgraph.core.specialise.pieces import Outer, result_of
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.slots import Slot, slot_of
from nbgraph.core.specialise.types import cast_parts, needs_cast, structure_code, zeros_code
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.carry import Variable
from nbgraph.core.staging.records import Record
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
        given: the names that travel, where the loop's own do not say.
        made: names of lists that the loop stacks, so that they do not travel.
    """

    outer: Outer
    call: ast.Call
    staged: StagedLoop
    given: tuple[str, ...] = ()
    made: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names that travel; those that stay what they were are read from outside."""
        if self.given:
            return list(self.given)
        verb = verb_of(self.call) or ""
        operands = self.outer.plan.site(verb, self.call).operands  # which the trace may not have known
        known = [variable for variable in self.staged.carry.variables if variable.location is None]
        if len(operands) == len(self.call.args[2:]) == len(known):
            return list(operands)
        return [variable.name for variable in known]

    @functools.cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The places in the heap that travel, after the names.

        Raises:
            NoSpecialFormError: one of them cannot.
        """
        found = []
        for variable, path in self._heap:
            assert variable.location is not None
            plan, at = self.outer.plan, self.call
            slot = slot_of(plan, variable.location, path, variable.types(), variable.template, at, variable.start)
            found.append(slot)
        return tuple(found)

    @functools.cached_property
    def _heap(self) -> list[tuple[Variable, str | None]]:
        """The places in the heap that travel, and how they are written; the checks for room are not among them."""
        heap = [variable for variable in self.staged.carry.variables if variable.location is not None]
        pairs = list(zip(heap, self.staged.paths, strict=True))
        places = {variable.location: path for variable, path in pairs if variable.location is not None}
        kept = own_checks(self.outer, places, self.call)
        found = [(variable, path) for variable, path in pairs if variable.location in kept and path not in self.lists]
        found = [each for each in found if not self._travels_whole(each[1])]
        return [each for each in found if not self.made or self._latest(each[1]) not in self.made]

    @functools.cached_property
    def lists(self) -> dict[str, Buffered]:
        """The names that stand for a list in an array, another one in each round."""
        found: dict[str, Buffered] = {}
        for variable, name in zip(self.staged.carry.variables, self.names, strict=False):
            if variable.location is None and variable.leaves:
                held = named_list(self.outer.plan, name, variable.template, variable.start, self.call)
                found |= {name: held} if held is not None else {}
        return found

    @property
    def holding(self) -> list[Holding]:
        """All that may be a list in an array."""
        return [*self.slots, *map(Named, self.lists.values())]

    def _travels_whole(self, path: str | None) -> bool:
        """Whether a place is in an object that travels under its name, and that no other name leads to."""
        if not path:
            return False
        root = re.split(r"\W", path)[0]
        known = [variable for variable in self.staged.carry.variables if variable.location is None]
        named = [each for each, name in zip(known, self.names, strict=False) if name == root]
        whole = bool(named) and isinstance(named[0].template, Record)
        return whole and root != path and self.outer.plan.is_private(root)

    def _latest(self, path: str | None) -> str | None:
        return self.outer.plan.latest_name(path, self.call) if path else None

    @property
    def kept(self) -> list[str]:
        """The names that travel as names: what is changed in place travels as the place that it is."""
        in_place = {*self.made, *(slot.root for slot in self.slots)}
        return [name for name in self.names if name not in in_place]

    @functools.cached_property
    def flagged(self) -> dict[str, str]:
        """The flags of the names that may have no value, where that is asked somewhere."""
        found = {}
        for variable, name in zip(self.staged.carry.variables, self.names, strict=False):
            flag = flag_of(self.outer.plan, name)
            if variable.perhaps and flag is not None:
                found[name] = flag
        return found

    @property
    def surely(self) -> list[str]:
        """The flags of names that have a value after any round."""
        flags = {name: flag_of(self.outer.plan, name) for name in self.names}
        return [flag for name, flag in flags.items() if flag is not None and name not in self.flagged]

    @property
    def travelling(self) -> list[str]:
        """The names that travel, with their flags."""
        parts = [
            self.lists[name].names if name in self.lists else [name] for name in with_flags(self.kept, self.flagged)
        ]
        return [part for each in parts for part in each]

    def initial(self, held: Sequence[list[ast.expr]] = ()) -> list[ast.expr]:
        """The values before the loop, in the carried types.

        Args:
            held: what each place in the heap holds.
        """
        pairs = zip(self.staged.carry.variables, self.call.args[2:], strict=False)
        named = [(*pair, name) for pair, name in zip(pairs, self.names, strict=False) if name in self.kept]
        values = []
        for variable, code, name in named:
            if name in self.lists:
                values += start_values(self.outer.plan, self.lists[name], code, self.call)
            else:
                values += [self._start(variable, code, name)]
            values += self._flag(name, code)
        for (variable, _), slot, codes in zip(self._heap, self.slots, held, strict=True):
            values += codes if slot.buffer is not None else [self._start(variable, codes[0], "")]
        return values

    def _flag(self, name: str, value: ast.expr) -> list[ast.expr]:
        found = flag_value(self.outer.plan, name, value) if name in self.flagged else None
        return [] if found is None else [found]

    def _start(self, variable: Variable, code: ast.expr, name: str) -> ast.expr:
        kinds = [kind for kind in variable.leaves if kind is not None]
        if len(kinds) < len(variable.leaves):
            raise self._refuse(f"part of `{variable.name}` is known at trace time only")
        if verb_of(code) == "undefined" or isinstance(variable.start, Undefined):
            if name and self.staged.rounds_before and not isinstance(variable.start, Undefined | Partial):
                return load(name, code)
            return structure_code(variable.template, [zeros_code(kind, code) for kind in kinds], code)
        start = variable.start.value if isinstance(variable.start, Partial) else variable.start
        leaves = [leaf for leaf in leaves_of(start)[0] if is_dynamic(leaf)]
        if len(leaves) != len(kinds):
            raise self._refuse(f"`{variable.name}` has no value before the loop where a round gives it one")
        return cast_parts(code, variable.template, [type_of(leaf) for leaf in leaves], kinds)

    def results(self, body: ast.FunctionDef) -> list[ast.expr]:
        """The names' values that a round returns, in the carried types."""
        names, variables = self.names, self.staged.carry.variables
        if not names:
            return []
        value = result_of(body)
        if value is None:
            raise self._refuse("a round of this loop does not say what it hands back")
        values = [value] if len(names) == 1 else self._separate(value, len(names))
        found = []
        for variable, name, item in zip(variables, names, values, strict=False):
            if name in self.lists and name in self.kept:
                found += [*list_values(self.outer.expressions, self.lists[name], item), *self._flag(name, item)]
            elif name in self.kept:
                value = self._cast(variable, self.outer.expressions.convert(item))
                found += [value, *self._flag(name, item)]
        return found

    def held(self, values: Sequence[list[ast.expr]]) -> list[ast.expr]:
        """What the places in the heap hold at the end of a round, in the carried types."""
        found = []
        for (variable, _), slot, codes in zip(self._heap, self.slots, values, strict=True):
            found += codes if slot.buffer is not None else [self._cast(variable, codes[0])]
        return found

    def _cast(self, variable: Variable, code: ast.expr) -> ast.expr:
        """A variable's value after a round, in the carried types."""
        variables = self.staged.carry.variables
        index = next(i for i, other in enumerate(variables) if other is variable)
        start = sum(len(before.types()) for before in variables[:index])
        end = start + len(variable.types()) - variable.perhaps
        after, carried = self.staged.after[start:end], variable.types()[: end - start]
        return cast_parts(code, variable.template, after, carried)

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


def unpacked(plan: Plan, names: Sequence[str], at: ast.AST, others: Sequence[str] = ()) -> tuple[str, list[ast.stmt]]:
    """The one parameter of a loop's function, and the line that takes it apart: `a, b = state`.

    Args:
        plan: the decisions, for a name that nothing else has.
        names: the names in it.
        at: where new nodes stand.
        others: the function's other parameters.
    """
    if len(names) == 1:
        return names[0], []
    if not names:
        return ("_state" if "_" in others else "_"), []
    whole = plan.variable_for("the state of a loop", "state")
    return whole, [ast.copy_location(ast.Assign([target_of(names, at)], load(whole, at)), at)]
