"""What reads files, folders and the process is refused at its line while a graph is made, and `ng.lint` knows."""

from __future__ import annotations

import glob
import os
import shutil
import socket
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

HERE = Path(__file__)
SHARED = types.SimpleNamespace(counter=1)
counter = 1


def helper(path: str) -> int:
    return len(Path(path).read_text())


READS: dict[str, Callable[[Any], Any]] = {
    "read_text": lambda x: x + len(HERE.read_text()),
    "read_bytes": lambda x: x + len(HERE.read_bytes()),
    "a path of a path": lambda x: x + len((HERE.parent / "test_readings.py").read_text()),
    "exists": lambda x: x + 1 if HERE.exists() else x,
    "iterdir": lambda x: x + len(list(HERE.parent.iterdir())),
    "glob of a path": lambda x: x + len(list(HERE.parent.glob("*.py"))),
    "stat of a path": lambda x: x + HERE.stat().st_size,
    "cwd": lambda x: x + len(str(Path.cwd())),
    "resolve": lambda x: x + len(str(Path("a").resolve())),
    "loadtxt": lambda x: x + np.loadtxt(HERE).sum(),
    "load": lambda x: x + np.load("a.npy").sum(),
    "load of JAX": lambda x: x + jnp.load("a.npy").sum(),
    "fromfile": lambda x: x + np.fromfile(HERE, np.uint8).sum(),
    "memmap": lambda x: x + np.memmap(HERE, np.uint8).sum(),
    "listdir": lambda x: x + len(os.listdir(HERE.parent)),
    "scandir": lambda x: x + len(list(os.scandir(HERE.parent))),
    "walk": lambda x: x + len(list(os.walk(HERE.parent))),
    "glob": lambda x: x + len(glob.glob("*")),
    "stat": lambda x: x + os.stat(HERE).st_size,
    "os.path.exists": lambda x: x + 1 if os.path.exists(HERE) else x,
    "getsize": lambda x: x + os.path.getsize(HERE),
    "getcwd": lambda x: x + len(os.getcwd()),
    "abspath": lambda x: x + len(os.path.abspath("a")),
    "which": lambda x: x + len(shutil.which("ls") or ""),
    "getpid": lambda x: x + os.getpid(),
    "urandom": lambda x: x + os.urandom(1)[0],
    "hostname": lambda x: x + len(socket.gethostname()),
}


@pytest.mark.parametrize("fn", READS.values(), ids=READS.keys())
def test_what_reads_the_world_is_refused(fn: Callable[[Any], Any]) -> None:
    with pytest.raises(ng.NbgraphError, match="once, while the graph is made") as refused:
        ng.function(fn)(2)
    assert refused.value.id == "asked-once"
    assert refused.value.span is not None
    assert refused.value.span.file == __file__
    assert [finding.rule for finding in ng.lint(fn)] == ["asked-once"]


def test_also_in_a_helper() -> None:
    def asks(x: Any) -> Any:
        return x + helper(__file__)

    with pytest.raises(ng.NbgraphError, match="the file is read once"):
        ng.function(asks)(2)
    assert [finding.rule for finding in ng.lint(asks)] == ["asked-once"]


def test_in_plain_python_it_is_as_it_was(tmp_path: Path) -> None:
    """Nothing is traced there: the answer is that of each call."""
    path = tmp_path / "number.txt"

    def read(x: Any) -> Any:
        return x + int(path.read_text())

    converted = ng.convert(read)
    for number in (1, 5):
        path.write_text(str(number))
        assert converted(2) == 2 + number


def test_what_makes_a_path_of_paths_is_python() -> None:
    def named(x: Any) -> Any:
        return x + len(os.path.join("a", "b")) + len((HERE.parent / "a").name) + len(os.path.basename("/a/bc"))

    assert ng.function(named)(1) == named(1)
    assert list(ng.lint(named)) == []


def of_name(x: Any) -> Any:
    return x + globals()["counter"] + globals().get("missing", 0)


def test_globals_are_watched() -> None:
    graph = ng.function(of_name)
    assert graph(1) == of_name(1)
    try:
        globals().update(counter=5, missing=7)
        assert graph(1) == of_name(1) == 13
    finally:
        globals()["counter"] = 1
        del globals()["missing"]
    assert graph(1) == of_name(1) == 2


def test_what_writes_is_known_to_the_lint(tmp_path: Path) -> None:
    def writes(x: Any) -> Any:
        (tmp_path / "a").write_text("b")
        globals()["counter"] = 1
        return x

    assert [finding.rule for finding in ng.lint(writes)] == ["side-effect", "changed-outside"]


def test_a_comparison_says_why() -> None:
    text = str(ng.compare(READS["exists"], 2))
    assert "AskedOnceError" in text
    assert "the file system is asked once" in text
