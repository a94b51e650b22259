"""What a trace finds out that it should have known when it began."""

from __future__ import annotations


class TracedAgain(BaseException):
    """The function is to be traced again, with what this one has found out; no `except` of the user's may catch it."""

    def learn(self) -> None:
        """Let later traces know."""


class OriginAsked(TracedAgain):
    """It was asked for the first time in a function whether a scalar comes from an array."""


class KeyAsked(OriginAsked):
    """It was asked for the first time in a function whether a key, or what sorts itself, is JAX's."""
