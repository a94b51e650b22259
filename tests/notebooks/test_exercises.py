"""The exercise of each lecture takes its solution, and says of usual wrong answers what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.notebooks.solutions import ANSWERS

FOLDER = Path(__file__).parents[2] / "notebooks"


def exercise_of(lecture: str) -> Any:
    """The `check` that a lecture's last cell defines."""
    import nbformat

    cells = nbformat.read(FOLDER / f"{lecture}.ipynb", as_version=4).cells
    (cell,) = [cell for cell in cells if "exercise" in cell.metadata.get("tags", [])]
    source, _, last = cell.source.rstrip().rpartition("\n")
    assert last.startswith("check(")
    names: dict[str, Any] = {"jnp": jnp, "ng": ng}
    exec(source, names)
    return names["check"]


@pytest.mark.parametrize("lecture", ANSWERS)
def test_exercise(lecture: str) -> None:
    check, answers = exercise_of(lecture), ANSWERS[lecture]
    assert check(answers.right), check(answers.right)
    for attempt, message in answers.wrong.items():
        first, second = check(attempt), check(attempt)
        assert not first
        assert first.message == message
        assert not first.hint
        assert second.hint
