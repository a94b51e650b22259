"""The time limit of a run that is watched."""

from __future__ import annotations

import jax
import pytest

from nbgraph.core.checked.interpreter import Interpreter, Stopped
from nbgraph.core.checked.values import narrow_of

PROGRAM = jax.make_jaxpr(lambda x: x + 1)(1)


def test_reading_a_long_program_takes_nothing_from_the_time_of_its_run() -> None:
    """The first step of 2500 lines was the last."""
    made_at = iter([0.0])
    interpreter = Interpreter(seconds=1.0, clock=lambda: next(made_at, 10.0))  # read at 10
    (result,) = interpreter.run(PROGRAM, [1])
    assert narrow_of(result) == 2


def test_a_run_that_takes_longer_is_stopped() -> None:
    times = iter([0.0, 10.0])
    interpreter = Interpreter(seconds=1.0, clock=lambda: next(times, 20.0))
    with pytest.raises(Stopped):
        interpreter.run(PROGRAM, [1])
