"""While a notebook rests, what its first call needs is imported; never beside a cell."""

from __future__ import annotations

import sys
import textwrap
import threading
import time

import pytest

from nbgraph.magics import idle
from tests.magics.kernels import Kernel


@pytest.fixture
def rests(bare_shell, monkeypatch):
    """A shell with an import that takes 0.2 s; returns when it began and ended."""
    found: list[str] = []

    def load() -> None:
        found.append("begins")
        time.sleep(0.2)
        found.append("ends")

    monkeypatch.setattr(idle, "REST_S", 0.05)
    monkeypatch.setitem(sys.modules, "jax", sys)
    idle.install(bare_shell, load)
    yield found
    idle.uninstall(bare_shell)


def test_it_is_done_when_no_cell_runs(bare_shell, rests):
    bare_shell.run_cell("1")
    for _ in range(100):
        time.sleep(0.1)
        if rests == ["begins", "ends"]:
            break
    assert rests == ["begins", "ends"]


def test_cells_that_follow_at_once_are_not_disturbed(bare_shell, rests, monkeypatch):
    monkeypatch.setattr(idle, "REST_S", 5)
    for _ in range(3):
        bare_shell.run_cell("import time; time.sleep(0.1)")
    assert rests == []


def test_a_cell_waits_for_imports_that_have_begun(bare_shell, rests):
    bare_shell.run_cell("1")
    while rests != ["begins"]:
        time.sleep(0.01)
    bare_shell.user_ns["seen"] = seen = []
    bare_shell.user_ns["rests"] = rests
    bare_shell.run_cell("seen.extend(rests)")
    assert seen == ["begins", "ends"]


def test_a_notebook_that_has_changed_a_library_is_left_alone(bare_shell, rests, monkeypatch):
    monkeypatch.setattr(textwrap, "indent", lambda *_: "")
    bare_shell.run_cell("1")
    time.sleep(0.3)
    assert rests == []


def test_an_import_that_fails_is_left_to_the_first_call(bare_shell, rests, monkeypatch, capsys):
    raised = threading.Event()

    def load() -> None:
        raised.set()
        raise ImportError

    idle.uninstall(bare_shell)
    idle.install(bare_shell, load)
    bare_shell.run_cell("1")
    assert raised.wait(10)
    bare_shell.run_cell("2")
    assert "ImportError" not in capsys.readouterr().err


def test_uninstalling_leaves_nothing(bare_shell):
    before = {name: list(found) for name, found in bare_shell.events.callbacks.items()}
    idle.install(bare_shell, lambda: None)
    assert bare_shell.events.callbacks != before
    idle.uninstall(bare_shell)
    assert bare_shell.events.callbacks == before


def test_a_notebook_that_has_imported_jax_is_ready_after_a_rest():
    kernel = Kernel()
    try:
        kernel.run("%load_ext nbgraph")
        time.sleep(2 * idle.REST_S)
        asks = "import sys; print('jax' in sys.modules, 'nbgraph.core.worker.reports' in sys.modules)"
        assert kernel.run(asks).texts("stream") == ["False False\n"]
        kernel.run("import jax")
        for _ in range(100):
            time.sleep(2 * idle.REST_S)
            if (found := kernel.run(asks).texts("stream")) == ["True True\n"]:
                break
        assert found == ["True True\n"]
    finally:
        kernel.close()
