"""What was seen of a plain Python run: its variables before each line that a record has a step for, and its lines."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.recording.made import Chain, Key, Made


@dataclass(slots=True)
class Moment:
    """The run as it was just before a line.

    Attributes:
        order: its number among the moments of the record.
        values: the variables.
        between: the lines run since the moment before it, of which the graph's record has none.
        time: its number among all moments.
        key: which it is; None for the end of the run.
        follows: the next moment of the same call, if nothing of it is left out between them.
    """

    order: int
    values: dict[str, Any]
    between: list[int]
    time: int = 0
    key: Key | None = None
    follows: Moment | None = field(default=None, repr=False)


@dataclass(slots=True)
class PythonRun:
    """What was seen.

    Attributes:
        moments: by key, the moments asked for.
        counts: how often each line was reached, and each call made, in the same rounds, where that was asked for.
        lines: the lines of each of the rounds asked for, in order; empty where it did not come to an end.
        ended: by round and the place of a line in it, the header of a loop that has no round after this line.
        seen: the moment before each of these lines; None where none was kept.
        entered: how often each function was called, by its code's file, name and first line.
        end: the moment of the return; None where it did not come to that.
        raised_at: the rounds and the line in which it raised; None if it did not.
        result: what it returned; None where it did not come to that.
        stopped: why it ended early, in words; "" if it did not.
        calls: the moments of each call, in order.
        listed: the lines of the moments asked for.
        staged: the loops whose rounds are counted: the number of the function, the first line.
    """

    moments: dict[Key, Moment] = field(default_factory=dict)
    counts: Counter[tuple[Chain, Any]] = field(default_factory=Counter)
    lines: dict[Chain, list[int]] = field(default_factory=dict)
    ended: dict[Chain, dict[int, int]] = field(default_factory=dict)
    seen: dict[Chain, list[Moment | None]] = field(default_factory=dict)
    entered: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    end: Moment | None = None
    raised_at: tuple[Chain, int] | None = None
    result: Any = None
    stopped: str = ""
    calls: list[list[Moment]] = field(default_factory=list, repr=False)
    listed: frozenset[int] = frozenset()
    staged: Collection[tuple[int, int]] = ()

    def goes(self, step: Made, chain: Chain, place: int) -> bool | None:
        """Which way plain Python goes from the test in a step's line; None where nobody can tell.

        Args:
            step: one of the graph's.
            chain: the round that it is in.
            place: the place of the line in that.
        """
        statement, lines = step.frame.function.statements.get(step.line), self.lines[chain]
        if not isinstance(statement, ast.If | ast.While) or statement.body[0].lineno == statement.lineno:
            return None
        first = statement.body[0].lineno
        if first in (self.ended.get(chain, {}).get(place), *lines[place + 1 : place + 2]):
            return True
        is_staged = (step.frame.function.index, first) in self.staged  # its rounds are others
        return None if is_staged or place + 1 == len(lines) else False

    def settle(self, keys: Collection[Key]) -> None:
        """Let the record's moments be those that it has steps for.

        Args:
            keys: where these begin and end.
        """
        self.moments = {}
        for call in self.calls:
            between: list[int] = []
            for moment in call:
                between += moment.between
                if moment.key is None or moment.key in keys:
                    moment.between, between = between, []
                elif moment.key[1] not in self.listed:
                    between.append(moment.key[1])
        every = (moment for call in self.calls for moment in call)
        steps = (moment for moment in every if moment.key is None or moment.key in keys)
        for order, moment in enumerate(sorted(steps, key=lambda each: each.time)):
            moment.order = order
            if moment.key is not None:
                self.moments[moment.key] = moment
