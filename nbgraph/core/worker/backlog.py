"""What a worker has sent and nobody has read yet, of bounded length, and whole whenever Stop is pressed."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")
_PAUSE_S = 0.001


class Backlog(Generic[Item]):
    """A queue between two threads, whose reader may be interrupted anywhere.

    A KeyboardInterrupt that arrives in `queue.Queue.get` between taking its lock and entering the block that leaves it
    keeps the lock for ever, and with it both threads. `queue.SimpleQueue` has no such moment, and no bound: its writer
    has to wait by itself.

    >>> backlog = Backlog(2)
    >>> backlog.put("begun"), backlog.get(1.0)
    (None, 'begun')
    """

    def __init__(self, most: int) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._most = most

    def put(self, item: Item, closed: Callable[[], bool] = lambda: False) -> None:
        """Add an item, when there are less than `most`, or nobody is going to read them."""
        while self._items.qsize() >= self._most and not closed():
            time.sleep(_PAUSE_S)
        self._items.put(item)

    def get(self, seconds: float) -> Item:
        """Return the first item.

        Raises:
            queue.Empty: none came in that time.
        """
        return self._items.get(timeout=seconds)
