"""What runs the compiled programs of a test that compares values: NumPy, and XLA for a sample of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pool.by_numpy import Runs, by_numpy
from tests.sample import is_in_sample


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[None]:
    """For folders that import it: one test in eight is run by XLA, others with every commit, and each marked one."""
    if request.node.get_closest_marker("xla") or is_in_sample(request.node.nodeid):
        yield
        return
    with by_numpy(Runs()):
        yield
