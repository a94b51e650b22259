"""All members of a family run within as many commits as the table says, and the others always."""

from __future__ import annotations

import ast
import zlib
from collections.abc import Iterator

import pytest

from tests import sample
from tests.cells.stories import read_stories
from tests.levels import ROOT
from tests.rotation import FAMILIES, Part, chosen, family_of, rotated

NAMES = [f"program {number}" for number in range(101)]
CELLS_IN_EACH_RUN = 150


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Where a test chooses the seed."""
    sample.seed.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    sample.seed.cache_clear()


@pytest.mark.parametrize("part", [Part(1, 1), Part(1, 4), Part(3, 4), Part(2, 7), Part(1, 500)])
@pytest.mark.parametrize("offset", [0, 3, zlib.crc32(b"7e909e9")])
def test_each_member_runs_as_often_as_the_others(part: Part, offset: int) -> None:
    runs = [chosen(NAMES, part, offset + number) for number in range(part.of)]
    assert {name: sum(name in run for run in runs) for name in NAMES} == dict.fromkeys(NAMES, part.taken)
    assert max(map(len, runs)) - min(map(len, runs)) <= part.taken


def test_parts_do_not_depend_on_the_order() -> None:
    assert chosen(NAMES, Part(1, 4), 2) == chosen(reversed(NAMES), Part(1, 4), 2)


def test_the_seed_chooses_and_all_is_all(seeded: pytest.MonkeyPatch) -> None:
    cases = [f"tests/pool/test_pool.py::test_program[{name}]" for name in NAMES]
    others = ["tests/test_shared.py::test_x[1]", "tests/core/test_inspect.py::test_y[2]"]
    taken = []
    for text in ("1", "2", "1", sample.ALL):
        seeded.setenv(sample.VARIABLE, text)
        sample.seed.cache_clear()
        resting, counts = rotated(cases + others, 1)
        assert resting.isdisjoint(others)
        assert counts == {"tests/pool/test_pool.py": (len(cases) - len(resting), len(cases))}
        taken.append(resting)
    assert taken[0] == taken[2] != taken[1]
    assert taken[3] == set()


def test_smaller_parts_cover_everything_too(seeded: pytest.MonkeyPatch) -> None:
    seeded.setitem(FAMILIES, "tests/pool/test_pool.py", Part(1, 2))
    cases = [f"tests/pool/test_pool.py::test_program[{name}]" for name in NAMES]
    resting, _ = rotated(cases, 3)
    assert abs(len(cases) - len(resting) - len(cases) / 6) <= 1


def test_families_are_tests_that_have_cases() -> None:
    for name in FAMILIES:
        file, _, function = name.partition("::")
        assert (ROOT / file).exists(), name
        if function:
            defined = {node.name for node in ast.parse((ROOT / file).read_text()).body if hasattr(node, "name")}
            assert function in defined, name


def test_the_innermost_entry_counts() -> None:
    assert all(family_of(f"{name}::test_x[1]") == name for name in FAMILIES if name.endswith(".py"))


def test_each_run_tells_enough_cells() -> None:
    """As many as are promised, whichever part it is."""
    cells = {str(story): sum(cell.is_magic for cell in story.cells) for story in read_stories()}
    part = FAMILIES["tests/cells/test_cells.py"]
    for offset in range(part.of):
        assert sum(cells[name] for name in chosen(cells, part, offset)) >= CELLS_IN_EACH_RUN
