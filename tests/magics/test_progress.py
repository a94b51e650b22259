"""The line that says what is being done, and the option that compares versions."""

from __future__ import annotations

import threading
import time

import pytest

from nbgraph.magics.progress import PATIENCE, Progress
from nbgraph.magics.versions import Versions
from tests.magics import fakes


class Output:
    """Stands for `display` and for the handle it returns."""

    def __init__(self):
        self.shown = []

    def __call__(self, data, *, raw, display_id):
        assert raw and display_id
        self.shown.append(data["text/plain"])
        return self

    def update(self, data, *, raw):
        assert raw
        self.shown[-1] = data["text/plain"]


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self):
        return self.now


def progress():
    clock, output = Clock(), Output()
    return Progress(output, clock), clock, output


def test_each_phase_has_its_seconds_and_all_of_them_their_sum():
    line, clock, _ = progress()
    for seconds, step in ((0.5, "loading JAX"), (2.0, "the graph was compiled"), (2.2, "the graph was compiled")):
        clock.now = seconds
        line.step("f(<b>)" if seconds > 1 else "", step)
    clock.now = 2.25
    phases = line.phases()
    text = "0.50 s running the cell 1.50 s loading JAX 0.25 s f(<b>): compiling the graph 2.25 s all"
    assert " ".join(str(phases).split()) == text
    assert "f(&lt;b&gt;): compiling the graph" in phases._repr_mimebundle_()["text/html"]


def test_one_output_is_shown_and_replaced():
    line, clock, output = progress()
    clock.now = PATIENCE / 2
    line.step("f(<b>)", "plain Python ran")
    assert output.shown == []  # most cells are done by now
    clock.now = PATIENCE
    line.step("f(<b>)", "the function was traced")
    clock.now += 1
    line.step("f(<b>)", "the graph was compiled")
    assert output.shown == ["f(<b>): compiling the graph … 3 of 10"]
    assert line.replace({"text/plain": "the result"})
    assert output.shown == ["the result"]
    line.clear()
    line.step("f(<b>)", "the graph was read")  # news that come late
    assert output.shown == ["the result"]


def test_a_result_stands_in_the_line_from_when_it_is_known_until_another_call():
    line, clock, output = progress()
    clock.now = PATIENCE
    line.step("f(3)", "eager JAX ran")
    line.step("f(3)", "the times were measured", "f(3) = <4>")
    assert output.shown == ["f(3) = <4>: measuring all of them in turns … 7 of 10"]
    line.step("f(3)", "drawing the page")
    assert output.shown == ["f(3) = <4>: drawing the page …"]
    line.step("g(3)", "getting ready")
    assert output.shown == ["g(3): getting ready …"]
    assert [name for name, _ in line.phases().seconds][1:3] == [
        "f(3): running Python on JAX arrays",
        "f(3): measuring all of them in turns",
    ]


def test_the_line_says_how_long_a_step_has_taken():
    line, clock, output = progress()
    line.step("f", "plain Python ran")
    clock.now = PATIENCE
    line.tick()
    assert output.shown == ["f: running plain Python … 1 of 10"]
    clock.now = 3.1
    line.tick()
    assert output.shown == ["f: running plain Python … 1 of 10, 3 s of at most 10 s"]
    line.step("f", "the function was traced")
    assert output.shown == ["f: tracing the function … 2 of 10"]


def test_a_thread_shows_the_line_while_this_process_is_busy():
    output = Output()
    line = Progress(output)
    with line.running():
        line.step("f", "getting ready")
        deadline = time.monotonic() + 20
        while not output.shown and time.monotonic() < deadline:
            sum(range(10_000))
        assert output.shown == ["f: getting ready …"]
    assert output.shown == [""]
    assert not [thread for thread in threading.enumerate() if thread.name == "nbgraph progress"]


def test_a_line_without_a_result_is_taken_away():
    line, clock, output = progress()
    clock.now = PATIENCE
    line.step("f", "the function was traced")
    line.clear()
    assert output.shown == [""]


def test_what_a_call_prints_stands_above_its_result():
    line, clock, output = progress()
    clock.now = PATIENCE
    line.step("f", "the function was traced")
    line.overtaken()
    assert output.shown == [""]
    line.step("f", "the graph was compiled")
    assert output.shown == [""]
    assert not line.replace({"text/plain": "the result"})  # so it is displayed anew, below


def test_nothing_is_shown_where_nothing_can_be_replaced(shell):
    line = Progress(None)
    line.step("f", "plain Python ran")
    assert not line.replace({})
    shell.run_cell("%%autograph f(3)\ndef f(x):\n    return x\n").raise_error()
    assert not any(call[0] == "more" for call in fakes.CALLS)


def versions(*texts):
    """Functions as cells define them, one after the other under one name."""
    found = Versions()
    made = []
    for text in texts:
        function = eval(text)
        found.note({"f": function}, {})
        made.append(function)
    return found, made


def test_the_version_before_is_the_last_one_with_another_text(monkeypatch):
    monkeypatch.setattr("inspect.getsource", lambda function: str(function.__code__.co_consts))
    found, (first, *_) = versions("lambda: 1", "lambda: 2", "lambda: 2")
    assert found.before("f").__code__ is first.__code__
    assert found.before("g") is None


FIRST = "%%autograph --diff f(3)\ndef f(x):\n    return x\n"


def test_diff_hands_the_version_before_to_the_report(shell):
    shell.run_cell(FIRST).raise_error()
    (more,) = [call[1] for call in fakes.CALLS if call[0] == "more"]
    assert "no earlier version of f" in more["notes"][0]
    for _ in range(2):  # running the edited cell again compares with the same version
        fakes.CALLS.clear()
        shell.run_cell(FIRST.replace("return x", "return x + 1")).raise_error()
        (more,) = [call[1] for call in fakes.CALLS if call[0] == "more"]
        assert more["before"](1) == 1


EDITED = """%%autograph --diff f(3)
K = 1
class A:
    up = 1
def g(x):
    return x + K + A.up
def f(x):
    return g(x) * 2
"""


@pytest.mark.parametrize("edit", [("K = 1", "K = 5"), ("x + K", "x - K"), ("up = 1", "up = 7"), ("* 2", "* 3")])
def test_the_version_before_has_the_helpers_and_constants_of_its_cell(shell, edit):
    shell.run_cell(EDITED).raise_error()
    fakes.CALLS.clear()
    shell.run_cell(EDITED.replace(*edit)).raise_error()
    (more,) = [call[1] for call in fakes.CALLS if call[0] == "more"]
    assert more["before"](3) == 10


def test_sweep_reaches_the_calls_that_have_the_argument(shell):
    cell = "%%autograph --sweep x=1:k f(3); g(4)\nk = 5\ndef f(x):\n    return x\ndef g(y):\n    return y\n"
    shell.run_cell(cell).raise_error()
    (more,) = [call[1] for call in fakes.CALLS if call[0] == "more"]
    assert more["over"].sizes == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("other", ["--sweep x=1:5", "--diff"])
def test_what_does_not_go_with_controls(shell, other):
    result = shell.run_cell(f"%%autograph {other} --live x=1:5 f(3)\ndef f(x):\n    return x\n")
    assert "do not go together" in str(result.error_in_exec)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--sweep z=1:5 f(3)", "no call has an argument `z`"),
        ("--sweep x=5 f(3)", "cannot be understood"),
        ("--sweep x=1:nowhere f(3)", "nowhere"),
        ("--sweep x=1:5", "needs a call"),
    ],
)
def test_a_sweep_that_does_not_fit_is_located(shell, options, message):
    result = shell.run_cell(f"%%autograph {options}\ndef f(x):\n    return x\n")
    assert message in str(result.error_in_exec)
    assert result.error_in_exec.span.column == len("%%autograph --sweep ")
