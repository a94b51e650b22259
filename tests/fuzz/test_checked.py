"""A checked run blames nothing in random programs whose results are Python's: no false alarm."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.checked.call import explained
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.parts import Phases, Verdict
from nbgraph.core.timing.verdict import judge
from tests.fuzz.campaign import drawn
from tests.fuzz.generator import Program
from tests.fuzz.loading import loaded
from tests.sample import fresh_number

pytestmark = [
    pytest.mark.filterwarnings("ignore::SyntaxWarning"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),  # NumPy's scalars wrap around aloud
]

FRESH = fresh_number()
DIFFERENT = Comparison("program()", (), Phases(), Verdict(False, "value", "told so"))


def blamed(program: Program) -> list[str]:
    """What a checked run blames in the calls of a program that are right, when it is told that they are not."""
    found = []
    with loaded(program.source) as module:
        graph = ng.function(module.program)
        for *scalars, items in program.arguments[:2]:
            vector = np.asarray(items, jax.dtypes.canonicalize_dtype(int))
            try:
                python, ours = module.program(*scalars, vector.copy()), graph(*scalars, vector)
            except Exception:  # refused, or the program's own: there are no two results
                continue
            if judge(python, jax.tree_util.tree_map(_plain, ours)).equal:
                cause = explained(DIFFERENT, graph, (*scalars, vector), {}).cause
                found += [] if cause is None else ["\n".join([program.source, *cause.lines()])]
    return found


def _plain(leaf: object) -> object:
    return np.asarray(leaf)[()] if isinstance(leaf, jax.Array) else leaf


def alarms(seed: int, count: int, *, x64: bool) -> str:
    with jax.enable_x64(x64):
        return "\n\n".join(text for program in drawn(2, count, seed) for text in blamed(program))


@pytest.mark.parametrize("x64", [False, True])
def test_no_false_alarm_in_programs_nobody_has_tried(x64: bool) -> None:
    assert alarms(FRESH, 4, x64=x64) == "", f"seed {FRESH}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_false_alarm_in_known_programs(seed: int) -> None:
    assert alarms(seed, 8, x64=False) == ""
