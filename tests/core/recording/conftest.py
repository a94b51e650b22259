"""What is recorded does not depend on how busy the machine is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from nbgraph.core.timing import stages
from tests.pool.by_numpy import Runs, by_numpy
from tests.sample import is_in_sample


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nbgraph.core.recording.record.SECONDS", 60.0)


@pytest.fixture
def only_the_record(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave out of reports what is not about the record, and let NumPy run the graph, but for a sample of the tests."""
    if is_in_sample(request.node.nodeid):
        yield
        return
    monkeypatch.setattr("nbgraph.core.examine.reporting._parts_of", lambda *_, **__: {})
    monkeypatch.setattr("nbgraph.core.timing.session.stage", _traced)
    with by_numpy(Runs()):
        yield


def _traced(jitted: Any, *how: Any) -> stages.Staged:
    return stages.stage(_Uncompiled(jitted), *how)


class _Uncompiled:
    """A program that is traced and goes no further; a report that measures nothing does not call it."""

    def __init__(self, jitted: Any) -> None:
        self._jitted = jitted

    def trace(self, *arguments: Any, **keywords: Any) -> _Uncompiled:
        self._jitted.trace(*arguments, **keywords)
        return self

    def lower(self) -> _Uncompiled:
        return self

    def compile(self) -> _Uncompiled:
        return self
