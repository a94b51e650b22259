"""Lists that a staged block binds a name anew to: the name stands for an array, and another one for its length."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.naming import identifiers
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.converting import Converting
from nbgraph.core.specialise.held_lists import require_block
from nbgraph.core.specialise.list_slices import part, reversed_rows
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.rooms import grown_size
from nbgraph.core.specialise.types import zeros_code
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.list_contents import growing_of
from nbgraph.core.staging.values import LeafType, type_of


class LittleRoomError(NoSpecialFormError):
    """A list may get as long as one in a block inside, and has less room.

    Attributes:
        name: the list.
    """

    def __init__(self, why: NoSpecialFormError, name: str) -> None:
        super().__init__(why.message, span=why.span, remedy=why.remedy)
        self.name = name


@dataclass(frozen=True)
class Named:
    """A list among the names that a staged block hands back."""

    buffer: Buffered


def named_list(plan: Plan, name: str, template: Any, start: Any, at: ast.AST) -> Buffered | None:
    """How special code holds what a name stands for; None for anything but a list that the trace holds in buffers.

    Raises:
        NoSpecialFormError: no one array can.
    """
    growing = growing_of(template)
    if growing is None:
        return None
    if not hasattr(growing.buffers, "dtype"):
        raise plan.refuse(at, f"the items of the list `{name}` are lists or tuples")
    kind = type_of(growing.buffers)
    empty = isinstance(start, list) and growing_of(start) is None and not list.__len__(start)
    room = growing.room
    item = LeafType(kind.shape[1:], kind.dtype, kind.weak)
    return _named(plan, name, room.size, item, at, starts_empty=empty, checked=room.checked)


def chosen_list(plan: Plan, name: str, kind: LeafType, at: ast.AST) -> Buffered:
    """How special code holds a list that both sides of a conditional bind a name to."""
    item = LeafType(kind.shape[1:], kind.dtype, kind.weak)
    active = plan.lists.active.get(name)
    checked = (isinstance(active, Buffered) and active.checked) or name in plan.manner.roomy
    return _named(plan, name, kind.shape[0], item, at, starts_empty=False, checked=checked)


def _named(
    plan: Plan, name: str, rows: int, kind: LeafType, at: ast.AST, *, starts_empty: bool, checked: bool
) -> Buffered:
    if not plan.is_own(name) and name in identifiers(plan.converted.node):
        raise plan.refuse(at, f"`{name}` is a list of run-time length, and known to other functions")
    if not (plan.is_private(name, of_numbers=True) or plan.is_handed_over(name)):
        raise plan.refuse(at, f"`{name}` is a list of run-time length, and has another name")
    is_around = name in plan.lists.active
    most = None if checked or is_around else grown_size(plan, name, rows, at)
    length = plan.variable_for(f"{name}_length")
    return Buffered(name, length, rows, (kind,), starts_empty=starts_empty, checked=checked, most=most, is_named=True)


def start_values(plan: Plan, held: Buffered, code: ast.expr, at: ast.AST) -> list[ast.expr]:
    """The array and the length with which a name enters a block."""
    if verb_of(code) == "undefined":
        return replace(held, starts_empty=True).start(at)
    return values_of(plan, held, code, at)


def values_of(plan: Plan, held: Buffered, name: ast.expr, at: ast.AST) -> list[ast.expr]:
    """The array and the length of a list that a name stands for, in Python or in an array.

    Raises:
        NoSpecialFormError: it has less room than it needs.
    """
    if not isinstance(name, ast.Name):
        raise plan.refuse(at, f"the list `{held.name}` is made in a way that has no counterpart for arrays")
    active = plan.lists.active.get(name.id)
    if not isinstance(active, Buffered):
        return replace(held, name=name.id, starts_empty=held.starts_empty and name.id == held.name).start(at)
    if active.pack or active.is_grid or active.lengths or active.checked != held.checked:
        if active.checked and not held.checked:
            raise _little_room(plan, held, at)
        raise plan.refuse(at, f"the list `{held.name}` has other room in a loop or a branch than around")
    plan.lists.guessed.discard(name.id)
    rows: ast.expr = load(active.name, at)
    if not held.checked and active.rows < held.rows:
        rows = quote_expression(f"jnp.pad(rows, (0, {held.rows - active.rows}))", at, rows=rows)
    elif not held.checked and active.rows > held.rows:
        rows = quote_expression(f"rows[:{held.rows}]", at, rows=rows)
    return [rows, active.count(at)]


def list_values(expressions: Converting, held: Buffered, item: ast.expr) -> list[ast.expr]:
    """What a block hands back for a name that stands for a list: an array and its length.

    Raises:
        NoSpecialFormError: the list is made in a way that has no counterpart for arrays.
    """
    plan = expressions.plan
    if verb_of(item) == "undefined":
        if held.most is not None:
            raise plan.refuse(item, f"the list `{held.name}` is made on one side only, with as much room as it needs")
        (kind,) = held.kinds
        rows = zeros_code(LeafType((held.rows, *kind.shape), kind.dtype, weak=False), item)
        return [rows, ast.copy_location(ast.Constant(0), item)] if not held.checked else held.start(item)
    made = made_anew(expressions, item)
    if made is None and not isinstance(item, ast.Name):
        name = plan.fresh(f"new_{held.name}", item)  # another one: what is handed back besides may be the old list
        expressions.before += quote("name = value", item, name=name, value=expressions.convert(item))
        item = load(name, item)
    if made is not None:
        _hand_on_guess(plan, held, item)
    rows, length = made if made is not None else values_of(plan, held, item, item)
    is_around = held.name in plan.lists.active
    is_itself = isinstance(item, ast.Name) and item.id == held.name and is_around
    if held.checked and is_around and not is_itself:
        length = _sticky(plan, held, length)
    return [rows, length]


def _hand_on_guess(plan: Plan, held: Buffered, item: ast.expr) -> None:
    """Whether a list has room for all items, those ask behind the block who get a list with all of them.

    Raises:
        LittleRoomError: the other one may get longer.
    """
    given = (item.left, item.right) if isinstance(item, ast.BinOp) else (getattr(item, "value", item),)
    for name in [each.id for each in given if isinstance(each, ast.Name)]:
        active = plan.lists.active.get(name)
        if isinstance(active, Buffered) and active.checked and not held.checked:
            raise _little_room(plan, held, item)
        if not (isinstance(item, ast.Subscript) and isinstance(item.slice, ast.Slice) and item.slice.step is None):
            plan.lists.guessed.discard(name)


def _little_room(plan: Plan, held: Buffered, at: ast.AST) -> LittleRoomError:
    why = plan.refuse(at, f"the list `{held.name}` gets more room in a loop or a branch than it has around")
    return LittleRoomError(why, held.name)


def _sticky(plan: Plan, held: Buffered, length: ast.expr) -> ast.expr:
    """A list that was too long for its room stays so, also where the name stands for another one now."""
    if _only_grows(length, held.length):
        return length
    holes: dict[str, Hole] = {"before": held.length, "room": held.size(length), "length": length}
    return quote_expression("jnp.where(before > room, before, length)", length, **holes)


def _only_grows(length: ast.expr, name: str) -> bool:
    match length:
        case ast.BinOp(left=ast.Name(id=before), op=ast.Add(), right=ast.Constant()):
            return before == name
    return False


def made_anew(expressions: Converting, item: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """`l + [x]`, `[x] + l` and `l[a:b]` of a list in an array, as an array and a length; None for anything else."""
    match item:
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=right) if held := held_list(expressions, name):
            items = display(expressions, right)
            return None if items is None else _behind(held, items, item)
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Name(id=name)) if held := held_list(expressions, name):
            items = display(expressions, left)
            return None if items is None else _in_front(held, items, item)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(lower=lower, upper=upper, step=None)) if (
            held := held_list(expressions, name)
        ):
            bounds = [None if part is None else expressions.convert(part) for part in (lower, upper)]
            return part(held, bounds[0], bounds[1], item)
        case ast.Subscript(
            value=ast.Name(id=name), slice=ast.Slice(lower=None, upper=None, step=ast.expr() as step)
        ) if ast.unparse(step) == "-1" and (held := held_list(expressions, name)):
            return reversed_rows(held, item), held.count(item)
    return None


def held_list(expressions: Converting, name: str) -> Buffered | None:
    found = expressions.plan.lists.active.get(name)
    return found if isinstance(found, Buffered) and found.length and not found.pack else None


def display(expressions: Converting, node: ast.expr) -> list[ast.expr] | None:
    """The items of a list as it is written, or made by general code."""
    if verb_of(node) == "list_" and isinstance(node, ast.Call):
        node = node.args[0]
    if not isinstance(node, ast.List) or any(isinstance(part, ast.Starred) for part in node.elts):
        return None
    return [expressions.convert(part) for part in node.elts]


def _behind(held: Buffered, items: list[ast.expr], at: ast.expr) -> tuple[ast.expr, ast.expr]:
    rows: ast.expr = load(held.name, at)
    for k, item in enumerate(items):
        holes = {"rows": rows, "length": held.count(at), "item": item}
        rows = quote_expression(f"rows.at[{f'length + {k}' if k else 'length'}].set(item)", at, **holes)
    return rows, quote_expression(f"length + {len(items)}", at, length=held.count(at))


def _in_front(held: Buffered, items: list[ast.expr], at: ast.expr) -> tuple[ast.expr, ast.expr]:
    rows = quote_expression(f"jnp.roll(rows, {len(items)})", at, rows=held.name)
    for k, item in enumerate(items):
        rows = quote_expression(f"rows.at[{k}].set(item)", at, rows=rows, item=item)
    return rows, quote_expression(f"length + {len(items)}", at, length=held.count(at))


def rebound(expressions: Converting, node: ast.Assign, held: Buffered) -> list[ast.stmt] | None:
    """A line that binds the name of a list in an array anew; None where it has no counterpart.

    What is written as a list of some items is Python's until the block hands it back.
    """
    if display(expressions, node.value) is not None:
        made = expressions.convert(node.value)
        del expressions.plan.lists.active[held.name]
        return [ast.copy_location(ast.Assign(node.targets, made), node)]
    found = made_anew(expressions, node.value)
    if found is None:
        return None
    require_block(expressions.plan, held, node)
    rows, length = found
    if held.checked:
        length = _sticky(expressions.plan, held, length)
    return quote("items, length = rows, count", node, items=held.name, length=held.length, rows=rows, count=length)
