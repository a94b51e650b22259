"""What a loop asks for in each round, though once before the first will do: bounds, steps, arrays, checks."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote
from nbgraph.core.specialise.expressions import Expressions
from nbgraph.core.specialise.loop_items import Items
from nbgraph.core.specialise.operands import is_plain
from nbgraph.core.staging.derived_sequences import Enumerate, Reversed, Zip
from nbgraph.core.staging.endless import Count
from nbgraph.core.staging.sequences import Range, Rows, Sequence


def steady(expressions: Expressions, items: Items, changed: AbstractSet[str], *, counted: bool) -> Items:
    """What a loop runs over, with a variable made before the loop for what its rounds change, or that acts.

    Args:
        expressions: the expressions around.
        items: what the loop runs over.
        changed: the names that a round binds.
        counted: whether the number of rounds is found before the first.
    """
    if counted and isinstance(items.sequence, Range) and len(items.arguments) < 3:
        return items

    def kept(code: ast.expr, wish: str, later: Iterable[ast.expr] = ()) -> ast.expr:
        value = expressions.convert(code)
        stays = isinstance(code, ast.Constant) or all(map(is_plain, later))
        if names(code).reads.isdisjoint(changed) and is_plain(value) and stays:
            return code
        name = expressions.plan.fresh(wish, code)
        expressions.before += quote("name = value", code, name=name, value=value)
        return load(name, code)

    def in_order(parts: list[ast.expr], wishes: tuple[str, ...]) -> list[ast.expr]:
        pairs = enumerate(zip(parts, wishes, strict=False), 1)
        return [kept(part, wish, parts[later:]) for later, (part, wish) in pairs]

    def within(code: ast.expr, sequence: Sequence | None) -> ast.expr:
        parts = items.part(code, sequence).arguments
        match sequence:
            case Range():
                wishes = ("stop",) if len(parts) == 1 else ("start", "stop", "step")
                return _with(code, in_order(parts, wishes))
            case Count():
                return _with(code, in_order(parts, ("start", "step")))
            case Rows():
                return kept(code, "rows")
            case Enumerate(inner=inner) | Reversed(inner=inner) if parts:
                return _with(code, [within(parts[0], inner), *(kept(part, "start") for part in parts[1:])])
            case Zip(inner=several) if len(several) == len(parts):
                return _with(code, [within(part, inner) for part, inner in zip(parts, several, strict=True)])
        return code

    return dataclasses.replace(items, code=within(items.code, items.sequence))


def _with(call: ast.expr, arguments: list[ast.expr]) -> ast.expr:
    """A call of `range` and its like with other arguments."""
    if not isinstance(call, ast.Call):
        return call
    return replace(call, args=[*call.args[: len(call.args) - len(arguments)], *arguments])


def checked_once(expressions: Expressions, test: ast.expr, changed: AbstractSet[str]) -> list[ast.stmt]:
    """The lines that check what the test of a loop checks, where no round changes the answer.

    Args:
        expressions: the expressions around.
        test: the test.
        changed: the names that a round binds.
    """
    found: list[tuple[ast.expr, ast.expr, ast.AST]] = []
    with expressions.apart(), expressions.checking(lambda *check: found.append(check)):
        expressions.convert(test)
        expressions.taken()
    if any(not names(fails).reads.isdisjoint(changed) for fails, _, _ in found):
        return []
    return [line for check in found for line in expressions.check(*check)]
