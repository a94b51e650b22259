"""Lists of a few numbers, the items of which a staged block sets at places that only the run knows: arrays there."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.specialise.buffers import Buffered, place_of_list
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.list_notes import BUFFERS
from nbgraph.core.staging.values import LeafType, is_dynamic, type_of


def short_list(
    plan: Plan, path: ast.expr, kinds: Sequence[LeafType], template: Sequence[Any], at: ast.AST
) -> Buffered | None:
    """How special code holds a list of numbers that the trace holds one by one; None where that will do there, too.

    Args:
        plan: the decisions.
        path: how the code around writes the list.
        kinds: the types of those of its items that the block changes.
        template: its items.
        at: the staged block.

    Raises:
        NoSpecialFormError: who else has it is not clear.
    """
    if not isinstance(path, ast.Name) or not plan.is_own(path.id):
        return None
    active = plan.lists.active.get(path.id)
    if isinstance(active, Buffered):
        return active
    if (
        len({(kind.shape, kind.dtype) for kind in kinds}) != 1
        or kinds[0].shape
        or not _is_set_by_the_run(plan, path.id)
    ):
        return None
    if not all(is_dynamic(item) and type_of(item).dtype == kinds[0].dtype for item in template):
        return None  # some stay what they are
    place, count = place_of_list(plan, path.id, at), len(template)
    name = plan.variable_for(f"{path.id}_items") if place else path.id
    return Buffered(name, "", count, (kinds[0],), known=count, place=place)


def _is_set_by_the_run(plan: Plan, name: str) -> bool:
    """Whether an item of a list is set somewhere at an index that only the run knows."""
    calls = (part for part in ast.walk(plan.converted.node) if isinstance(part, ast.Call))
    setting = [call for call in calls if verb_of(call) in ("set_item", "update_item") and _is_name(call.args[0], name)]
    return any((BUFFERS, place_of(call)) in plan.instance.outcomes for call in setting)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
