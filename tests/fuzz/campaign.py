"""A long run: many programs, every difference counted, the smallest of each sort made smaller still."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import jax

from tests.fuzz.generator import Program, generate
from tests.fuzz.levels import LEVELS, Difference, Verdict
from tests.fuzz.shrink import shrink

_CLEAR_EVERY = 20  # compiled programs are not kept: thousands of them fill the memory
_SMALLEST = 6  # programs of one sort to shrink: one sort may have several causes


@dataclass(frozen=True)
class Found:
    """A program whose conversion answers differently, or is refused."""

    program: Program
    verdict: Difference | object


def drawn(level: int, count: int, seed: int, *, hard: bool = False) -> Iterator[Program]:
    """The programs of one seed."""
    return (generate(Random(f"{seed} {number}"), staged=level != 1, hard=hard) for number in range(count))


def judge(level: int, program: Program) -> Verdict:
    return LEVELS[level](program)


def search(level: int, count: int, seed: int, *, hard: bool) -> tuple[Counter[str], dict[str, list[Found]]]:
    """Try programs; how many came to what, and those that are not right."""
    tally: Counter[str] = Counter()
    found: dict[str, list[Found]] = {}
    for number, program in enumerate(drawn(level, count, seed, hard=hard)):
        verdict = judge(level, program)
        sort = "same" if verdict is None else verdict.sort
        tally[sort] += 1
        if verdict is not None:
            found.setdefault(sort, []).append(Found(program, verdict))
        if level != 1 and number % _CLEAR_EVERY == 0:
            jax.clear_caches()
            gc.collect()
    return tally, found


def minimised(level: int, found: Found) -> Found:
    """The smallest program found that fails in the same way."""
    verdict = found.verdict
    arguments = found.program.arguments
    if isinstance(verdict, Difference) and verdict.arguments:
        arguments = (verdict.arguments,)

    def interesting(source: str) -> bool:
        again = judge(level, Program(source, arguments))
        return again is not None and again.sort == verdict.sort

    source = shrink(found.program.source, interesting, seconds=30, each=0.2 if level == 1 else 5)
    program = replace(found.program, source=source, arguments=arguments)
    return Found(program, judge(level, program) or verdict)


def report(level: int, count: int, seed: int, *, hard: bool) -> int:
    """Search and print; the number of differences."""
    start = time.perf_counter()
    tally, found = search(level, count, seed, hard=hard)
    print(f"level {level}, seed {seed}: {count} programs in {time.perf_counter() - start:.0f} s")
    for sort, number in tally.most_common():
        print(f"{number:8} {sort}", flush=True)
    for sort, programs in found.items():
        seen: set[str] = set()
        for each in sorted(programs, key=lambda f: len(f.program.source))[:_SMALLEST]:
            small = minimised(level, each)
            if small.program.source in seen:
                continue
            seen.add(small.program.source)
            print(f"\n--- {sort}\n{small.program.source}\n{small.verdict}", flush=True)
    return sum(number for sort, number in tally.items() if sort != "same" and not sort.startswith("refused"))
