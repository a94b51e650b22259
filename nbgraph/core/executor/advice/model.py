"""What is said of an error besides its own words."""

from __future__ import annotations

from typing import NamedTuple


class Advice(NamedTuple):
    """What is said of an error besides its own words."""

    detail: str = ""  # the values that led to it, as a clause; "" where they say nothing
    remedy: str = ""  # what to write instead; "" where nobody can know

    def __bool__(self) -> bool:
        return bool(self.detail or self.remedy)
