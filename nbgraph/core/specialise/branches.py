"""The two sides of a conditional in special code: what they change, and what they hand back."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.specialise.checks import own_checks
from nbgraph.core.specialise.pieces import Outer
from nbgraph.core.specialise.slots import Slot, placed, slot_of
from nbgraph.core.specialise.types import needs_cast
from nbgraph.core.staging.cond import StagedChange, StagedIf
from nbgraph.core.staging.list_contents import growing_of
from nbgraph.core.staging.lists import List
from nbgraph.core.staging.merge import Pair
from nbgraph.core.staging.values import type_of

Side = Literal["true", "false"]


def changes_of(outer: Outer, call: ast.Call, detail: StagedIf) -> tuple[tuple[StagedChange, Slot], ...]:
    """The places in the heap that a conditional changes."""
    written = _written_each_time(outer, call, detail)
    kept = own_checks(outer, {change.location: change.path for change, _ in written}, call)
    found = []
    for change, path in written:
        if change.location in kept:
            kinds = [pair.type for pair in change.pairs]
            slot = _rest_of_list(outer, call, change, path) or slot_of(
                outer.plan, change.location, path, kinds, change.true, call
            )
            is_new = change.is_new or path != change.path  # then both sides look at it where it is
            found.append((change, replace(slot, is_new=is_new and slot.buffer is None and not slot.is_check)))
    return tuple(found)


def _rest_of_list(outer: Outer, call: ast.Call, change: StagedChange, path: str | None) -> Slot | None:
    """What a conditional changes behind the containers in a list, which stay the objects they are; None for others."""
    items = change.true
    if not path or change.location.key is not None or type(change.location.owner) not in (list, List):
        return None
    if growing_of(items) is not None:
        return None
    inner = [k for k, item in enumerate(items) if isinstance(item, list | dict | set)]
    places = [re.match(r".*?\[(\d+)\]", pair.name) for pair in change.pairs]
    if not inner or not all(place is not None and int(place[1]) > inner[-1] for place in places):
        return None
    rest = placed(ast.parse(f"{path}[{inner[-1] + 1}:]", mode="eval").body, call)
    name = outer.plan.variable_for(f"rest of {path}", f"{path}_rest")
    kinds = tuple(pair.type for pair in change.pairs)
    return Slot(rest, name, kinds, list(items)[inner[-1] + 1 :], is_shared=True)


def _written_each_time(outer: Outer, call: ast.Call, detail: StagedIf) -> list[tuple[StagedChange, str | None]]:
    """What a conditional changes at one time or another, each place with how it is written.

    Raises:
        NoSpecialFormError: there is no way to write one that is right each time.
    """
    staged = [outcome.detail for outcome in outer.plan.outcomes("if_", call) if isinstance(outcome.detail, StagedIf)]
    if len({tuple(change.path for change in each.heap) for each in staged}) == 1:
        return [(change, change.path) for change in detail.heap]
    if len({len(each.heap) for each in staged}) == 1:
        return [(change, _path_by_key(outer, call, staged, index)) for index, change in enumerate(detail.heap)]
    found = {change.path or change.location.identity: change for each in [*staged, detail] for change in each.heap}
    return [(change, change.path) for change in found.values()]


def _path_by_key(outer: Outer, call: ast.Call, staged: Sequence[StagedIf], index: int) -> str | None:
    """How a changed place is written: by the variable that holds the attribute's name, where that is another each time.

    Raises:
        NoSpecialFormError: there is no way to write it that is right each time.
    """
    changes = [each.heap[index] for each in staged]
    paths = [change.path for change in changes]
    if len(set(paths)) == 1:
        return paths[0]
    owners, keys = {str(path).rpartition(".")[0] for path in paths}, {change.key for change in changes}
    if len(owners) > 1 or len(keys) > 1 or not all((*owners, *keys)):
        words = " and ".join(f"`{path}`" for path in sorted({str(path) for path in paths}))
        raise outer.plan.refuse(call, f"this changes {words} at different times")
    return f"{owners.pop()}.__dict__[{keys.pop()}]"


def refuse_shared_objects(outer: Outer, call: ast.Call, item: ast.expr, pairs: list[Pair]) -> None:
    """A member that both sides share may be an object: a `cond` would hand out a copy of it."""
    if not isinstance(item, ast.Tuple | ast.List):
        return
    for index, member in enumerate(item.elts):
        chosen = any(f"[{index}]" in pair.name for pair in pairs)
        is_number = isinstance(member, ast.Constant) and isinstance(member.value, int | float)
        if not chosen and not is_number:
            raise outer.plan.refuse(call, f"`{ast.unparse(member)}` is part of the result on both sides")


def callable_code(side: ast.FunctionDef | ast.Lambda, at: ast.AST) -> ast.expr:
    """A side as `lax.cond` takes it."""
    return side if isinstance(side, ast.Lambda) else ast.copy_location(ast.Name(side.name, ast.Load()), at)


def applied(function: ast.Lambda, operands: Sequence[ast.expr]) -> ast.expr:
    """What a lambda gives for some operands."""
    values = {arg.arg: operand for arg, operand in zip(function.args.args, operands, strict=True)}

    def new(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Name) and node.id in values and isinstance(node.ctx, ast.Load):
            operand = values[node.id]
            return node if isinstance(operand, ast.Name) and operand.id == node.id else operand
        return rebuild(node, new)

    value = new(function.body)
    assert isinstance(value, ast.expr)
    return value


def gives_nothing(outer: Outer, value: ast.expr) -> bool:
    """Whether what a side does gives None, as the other side will."""
    if not isinstance(value, ast.Call):
        return False
    called = outer.plan.instance.calls.get(place_of(value), [])
    nodes = [part for each in called for part in ast.walk(each.owner.parsed.node)]
    returned = [node.value for node in nodes if isinstance(node, ast.Return)]
    if called and not any(isinstance(node, ast.Lambda) for node in nodes):
        return all(value is None for value in returned)
    return ast.unparse(value.func) in _GIVE_NOTHING


_GIVE_NOTHING = ("lax.cond", "jax.debug.print", "jax.debug.callback", "on_host", "raise_if", "raise_unless", "act_if")


def is_name(node: ast.expr, name: str) -> bool:
    """Whether an expression is just that name."""
    return isinstance(node, ast.Name) and node.id == name


def is_cast(pair: Pair, side: Side) -> bool:
    """Whether a side's value changes its dtype."""
    return needs_cast(type_of(pair.true if side == "true" else pair.false), pair.type)
