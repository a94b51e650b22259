"""Lists to which each round of a loop adds one item: what `lax.map` and `lax.scan` stack by themselves."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.analysis.names import names
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.pieces import result_of
from nbgraph.core.specialise.slots import Slot
from nbgraph.core.specialise.verbs import verb_of


@dataclass(frozen=True)
class Stacked:
    """What a loop stacks.

    Attributes:
        lists: the lists, as they are behind the loop.
        items: for each the item that a round adds, as general code.
        body: the rest of the round.
    """

    lists: tuple[Buffered, ...]
    items: tuple[ast.expr, ...]
    body: ast.FunctionDef

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the lists."""
        return tuple(held.name for held in self.lists)


def stacked(body: ast.FunctionDef, slots: Sequence[Slot], trips: object) -> Stacked | None:
    """The lists that a round ends with adding one item to, and that nothing else in it looks at; None without any.

    Args:
        body: one round.
        slots: the places in the heap that it changes.
        trips: how many rounds there are.
    """
    held = {slot.buffer.name: slot.buffer for slot in slots if slot.buffer is not None}
    fitting = {
        n: b for n, b in held.items() if b.starts_empty and b.length and not b.place and b.known == trips == b.rows
    }
    block = list(body.body)
    tail = [block.pop()] if result_of(body) is not None else []
    found: dict[str, ast.expr] = {}
    while block and (added := _added(block[-1])) is not None and added[0] in fitting and added[0] not in found:
        found[added[0]] = added[1]
        block.pop()
    reads = names(*block, *tail, *found.values())
    if not found or not (reads.reads | reads.writes).isdisjoint(found):
        return None
    if any(isinstance(part, ast.NamedExpr) for item in found.values() for part in ast.walk(item)):
        return None
    ordered = {name: found[name] for name in reversed(found)}
    rest = [*block, *tail] or [ast.copy_location(ast.Pass(), body)]
    lists = tuple(fitting[name] for name in ordered)
    return Stacked(lists, tuple(ordered.values()), replace(body, body=rest))


def without_empty_lists(block: list[ast.stmt]) -> list[ast.stmt]:
    """A block without lists that begin empty and are bound anew before anyone looks.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(*without_empty_lists([example("a = []"), example("a = f(x)"), example("return a")]))
    a = f(x)
    return a
    """
    return [line for k, line in enumerate(block) if not _is_dead(line, block[k + 1 :])]


def _is_dead(line: ast.stmt, rest: Sequence[ast.stmt]) -> bool:
    match line:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=[])):
            pass
        case _:
            return False
    for following in rest:
        if name in names(following).reads:
            return False
        if isinstance(following, ast.Assign) and name in names(following).writes:
            return True
        if not isinstance(following, ast.FunctionDef | ast.Assign):
            return False
    return False


def _added(line: ast.stmt) -> tuple[str, ast.expr] | None:
    match line:
        case ast.Expr(value=ast.Call(args=[ast.Attribute(value=ast.Name(id=name), attr="append"), item]) as call) if (
            verb_of(call) == "call"
        ):
            return name, item
    return None
