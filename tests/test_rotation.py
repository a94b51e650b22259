"""All members of a family run within as many commits as the table says, and the others always."""

from __future__ import annotations

import ast
import subprocess
import zlib
from collections.abc import Iterator
from math import gcd
from pathlib import Path

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


def test_commits_in_a_row_run_every_member_and_every_one_by_xla(seeded: pytest.MonkeyPatch) -> None:
    part = FAMILIES["tests/pool/test_pool.py"]
    run, by_xla = set[str](), set[str]()
    for number in range(947, 947 + part.of * sample.OF_THE_POOL):
        seeded.setenv(sample.VARIABLE, str(number))
        sample.seed.cache_clear()
        taken = chosen(NAMES, part, sample.offset())
        run |= taken if number < 947 + part.of else set()
        by_xla |= {name for name in taken if sample.is_in_sample(name, sample.OF_THE_POOL)}
    assert run == by_xla == set(NAMES)


def test_no_turn_misses_the_sample() -> None:
    """A test that runs every sixth time and is due for XLA every third might never be both at once."""
    others = [part.of for name, part in FAMILIES.items() if name != "tests/pool/test_pool.py"]
    assert all(gcd(of, sample.EVERY) == 1 for of in others)


def test_the_seed_is_the_count_of_commits_or_where_it_is_cut_short_the_commit(
    seeded: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def git(*command: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always")
        return subprocess.run(["git", *who, *command], capture_output=True, text=True, check=True).stdout.strip()

    whole, short = tmp_path / "whole", tmp_path / "short"
    git("init", "-q", str(whole))
    for _ in range(3):
        git("-C", str(whole), "commit", "-q", "--allow-empty", "-m", "one more")
    git("clone", "-q", "--depth", "1", whole.as_uri(), str(short))
    seeded.delenv(sample.VARIABLE, raising=False)
    found = []
    for folder in (whole, short, tmp_path):
        seeded.setattr(sample, "__file__", str(folder / "sample.py"))
        sample.seed.cache_clear()
        found.append(sample.seed())
    assert found == ["3", git("-C", str(short), "rev-parse", "HEAD")[:7], "0"]


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
