"""The rounds of loops that Python runs while it traces: they are counted as those of the graph's loops are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.made import Chain, Key, Made, first_of_rounds
from nbgraph.core.recording.model import Loop
from nbgraph.core.recording.moments import PythonRun

_Place = tuple[int, int]
"""The position of a loop, or -1, and the round of it."""


@dataclass(slots=True)
class _Run:
    """A run of such a loop: the line of its header, its position among the record's loops, its latest round."""

    line: int
    number: int
    round: int = 0


def with_python_rounds(
    made: Sequence[Made], run: PythonRun, sure: Collection[Chain], loops: Sequence[Loop]
) -> list[Loop]:
    """All loops of a record, with those that Python alone runs behind the graph's; a loop of these has no region.

    Args:
        made: the steps; those in such loops are given their rounds.
        run: plain Python's.
        sure: the rounds of the graph's loops, and calls, in which every line's place is known.
        loops: the graph's loops.
    """
    found = list(loops)
    places: dict[Key, _Place] = {}
    frames: dict[int, Frame] = {}
    by_key = {step.key: step for step in made if step.key is not None}
    for chain, step in first_of_rounds(made, sure).items():
        places.update(_places(chain, step, by_key, run, found))
        frames.update(dict.fromkeys(range(len(frames) + len(loops), len(found)), step.frame))
    begins, calls = _move(made, places)
    for number, loop in enumerate(found):
        if number < len(loops):
            at = begins.get(number)
            goes = at is not None and _is_within(loop, *at, found)
        else:
            frame = frames[number]
            at = frame, calls.get(frame.number, (-1, 0))
            goes = (loop.parent, loop.around) == frame.at[:2] and frame.number in calls
        if at is not None and goes:
            found[number] = replace(loop, parent=at[1][0], around=at[1][1])
    return found


def _places(
    chain: Chain, first: Made, by_key: Mapping[Key, Made], run: PythonRun, loops: list[Loop]
) -> Iterator[tuple[Key, _Place]]:
    """The loop and the round of every line that is in such a loop; the loops are added."""
    frame, open_loops, counts = first.frame, list[_Run](), dict[int, int]()
    for line in run.lines[chain]:
        number = counts.get(line, 0)
        counts[line] = number + 1
        alone = _alone(frame, line, run)
        keep = 0
        while keep < min(len(open_loops), len(alone)) and open_loops[keep].line == alone[keep]:
            keep += 1
        del open_loops[keep:]
        for header in alone[keep:]:
            outer, step = open_loops[-1] if open_loops else None, by_key.get((chain, line, number), first)
            around = (step.activation, step.round) if outer is None else (outer.number, outer.round)
            open_loops.append(_Run(header, len(loops), int(header != line)))
            loops.append(Loop(header, "", 1, ended=True, parent=around[0], around=around[1], kept=1))
        if not open_loops:
            continue
        inner = open_loops[-1]
        if line == inner.line:
            inner.round += 1
        total = inner.round - (line == inner.line and line in frame.lines.whiles)  # its test may be what ends it
        loops[inner.number] = replace(loops[inner.number], total=total, kept=total)
        yield (chain, line, number), (inner.number, inner.round)


def _alone(frame: Frame, line: int, run: PythonRun) -> list[int]:
    """The headers of the loops around a line that Python alone runs, in the innermost round of the graph's loops."""
    found = list[int]()
    for header in frame.lines.loops.get(line, ()):
        is_staged = (frame.function.index, header) in run.staged
        found = [] if is_staged else [*found, header]
    return found


def _move(
    made: Sequence[Made], places: Mapping[Key, _Place]
) -> tuple[dict[int, tuple[Frame, _Place]], dict[int, _Place]]:
    """Let steps know the rounds they are in; where each of the graph's loops begins, and each call."""
    latest: dict[tuple[int, _Place], _Place] = {}  # of each call in each round of the graph's
    begins: dict[int, tuple[Frame, _Place]] = {}
    calls: dict[int, _Place] = {}
    here: dict[int, _Place] = {}  # of each call
    for step in made:
        frame, was = step.frame, (step.activation, step.round)
        if frame.parent is not None and frame.number not in here:
            here[frame.number] = calls[frame.number] = here.get(frame.parent.number, was)
        if was[0] not in begins and frame.number in here:
            begins[was[0]] = frame, here[frame.number]
        outside = calls[frame.number] if frame.number in calls and was == frame.at[:2] else was
        if step.key is not None:
            latest[frame.number, was] = places.get(step.key, outside)
        here[frame.number] = step.activation, step.round = latest.get((frame.number, was), outside)
    return begins, calls


def _is_within(loop: Loop, frame: Frame, at: _Place, loops: Sequence[Loop]) -> bool:
    """Whether a loop of the graph's is in one of Python's alone, the innermost where the run was before it."""
    return at[0] >= 0 and not loops[at[0]].region and loops[at[0]].line in frame.lines.loops.get(loop.line, ())
