"""A variable whose new value the graph's record lacks was shown with the value that it had before."""

from __future__ import annotations

from typing import Any

import nbgraph as ng
from nbgraph.core.recording.data import data


def shifted(word: Any, by: Any) -> Any:
    out = ""
    for letter in word:
        out += chr(ord(letter) + by)
    return out


def test_a_value_that_is_not_recorded_is_not_the_one_before() -> None:
    record = ng.trace_values(shifted, "ab", 1)
    step = next(number for number, each in enumerate(record.steps) if ("out", None) in each.values)
    page = data(record)
    more = page["more"]
    entries = list(zip(more[::3], more[1::3], more[2::3], strict=True))
    assert (step, page["names"].index("out"), -1) in entries
