"""Define the signals that end a trace early, to begin it again with what it found out."""

from __future__ import annotations


class TracedAgain(BaseException):
    """End the trace and begin again with what it found out; no `except Exception` of the user's catches it."""

    def learn(self) -> None:
        """Store what was found out, for later traces."""


class OriginAsked(TracedAgain):
    """The next trace must know which scalars come from arrays."""


class KeyAsked(OriginAsked):
    """The next trace must know, too, which arrays and scalars are JAX's."""
