"""Errors look like one compact text at the user's own line."""

from __future__ import annotations

import json
import subprocess

from nbgraph.core.errors import NbgraphError, StagingError
from nbgraph.core.spans import Span
from nbgraph.magics.arguments import parse_control
from nbgraph.magics.errors import has_user_frame, render_error, shown_frames, without_own_frames
from nbgraph.magics.line import MagicLine


def test_the_place_is_given_as_ipython_gives_it(shell):
    file = shell.compile.cache("def f(x):\n    return é + y\n", 7)
    error = StagingError("`y` has no value", span=Span(file, 2, 15, 2, 16), remedy="`y = 0` first", variable="y")
    assert render_error(error) == [
        "StagingError: Cell In[7], line 2: `y` has no value",
        "    return é + y",
        " " * 15 + "^",
        "Write instead: `y = 0` first",
        "[not-stageable]",
    ]


def test_files_keep_their_name_and_errors_without_place_have_none(shell):
    located = NbgraphError("no", span=Span("/home/me/lesson.py", 3, 0, 3, 1))
    assert render_error(located)[0] == "NbgraphError: lesson.py, line 3: no"
    assert render_error(NbgraphError("no")) == ["NbgraphError: no", "[error]"]


def test_a_new_trace_names_the_cell_in_which_a_helper_was_redefined(shell):
    shell.run_cell("import nbgraph as ng\ndef step(x):\n    return x + 1\n", store_history=True)
    shell.run_cell(
        "@ng.function\ndef run(x):\n    return step(x)\nassert run(1) == 2", store_history=True
    ).raise_error()
    shell.run_cell("# better\ndef step(x):\n    return x + 1000\n", store_history=True)
    number = shell.execution_count
    shell.run_cell("assert run(1) == 1001", store_history=True).raise_error()
    reason = shell.user_ns["run"].traces[-1].reason
    assert reason == f"`step` was redefined in Cell In[{number - 1}], line 2"


def test_an_error_in_a_plain_cell_is_compact_too(shell, capsys):
    shell.run_cell("from nbgraph.core.errors import StagingError\nraise StagingError('stop here')")
    assert capsys.readouterr().out == "StagingError: stop here\n[not-stageable]\n"


def traceback_of(function):
    try:
        function()
    except Exception as error:
        return error.__traceback__
    raise AssertionError("nothing was raised")


def files(traceback) -> list[str]:
    found = []
    while traceback is not None:
        found.append(traceback.tb_frame.f_code.co_filename)
        traceback = traceback.tb_next
    return found


def test_our_own_frames_are_left_out_of_a_traceback():
    full = traceback_of(lambda: parse_control("a=", 0, MagicLine("a="), {}))
    kept = without_own_frames(full)
    assert any("nbgraph" in file and "magics" in file and file != __file__ for file in files(full))
    assert set(files(kept)) == {__file__}
    assert without_own_frames(None) is None


def test_a_users_frame_is_one_outside_of_packages():
    assert has_user_frame(traceback_of(lambda: json.loads("{")))
    inside = traceback_of(lambda: subprocess.run([], check=True)).tb_next.tb_next
    assert not has_user_frame(inside)
    assert not has_user_frame(None)


def test_a_fault_of_ours_keeps_its_frames_and_an_interrupt_has_none():
    fault = KeyError("ours").with_traceback(
        traceback_of(lambda: parse_control("a=", 0, MagicLine("a="), {})).tb_next.tb_next
    )
    assert shown_frames(fault) is fault.__traceback__
    stopped = KeyboardInterrupt().with_traceback(fault.__traceback__)
    assert shown_frames(stopped) is None
