"""Each awkward function, compiled: Python's answer for every argument, or one refusal with a place."""

from __future__ import annotations

import jax
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from tests.fuzz.awkward import AWKWARD
from tests.fuzz.loading import loaded
from tests.fuzz.outcomes import run

REFUSED = {
    "async function": "not-convertible",
    "generator with a traced condition": "traced-value-in-python",
    "global": "side-effect",
    "recursion on a traced value": "traced-recursion",
    "returns of different shapes": "branch-mismatch",
    "walrus everywhere": "branch-mismatch",
}
WRONG_STILL = {"eval and locals"}  # `locals()` also shows names of generated code


@pytest.mark.parametrize("name", sorted(AWKWARD.keys() - WRONG_STILL))
def test_a_result_or_one_located_refusal(name: str) -> None:
    refused: set[str] = set()
    with loaded(AWKWARD[name]) as module, jax.enable_x64(True):
        try:
            graph = ng.function(module.program)
            for argument in (0, 1, 3, 7, -2):
                python = run(module, module.program, (argument,))
                try:
                    ours = run(module, graph, (argument,))
                except UnboundLocalError:  # a located error that is also Python's own
                    assert python.value == "NameError"
                    continue
                assert (ours.kind, ours.value) == (python.kind, python.value), argument
        except NbgraphError as error:
            assert error.span is not None
            assert error.remedy
            refused = {error.id}
    assert refused == ({REFUSED[name]} if name in REFUSED else set())
