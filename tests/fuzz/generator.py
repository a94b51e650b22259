"""Random programs as source text: typed, terminating, and total, so that Python always has an answer."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from tests.fuzz.scope import BOOL, FLOAT, INT, VECTOR, VECTOR_LENGTH, Scope
from tests.fuzz.statements import Statements
from tests.fuzz.writer import SCALARS

PARAMETERS = {"a": INT, "b": INT, "x": FLOAT, "p": BOOL, "v": VECTOR}


@dataclass(frozen=True)
class Program:
    """A program and the arguments to try it with.

    Attributes:
        source: a module whose function `program` is the one to convert.
        arguments: tuples of plain Python values; a list stands for an array.
    """

    source: str
    arguments: tuple[tuple[object, ...], ...]


def generate(random: Random, *, staged: bool, hard: bool = False) -> Program:
    """One program.

    Args:
        random: where all choices come from.
        staged: leave out what only Python can run: computed indices into lists, observed evaluation order, ...
        hard: write also what is known to be converted wrongly still.
    """
    write = Statements(random, staged=staged, hard=hard)
    helpers = tuple(write.helper(f"helper{i}") for i in range(random.randrange(3)))
    returns = tuple(random.choice(SCALARS) for _ in range(random.randrange(1, 4)))
    scope = Scope(names=dict(PARAMETERS), functions=helpers, returns=returns)
    write.function("program", list(PARAMETERS), scope, size=random.randrange(2, 16))
    return Program("\n".join(write.lines) + "\n", tuple(_arguments(random) for _ in range(4)))


def _arguments(random: Random) -> tuple[object, ...]:
    """Small numbers, halves and quarters: what doubles hold exactly."""
    return (
        random.randrange(-5, 12),
        random.randrange(-5, 12),
        random.randrange(-12, 12) / 4,
        random.random() < 0.5,
        [random.randrange(-5, 12) for _ in range(VECTOR_LENGTH)],
    )


def programs(*, staged: bool) -> st.SearchStrategy[Program]:
    """Programs whose every choice is Hypothesis's, so that it can shrink them."""
    return st.randoms(use_true_random=False).map(lambda random: generate(random, staged=staged))
