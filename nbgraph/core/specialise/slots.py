"""Places in the heap that a staged block changes: in special code each travels as one more value.

An object's attribute, a list's items, a dict's item, a captured name: the block gets what the place holds as a
parameter and hands back what it holds in the end; the code around it puts that back where it belongs.
"""

from __future__ import annotations

import ast
import types
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from typing import Any

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered, buffered
from nbgraph.core.specialise.object_lists import object_list, put_in
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.short_lists import short_list
from nbgraph.core.specialise.slot_names import has_calls, may_be_renamed, mentions, renamed, root_of
from nbgraph.core.staging.list_contents import growing_of
from nbgraph.core.staging.location import Location
from nbgraph.core.staging.values import LeafType, is_dynamic, leaves_of


@dataclass(frozen=True)
class Slot:
    """One place in the heap, as a variable of a staged block.

    Attributes:
        path: how the code around the block writes it.
        name: what the value is called inside the block.
        kinds: types of its leaves.
        template: a value of its structure.
        is_items: whether it is all that is in a list.
        is_global: whether it is a name of the module.
        is_shared: whether other names may lead to it.
        is_check: whether it belongs to run-time checks: the number of the one that failed.
        is_detail: whether it is the values in the message of one.
        is_deque: whether it is all that is in a deque, which travels as a list.
        is_new: whether it holds nothing before the block, so that it only comes out of it.
        buffer: how it is held, for a list that travels as an array and its length.
    """

    path: ast.expr
    name: str
    kinds: tuple[LeafType, ...]
    template: Any
    is_items: bool = False
    is_global: bool = False
    is_shared: bool = False
    is_check: bool = False
    is_detail: bool = False
    is_new: bool = False
    is_deque: bool = False
    buffer: Buffered | None = None

    def targets(self, at: ast.AST) -> list[ast.expr]:
        """What the code around assigns the new values to."""
        return [self.target(at)] if self.buffer is None else [stored(value) for value in self.buffer.values(at)]

    def content(self, at: ast.AST) -> ast.expr:
        """What it holds, as code."""
        return quote_expression("list(path)", at, path=self.path) if self.is_deque else self.path

    def refilled(self, at: ast.AST) -> list[ast.stmt]:
        """The lines that put what its variable holds into a deque; none for anything else."""
        if not self.is_deque:
            return []
        return quote("path.clear(); path.extend(name)", at, path=self.path, name=load(self.name, at))

    @property
    def is_name(self) -> bool:
        """Whether it is a variable, which a block shares with the function around it."""
        return isinstance(self.path, ast.Name) and not self.is_items

    @property
    def root(self) -> str:
        """The variable at the root of the path."""
        return root_of(self.path)

    @property
    def text(self) -> str:
        """The path as the user writes it."""
        return ast.unparse(self.path)

    def target(self, at: ast.AST) -> ast.expr:
        """What the code around assigns the new value to."""
        if self.is_deque:
            return ast.copy_location(ast.Name(self.name, ast.Store()), at)
        if self.is_items:
            everything = ast.copy_location(ast.Slice(None, None, None), at)
            return ast.copy_location(ast.Subscript(self.path, everything, ast.Store()), at)
        return stored(self.path)

    def entered(self, block: list[ast.stmt], at: ast.AST) -> tuple[str, list[ast.stmt], ast.expr]:
        """A block that gets the value as a parameter: its name, the block, and what it hands back.

        Where nobody else looks meanwhile, the block works on the parameter; else it puts the value in its place first.
        """
        if self.is_check:
            return self.name, block, load(self.name, at)
        empty = all(isinstance(statement, ast.Pass) for statement in block)
        if empty or not (self.is_shared or mentions(block, self.path) or has_calls(block)):
            return self.name, block, load(self.name, at)
        if not self.is_shared and may_be_renamed(block, self.path, is_items=self.is_items):
            return self.name, renamed(block, self.path, self.name), load(self.name, at)
        if self.is_new:
            return "", block, self.path
        if self.is_deque:
            return self.name, [*self.refilled(at), *block], self.content(at)
        parameter = f"{self.name}_before" if self.name == self.text else self.name
        put: list[ast.stmt] = []
        if self.is_name:
            declare = ast.Global if self.is_global else ast.Nonlocal
            put.append(ast.copy_location(declare([self.name]), at))
        put.append(ast.copy_location(ast.Assign([self.target(at)], load(parameter, at)), at))
        return parameter, [*put, *block], self.path


def entered(
    slots: Sequence[Slot], block: list[ast.stmt], results: Sequence[ast.expr], at: ast.AST
) -> tuple[list[str], list[ast.stmt], list[ast.expr], list[list[ast.expr]]]:
    """A block that gets the values of some places as parameters.

    Args:
        slots: the places.
        block: its statements.
        results: what it hands back besides.
        at: where new nodes stand.

    Returns:
        The parameters, the block, its results, and what each place holds in the end.
    """
    parameters: list[str] = []
    held: list[list[ast.expr]] = []
    whole: list[ast.stmt] = [*block, *(ast.copy_location(ast.Expr(result), at) for result in results)]
    for slot in slots:
        if slot.buffer is not None:
            parameters += slot.buffer.names
            held.append([load(name, at) for name in slot.buffer.names])
            if slot.buffer.owner is not None and (mentions(whole, slot.path) or has_calls(whole)):
                whole = [*put_in(slot.buffer, at), *whole]
                held[-1] = slot.buffer.content(at)
            continue
        name, whole, value = slot.entered(whole, at)
        parameters += [] if slot.is_new else [name]
        held.append([value])
    cut = len(whole) - len(results)
    return parameters, whole[:cut], [line.value for line in whole[cut:] if isinstance(line, ast.Expr)], held


def slot_of(
    plan: Plan,
    location: Location,
    path: str | None,
    kinds: Sequence[LeafType],
    template: Any,
    at: ast.AST,
    start: Any = None,
) -> Slot:
    """The slot for a changed place.

    Args:
        plan: the decisions, to refuse with.
        location: the place.
        path: how the code around the block writes it.
        kinds: types of its leaves.
        template: a value of its structure.
        at: the staged block.
        start: its value before the block, where that is known.

    Raises:
        NoSpecialFormError: the code around has no way to write it, or its value cannot travel.
    """
    if path is None:
        if location.key != "failed":
            detail = plan.details[location.key]
            detail.name, detail.count = plan.variable_for(f"failed with {location.key}", "failed_with"), len(kinds)
            held = [0] * len(kinds)
            return Slot(load(detail.name, at), detail.name, tuple(kinds), held, is_check=True, is_detail=True)
        name = plan.variable_for("failed")
        return Slot(load(name, at), name, tuple(kinds), template, is_check=True)
    if not path:
        raise plan.refuse(at, f"this changes `{location.name or 'a value'}`, which this function has no name for")
    growing = growing_of(template)
    if location.key is None and growing is not None:
        after = growing_of(location.get())
        known = None if after is None else after.room.length
        path = plan.latest_name(path, at)
        place = placed(ast.parse(path, mode="eval").body, at)
        buffer = plan.lists.active.get(path)
        if buffer is not None and buffer.owner is not None:
            buffer = replace_fields(buffer, is_inner=True)
        elif buffer is None and isinstance(place, ast.Attribute):
            buffer = object_list(plan, place, growing, at, known)
        elif buffer is None:
            buffer = buffered(plan, place, template, at, start, known)
        return Slot(place, path, tuple(kinds), template, is_items=True, buffer=buffer)
    if not all(is_dynamic(leaf) for leaf in leaves_of(template)[0]):
        raise plan.refuse(at, f"this changes `{path}`, part of which no array can hold")
    tree = placed(ast.parse(path, mode="eval").body, at)
    if isinstance(tree, ast.Name) and plan.binds_twice(tree.id):
        raise plan.refuse(at, f"several variables are called `{path}`")
    is_items = isinstance(location.owner, list) and location.key is None
    is_deque = isinstance(location.owner, deque) and location.key is None
    if location.key is None and not is_items and not is_deque and not isinstance(location.owner, types.CellType):
        raise plan.refuse(at, f"this changes what is in `{path}`")
    if is_items and any(isinstance(item, list | dict | set) for item in template):
        raise plan.refuse(at, f"this changes `{path}`, which holds other containers")
    is_global = isinstance(location.owner, dict) and isinstance(tree, ast.Name)
    is_shared = (is_items or not isinstance(tree, ast.Name)) and not plan.is_private(root_of(tree))
    name = path if isinstance(tree, ast.Name) else plan.variable_for(path)
    short = short_list(plan, tree, kinds, template, at) if is_items else None
    if short is not None:
        return Slot(tree, path, tuple(kinds), template, is_items=True, buffer=short)
    if is_deque:
        items = plan.variable_for(f"{path} items")
        return Slot(tree, items, tuple(kinds), template, is_shared=True, is_deque=True)
    return Slot(tree, name, tuple(kinds), template, is_items, is_global, is_shared)


def placed(node: ast.expr, at: ast.AST) -> ast.expr:
    """A new expression at a position."""
    for part in ast.walk(node):
        if "lineno" in part._attributes:
            ast.copy_location(part, at)
    return node


def stored(path: ast.expr) -> ast.expr:
    """A path as the target of an assignment."""
    assert isinstance(path, ast.Name | ast.Attribute | ast.Subscript)
    return replace(path, ctx=ast.Store())
