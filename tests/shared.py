"""What the tests of a module share while they pass: after one that fails, the next test gets a fresh one.

A module that has it in its folder's `conftest.py` says in `started` how one begins and ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Generic, TypeVar

import pytest

FAILED = pytest.StashKey[bool]()
"""Set of a test once a part of it has failed."""
T = TypeVar("T")


class Shared(Generic[T]):
    """One thing at a time, started when a test asks for it."""

    def __init__(self, started: Callable[[], AbstractContextManager[T]]) -> None:
        self._started = started
        self._open: tuple[T, ExitStack] | None = None

    @contextmanager
    def lent(self, test: pytest.Item) -> Iterator[T]:
        """The thing, for a test; that one fails says that nobody knows how it was left."""
        if self._open is None:
            with ExitStack() as stack:
                self._open = stack.enter_context(self._started()), stack.pop_all()
        yield self._open[0]
        if test.stash.get(FAILED, False):
            self.close()

    def close(self) -> None:
        """End it; the next test has another one started."""
        found, self._open = self._open, None
        if found is not None:
            found[1].close()


@pytest.fixture(scope="module")
def shared(request: pytest.FixtureRequest) -> Iterator[Shared[object]]:
    """What the module's tests share."""
    shared = Shared[object](request.module.started)
    yield shared
    shared.close()


@pytest.fixture
def kernel(shared: Shared[object], request: pytest.FixtureRequest) -> Iterator[object]:
    """The module's kernel."""
    with shared.lent(request.node) as kernel:
        yield kernel
