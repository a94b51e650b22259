"""Every text of the explorer's data made hostile, kind by kind: wherever it is drawn, it is drawn as text."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload
from tests.widgets.conftest import DATA, HOSTILE, changed, small_report, swept

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

FOREIGN = ".nbg :is(script, img, iframe, style, a, form, object, embed, video, foreignObject, animate, use)"
HARMLESS = "window.__pwn === undefined && document.body?.dataset.pwn === undefined"
TOUCH = """() => {
  const kinds = ':is(.nbg-row, .nbg-node, .nbg-point, [data-tip], button, summary)';
  for (const part of document.querySelectorAll(`.nbg ${kinds}`)) {
    part.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
    if (!part.matches('.nbg-row')) part.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    part.focus?.();
  }
}"""

# Words of the explorer's own, of which it makes classes and marks; the page may not come to stand with other ones.
OWN = {"id", "kind", "name", "form", "construct", "key", "strings", "homes", "regions", "loops"}
PARTS = (
    *("codes", "graph", "recording", "timing", "sweep", "diff", "decisions", "errors", "verdict", "cause"),
    *("anomaly", "live"),
)


def counted(n: Any) -> Any:
    found = 0
    names = {"a": 1, "b": 2}
    for i in range(n):
        if i % 2 == 0:
            found = found + names["b"]
    return found


def divided(x: Any) -> Any:
    seen = [1]
    seen[0] = seen[0] + 1
    return round(x * 0.1 * 3 * 1e16) % 7 / 3 + seen[0]


def crowded(collatz: dict[str, Any]) -> dict[str, Any]:
    """Two functions with times, the second with a sweep and a difference; a run with steps; one that differs from
    Python; one with errors; and controls."""
    (first,) = collatz["functions"]
    second = {**first, "sweep": swept(), "diff": changed(collatz, at=0)}
    others = json.loads(json.dumps(payload([report(counted, 5), report(divided, 3.3), small_report()])))["functions"]
    others[0]["notes"] = ["It printed: 3"]
    others[0]["anomaly"] = {"value": "nan", "message": "`n` is nan.", "inResult": True, "span": [1, 0, 1, 3]}
    controls = [
        {"name": "n", "kind": "slider", "bounds": [1, 9, 1], "log": False, "whole": True},
        {"name": "mode", "kind": "choice", "choices": ["up", "down"]},
    ]
    live = {"key": "k", "controls": controls, "values": {"n": 3, "mode": "up"}}
    return {**collatz, "functions": [first, second, *others], "together": ["Just as long."], "live": live}


def hostile(data: Any, texts: Iterator[str], own: bool) -> Any:
    """The data with every text replaced by the next of `texts`; the explorer's own words only if `own`."""
    if isinstance(data, str):
        return next(texts)
    if isinstance(data, dict):
        return {key: value if key in OWN and not own else hostile(value, texts, own) for key, value in data.items()}
    if not isinstance(data, list):
        return data
    sign = [data[0]] if data and isinstance(data[0], str) and len(data[0]) == 1 and not own else []
    return sign + [hostile(item, texts, own) for item in data[len(sign) :]]


@pytest.fixture(scope="module")
def crowd() -> dict[str, Any]:
    collatz: dict[str, Any] = json.loads((DATA / "collatz_payload.json").read_text("utf-8"))
    return crowded(collatz)


def expect_text_only(show: Show, data: dict[str, Any]) -> Page:
    """The page of this data, pointed at and pressed everywhere, runs nothing and holds no foreign element."""
    page = show(data)
    page.evaluate(TOUCH)
    assert page.locator(FOREIGN).count() == 0
    assert page.evaluate(HARMLESS)
    return page


@pytest.mark.parametrize("turn", [0, 11, 23])
def test_hostile_text_is_text_wherever_it_stands(show: Show, crowd: dict[str, Any], turn: int) -> None:
    texts = itertools.islice(itertools.cycle(HOSTILE), turn, None)
    data = {key: value if key == "version" else hostile(value, texts, False) for key, value in crowd.items()}
    page = expect_text_only(show, data)
    assert page.locator(".nbg-function").count() == len(data["functions"])


@pytest.mark.parametrize("part", PARTS)
def test_hostile_words_of_the_explorer_s_own_run_nothing_either(show: Show, crowd: dict[str, Any], part: str) -> None:
    data, texts = copy.deepcopy(crowd), itertools.cycle(HOSTILE)
    # Of the functions that have no such part one is enough: their own strings are hostile in the test above.
    data["functions"] = [each for at, each in enumerate(data["functions"]) if at == 0 or each.get(part)]
    holders = [holder for holder in [data, *data["functions"]] if holder.get(part)]
    assert holders, "the part has another name now"
    for holder in holders:
        holder[part] = hostile(holder[part], texts, True)
    expect_text_only(show, data)
