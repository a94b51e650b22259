"""A fresh shell for each test, and the proof that it leaves nothing behind."""

from __future__ import annotations

import builtins
import linecache
import sys
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from nbgraph import magics
from nbgraph.core.errors import NbgraphError
from nbgraph.core.worker.keeper import keeper
from nbgraph.magics.line import forget_lines
from tests.magics import fakes
from tests.magics.plain_python import PlainPython
from tests.shared import kernel, shared

__all__ = ["bare_shell", "kernel", "shared", "shell"]


@pytest.fixture
def bare_shell() -> Iterator[InteractiveShell]:
    """IPython without the extension; the history stays out of the user's file."""
    config = Config()
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    forget_lines()  # those of tests that need no shell
    keeper.close()
    state = _process_state()
    vars(builtins).pop("_", None)  # a doctest's display hook leaves it there, and IPython then keeps its own back
    shell = InteractiveShell.instance(config=config)
    yield shell
    magics.unload(shell)
    shell._atexit_once()
    shell.restore_sys_module_state()
    InteractiveShell.clear_instance()
    assert _process_state() == state


@pytest.fixture
def shell(bare_shell: InteractiveShell) -> InteractiveShell:
    """IPython with the extension loaded and simple stand-ins for the rest of nbgraph."""
    magics.load(bare_shell)
    bare_shell.magics_manager.registry["Autograph"].backend = fakes.backend()
    return bare_shell


@pytest.fixture(scope="session")
def python() -> Iterator[PlainPython]:
    """Plain Python to hold a notebook against."""
    with closing(PlainPython()) as python:
        yield python


def _process_state() -> tuple[object, ...]:
    return (
        sys.displayhook,
        sys.excepthook,
        hasattr(NbgraphError, "_render_traceback_"),
        [file for file in linecache.cache if file.endswith("autograph>")],
        {thread.name for thread in threading.enumerate()},
    )
