"""What a lecture's exercise is tried on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Told(NamedTuple):
    """What is said of a wrong answer, at once and from the second time on: the begin of the hint."""

    message: str
    hint: str


Attempt = Callable[..., Any] | tuple[Callable[..., Any], ...]


class Answers(NamedTuple):
    """A solution, and usual wrong answers: a function, or as many as the exercise asks for."""

    right: Attempt
    wrong: dict[Attempt, Told]
