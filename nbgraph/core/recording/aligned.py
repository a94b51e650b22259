"""The graph's steps beside the lines that plain Python runs: what the graph computes besides is no step of its own.

Where loops are unrolled, or both sides of a choice computed, operations stand in lines that Python does not come to, or
several times in a line that it comes to once. The steps of each round are laid on Python's lines of the same round,
as many of them as fit in their order. What is left over joins the step before it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.laying import laid
from nbgraph.core.recording.made import Chain, Made, number_calls
from nbgraph.core.recording.moments import PythonRun

_MOST = 300_000  # pairs of a step and a line that are compared


@dataclass(frozen=True, slots=True)
class Aligned:
    """Two runs, laid beside one another.

    Attributes:
        steps: those that plain Python makes, too, numbered as they are there.
        sure: the rounds all of whose steps are known to be the same executions of their lines in both runs. Where
            several statements stand in a line nobody knows which of them ran.
    """

    steps: Sequence[Made]
    sure: frozenset[Chain] = frozenset()


def aligned(
    made: Sequence[Made],
    counts: Counter[tuple[Chain, Any]],
    run: PythonRun,
    staged: Collection[tuple[int, int]],
    lost: Collection[int] = (),
) -> Aligned:
    """Lay the steps on Python's lines.

    Args:
        made: the graph's steps.
        counts: how often each line was reached, and each call made, in the same rounds, by the graph; changed.
        run: plain Python's.
        staged: the loops whose rounds are counted: the number of the function, the first line.
        lost: the positions of the loops whose rounds have other numbers in Python.
    """
    spare = {index for index, step in enumerate(made) if step.skipped}
    sure = set[Chain]()
    for chain, indexes in _by_chain(made).items():
        besides = {index for index in indexes if made[index].chooses and _is_peeled(made[index], chain, staged)}
        spare |= besides if run.lines else set()
        indexes = [index for index in indexes if index not in besides]
        steps, lines = [made[index] for index in indexes], run.lines.get(chain, ())
        may = steps and (lines or (run.lines and not steps[0].frame.parent))
        if not may or steps[0].activation in lost or any(_is_peeled(step, chain, staged) for step in steps):
            continue
        found = _places(steps, run, chain)
        if found is None:
            continue
        places, is_sure = found
        _number(steps, places, chain, lines)
        reached = Counter(lines[place] for place in places if place >= 0)  # fewer than Python's: nobody knows which
        counts.update({(chain, step.line): reached[step.line] - counts[chain, step.line] for step in steps})
        spare |= {index for index, place in zip(indexes, places, strict=True) if place < 0}
        sure |= {chain} if is_sure and not set(lines) & steps[0].frame.lines.crowded else set()
    away = _away(made, run) if run.lines else set()
    return Aligned(_joined(made, spare, away) if spare or away else list(made), frozenset(sure))


def _by_chain(made: Sequence[Made]) -> Mapping[Chain, list[int]]:
    chains: defaultdict[Chain, list[int]] = defaultdict(list)
    for index, step in enumerate(made):
        if (chain := step.chooses if step.key is None else step.key[0]) is not None:
            chains[chain].append(index)
    return chains


def _places(steps: Sequence[Made], run: PythonRun, chain: Chain) -> tuple[Sequence[int], bool] | None:
    """The place of each step among Python's lines, and whether that is known; None where nobody looks."""
    lines = run.lines.get(chain, ())
    reached, computed = Counter(lines), Counter(step.line for step in steps)
    choose = any(step.chooses is not None for step in steps)
    if not choose and all(count == reached[line] == 1 for line, count in computed.items()):
        places = [lines.index(step.line) for step in steps]
        if any(_goes_elsewhere(step, run, chain, place) for step, place in zip(steps, places, strict=True)):
            return None
        return places, all(one < other for one, other in pairwise(places))
    return laid(steps, run, chain) if len(steps) * len(lines) <= _MOST else None


def _goes_elsewhere(step: Made, run: PythonRun, chain: Chain, place: int) -> bool:
    """Whether Python goes the other way from a test: what follows there is not what the graph does."""
    return step.test is not None and run.goes(step, chain, place) is (not step.test)


def _is_peeled(step: Made, chain: Chain, staged: Collection[tuple[int, int]]) -> bool:
    """Whether a step is part of a round that was made before its loop: there rounds have other numbers in Python."""
    frame = step.frame
    around = {line for line in frame.lines.loops.get(step.line, ()) if (frame.function.index, line) in staged}
    return bool(around - {line for line, _ in chain[len(frame.chain or ()) :]})


def _number(steps: Sequence[Made], places: Sequence[int], chain: Chain, lines: Sequence[int]) -> None:
    """Let keys say which execution of its line in Python a step is."""
    numbers: Counter[int] = Counter()
    which = []
    for line in lines:
        which.append(numbers[line])
        numbers[line] += 1
    for step, place in zip(steps, places, strict=True):
        if place >= 0:
            step.key = (chain, lines[place], which[place])


def _away(made: Sequence[Made], run: PythonRun) -> set[int]:
    """The numbers of the calls that Python does not make."""
    found: set[int] = set()
    for step in made:
        frame = step.frame
        if frame.number in found or frame.parent is None:
            continue
        if frame.parent.number in found or not _is_made(frame, run):
            found.add(frame.number)
    return found


def _is_made(frame: Frame, run: PythonRun) -> bool:
    chain = frame.at[2]
    if chain is None or frame.call is None or frame.chain is None:
        return True
    lines = run.lines.get(chain)
    if lines is not None and frame.line not in lines:
        return False
    decorated = getattr(frame.function.node, "decorator_list", [])  # what `jax.jit` keeps compiled runs without Python
    return bool(decorated) or not frame.is_named or bool(run.entered[frame.function.code_key])


def _joined(made: Sequence[Made], spare: set[int], away: set[int]) -> list[Made]:
    kept: list[Made] = []
    left: dict[int, int] = {}  # the line of each call that Python does not come to
    for index, step in enumerate(made):
        frame = step.frame
        if frame.number in away and frame.parent is not None:
            left[frame.parent.number] = frame.line
        is_more = step.key is None and left.get(frame.number) == step.line
        if kept and (index in spare or frame.number in away or is_more):
            left |= {frame.number: step.line} if index in spare else {}
            join(kept[-1], step)
            continue
        left.pop(frame.number, None)
        kept.append(step)
    number_calls(kept)
    return kept


def join(step: Made, more: Made) -> None:
    """Let a step have what the graph computes after it besides."""
    here, there = ((each.frame, each.activation, each.round) for each in (step, more))
    is_same = here == there and step.line == more.line
    slots = more.slots if is_same else [replace(slot, name="") for slot in more.slots]
    step.slots += slots
    if here == there:
        step.joined += [(more.line, slots)] * (not is_same) + more.joined
    step.outputs += more.outputs
    step.is_over = step.is_over or here != there  # in another iteration: what the step binds does not see it
    step.compute(more.computed)
    step.later |= more.later
    step.told += more.told
    step.taken += more.taken
    step.left += more.left
    if step.frame is more.frame:
        step.after = more.after or step.after
