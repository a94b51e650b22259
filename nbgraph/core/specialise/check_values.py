"""The values in the message of a check inside a staged block: they travel to where the message is made."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import load, parameters
from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.spans import Span
from nbgraph.core.specialise.error_words import values_in
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.standing import Detail


@dataclass(frozen=True)
class Failure:
    """What a check inside a staged block raises.

    Attributes:
        error: the exception, or a function that makes it of some values.
        values: these, as they are behind the block.
    """

    error: ast.expr
    values: Sequence[ast.expr] = ()


def detail_of(plan: Plan, error: ast.expr) -> Detail | None:
    """The values that the trace found in the message of a check; None without any.

    Raises:
        NoSpecialFormError: the check was traced several times, with values of its own each time.
    """
    here = plan.span(error)
    found = [detail for detail in plan.details.values() if detail.name and _meet(detail.span, here)]
    if len(found) > 1:
        raise plan.refuse(error, "this check is made several times, with other values in its message each time")
    return found[0] if found else None


def noted(plan: Plan, error: ast.expr, detail: Detail, fails: ast.expr, at: ast.AST) -> tuple[Failure, list[ast.stmt]]:
    """An exception with values in it as a function of these, and the line that notes them where the check fails.

    Args:
        plan: the decisions, to refuse with.
        error: the exception as code.
        detail: the values that the trace found in it.
        fails: whether the check fails, as the first one.
        at: where new nodes stand.

    Raises:
        NoSpecialFormError: which expressions they are the values of is not clear.
    """
    found = values_in(error)
    if len(found) != detail.count:
        found = [part for part in found if names(part).reads]
    if len(found) != detail.count:
        raise plan.refuse(at, "it is not clear which values the message in here holds")
    wishes = [part.id if isinstance(part, ast.Name) else f"value_{i}" for i, part in enumerate(found)]
    wishes = [wish if wishes.count(wish) == 1 else f"{wish}_{i}" for i, wish in enumerate(wishes)]
    named = {id(part): wish for part, wish in zip(found, wishes, strict=True)}

    def new(node: ast.AST) -> ast.AST:
        wish = named.get(id(node))
        return rebuild(node, new) if wish is None else load(wish, node)

    late = ast.copy_location(ast.Lambda(parameters(wishes, error), new(error)), error)  # type: ignore[arg-type]
    held = [quote_expression(f"held[{i}]", at, held=load(detail.name, at)) for i in range(detail.count)]
    values = [
        quote_expression("jnp.where(fails, new, old)", at, fails=fails, new=part, old=old)
        for part, old in zip(found, held, strict=True)
    ]
    line = quote("held = values", at, held=detail.name, values=ast.copy_location(ast.List(values, ast.Load()), at))
    return Failure(late, held), line


def _meet(one: Span, other: Span) -> bool:
    return one.contains(other) or other.contains(one)
