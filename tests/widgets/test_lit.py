"""What lights on the page is what the data say, by the page's own modules in Node, without a page."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.widgets.lighting import IN_NODE, form_of, misled, payload_of

LIT_LINES = Path(__file__).parents[1] / "js" / "lit-lines.js"
TOGETHER = 8


@pytest.mark.parametrize("begin", range(0, len(IN_NODE), TOGETHER))
def test_each_line_lights_what_it_owns(begin: int, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None, "Node.js is not installed: run ./test once"
    names = IN_NODE[begin : begin + TOGETHER]
    made = [payload_of(name) for name in names]
    file = tmp_path / "payloads.json"
    file.write_text(json.dumps([data for data, _ in made]), "utf-8")
    answer = subprocess.run([node, LIT_LINES, file], check=True, capture_output=True, timeout=60).stdout
    failures = []
    for name, (_, owned), lit in zip(names, made, json.loads(answer), strict=True):
        assert lit["graph"] and lit["code"], name
        wrong: list[str] = []
        for level, lines in lit["graph"].items():
            wrong += misled(f"graph {level}", owned["graph"], lines)
        for form, lines in lit["code"].items():
            if (spans := form_of(owned, form)) is not None:
                wrong += misled(form, spans, lines)
        failures += [f"{name}: {each}" for each in wrong]
    assert failures == []
