"""How much room there is for lists of run-time length: a list that outgrows it is made again with more."""

from __future__ import annotations

from nbgraph.core.spans import Span
from nbgraph.core.staging.lists.buffers import ListRoomError

ROWS = 1024  # items that a list of run-time length has room for at first
MOST_ROWS = 1 << 24


class Room:
    """The room in the programs of one function."""

    def __init__(self) -> None:
        self.rows = ROWS  # how many items a list has room for

    def grow(self, rows: int, name: str, head: Span) -> str:
        """A list outgrew its room: there is more from now on.

        Returns:
            Why the function is traced anew.
        """
        if rows >= MOST_ROWS or self.rows >= 8 * MOST_ROWS:
            raise ListRoomError(
                f"a list in `{name}` has more than {MOST_ROWS:,} items: does the loop that fills it end?",
                span=head,
                remedy="an array of the final size; or a condition that ends the loop",
            )
        self.rows = max(rows, self.rows) * 8
        return f"a list has more than {rows:,} items: room for {self.rows:,}"
