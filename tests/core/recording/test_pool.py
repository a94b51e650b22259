"""The record of the pool's programs beside plain Python's lines; those that are still apart stand in `apart.py`."""

from __future__ import annotations

import inspect
import zlib

import pytest

from nbgraph.core.inspect import report
from tests.core.recording.apart import APART
from tests.core.recording.matching import wrong
from tests.core.recording.python_lines import python_lines
from tests.programs.pool import RIGHT, Program, load_all

EVERY = 12
"""One of so many is taken, by its name: as many as take less than a minute."""
CHOSEN = [
    program
    for program in load_all().values()
    if program.name in APART or zlib.crc32(program.name.encode()) % EVERY == 0
    if program.expect == RIGHT and not program.name.startswith("endless.")
]


def apart(program: Program) -> list[str]:
    """What a program's records say otherwise than plain Python does, for the first two sets of arguments."""
    found: list[str] = []
    file = inspect.getsourcefile(inspect.unwrap(program.function)) or ""
    for arguments in program.arguments[:2]:
        for made in ("report", "lines"):
            if program.reset is not None:
                program.reset()
            if made == "report":
                run = report(program.function, *arguments, timing=False).recording
            elif run is not None and not any("JAX arrays are immutable" in note for note in run.notes):
                found += [] if run.difference is None else [str(run.difference)]
                found += [note for note in run.notes if "could not be matched" in note]
                found += wrong(run, python_lines(program.function, arguments, file), file)
    return found


@pytest.mark.usefixtures("only_the_record")
@pytest.mark.parametrize("program", [pytest.param(program, id=program.name) for program in CHOSEN])
def test_a_program_of_the_pool_is_stepped_through_as_python_does(program: Program) -> None:
    found = apart(program)
    assert bool(found) == (program.name in APART), found


def test_what_is_apart_is_a_program() -> None:
    assert set(APART) <= set(load_all())
