"""Completion of the magic's options, through IPython's own completer."""

from __future__ import annotations

import pytest
from IPython.core.completer import provisionalcompleter


def completions(shell, text: str) -> list[str]:
    with provisionalcompleter():
        found = list(shell.Completer.completions(text, len(text)))
    return [text[: completion.start] + completion.text for completion in found]


@pytest.mark.parametrize("magic", ["%%autograph", "%autograph"])
def test_options(shell, magic):
    assert completions(shell, f"{magic} --no") == [f"{magic} --no-timing"]
    assert set(completions(shell, f"{magic} -q --v")) == {f"{magic} -q --view"}
    assert f"{magic} --help" in completions(shell, f"{magic} --")


def test_panes(shell):
    assert completions(shell, "%%autograph --view gr") == ["%%autograph --view graph"]
    assert completions(shell, "%%autograph --view graph,co") == ["%%autograph --view graph,code"]
    assert "%%autograph --view timing" in completions(shell, "%%autograph --view ")


def test_calls_are_completed_as_python(shell):
    shell.run_cell("def collatz_sequence(a): return a")
    assert "%%autograph -q collatz_sequence" in completions(shell, "%%autograph -q collatz_se")
    assert "%autograph collatz_sequence" in completions(shell, "%autograph collatz_se")


def test_other_magics_are_left_alone(shell):
    assert not [text for text in completions(shell, "%%time --no") if "timing" in text]
