"""Print a function's output once, although a call runs as Python, as a graph and for the record."""

from __future__ import annotations

from collections.abc import Callable

from nbgraph.core.recording.summary import are_other_numbers

MOST = 50_000
"""Characters of one call that are shown: a notebook keeps all of them, and a browser draws them."""

Say = Callable[[str], None]


class Once:
    """Passes on what is printed, and keeps back what only repeats the first run that printed.

    A run that prints something else is passed on from its beginning. Of what is long, the beginning is shown.

    >>> once = Once(lambda stream, text: print(stream, repr(text)))
    >>> once("stdout", "a is 1"), once.step(), once("stdout", "a is "), once("stdout", "1")
    stdout 'a is 1'
    (None, None, None, None)
    >>> once.step(), once("stdout", "a is "), once("stdout", "2")
    stdout 'a is 2'
    (None, None, None)
    >>> once = Once(lambda stream, text: print(repr(text)), most=4)
    >>> once("stdout", "a is 1"), once.end()
    'a is'
    '\\n… 2 more characters were printed; the first 4 are shown.\\n'
    (None, None)
    """

    def __init__(self, say: Callable[[str, str], None], most: int = MOST) -> None:
        """Begin with nothing printed.

        Args:
            say: receives the name of a stream and a text.
            most: characters that are passed on of each stream.
        """
        self._streams: dict[str, _Stream] = {}
        self._say, self._most = say, most

    def __call__(self, stream: str, text: str) -> None:
        if stream not in self._streams:
            self._streams[stream] = _Stream(lambda words: self._say(stream, words), self._most)
        self._streams[stream].take(text)

    @property
    def differs(self) -> bool:
        """Return whether a run has printed something else than the first."""
        return any(stream.others for stream in self._streams.values())

    @property
    def same_numbers(self) -> bool:
        """Return whether the runs differ only in digits of numbers."""
        return not any(stream.is_other for stream in self._streams.values())

    def step(self) -> None:
        """Begin another run."""
        for stream in self._streams.values():
            stream.next()

    def end(self) -> None:
        """End the last run; if it stopped before it repeated everything, it has printed something else."""
        for stream in self._streams.values():
            stream.next()
            stream.end()


class _Stream:
    """One stream: what the first run printed, and how much of it the current one has repeated."""

    def __init__(self, say: Say, most: int) -> None:
        self._say, self._most = say, most
        self._first: list[str] = []  # joined when the run is over: long texts come in many pieces
        self._length = 0
        self._whole = ""
        self._is_first, self._repeats, self._at = True, True, 0
        self._printed = self._cut = 0
        self.others: list[list[str]] = []  # what runs printed that differ from the first

    def take(self, text: str) -> None:
        if self._is_first:
            self._keep(text)
            self._pass_on(text)
        elif not self._repeats:
            self.others[-1] += [text] * (not self._cut)  # of an endless text only a part is kept
            self._pass_on(text)
        elif self._at >= self._most or self._whole.startswith(text[: self._most - self._at], self._at):
            self._at += len(text)
        else:
            self._repeats = False
            self._differ(text)

    def next(self) -> None:
        """Begin another run; pass on what was held back if the last one did not repeat everything."""
        if self._is_first:
            self._whole = "".join(self._first)
        elif self._repeats and 0 < self._at < len(self._whole):
            self._differ()
        self._is_first = self._is_first and not self._whole
        self._repeats, self._at = True, 0

    @property
    def is_other(self) -> bool:
        """Return whether a run has printed more than other digits."""
        return self._cut > 0 or any(are_other_numbers("".join(each), self._whole) for each in self.others)

    def _differ(self, text: str = "") -> None:
        self.others.append([self._whole[: self._at] + text])
        self._pass_on(self.others[-1][0])

    def end(self) -> None:
        """Print how much was left out."""
        if self._cut:
            self._say(f"\n… {self._cut:,} more characters were printed; the first {self._most:,} are shown.\n")
            self._cut = 0

    def _keep(self, text: str) -> None:
        if self._length < self._most:
            self._first.append(text[: self._most - self._length])
        self._length += len(text)

    def _pass_on(self, text: str) -> None:
        shown = text[: self._most - self._printed]
        self._cut += len(text) - len(shown)
        self._printed += len(shown)
        if shown:
            self._say(shown)
