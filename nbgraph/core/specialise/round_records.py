"""What was decided in each round of a loop that Python ran, taken from the journal of a trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nbgraph.core.functionalise.sites import Place
from nbgraph.core.staging.calls import StagedCall
from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.recorder import Instance, Outcome
from nbgraph.core.staging.round_marks import ROUND
from nbgraph.core.staging.values import type_of

Entry = tuple[Instance, tuple[str, Place], Outcome]


def rounds_of(journal: Sequence[Entry], origin: Instance, verb: str, place: Place) -> dict[int, list[Entry]]:
    """What was recorded in each round of a loop, by the round's number; nothing for one that made no marks.

    Args:
        journal: everything that was recorded, in order.
        origin: the activation that the loop is part of.
        verb: the staging verb of the loop.
        place: where it is.
    """
    found: dict[int, list[Entry]] = {}
    present: list[Entry] | None = None
    for entry in journal:
        instance, key, outcome = entry
        if instance is origin and key == (ROUND, place):
            present = found.setdefault(outcome.detail, [])
        elif instance is origin and key == (verb, place) and verb == "for_":
            present = None
        elif present is not None:
            present.append(entry)
            if instance is origin and key == (verb, place):
                present = None
    return found


def decide_differently(rounds: Mapping[int, Sequence[Entry]]) -> bool:
    """Whether one piece of code might not be right for all rounds."""
    return len({_decided(entries) for entries in rounds.values()}) > 1


def _decided(entries: Sequence[Entry]) -> frozenset[object]:
    """What became of each construct, and which way Python went."""
    return frozenset(
        (instance.owner.parsed.span, key, outcome.decision.became, _way(outcome.detail))
        for instance, key, outcome in entries
    )


def _way(detail: object) -> object:
    """Which way Python went, or what a conditional chose."""
    if isinstance(detail, StagedIf):
        chosen = [(pair.name, pair.type.dtype, type_of(pair.true), type_of(pair.false)) for pair in detail.pairs]
        return tuple(change.path for change in detail.heap), tuple(chosen), tuple(sorted(detail.fixed.items()))
    if isinstance(detail, StagedCall):
        return detail.traced, getattr(detail.function, "__qualname__", "")
    return detail is True


def in_round(whole: Instance, origin: Instance, entries: Sequence[Entry]) -> Instance:
    """The part of an activation's record that is in a part of the journal."""
    outcomes: dict[tuple[str, Place], list[Outcome]] = {}
    for instance, key, outcome in entries:
        if instance is origin:
            outcomes.setdefault(key, []).append(outcome)
    running = {id(instance) for instance, _, _ in entries}

    def ran(called: Instance) -> bool:
        """Whether an activation is one of the round's; of one that decides nothing each is as good as any other."""
        return id(called) in running or not _decides(called) or any(map(ran, _called_by(called)))

    calls = {place: [each for each in called if ran(each)] for place, called in whole.calls.items()}
    return replace(whole, outcomes=outcomes, calls=calls)


def _decides(instance: Instance) -> bool:
    return any(instance.outcomes.values()) or any(map(_decides, _called_by(instance)))


def _called_by(instance: Instance) -> list[Instance]:
    return [each for called in instance.calls.values() for each in called]
