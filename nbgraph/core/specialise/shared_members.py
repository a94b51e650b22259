"""Tuples that a conditional chooses: their members one by one, since some are the same objects on both sides."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from nbgraph.core.specialise.branches import Side, is_cast, is_name
from nbgraph.core.specialise.pieces import Outer
from nbgraph.core.specialise.types import cast_code, items_of
from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.merge import Pair


@dataclass(frozen=True)
class SharedMembers:
    """A tuple some members of which are the same objects on both sides: a `cond` would hand out copies of them.

    Attributes:
        outer: the statements around.
        call: the conditional.
        name: what the tuple is called.
        pairs: the leaves that were selected at run time.
        members: the members that both sides share; None for those chosen.
    """

    outer: Outer
    call: ast.Call
    name: str
    pairs: Sequence[Pair]
    members: Sequence[ast.expr | None]

    def chosen(self, value: ast.expr, side: Side) -> list[ast.expr | None]:
        """What one side gives: its members without those that both share.

        Raises:
            NoSpecialFormError: part of a member is promoted.
        """
        assert isinstance(value, ast.Tuple)
        found: list[ast.expr | None] = []
        for index, (item, same) in enumerate(zip(value.elts, self.members, strict=True)):
            if same is None:
                own = [pair for pair in self.pairs if pair.name.startswith(f"{self.name}[{index}]")]
                code = self.outer.expressions.convert(item)
                if any(is_cast(pair, side) for pair in own) and len(own) > 1:
                    raise self.outer.plan.refuse(self.call, f"part of `{self.name}` is promoted here")
                found.append(cast_code(code, own[0].type) if is_cast(own[0], side) else code)
        return found

    def around(self, value: ast.expr) -> ast.expr:
        """The tuple: the members that both sides share, and those chosen."""
        several = list(self.members).count(None) > 1
        chosen = ast.copy_location(ast.Starred(value, ast.Load()), value) if several else value
        first = list(self.members).index(None)
        items = [part for i, part in enumerate(self.members) if part is not None or i == first]
        return ast.copy_location(ast.Tuple([part or chosen for part in items], ast.Load()), value)


def shared_members(
    outer: Outer, call: ast.Call, sides: Sequence[ast.expr | None], detail: StagedIf, bound: AbstractSet[str]
) -> SharedMembers | None:
    """The members that both sides of a conditional share; None where there are none, or the rest is in pieces.

    Args:
        outer: the statements around.
        call: the conditional.
        sides: what each side gives.
        detail: how it was staged.
        bound: the variables of the sides alone.
    """
    match sides:
        case [ast.Tuple(elts=true), ast.Tuple(elts=false)] if len(true) == len(false):
            name = detail.outputs[0]
        case _:
            return None
    starts = [f"{name}[{index}]" for index in range(len(true))]
    chosen = [any(pair.name.startswith(start) for pair in detail.pairs) for start in starts]
    objects = [(a, b) for a, b, is_chosen in zip(true, false, chosen, strict=True) if not is_chosen]
    fits = all(isinstance(a, ast.Name) and is_name(b, a.id) and a.id not in bound for a, b in objects)
    if not (objects and fits and _in_a_row(chosen)):
        return None
    members = [None if is_chosen else a for a, is_chosen in zip(true, chosen, strict=True)]
    return SharedMembers(outer, call, name, detail.pairs, members)


def cast_items(
    outer: Outer, call: ast.Call, detail: StagedIf, code: ast.expr, pairs: Sequence[Pair], side: Side
) -> ast.expr:
    """A side's tuple or list with its items in the types that both sides agree on.

    Raises:
        NoSpecialFormError: they are tuples or objects in turn.
    """
    name = re.split(r"\W", pairs[0].name)[0]
    named = {pair.name: pair for pair in pairs}
    rows = detail.rows.get(name, 0)
    places = [f"{name}[{index}]" for index in range(rows)]
    if not named.keys() <= set(places) or not isinstance(code, ast.Tuple | ast.List | ast.Name):
        raise outer.plan.refuse(call, f"part of `{name}` is promoted here")
    items = items_of(code, rows) if isinstance(code, ast.Name) else code.elts
    cast = [
        cast_code(item, named[place].type) if place in named and is_cast(named[place], side) else item
        for item, place in zip(items, places, strict=True)
    ]
    made = ast.List(cast, ast.Load()) if isinstance(code, ast.List) else ast.Tuple(cast, ast.Load())
    return ast.copy_location(made, code)


def _in_a_row(flags: Sequence[bool]) -> bool:
    """Whether all that hold stand next to each other.

    >>> _in_a_row([False, True, True]), _in_a_row([True, False, True])
    (True, False)
    """
    return "".join("x" if flag else " " for flag in flags).strip().count(" ") == 0
