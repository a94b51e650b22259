"""A conditional that was traced several times: what is chosen at one time or another its code chooses each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.merge import Pair
from nbgraph.core.staging.values import type_of


def each_time(staged: Sequence[StagedIf]) -> StagedIf | None:
    """How a conditional was staged, all times taken together; None where one piece of code cannot say it.

    Args:
        staged: how it was staged each time.
    """
    *_, last = staged
    if len(staged) == 1:
        return last
    if len({each.outputs for each in staged}) > 1:
        return None
    values = dict(last.values)
    rows = dict(last.rows)
    pairs: list[Pair] = []
    for place in range(max(len(last.outputs), 1)):
        chosen = [(each, found) for each in staged if (found := _groups(each)[place])]
        if not chosen:
            continue
        latest, found = chosen[-1]
        if any(_types(other) != _types(found) for _, other in chosen) and any(
            _is_promoted(pair) for _, group in chosen for pair in group
        ):
            return None
        pairs += found
        for name in last.outputs[place : place + 1]:
            values |= {name: latest.values[name]} if name in latest.values else {}
            rows |= {name: latest.rows[name]} if name in latest.rows else {}
    named = {pair.name for pair in pairs}
    fixed = {}
    for name, value in last.fixed.items():
        if name in named:
            continue
        if any(each.fixed.get(name) != value for each in staged):
            return None
        fixed[name] = value
    same = frozenset.union(*(each.same for each in staged)) - named
    given = frozenset.intersection(*(each.given for each in staged))
    return replace(last, pairs=tuple(pairs), values=values, rows=rows, fixed=fixed, same=same, given=given)


def _groups(staged: StagedIf) -> list[list[Pair]]:
    """The pairs of each name that is bound, the one that says whether it has a value behind the others."""
    if len(staged.outputs) < 2:
        return [list(staged.pairs)]
    found: list[list[Pair]] = [[] for _ in staged.outputs]
    place = 0
    for pair in staged.pairs:
        if pair.name:
            starts = [k for k, name in enumerate(staged.outputs) if _is_of(pair, name)]
            place = starts[0] if starts else place
        found[place].append(pair)
    return found


def _is_of(pair: Pair, name: str) -> bool:
    return pair.name == name or pair.name.startswith((f"{name}[", f"{name}."))


def _types(pairs: Sequence[Pair]) -> list[tuple[str, object]]:
    return [(pair.name, pair.type.dtype) for pair in pairs]


def _is_promoted(pair: Pair) -> bool:
    return any(type_of(side).dtype != pair.type.dtype for side in (pair.true, pair.false))
