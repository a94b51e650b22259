"""Lower `break` to a flag in the loop's state, tested with the loop's condition."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.normalise.expressions.boolean import binds_name
from nbgraph.core.normalise.statements.jumps import Jump, Leaving, Loop, asking, negated, pass_at
from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote, quote_expression


class GuardedFor(ast.For):
    """A `for` loop that continues only while `proceed` holds, as a lowered `break` needs."""

    _fields = (*ast.For._fields, "proceed")
    proceed: ast.expr


class FlaggedBreak(ast.Break):
    """A `break` whose flag is already set, for a `return` that leaves a loop."""

    _fields = ("flag",)
    flag: str


def flagged_break(flag: str, at: ast.AST) -> FlaggedBreak:
    """Return a `break` whose flag is already set."""
    fields: dict[str, Any] = {"flag": flag}
    return ast.copy_location(FlaggedBreak(**fields), at)


def lower_break(loop: Loop, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return the statements for a loop without its `break`s.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> loop = example('''
    ... while p:
    ...     s = s + 1
    ...     if q:
    ...         break
    ...     t = t + 1
    ... ''')
    >>> show(lower_break(loop, Namer(())))
    did_break = False
    while not did_break and p:
        s = s + 1
        if q:
            did_break = True
        else:
            t = t + 1

    One at the top of a `while` needs no flag: it is part of the condition.

    Args:
        loop: the loop, the blocks inside it in normal form, without an `else`.
    """
    if isinstance(loop, ast.While):
        loop = fold_first_break(loop)
    breaks = breaks_of(loop.body)
    if not breaks:
        return [loop]
    plain = [node for node in breaks if not isinstance(node, FlaggedBreak)]
    own = name("did_break") if plain else ""
    flags: dict[str, ast.stmt] = {node.flag: node for node in breaks if isinstance(node, FlaggedBreak)}
    before: list[ast.stmt] = []
    if plain:
        flags = {own: plain[0], **flags}
        before = quote("flag = False", loop, flag=own)
    body = _lower(loop.body, own, flags)
    if isinstance(loop, ast.For) and breaks == plain[:1]:
        body = _leaving(body, own)
    proceed = [quote_expression("not flag", first, flag=flag) for flag, first in flags.items()]
    return [*before, _loop(loop, body or [pass_at(loop)], proceed)]


def fold_first_break(loop: ast.While) -> ast.While:
    """Move a test whether to leave, at the beginning of a loop's body, into the loop's condition.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(fold_first_break(example("while True:\\n if q: break\\n s = s + 1")))
    while not q:
        s = s + 1
    """
    match loop.body[0]:
        case ast.If(test=test, body=[ast.Break() as leave]) as asked if _is_plain_break(leave) and not binds_name(test):
            holds = _all(_conditions(loop, [negated(test)]), loop.test)
            return fold_first_break(asking(loop, asked, holds, [*asked.orelse, *loop.body[1:]]))
    return loop


def _lower(block: list[ast.stmt], own: str, flags: dict[str, ast.stmt]) -> list[ast.stmt]:
    """Replace all breaks of one loop; a block that may leave by several flags tests each of them."""

    def replacement(statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, FlaggedBreak):
            return []
        return quote("flag = True", statement, flag=own)

    for flag in flags:
        block = Jump(_is_plain_break if flag == own else _sets(flag), replacement, flag).lower(block).block
    return block


def _leaving(body: list[ast.stmt], own: str) -> list[ast.stmt]:
    """Mark a loop's body that only leaves the loop or runs an iteration."""
    match body:
        case [ast.If(body=[ast.Assign(targets=[ast.Name(id=name)])], orelse=[_, *_]) as only] if name == own:
            return [ast.copy_location(Leaving(only.test, only.body, only.orelse), only)]
    return body


def _is_plain_break(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Break) and not isinstance(statement, FlaggedBreak)


def _sets(flag: str) -> Callable[[ast.stmt], bool]:
    return lambda statement: isinstance(statement, FlaggedBreak) and statement.flag == flag


def _loop(loop: Loop, body: list[ast.stmt], proceed: list[ast.expr]) -> ast.stmt:
    if not isinstance(loop, ast.While):
        fields: dict[str, Any] = dict(ast.iter_fields(loop))
        fields |= {"body": body, "orelse": [], "proceed": _all(proceed, loop.iter)}
        return ast.copy_location(GuardedFor(**fields), loop)
    return replace(loop, test=_all([*proceed, *_conditions(loop)], loop.test), body=body, orelse=[])


def _conditions(loop: ast.While, more: Sequence[ast.expr] = ()) -> list[ast.expr]:
    """Return what a loop tests before an iteration, one condition after the other."""
    match loop.test:
        case ast.Constant(value=value) if value:
            return [*more]
        case ast.BoolOp(op=ast.And(), values=conditions):
            return [*conditions, *more]
    return [loop.test, *more]


def _all(values: list[ast.expr], at: ast.expr) -> ast.expr:
    return values[0] if len(values) == 1 else ast.copy_location(ast.BoolOp(ast.And(), values), at)


def breaks_of(block: list[ast.stmt]) -> list[ast.Break]:
    """Return the breaks that leave the loop with this body, in source order."""
    found: list[ast.Break] = []
    for statement in block:
        if isinstance(statement, ast.Break):
            found.append(statement)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        elif isinstance(statement, ast.While | ast.For | ast.AsyncFor):
            found += breaks_of(statement.orelse)
        else:
            for name in ("body", "orelse", "finalbody"):
                found += breaks_of(getattr(statement, name, []) or [])
            for part in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
                found += breaks_of(part.body)
    return found
