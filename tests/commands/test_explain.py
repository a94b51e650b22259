"""`nbgraph explain`: the program as a whole a few times, its parts without a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nbgraph.commands.explain import Problem, explain, found, load, values
from nbgraph.commands.main import main

ROOT = Path(__file__).parents[2]
TEXT = """\
import helper
assert __name__ != "__main__"

def half(a):
    n = 0
    while a > helper.ONE:
        a = a // 2
        n = n + 1
    return n

def endless(a):
    while a > 0:
        a = a % 7 + 1
    return a

def fails(a):
    raise ValueError("no")

class Layer:
    def __init__(self, scale=2):
        self.scale = scale

    def forward(self, x, by=1.0):
        return x * self.scale * by

    @staticmethod
    def twice(x):
        return x * 2

class Needy:
    def __init__(self, size):
        self.size = size

    def call(self):
        return self.size
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with functions, which imports one beside it."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("prog", "prog_", "helper"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "helper.py").write_text("ONE = 1\n")
    path = tmp_path / "prog.py"
    path.write_text(TEXT)
    return path


def program(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-m", "nbgraph.commands.main", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=120)


def test_the_program_writes_a_page_and_prints_the_text(file: Path) -> None:
    done = program(
        "explain", "prog.py::half", "--args", "27", "-o", "page.html", "--text", "--no-timing", cwd=file.parent
    )
    assert (done.returncode, done.stderr) == (0, "page.html written\n")
    assert done.stdout.startswith("half(27) = 4\nSame result as plain Python: 4.\n")
    assert (file.parent / "page.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_a_file_that_fails_is_shown_as_python_shows_it(file: Path) -> None:
    file.write_text("def f(x):\n    return x\n\n1 / 0\n")
    done = program("explain", "prog.py::f", cwd=file.parent)
    assert done.returncode == 1
    assert done.stderr.startswith('Traceback (most recent call last):\n  File "')
    assert 'prog.py", line 4, in <module>\n    1 / 0\n' in done.stderr
    assert "nbgraph/" not in done.stderr
    assert done.stderr.endswith("ZeroDivisionError: division by zero\nnbgraph: 'prog.py' cannot be imported\n")


def test_without_arguments_the_code_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{file}::half"]) == 0
    assert capsys.readouterr().out.startswith("def half(a):\n    n = 0\n\n    def loop_body(a, n):\n")


def test_a_function_that_does_not_end_is_stopped(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{file}::endless", "--args", "1", "--limit", "1"]) == 1
    shown = capsys.readouterr()
    assert "endless(1) did not end within 1 s; --limit SECONDS gives it more." in shown.err
    assert "while a > 0" in shown.out


def test_a_function_that_fails_has_its_line_and_another_code(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{file}::fails", "--args", "1", "--no-timing"]) == 1
    assert "line 17: plain Python and the graph both raised ValueError: no" in capsys.readouterr().out


def test_a_text_of_the_function_s_gives_the_terminal_no_orders(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(f"{TEXT}\ndef orders(a):\n    raise ValueError('\\x1b[31m red \\x1b]0;title\\x07')\n")
    for words in ([], ["--no-timing", "-o", str(tmp_path / "x.txt")]):
        main(["explain", f"{file}::orders", "--args", "1", *words])
        said = capsys.readouterr()
        assert "\\u001b[31m red" in said.out + said.err
        assert not set(said.out + said.err) & {"\x1b", "\x07"}


def test_what_went_wrong_is_said_beside_the_file_that_shows_it(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", f"{file}::fails", "--args", "0", "--no-timing", "-o", str(tmp_path / "x.txt")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].endswith("x.txt written"), said
    assert said[1].endswith("line 17: plain Python and the graph both raised ValueError: no"), said


def test_a_function_that_exits_is_an_error_at_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ends.py"
    path.write_text("import sys\n\ndef leave(x):\n    sys.exit(3)\n")
    assert main(["explain", f"{path}::leave", "--args", "1", "--no-timing"]) == 1
    assert "line 4: plain Python and the graph both raised SystemExit: 3" in capsys.readouterr().out


def test_a_method_is_that_of_an_instance_made_without_arguments(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.dot"
    assert explain(file, "Layer.forward", "f32[3, 4], by=2.0", output=target, text=False, timing=False) == 0
    assert target.read_text().startswith("digraph")
    module = load(file)
    assert found(module, "Layer.twice", file)(4) == 8
    with pytest.raises(Problem, match=r"`Needy\(\)` failed .*write a function in the file that makes one"):
        found(module, "Needy.call", file)


@pytest.mark.parametrize("name", ["nothing", "Layer.nothing", "helper", "Layer"])
def test_what_is_no_function_is_named(file: Path, name: str) -> None:
    with pytest.raises(Problem, match=r"prog\.py has no|not a function"):
        found(load(file), name, file)


@pytest.mark.parametrize(
    "words",
    [
        ["explain"],
        ["explain", "prog.py"],
        ["explain", "prog.py::"],
        ["explain", "prog.py::half", "-o", "x.gif"],
        ["explain", "prog.py::half", "--limit", "0"],
        ["forget", "prog.py::half"],
    ],
)
def test_a_command_line_that_means_nothing_ends_with_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "usage: nbgraph" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["no.py::f"], ["{file}::half", "--args", "open('x')"], ["{file}::gone"]])
def test_what_is_not_there_ends_with_two(file: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *(word.format(file=file) for word in words)]) == 2
    assert capsys.readouterr().err.startswith("nbgraph: ")


def test_a_page_that_cannot_be_written_ends_with_one(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", f"{file}::half", "-o", str(file.parent / "nowhere" / "x.txt")]) == 1
    assert "was not written: there is no folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ((), {})),
        ("27", ((27,), {})),
        ("'a, b', (1, [2.5]), n=-3, x=None", (("a, b", (1, [2.5])), {"n": -3, "x": None})),
        ("1,", ((1,), {})),
    ],
)
def test_arguments_are_literals(text: str, expected: Any) -> None:
    assert values(text) == expected


def test_shapes_stand_for_arrays() -> None:
    (matrix, flag), named = values("f32[3, 4], bool[], n=i32")
    assert [(value.shape, str(value.dtype)) for value in (matrix, flag, named["n"])] == [
        ((3, 4), "float32"),
        ((), "bool"),
        ((), "int32"),
    ]


@pytest.mark.parametrize(
    "text", ["x", "f32[print()]", "1) or (2", "**{}", "*[1]", "1 2", "[f32[3]]", "__import__('os')"]
)
def test_nothing_in_arguments_is_run(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Problem, match=r"--args .* cannot be read"):
        values(text)
    assert capsys.readouterr().out == ""


def test_a_sweep_and_the_version_before_in_a_file_of_the_same_name(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old" / file.name
    old.parent.mkdir()
    old.write_text("def half(a):\n    n = 0\n    while a > 2:\n        a = a // 2\n        n = n + 1\n    return n\n")
    words = ["explain", f"{file}::half", "--args", "9", "--diff", f"{old}::half", "--sweep", "a=1,9"]
    assert main([*words, "--limit", "60"]) == 0
    shown = capsys.readouterr().out
    assert "half(9) = 3" in shown
    assert "-     while a > 2:" in shown
    assert "+     while a > helper.ONE:" in shown
    assert "half(9), time of one call against a" in shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--args", "1", "--sweep", "b=1,2"), "the call has no argument `b`; it has a"),
        (("--args", "1", "--sweep", "a=exit()"), "cannot be read"),
        (("--sweep", "a=1,2"), "--sweep needs a call"),
        (("--args", "1", "50"), 'one word to the shell; write --args "1, 50"'),
        (("--args", "1", "--fast"), "unrecognized arguments: --fast"),
        (("--diff", "half"), "'half' names no function of a file"),
        (("--diff", "gone.py::half"), "there is no file 'gone.py'"),
    ],
)
def test_what_makes_no_sense_is_said(
    file: Path, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["explain", f"{file}::half", *options])
    except SystemExit as end:
        code = end.code  # type: ignore[assignment]
    assert code == 2
    assert said in capsys.readouterr().err
