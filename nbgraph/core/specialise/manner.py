"""The manners in which special code is written: the simplest one that gives the right code is taken."""

from __future__ import annotations

from dataclasses import dataclass

from nbgraph.core.specialise.divisions import Late


@dataclass(frozen=True)
class Manner:
    """One of them.

    Attributes:
        unrolls: whether a loop whose rounds decide differently is written down round by round.
        keeps_known: whether Python's own numbers stay what they are in the branches of a `lax.cond`: those that
            it hands on are traced, and then Python cannot ask for them.
        late: where a division by a number from around is left to the graph.
        asks_in_place: whether a loop's test that looks up an item may be one piece before the loop and in its rounds.
            Written out twice the first may be simpler, but not every test can be.
        roomy: names of lists that may get as long as a list of theirs in a block inside.
    """

    unrolls: bool = False
    keeps_known: bool = False
    late: Late = Late.IN_CALLED
    asks_in_place: bool = False
    roomy: frozenset[str] = frozenset()
