"""The graph's steps beside the lines that plain Python runs: what the graph computes besides is no step of its own.

Where loops are unrolled, or both sides of a choice computed, operations stand in lines that Python does not come to, or
several times in a line that it comes to once. The steps of each round are laid on Python's lines of the same round,
as many of them as fit in their order. What is left over joins the step before it.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.made import Chain, Made
from nbgraph.core.recording.python_run import PythonRun

_MOST = 300_000  # pairs of a step and a line that are compared


def aligned(
    made: Sequence[Made], counts: Counter[tuple[Chain, Any]], run: PythonRun, staged: Collection[tuple[int, int]]
) -> list[Made]:
    """The steps that plain Python makes, too, numbered as they are there.

    Args:
        made: the graph's steps.
        counts: how often each line was reached, and each call made, in the same rounds, by the graph; changed.
        run: plain Python's.
        staged: the loops whose rounds are counted: the number of the function, the first line.
    """
    spare = {index for index, step in enumerate(made) if step.skipped}
    away = set[int]()
    if run.lines:
        spare |= _spare(made, counts, run, staged)
        away = _away(made, run)
    return _joined(made, spare, away) if spare or away else list(made)


def _spare(
    made: Sequence[Made], counts: Counter[tuple[Chain, Any]], run: PythonRun, staged: Collection[tuple[int, int]]
) -> set[int]:
    """The steps that Python has no execution of their line for; the others are numbered by these."""
    chains: defaultdict[Chain, list[int]] = defaultdict(list)
    for index, step in enumerate(made):
        if (chain := step.chooses if step.key is None else step.key[0]) is not None:
            chains[chain].append(index)
    spare: set[int] = set()
    for chain, steps in chains.items():
        lines = run.lines.get(chain, ())
        reached, computed = Counter(lines), Counter(made[index].line for index in steps)
        choose = any(made[index].chooses is not None for index in steps)
        if all(count <= reached[line] for line, count in computed.items()) and not choose:
            continue
        if len(steps) * len(lines) > _MOST:
            continue
        if any(_is_peeled(made[index], chain, staged) for index in steps) or (
            not lines and made[steps[0]].frame.parent
        ):
            continue
        places = _laid([made[index] for index in steps], lines)
        spare |= {index for index, place in zip(steps, places, strict=True) if place < 0}
        _number(made, [(i, place) for i, place in zip(steps, places, strict=True) if place >= 0], chain, lines)
        found = Counter(lines[place] for place in places if place >= 0)  # fewer than Python's: nobody knows which
        counts.update({(chain, line): found[line] - counts[chain, line] for line in computed})
    return spare


def _is_peeled(step: Made, chain: Chain, staged: Collection[tuple[int, int]]) -> bool:
    """Whether a step is part of a round that was made before its loop: there rounds have other numbers in Python."""
    frame = step.frame
    around = {line for line in frame.lines.loops.get(step.line, ()) if (frame.function.index, line) in staged}
    return bool(around - {line for line, _ in chain[len(frame.chain or ()) :]})


def _number(made: Sequence[Made], pairs: Sequence[tuple[int, int]], chain: Chain, lines: Sequence[int]) -> None:
    """Let keys say which execution of its line in Python a step is."""
    numbers: Counter[int] = Counter()
    which = []
    for line in lines:
        which.append(numbers[line])
        numbers[line] += 1
    for index, place in pairs:
        made[index].key = (chain, lines[place], which[place])


def _laid(steps: Sequence[Made], lines: Sequence[int]) -> list[int]:
    """For each step its place among the lines, in order; -1 for one that has none. As many as possible have one."""
    width = len(lines)
    best = [[0] * (width + 1) for _ in range(len(steps) + 1)]
    fits = [[_fits(step, lines, place) for place in range(width)] for step in steps]
    for row in range(len(steps) - 1, -1, -1):
        for place in range(width - 1, -1, -1):
            taken = best[row + 1][place + 1] + 1 if fits[row][place] else 0
            best[row][place] = max(taken, best[row + 1][place], best[row][place + 1])
    found, at = [], 0
    for row in range(len(steps)):
        while at < width and not fits[row][at] and best[row][at] == best[row][at + 1]:
            at += 1
        ahead = next((p for p in range(at, width) if fits[row][p]), width) if at < width else width
        if ahead < width and best[row + 1][ahead + 1] + 1 == best[row][at]:
            found.append(ahead)
            at = ahead + 1
        else:
            found.append(-1)
    return found


def _fits(step: Made, lines: Sequence[int], place: int) -> bool:
    if lines[place] != step.line:
        return False
    statement = step.frame.function.statements.get(step.line)
    if step.test is None or not isinstance(statement, ast.If | ast.While) or place + 1 == len(lines):
        return True
    body = statement.body[0].lineno
    return body == step.line or (lines[place + 1] == body) is step.test


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
    begun: dict[int, int] = {}
    left: dict[int, int] = {}  # the line of each call that Python does not come to
    for index, step in enumerate(made):
        frame = step.frame
        if frame.number in away and frame.parent is not None:
            left[frame.parent.number] = frame.line
        is_more = step.key is None and left.get(frame.number) == step.line
        if kept and (index in spare or frame.number in away or is_more):
            left |= {frame.number: step.line} if index in spare else {}
            _join(kept[-1], step)
            continue
        left.pop(frame.number, None)
        begun.setdefault(step.frame.number, len(kept))
        kept.append(step)
    for step in kept:
        step.frame.begun = begun[step.frame.number]
    return kept


def _join(step: Made, more: Made) -> None:
    """Let a step have what the graph computes after it besides."""
    here, there = ((each.frame, each.activation, each.round) for each in (step, more))
    is_same = here == there and step.line == more.line
    if here == there and not is_same:
        step.others += [slot for slot in (*more.slots, *more.others) if slot.name]
    step.slots += more.slots if is_same else [replace(slot, name="") for slot in more.slots]
    step.told += more.told
    step.taken += more.taken
    step.left += more.left
    if step.frame is more.frame:
        step.after = more.after or step.after
    if is_same:
        step.given |= more.given
        step.altered |= more.altered
        step.unsure |= more.unsure
