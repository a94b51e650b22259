"""What an exercise says of an attempt: that it is solved, or what is wrong and where."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

_DONE, _NOT_YET = "Solved", "Not yet"


@dataclass(frozen=True)
class Outcome:
    """True where the attempt has all that was asked for; as text it says what it has not.

    >>> print(Outcome(False, "`f(2)` is 4, and 8 is wanted.", hint="How often is it multiplied?"))
    Not yet: `f(2)` is 4, and 8 is wanted.
    Hint: How often is it multiplied?
    >>> bool(Outcome(True, "3 inputs."))
    True
    """

    solved: bool
    message: str  # the first thing that is wrong; where nothing is, what was looked at
    code: str = ""  # the line it is about, with carets, and where that line is
    hint: str = ""  # of the exercise's hints, the one whose turn it is

    def __bool__(self) -> bool:
        return self.solved

    def __repr__(self) -> str:
        first = f"{_DONE if self.solved else _NOT_YET}: {self.message}"
        return "\n".join(filter(None, (first, self.code, f"Hint: {self.hint}" if self.hint else "")))

    def _repr_html_(self) -> str:
        mark, head = ("✓", _DONE) if self.solved else ("✗", _NOT_YET)
        parts = [f"<div><b>{mark} {head}</b>: {escape(self.message)}</div>"]
        if self.code:
            parts.append(f"<pre>{escape(self.code)}</pre>")
        if self.hint:
            parts.append(f"<div><i>Hint:</i> {escape(self.hint)}</div>")
        return f'<div class="nbg-exercise">{"".join(parts)}</div>'


class NotYetError(Exception):
    """The first thing that an attempt lacks."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.outcome = Outcome(False, message, code)
