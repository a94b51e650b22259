"""The exercise of each lecture takes its solution, and says of usual wrong answers what is wrong with them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.exercise.form import Outcome
from tests.notebooks.answers import ANSWERS
from tests.notebooks.answers.form import Attempt

FOLDER = Path(__file__).parents[2] / "notebooks"


def exercise_of(lecture: str) -> list[str]:
    """The cell of a lecture that defines its `check` and calls it, if it has one."""
    import nbformat

    cells = nbformat.read(FOLDER / f"{lecture}.ipynb", as_version=4).cells
    return [cell.source.rstrip() for cell in cells if "exercise" in cell.metadata.get("tags", [])]


def test_each_exercise_has_its_answers() -> None:
    assert [path.stem for path in sorted(FOLDER.glob("*.ipynb")) if exercise_of(path.stem)] == sorted(ANSWERS)


@pytest.mark.parametrize("lecture", ANSWERS)
def test_exercise(lecture: str, tmp_path: Path) -> None:
    (cell,) = exercise_of(lecture)
    source, _, last = cell.rpartition("\n")
    assert last.startswith("check(")
    names: dict[str, Any] = {"jax": jax, "jnp": jnp, "math": math, "ng": ng}
    (file := tmp_path / "exercise.py").write_text(source, encoding="utf-8")  # what becomes a graph needs its text
    exec(compile(source, file, "exec"), names)
    answers = ANSWERS[lecture]

    def check(attempt: Attempt) -> Outcome:
        outcome: Outcome = names["check"](*(attempt if isinstance(attempt, tuple) else (attempt,)))
        return outcome

    assert check(answers.right), check(answers.right)
    for attempt, told in answers.wrong.items():
        first, second = check(attempt), check(attempt)
        assert not first
        assert first.message.startswith(told.message), first.message
        assert not first.hint
        assert second.hint.startswith(told.hint), second.hint
