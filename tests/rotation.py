"""Which members of large families of tests run in `./test`: a part of each, another with every commit.

A family is the cases of parametrised tests that are much alike and cost much together: programs, stories, faults. A
test that is the only one of its kind always runs, and so does everything where pytest is called without `--rotate`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import pytest

from tests.sample import ALL, VARIABLE, offset, seed


@dataclass(frozen=True)
class Part:
    """How many run of how many; `of` commits in a row, counted by their seed, run all."""

    taken: int
    of: int


_CHECKED, _RECORDING, _REGRESSIONS = "tests/core/checked", "tests/core/recording", "tests/regressions"
_FUZZ, _MAGICS, _WIDGETS = "tests/fuzz", "tests/magics", "tests/widgets"
FAMILIES = {
    "tests/cells/test_cells.py": Part(1, 2),
    "tests/cells/test_cells.py::test_steps_and_histories_are_pythons": Part(1, 8),
    f"{_CHECKED}/test_explain.py": Part(1, 2),
    f"{_CHECKED}/test_no_false_alarm.py": Part(1, 2),
    f"{_CHECKED}/test_not_finite.py": Part(1, 4),
    f"{_CHECKED}/test_out_of_range.py": Part(1, 3),
    "tests/core/executor/test_budget.py": Part(1, 2),
    f"{_RECORDING}/test_as_python.py": Part(1, 4),
    f"{_RECORDING}/test_every_line.py": Part(1, 3),
    f"{_RECORDING}/test_jumps.py": Part(1, 4),
    f"{_RECORDING}/test_pool.py": Part(1, 5),
    f"{_RECORDING}/test_recording.py": Part(1, 4),
    f"{_RECORDING}/test_truths.py": Part(1, 3),
    "tests/core/source/test_installed.py": Part(1, 3),
    "tests/core/staging/test_differentiable.py": Part(1, 3),
    "tests/core/staging/test_run_time_strings.py::test_a_string_is_pythons": Part(1, 5),
    "tests/core/timing/test_reference.py": Part(1, 2),
    "tests/docs/test_support.py": Part(1, 3),
    "tests/faults": Part(1, 5),
    f"{_FUZZ}/test_checked.py::test_no_false_alarm_in_known_programs": Part(1, 3),
    f"{_FUZZ}/test_fuzz.py::test_compiled_graphs_answer_as_python": Part(1, 5),
    f"{_FUZZ}/test_fuzz.py::test_generated_code_with_stand_ins_answers_as_python": Part(1, 4),
    f"{_FUZZ}/test_odd.py::test_odd_programs_have_a_result_or_one_good_refusal": Part(1, 4),
    "tests/ideas/test_ideas.py": Part(1, 3),
    f"{_MAGICS}/test_acts_once.py": Part(1, 3),
    f"{_MAGICS}/test_last_call.py": Part(1, 3),
    f"{_MAGICS}/test_left_behind.py": Part(1, 2),
    f"{_MAGICS}/test_notebook_state.py": Part(1, 3),
    f"{_MAGICS}/test_patched_libraries.py": Part(1, 3),
    f"{_MAGICS}/test_payload_texts.py": Part(1, 3),
    "tests/notebooks/test_course.py::test_a_program_of_the_gallery_is_the_same_as_a_graph": Part(1, 3),
    "tests/notebooks/test_notebooks.py::test_runs_without_errors": Part(1, 2),
    "tests/pool/test_pool.py": Part(1, 7),
    f"{_REGRESSIONS}/test_derivatives_of_lists.py": Part(1, 3),
    f"{_REGRESSIONS}/test_fuzz_lists.py": Part(1, 3),
    f"{_REGRESSIONS}/test_heaps.py": Part(1, 3),
    f"{_REGRESSIONS}/test_list_names.py": Part(1, 3),
    f"{_REGRESSIONS}/test_lists_longer_than_their_first_room.py": Part(1, 3),
    f"{_REGRESSIONS}/test_loops_that_print.py": Part(1, 3),
    f"{_REGRESSIONS}/test_room_in_special_code.py": Part(1, 3),
    f"{_REGRESSIONS}/test_short_floats.py": Part(1, 3),
    f"{_REGRESSIONS}/test_typed_keys.py": Part(1, 6),
    "tests/remedies": Part(1, 6),
    f"{_WIDGETS}/test_accessibility.py": Part(1, 2),
    f"{_WIDGETS}/test_choices_as_written.py": Part(1, 4),
    f"{_WIDGETS}/test_lit.py": Part(1, 3),
    f"{_WIDGETS}/test_lit_in_browser.py": Part(1, 4),
    f"{_WIDGETS}/test_reflow_in_browser.py": Part(1, 2),
    f"{_WIDGETS}/test_safe_everywhere.py": Part(1, 3),
}


def family_of(nodeid: str) -> str | None:
    """The family of a case: the innermost entry of the table around it, a function, a file or a folder.

    >>> family_of("tests/pool/test_pool.py::test_program[collatz]"), family_of("tests/js/test_x.py::test_y[1]")
    ('tests/pool/test_pool.py', None)
    """
    file, _, rest = nodeid.partition("::")
    around = (f"{file}::{rest.partition('[')[0]}", file, *map(str, PurePosixPath(file).parents))
    return next((name for name in around if name in FAMILIES), None)


def chosen(names: Iterable[str], part: Part, turn: int) -> set[str]:
    """The names whose turn it is, spread evenly: each is chosen by `taken` of any `of` turns in a row.

    >>> [sorted(chosen("abcdef", Part(1, 3), turn)) for turn in range(3)]
    [['c', 'd'], ['e', 'f'], ['a', 'b']]
    """
    ranked = sorted(names, key=lambda name: (zlib.crc32(name.encode()), name))
    return {name for rank, name in enumerate(ranked) if (rank + turn) % part.of < part.taken}


def rotated(cases: Sequence[str], times: int) -> tuple[set[str], dict[str, tuple[int, int]]]:
    """Which of these cases rest, and of each family how many run of how many."""
    families: dict[str, list[str]] = {}
    for case in cases:
        if (name := family_of(case)) is not None:
            families.setdefault(name, []).append(case)
    resting, counts = set[str](), {}
    for name, members in families.items():
        part = Part(FAMILIES[name].taken, FAMILIES[name].of * times)
        running = set(members) if seed() == ALL else chosen(members, part, offset())
        resting |= set(members) - running
        counts[name] = (len(running), len(members))
    return resting, counts


class Rotation:
    """The plugin that leaves out what rests, and tells of it.

    Attributes:
        times: how many times smaller than in the table the parts are.
        counts: of each family, how many run of how many.
    """

    def __init__(self, times: int) -> None:
        self.times = times
        self.counts: dict[str, tuple[int, int]] = {}

    @pytest.hookimpl(trylast=True)  # what `-m` leaves out belongs to another run's family
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        resting, self.counts = rotated([item.nodeid for item in items if hasattr(item, "callspec")], self.times)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in resting])
        items[:] = [item for item in items if item.nodeid not in resting]

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Any:
        if (output := getattr(session.config, "workeroutput", None)) is not None:  # of pytest-xdist
            output["rotation"] = self.counts
        return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.counts = getattr(node, "workeroutput", {}).get("rotation") or self.counts

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("parts of families")
        for name, (running, members) in sorted(self.counts.items()):
            terminalreporter.write_line(f"{running:5} of {members:5}  {name}")
        terminalreporter.write_line(
            f"The seed {seed()} has chosen them: set {VARIABLE} to it for the same ones, to {ALL} for everything"
        )
