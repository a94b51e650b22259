"""A library that the user has patched, where threads of ours end in another order than they began."""

from __future__ import annotations

import textwrap
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from nbgraph.core.as_loaded import as_loaded, as_patched


def _indented() -> str:
    return textwrap.indent("a", "  ")


@pytest.fixture
def patched(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    def mine(text: str, prefix: str) -> str:
        return "mine"

    monkeypatch.setattr(textwrap, "indent", mine)
    return mine


def _beside(block: Callable[[], AbstractContextManager[None]]) -> tuple[threading.Event, threading.Thread]:
    """A thread that is within `block` until its event is set."""
    begun, end = threading.Event(), threading.Event()

    def run() -> None:
        with block():
            begun.set()
            end.wait()

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    return end, thread


def test_a_thread_that_began_first_ends_first(patched: object) -> None:
    end, thread = _beside(as_loaded)
    with as_loaded():
        end.set()
        thread.join()
        assert _indented() == "  a"
    assert _indented() == "mine"
    with as_loaded():
        assert _indented() == "  a"


def test_what_the_user_has_set_is_theirs_beside_a_thread_of_ours(patched: object) -> None:
    end, thread = _beside(as_loaded)
    assert _indented() == "  a"
    with as_patched():
        assert _indented() == "mine"
    end.set()
    thread.join()
    assert _indented() == "mine"
