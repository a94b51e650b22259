"""Lists in special code: Python's own outside of loops and branches, arrays with a length inside of them.

What a staged block does to a list it can only do to an array of fixed shape. So the block that is not inside another
one takes the list as an array with as many rows as it will need, and a length besides where that changes; what it
leaves becomes Python's list again. How many rows there are, the trace has found; where it could only guess, they are
a parameter of the function, which calls itself with more of them when they turn out too few.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.list_aliases import goes_back, goes_into, is_given
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.rooms import again, grown_size
from nbgraph.core.specialise.standing import ROOM
from nbgraph.core.specialise.types import dtype_code, key_code
from nbgraph.core.staging.growing import Growing, Room
from nbgraph.core.staging.list_contents import growing_of, raw_items
from nbgraph.core.staging.lists import List
from nbgraph.core.staging.values import LeafType, type_of


@dataclass(frozen=True)
class Buffered:
    """A list that a staged block holds in an array.

    Attributes:
        name: the list's name, in the block the array's.
        length: the name of its length; "" where that never changes.
        rows: how many rows the array has; 0 for as many as the list has items, whose number stays.
        kinds: the type of an item, or of each of its parts.
        pack: what an item is whose parts are in an array each, `tuple` or `list`; "" for one array.
        starts_empty: whether the list is known to be empty before the block.
        checked: whether the number of rows is a guess.
        known: its length after the block, where that is known.
        place: the name of Python's list, where that is not the array's: the list gets its items back behind the block.
        most: how many rows the array has, as code, where the number of rounds says so.
        lengths: the name of the lengths of the items, where these are lists of run-time length.
        is_grid: whether the items are lists of one length, so that the array has an axis more.
        is_named: whether a name is bound anew to it, so that it becomes Python's again at once.
        owner: the attribute that the list is in; None for a variable.
        is_inner: whether there is an array in that attribute already, put there by a block around.
    """

    name: str
    length: str
    rows: int
    kinds: tuple[LeafType, ...]
    pack: str = ""
    starts_empty: bool = False
    checked: bool = False
    known: int | None = None
    place: str = ""
    most: ast.expr | None = None
    lengths: str = ""
    is_grid: bool = False
    is_named: bool = False
    owner: ast.expr | None = None
    is_inner: bool = False

    @property
    def list_name(self) -> str:
        """What the user calls it."""
        return self.place or self.name

    @property
    def names(self) -> list[str]:
        """What travels: the array, and its length."""
        return [name for name in (self.name, self.lengths, self.length) if name]

    @property
    def is_kept(self) -> bool:
        """Whether only the run knows what part of the array is the list, and the array has all its items."""
        return (
            bool(self.length) and self.known is None and not (self.checked or self.pack or self.is_named or self.place)
        )

    def values(self, at: ast.AST) -> list[ast.expr]:
        """These as code."""
        return self.content(at) if self.is_inner else [load(name, at) for name in self.names]

    def content(self, at: ast.AST) -> list[ast.expr]:
        """What is in the attribute that the list is in, inside of a block."""
        assert self.owner is not None
        return [quote_expression(f"owner.{part}", at, owner=self.owner) for part in ("rows", "length")]

    def size(self, at: ast.AST) -> ast.expr:
        """The number of rows as code."""
        if self.most is not None:
            return self.most
        if not self.rows:
            return quote_expression("len(items)", at, items=self.list_name)
        return load(ROOM, at) if self.checked else ast.copy_location(ast.Constant(self.rows), at)

    def count(self, at: ast.AST) -> ast.expr:
        """The number of items as code."""
        return load(self.length, at) if self.length else self.size(at)

    def start(self, at: ast.AST) -> list[ast.expr]:
        """The array and its length, made of Python's list."""
        if self.lengths:
            form = "jnp.zeros((size, size), dtype)"
            rows = quote_expression(form, at, size=self.size(at), dtype=dtype_code(self.kinds[0], at))
            lengths = quote_expression("jnp.zeros(size, jnp.int32)", at, size=self.size(at))
            return [rows, lengths, ast.copy_location(ast.Constant(0), at)]
        if self.starts_empty and self.length:
            zeros = [self._zeros(kind, at) for kind in self.kinds]
            array = ast.copy_location(ast.Tuple(zeros, ast.Load()), at) if self.pack else zeros[0]
            return [array, ast.copy_location(ast.Constant(0), at)]
        if self.pack:
            return self._columns(at)
        (kind,) = self.kinds
        items: dict[str, Hole] = {
            "items": load(self.list_name, at) if self.owner is None else self.owner,
            "dtype": dtype_code(kind, at),
            "size": self.size(at),
        }
        if not self.length:
            return [quote_expression("jnp.array(items, dtype)", at, **items)]
        rest = _blank(kind)
        form = f"jnp.array(items + [{rest}] * (size - len(items)), dtype)"
        return [quote_expression(form, at, **items), quote_expression("len(items)", at, **items)]

    def _columns(self, at: ast.AST) -> list[ast.expr]:
        """The arrays of a list whose items are in several of them, and its length, made of Python's list."""
        columns: list[ast.expr] = []
        for part, kind in enumerate(self.kinds):
            rest = _blank(kind)
            form = f"jnp.array([row[{part}] for row in items] + [{rest}] * (size - len(items)), dtype)"
            holes: dict[str, Hole] = {"items": self.list_name, "size": self.size(at), "dtype": dtype_code(kind, at)}
            columns.append(quote_expression(form, at, **holes))
        length = quote_expression("len(items)", at, items=self.list_name)
        return [ast.copy_location(ast.Tuple(columns, ast.Load()), at), length]

    def _zeros(self, kind: LeafType, at: ast.AST) -> ast.expr:
        form = f"jnp.zeros((size, {str(kind.shape)[1:-1]}), dtype)" if kind.shape else "jnp.zeros(size, dtype)"
        return quote_expression(form, at, size=self.size(at), dtype=dtype_code(kind, at))

    def finish(self, plan: Plan, at: ast.AST) -> list[ast.stmt]:
        """The line that makes Python's list of the array again."""
        if self.is_kept and plan.lists.keeps:
            plan.lists.kept.add(self.list_name)
            return []
        length = (
            "" if not self.length or self.known == self.rows else ":length" if self.known is None else f":{self.known}"
        )
        if length == ":length" and self.owner is None:
            plan.lists.cut.append(self.list_name)
        if self.checked:
            plan.lists.grown[self.list_name] = self.rows
        if self.lengths:
            plan.lists.cut.append(self.name)
            form = "[row[:size].tolist() for row, size in zip(items[:length], lengths)]"
            return quote(f"items = {form}", at, items=self.name, lengths=self.lengths, length=self.length)
        if self.is_grid:
            return quote("items = [list(row) for row in items]", at, items=self.name)
        part = f"rows[{length}]" if length else "rows"
        is_flat = not any(kind.shape or kind.is_key for kind in self.kinds)
        part = f"{part}.tolist()" if length == ":length" and is_flat else part
        form = part.replace("rows", "items") if "tolist" in part else f"list({part.replace('rows', 'items')})"
        if self.pack:
            columns = f"({part} for rows in items)" if part != "rows" else "items"
            form = f"list(zip(*{columns}))" if self.pack == "tuple" else f"[list(row) for row in zip(*{columns})]"
        if isinstance(self.owner, ast.Attribute):
            target = ast.copy_location(ast.Attribute(self.owner.value, self.owner.attr, ast.Store()), at)
            value = quote_expression(form, at, items=self.name, length=self.length)
            return [ast.copy_location(ast.Assign([target], value), at)]
        if self.place:
            plan.lists.goes_back |= is_given(plan, self.place)
            return quote(f"place[:] = {form}", at, place=self.place, items=self.name, length=self.length)
        return quote(f"items = {form}", at, items=self.name, length=self.length)

    def fixed(self) -> Buffered:
        """The list behind a loop that has stacked all of it."""
        return replace(self, length="", checked=False)

    def room_test(self, plan: Plan, at: ast.AST) -> list[ast.stmt]:
        """The lines that call the function again where there was not enough room."""
        if not self.checked or self.known is not None:
            return []
        if plan.lists.goes_back:
            raise plan.refuse(at, "a list of the caller's has changed already where another one may need more room")
        plan.lists.rows = max(plan.lists.rows, self.rows)
        form = "(length > room) | jnp.any(lengths > room)" if self.lengths else "length > room"
        test = quote_expression(form, at, length=self.length, lengths=self.lengths, room=ROOM)
        leave = ast.copy_location(ast.Return(again(plan, at)), at)
        return [ast.copy_location(ast.If(test, [leave], []), at)]


_PACKS: dict[type, str] = {tuple: "tuple", list: "list", List: "list"}


def buffered(
    plan: Plan, path: ast.expr, template: Any, at: ast.AST, start: Any = None, known: int | None = None
) -> Buffered | None:
    """How special code holds a list that the trace holds in buffers; None for any other value.

    Raises:
        NoSpecialFormError: no one array can.
    """
    growing = growing_of(template)
    if growing is None:
        return None
    text = ast.unparse(path)
    rows = growing_of(growing.buffers)
    pack = _PACKS.get(type(growing.buffers), "") if rows is None else ""
    parts = raw_items(growing.buffers) if pack == "list" else list(growing.buffers) if pack else [growing.buffers]
    parts = parts if rows is None else [rows.buffers]
    if not all(hasattr(part, "dtype") for part in parts):
        raise plan.refuse(at, f"the items of the list `{text}` are lists or tuples in turn")
    if not isinstance(path, ast.Name):
        raise plan.refuse(at, f"`{text}`, a list of run-time length, is in an object: no array can stand for it")
    if not plan.is_own(text):
        raise plan.refuse(at, f"`{text}` is a list of run-time length, and known to other functions")
    place = place_of_list(plan, text, at)
    types = [type_of(part) for part in parts]
    empty = isinstance(start, list) and growing_of(start) is None and not list.__len__(start)
    if rows is not None:
        return _of_rows(plan, text, growing, types[0], at, known=known, plain=empty and not place)
    if pack == "list" and _are_numbers(types) and growing.room.length is not None and not place:
        row = LeafType((len(types),), types[0].dtype, types[0].weak)
        return Buffered(text, "", growing.room.length, (row,), known=known, is_grid=True)
    kinds = tuple(LeafType(kind.shape[1:], kind.dtype, kind.weak) for kind in types)
    room = growing.room
    if room.length is None and not plan.lists.staged and not pack and plan.keeps_length(text):
        name = plan.variable_for(f"{text}_items") if place else text
        return Buffered(name, "", 0, kinds, known=known, place=place)
    length = "" if room.length is not None else plan.variable_for(f"{text}_length")
    if pack and not length:
        raise plan.refuse(at, f"the list `{text}` has items from before, which are lists or tuples")
    name = plan.variable_for(f"{text}_items") if place else text
    most = _most(plan, text, room, at, empty=empty)
    checked = room.checked and most is None
    return Buffered(name, length, room.size, kinds, pack, empty, checked, known, place, most)


def place_of_list(plan: Plan, name: str, at: ast.AST) -> str:
    """The name of the list that gets the items back behind a block, because it has other names; "" for a private one.

    Raises:
        NoSpecialFormError: who else has it is not clear.
    """
    if is_given(plan, name) or not (plan.is_private(name, of_numbers=True) or plan.is_handed_over(name)):
        if plan.lists.staged and goes_into(plan, name):
            return ""
        if not goes_back(plan, name):
            raise plan.refuse(at, f"`{name}` is a list of run-time length, and has another name")
        return name
    return ""


def _blank(kind: LeafType) -> str:
    """An item that fills the room behind a list."""
    if kind.is_key:
        return key_code(kind)
    return f"jnp.zeros({kind.shape})" if kind.shape else "0"


def _are_numbers(types: Sequence[LeafType]) -> bool:
    """Whether the columns of a table are numbers of one type."""
    return len(set(types)) == 1 and not types[0].shape[1:]


def _of_rows(
    plan: Plan, name: str, growing: Growing, kind: LeafType, at: ast.AST, *, known: int | None, plain: bool
) -> Buffered:
    """How special code holds a list of lists of run-time length.

    Raises:
        NoSpecialFormError: it has items from before, or a fixed room.
    """
    room = growing.room
    if not (plain and room.checked and room.length is None and len(kind.shape) == 2):
        raise plan.refuse(at, f"the list `{name}` of lists of run-time length has items from before, or other names")
    item = LeafType((), kind.dtype, kind.weak)
    length, lengths = plan.variable_for(f"{name}_length"), plan.variable_for(f"{name}_lengths")
    return Buffered(name, length, room.size, (item,), starts_empty=True, checked=True, known=known, lengths=lengths)


def _most(plan: Plan, name: str, room: Room, at: ast.AST, *, empty: bool) -> ast.expr | None:
    """How long a list can get, with the room that it had before, or in a loop of as many rounds as are known when it
    begins; None where nothing says so."""
    if not room.checked and (size := grown_size(plan, name, room.size, at)) is not None:
        return size
    if plan.lists.trips is None or plan.lists.staged or not room.checked or room.peak is None or room.peak.unknown:
        return None
    holes: dict[str, Hole] = {"trips": plan.lists.trips, "items": name}
    added = room.peak.most - room.size
    form = f"{added} * max(trips, 1)" if added > 1 else "max(trips, 1)"
    form = form if empty else f"len(items) + {form}"
    return quote_expression(form, at, **holes)
