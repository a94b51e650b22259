"""`break` and the loop's `else`: a flag in the loop's state, tested with the loop's condition."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.jumps import Jump, guard, pass_at
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression


class GuardedFor(ast.For):
    """A `for` loop that goes on only while `proceed` holds: what a `break` leaves behind."""

    _fields = (*ast.For._fields, "proceed")


class FlaggedBreak(ast.Break):
    """A `break` whose flag is already set: the part of a `return` that leaves a loop."""

    _fields = ("flag",)


def lower_break(loop, name: Callable[[str], str]) -> list[ast.stmt]:
    """The statements that stand for a loop without `break` and without `else`.

    ```
    while p:                 did_break = False
        if q: break          while not did_break and p:
        s = s + 1                if q: did_break = True
                                 else: s = s + 1
    ```
    """
    breaks = _breaks(loop.body)
    if not breaks:
        return [replace(loop, orelse=[]), *loop.orelse]
    plain = [node for node in breaks if not isinstance(node, FlaggedBreak)]
    own = name("did_break") if plain else ""
    flags = {node.flag: node for node in breaks if isinstance(node, FlaggedBreak)}
    before: list[ast.stmt] = []
    if plain:
        flags = {own: plain[0], **flags}
        before = quote("flag = False", loop, flag=own)
    body = _lower(loop.body, own, flags)
    proceed = [quote_expression("not flag", node, flag=flag) for flag, node in flags.items()]
    orelse = loop.orelse
    for flag in flags:
        orelse = guard(flag, orelse, loop)
    return [*before, _loop(loop, body or [pass_at(loop)], proceed), *orelse]


def _lower(block: list[ast.stmt], own: str, flags: dict[str, ast.stmt]) -> list[ast.stmt]:
    """All breaks of one loop; a block that may have left through several flags tests each of them."""

    def replacement(statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, FlaggedBreak):
            return []
        return quote("flag = True", statement, flag=own)

    for flag in flags:
        kind = (
            (lambda s: isinstance(s, ast.Break) and not isinstance(s, FlaggedBreak))
            if flag == own
            else (lambda s, flag=flag: isinstance(s, FlaggedBreak) and s.flag == flag)
        )
        block = Jump(kind, replacement, flag).lower(block).block
    return block


def _loop(loop, body: list[ast.stmt], proceed: list[ast.expr]) -> ast.stmt:
    if isinstance(loop, ast.While):
        values = [*proceed]
        if not (isinstance(loop.test, ast.Constant) and loop.test.value):
            is_and = isinstance(loop.test, ast.BoolOp) and isinstance(loop.test.op, ast.And)
            values += loop.test.values if is_and else [loop.test]
        test = values[0] if len(values) == 1 else ast.copy_location(ast.BoolOp(ast.And(), values), loop.test)
        return replace(loop, test=test, body=body, orelse=[])
    test = proceed[0] if len(proceed) == 1 else ast.copy_location(ast.BoolOp(ast.And(), proceed), loop.iter)
    new = GuardedFor(loop.target, loop.iter, body, [], loop.type_comment, test)
    return ast.copy_location(new, loop)


def _breaks(block: list[ast.stmt]) -> list[ast.Break]:
    """The breaks that leave the loop whose body this is, in source order."""
    found: list[ast.Break] = []
    for statement in block:
        if isinstance(statement, ast.Break):
            found.append(statement)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        elif isinstance(statement, ast.While | ast.For | ast.AsyncFor):
            found += _breaks(statement.orelse)
        else:
            for name in ("body", "orelse", "finalbody"):
                found += _breaks(getattr(statement, name, []) or [])
            for part in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
                found += _breaks(part.body)
    return found
