"""What a step's line gives to variables besides what its operations compute, as far as the text and Python tell."""

from __future__ import annotations

from typing import Any

from nbgraph.core.recording.digest import differ, text_of
from nbgraph.core.recording.moments import Moment


def is_python(name: str, value: Any, moment: Moment | None) -> bool:
    """Whether plain Python has a variable with the same value."""
    if value is None or moment is None or name not in moment.values:
        return False
    return text_of(value) == text_of(moment.values[name]) or differ(value, moment.values[name]) is False


def same(one: Any, other: Any) -> bool:
    """Whether two kept values look alike."""
    return (one is None) == (other is None) and (one is None or text_of(one) == text_of(other))
