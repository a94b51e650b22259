"""The judgement on an odd program: Python's answer, or one refusal that is worth reading."""

from __future__ import annotations

import contextlib
import gc
import io
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from tests.fuzz import listed, odd, rows, things
from tests.fuzz.loading import PREFIX, loaded
from tests.fuzz.outcomes import run
from tests.quality import faults

ARGUMENTS = ((3,), (0,), (-2,), (1,))
MOST_LINES = 100_000
"""Lines after which a program is taken for one that never ends: some shift items from a list to the same one."""
FINE = ("same", "refused", "endless")


# What writes the programs of a sort, their arguments, and the text that all of them begin with.
Sort = tuple[Callable[[Random], str], Sequence[tuple[Any, ...]], str]
SORTS: dict[str, Sort] = {
    "odd": (odd.generate, ARGUMENTS, odd.PREAMBLE),
    "list": (listed.generate, listed.ARGUMENTS, listed.PREAMBLE),
    "hard list": (partial(listed.generate, hard=True), listed.ARGUMENTS, listed.PREAMBLE),
    "row": (rows.generate, rows.ARGUMENTS, rows.PREAMBLE),
    "thing": (things.generate, things.ARGUMENTS, things.PREAMBLE),
}


@dataclass(frozen=True)
class Verdict:
    """What became of an odd program.

    Attributes:
        sort: "same", "refused", "endless" in Python itself, or what is wrong.
        detail: the error's id, or both answers.
    """

    sort: str
    detail: str = ""


def is_valid(source: str) -> bool:
    """Whether Python takes a text for a program at all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "odd", "exec")
    except SyntaxError:
        return False
    return True


class EndlessError(BaseException):
    """A program that Python does not end, either; no `except Exception` of its own catches it."""


@contextlib.contextmanager
def at_most(lines: int) -> Iterator[None]:
    """Let the functions of a loaded program run so many lines in Python.

    Raises:
        EndlessError: they are not done then.
    """
    left, before = lines, sys.gettrace()

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(PREFIX):
            return None
        left -= 1
        if left < 0:
            raise EndlessError
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def judge(source: str, arguments: Sequence[tuple[Any, ...]] = ARGUMENTS) -> Verdict:
    """Run a program in Python and as a graph, with each argument through the same compiled function."""
    with warnings.catch_warnings(), loaded(source) as module, jax.enable_x64(True):
        warnings.simplefilter("ignore")
        graph = ng.function(module.program)
        for each in arguments:
            try:
                with at_most(MOST_LINES):
                    python, said = _printed(module, module.program, each)
            except EndlessError:
                return Verdict("endless", str(each))
            try:
                ours, printed = _printed(module, graph, each)
            except NbgraphError as error:
                if python.value == "NameError" and isinstance(error, UnboundLocalError):
                    continue
                wrong = faults(error)
                return Verdict(f"a refusal with {wrong[0]}" if wrong else "refused", f"{error.id}\n{error}")
            both = f"{each}: Python {python.kind} {python.value} {said!r}, graph {ours.kind} {ours.value} {printed!r}"
            if ours.kind == "raise" and ours.value != python.value:
                return Verdict("a traceback of ours", both)
            if (ours.kind, _number(ours.value)) != (python.kind, _number(python.value)):
                return Verdict("another answer", both)
            if _number(ours.arguments) != _number(python.arguments):
                return Verdict("other arguments", f"{both}\n{python.arguments} {ours.arguments}")
            if python.kind == "value" and _wide(printed) != _wide(said):
                return Verdict("other prints", both)
    return Verdict("same")


def _printed(module: Any, function: Any, arguments: tuple[Any, ...]) -> tuple[Any, str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        outcome = run(module, function, arguments)
        jax.effects_barrier()
    return outcome, printed.getvalue()


def _number(value: Any) -> Any:
    """An answer without the kinds of its numbers: where paths differ in them, the graph has the wider one."""
    if isinstance(value, tuple) and len(value) == 2 and value[0] in ("int", "float", "bool"):
        return float(value[1] in ("True",)) if value[0] == "bool" else float(value[1])
    return tuple(map(_number, value)) if isinstance(value, tuple) else value


def _wide(printed: str) -> str:
    """What was printed, with whole numbers and truth values as floats: where paths differ, the graph has the wider."""
    numbers = printed.replace("True", "1").replace("False", "0")
    return re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"\1.0", numbers)


def verdicts(sort: str, seed: int, count: int) -> Iterator[tuple[int, str, Verdict]]:
    """Random programs of a sort: the number of each, its source without what all share, and what became of it."""
    write, arguments, preamble = SORTS[sort]
    for number in range(count):
        source = write(Random(f"{seed} {number}"))
        if not is_valid(source):
            continue
        yield number, source.removeprefix(preamble), judge(source, arguments)
        if number % 20 == 0:
            jax.clear_caches()
            gc.collect()


def tried(sort: str, seed: int, count: int, seconds: float) -> Counter[str]:
    """What became of the programs of a seed, as many as there are seconds of this process for.

    The first wrong one fails the test.
    """
    tally: Counter[str] = Counter()
    end = time.process_time() + seconds
    for number, source, verdict in verdicts(sort, seed, count):
        tally[verdict.sort] += 1
        if verdict.sort not in FINE:
            pytest.fail(f"seed {seed}, {sort} program {number}: {verdict.sort}\n{source}\n{verdict.detail}")
        if time.process_time() > end:
            break
    return tally


def survey(count: int, seed: int, sort: str = "odd") -> int:
    """Try many programs and print what became of them, the shortest wrong ones in full; how many were wrong."""
    tally: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    wrong: list[tuple[str, Verdict]] = []
    for _, source, verdict in verdicts(sort, seed, count):
        tally[verdict.sort] += 1
        if verdict.sort == "refused":
            refusals[verdict.detail.partition("\n")[0]] += 1
        elif verdict.sort not in FINE:
            wrong.append((source, verdict))
    print(f"{sort} programs, seed {seed}: {dict(tally)}; refused: {dict(refusals.most_common())}")
    for source, verdict in sorted(wrong, key=lambda each: len(each[0]))[:10]:
        print(f"\n--- {verdict.sort}\n{source}\n{verdict.detail}", flush=True)
    return len(wrong)
