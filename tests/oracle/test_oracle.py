"""The oracle says the same in every process, and shows what a change does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.__main__ import ROOT, differences, frozen
from tests.oracle.parts import PARTS
from tests.oracle.subjects import subjects

SAMPLE = ("--every=300", f"--parts={','.join(PARTS)}")


def oracle(seed: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, in a process that shuffles sets by a seed."""
    command = [sys.executable, "-m", "tests.oracle", *arguments, *SAMPLE]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the texts of a sample."""
    folder = tmp_path_factory.mktemp("oracle")
    run = oracle(1, "freeze", str(folder))
    assert run.returncode == 0, run.stderr
    return folder


def test_another_process_with_another_hash_seed_gives_the_same_texts(texts: Path) -> None:
    run = oracle(2, "compare", str(texts))
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.strip().endswith("texts compared")


def test_every_part_says_something_of_most_programs(texts: Path) -> None:
    for part in PARTS:
        found = json.loads((texts / f"{part}.json").read_text())
        assert len(found) >= 5
        assert part == "errors" or sum(map(bool, found.values())) >= 3, part
        assert not any(text.startswith("TypeError: ") for text in found.values()), f"{part}: the oracle asks wrongly"


def test_each_call_has_a_name_of_its_own() -> None:
    names = [subject.name for subject in subjects()]
    assert len(names) == len(set(names)) > 1500


def test_a_difference_is_shown_by_program() -> None:
    before = {"jaxpr": {"one": "a\nb", "two": "a", "gone": "a"}}
    now = {"jaxpr": {"one": "a\nc", "two": "a", "new": "a"}}
    assert list(differences(before, now)) == [
        "--- one: jaxpr before",
        "+++ one: jaxpr now",
        "@@ -1,2 +1,2 @@",
        " a",
        "-b",
        "+c",
        "jaxpr: new is new",
        "jaxpr: 1 of 3 differ",
    ]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no repository: this is an export of one")
def test_the_package_of_a_commit_can_be_asked() -> None:
    found = frozen("HEAD", ("--only=classics.gcd", "--parts=jaxpr"))
    assert list(found) == ["jaxpr"]
    assert "while[" in found["jaxpr"]["classics.gcd"]
