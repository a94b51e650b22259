"""What a page says about a call: read from the notebook's output, as a browser would read it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scripts.course.page import unpacked

Data = dict[str, Any]

_PACKED = re.compile(r'class="nbg-packed">([^<]*)<')


def payload(html: str) -> Data:
    """The explorer's data in an output."""
    packed = _PACKED.search(html)
    assert packed is not None, html[:400]
    data: Data = json.loads(unpacked(packed[1])["data"])
    return data


@dataclass(frozen=True)
class Shown:
    """What the page says about one call.

    Attributes:
        data: the function's part of the explorer's data.
    """

    data: Data

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def value(self) -> str | None:
        """What the graph returned."""
        return self.data["value"]

    @property
    def python_value(self) -> str | None:
        return self.data["pythonValue"]

    @property
    def verdict(self) -> Data:
        return self.data["verdict"] or {}

    @property
    def message(self) -> str:
        return str(self.verdict.get("message", ""))

    @property
    def timing(self) -> Data:
        return self.data["timing"] or {}

    @property
    def python(self) -> Data:
        """The row of plain Python in the timing panel."""
        return next((row for row in self.timing.get("baselines", ()) if row["name"] == "python"), {})

    @property
    def graph(self) -> Data:
        """The row of the graph in the timing panel."""
        return next((row for row in self.timing.get("baselines", ()) if row["name"] == "graph"), {})

    @property
    def recording(self) -> Data:
        return self.data.get("recording") or {}

    @property
    def errors(self) -> list[Data]:
        return list(self.data["errors"])

    @property
    def source(self) -> str:
        """Everything that the Source pane shows."""
        return "\n".join(_strings(self.data["source"]))

    @property
    def lines(self) -> list[int]:
        """The lines that the stepper goes through; one that goes on behind a call it makes is the same."""
        recording, activation = self.recording, (0, 0)
        begins = recording.get("calls", [])
        changes = {begins[at]: (begins[at + 1], begins[at + 2]) for at in range(0, len(begins), 3)}
        lines, last = list[int](), dict[tuple[int, int], int]()
        for number, place in enumerate(recording.get("steps", ())):
            activation, line = changes.get(number, activation), recording["places"][place][0]
            if last.get(activation) != line:
                lines.append(line)
            last[activation] = line if activation in last else 0  # a call is no line, though it stands in one
        return lines

    @property
    def sentences(self) -> list[str]:
        """All that is said in words."""
        said = [self.message, *self.timing.get("sentences", ()), *self.data.get("notes", ())]
        return [*said, *self.recording.get("notes", ())]


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from _strings(each)
    elif isinstance(data, list):
        for each in data:
            yield from _strings(each)
