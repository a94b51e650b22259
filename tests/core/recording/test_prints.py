"""A function that prints is stepped through beside plain Python, whose prints are left out of that run."""

from __future__ import annotations

import sys
import threading

import nbgraph as ng
from nbgraph.core.recording.python_run import muted


def told(n):
    while n > 0:
        if n % 2:
            print("odd", n)
        n -= 1
    return n


def written(n):
    print(n, file=sys.stderr)
    return n + 1


def test_the_steps_have_python_beside_them_and_it_prints_nothing(capsys):
    run = ng.trace_values(told, 3)
    assert run.notes == ()
    assert [dict(step.python)["n"] for step in run.steps if dict(step.python)] == ["3", "2", "1", "0"]
    assert [text for step in run.steps for text in step.printed] == ["odd 3", "odd 1"]
    assert capsys.readouterr().out == ""


def test_what_is_written_elsewhere_is_not_written_again(capsys):
    run = ng.trace_values(written, 3)
    assert any(note.startswith("Plain Python is not shown") for note in run.notes)
    assert capsys.readouterr().err == ""


def test_other_threads_are_heard(capsys):
    with muted():
        print("mine")
        other = threading.Thread(target=print, args=("theirs",))
        other.start()
        other.join()
    print("again")
    assert capsys.readouterr().out == "theirs\nagain\n"
