"""Whether every part of the benchmarks can be measured: its module loads, and the notebooks that it reads are read."""

from __future__ import annotations

import importlib
from pathlib import Path

import bench.__main__ as bench
from bench.lessons import NOTEBOOKS, lessons


def test_every_module_that_measures_is_a_part() -> None:
    measuring = {path.stem for path in Path(bench.__file__).parent.glob("*.py") if "\ndef figures(" in path.read_text()}
    assert measuring == set(bench.PARTS)
    for name in bench.PARTS:
        assert callable(importlib.import_module(f"bench.{name}").figures)


def test_lessons_behind_options_and_before_other_calls_are_read() -> None:
    found = {(lesson.file, lesson.name): lesson for lesson in lessons()}
    assert found["02_lists", "path"].arguments == (6,)  # its line begins with `--no-timing`
    assert found["03_when_does_python_run", "scaled"].arguments == (2,)  # three calls
    assert found["01_first_graph", "huber"].arguments == (3.0,)
    assert not found["01_first_graph", "huber"].loops
    assert len({file for file, _ in found}) > len([*NOTEBOOKS.glob("*.ipynb")]) / 2
