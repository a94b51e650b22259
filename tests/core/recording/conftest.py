"""What is recorded does not depend on how busy the machine is."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nbgraph.core.recording.calls.SECONDS", 60.0)
