"""The lists that a staged block holds in arrays: from where they are arrays to where they are Python's again."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator, Sequence
from typing import Protocol

from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.plan import Plan


class Holding(Protocol):
    """What may be a list in an array."""

    @property
    def buffer(self) -> Buffered | None:
        """How it is held; None for anything else."""


@contextlib.contextmanager
def inside(plan: Plan, slots: Sequence[Holding]) -> Iterator[None]:
    """The code that is made inside is that of a staged block, where the lists among its state are arrays.

    Behind a block inside another one they stay what they are.

    Raises:
        NoSpecialFormError: one that has stayed an array behind a block before has no room for what this one adds.
    """
    lists = plan.lists
    before, new = dict(lists.active), {slot.buffer.list_name: slot.buffer for slot in slots if slot.buffer is not None}
    for name in sorted(new.keys() & lists.kept):
        raise plan.refuse(plan.converted.node, f"the list `{name}` is an array already, with room for its block alone")
    lists.active |= new
    lists.staged += 1
    yield
    lists.staged -= 1
    if lists.staged:
        lists.guessed |= {name for name, held in new.items() if held.checked and name not in before}
    kept = {n: held for n, held in new.items() if lists.staged or (lists.keeps and held.is_kept)}
    lists.active.clear()
    lists.active |= before | kept


def require_block(plan: Plan, held: Buffered, at: ast.AST) -> None:
    """Make sure that an array has room for more items: it was made for those that its block adds.

    Raises:
        NoSpecialFormError: the block has ended, and the list has stayed an array.
    """
    if not plan.lists.staged:
        raise plan.refuse(at, f"the list `{held.name}` gets more items behind the block that made room for it")


def room_tests(plan: Plan, slots: Sequence[Holding], at: ast.AST) -> list[ast.stmt]:
    """The lines behind an outermost staged block that make sure that its arrays had room for all items."""
    if plan.lists.staged:
        return []
    require_no_guess(plan, at)
    return [line for slot in slots if slot.buffer is not None for line in slot.buffer.room_test(plan, at)]


def require_no_guess(plan: Plan, at: ast.AST) -> None:
    """Make sure that someone asks about each list that may get too long for its array.

    Raises:
        NoSpecialFormError: nobody does.
    """
    if plan.lists.guessed:
        name = min(plan.lists.guessed)
        raise plan.refuse(at, f"how long the list `{name}` becomes in each round of a loop is only known at run time")


def finished(plan: Plan, slots: Sequence[Holding], at: ast.AST) -> list[ast.stmt]:
    """The lines behind an outermost staged block that make Python's lists of its arrays."""
    if plan.lists.staged:
        return []
    return [line for slot in slots if slot.buffer is not None for line in slot.buffer.finish(plan, at)]
