"""One notebook for the stories, and another one after a story that fails."""

from tests.shared import shared

__all__ = ["shared"]
