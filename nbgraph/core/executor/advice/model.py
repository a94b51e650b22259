"""What is said of an error besides its own words."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    """What is said of an error besides its own words.

    Attributes:
        detail: the values that led to it, as a clause; "" where they say nothing.
        remedy: what to write instead; "" where nobody can know.
    """

    detail: str = ""
    remedy: str = ""

    def __bool__(self) -> bool:
        return bool(self.detail or self.remedy)
