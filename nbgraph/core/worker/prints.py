"""What a function prints, once: a call is made as plain Python, as a graph and to record it, and each prints again."""

from __future__ import annotations

from collections.abc import Callable


class Once:
    """Passes on what is printed, and keeps back what only repeats the first run that printed.

    A run that prints something else is passed on from its beginning.

    >>> once = Once(lambda stream, text: print(stream, repr(text)))
    >>> once("stdout", "a is 1"), once.step(), once("stdout", "a is "), once("stdout", "1")
    stdout 'a is 1'
    (None, None, None, None)
    >>> once.step(), once("stdout", "a is "), once("stdout", "2")
    stdout 'a is 2'
    (None, None, None)
    """

    def __init__(self, say: Callable[[str, str], None]) -> None:
        """`say` is given the name of a stream and a text."""
        self._streams: dict[str, _Stream] = {}
        self._say = say

    def __call__(self, stream: str, text: str) -> None:
        """Take what is printed."""
        self._streams.setdefault(stream, _Stream()).take(text, lambda words: self._say(stream, words))

    def step(self) -> None:
        """What follows may be another run."""
        for name, stream in self._streams.items():
            if words := stream.next():
                self._say(name, words)

    end = step
    """Nothing follows: a run that broke off before it had repeated everything has printed something else."""


class _Stream:
    """One stream: what the first run printed, and what the present one has repeated of it; None once it differs."""

    def __init__(self) -> None:
        self._first = ""
        self._is_first = True
        self._repeated: str | None = ""

    def take(self, text: str, say: Callable[[str], None]) -> None:
        if self._is_first:
            self._first += text
            say(text)
        elif self._repeated is None:
            say(text)
        elif self._first.startswith(self._repeated + text):
            self._repeated += text
        else:
            say(self._repeated + text)
            self._repeated = None

    def next(self) -> str:
        """Begin another run; what was kept back of one that did not repeat everything."""
        kept = "" if self._repeated in (None, self._first) else self._repeated or ""
        self._is_first, self._repeated = self._is_first and self._first == "", ""
        return kept
