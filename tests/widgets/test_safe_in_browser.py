"""Hostile text in panes, the stepper, the live controls and saved files: none of it runs or asks for anything."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.drawing.files import graph_forms
from nbgraph.core.graph.model import BUDGET, Aval, Edge, Graph, Node, Region
from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload
from nbgraph.widgets.show import Shown
from tests.widgets.conftest import HOSTILE, small_report, swept

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

FOREIGN = ":is(script, img, iframe, style, a, form, object, embed, video, foreignObject, animate, use)"
HARMLESS = "window.__pwn === undefined && document.body?.dataset.pwn === undefined"


ON_A_PAGE = 6
# The middle of the hostile row of a view, brought into the window.
MIDDLE = """at => {
  const view = document.querySelectorAll('.nbg-function')[at];
  const row = view.querySelector('.nbg-pane-source .nbg-row[data-line="2"]');
  row.scrollIntoView({block: 'center'});
  const {x, y, width, height} = row.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# Points at and presses the first parts of each view; of each, whether a string became anything but text.
TOUCH_EACH = """() => [...document.querySelectorAll('.nbg-function')].map(view => {
  for (const part of [...view.querySelectorAll('.nbg-row, .nbg-node')].slice(0, 12)) {
    part.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
    part.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  }
  return view.querySelector(':scope ' + FOREIGN) !== null;
})"""


def hostile_view(collatz: dict[str, Any], text: str, at: int) -> dict[str, Any]:
    """The function, with a hostile string in the place of each kind of string, in the view with this number."""
    function = collatz["functions"][0]
    written = json.dumps(function).replace('"counter"', json.dumps(text)).replace('"i32[]"', json.dumps(text))
    function = json.loads(written)
    function.update(title=text, value=text, file=text)
    function["source"]["lines"][1] = text
    function["codes"][1]["lines"][5] = function["codes"][1]["form"] = text
    graph = function["graph"]
    graph["strings"].append(text)
    graph["nodes"][3][1:7] = [len(graph["strings"]) - 1] * 4 + [[len(graph["strings"]) - 1]] * 2
    graph["regions"][1][1:3] = [len(graph["strings"]) - 1] * 2
    function["timing"]["baselines"][0].update(name=text, label=text, note=text)
    function["timing"]["baselines"][1].update(sample=None, error=text)
    function["timing"]["verdict"].update(equal=False, message=text, tolerance=text)
    difference = {"path": text, "expected": text, "actual": text, "reason": text}
    function["timing"].update(sentences=[text])
    function["timing"]["verdict"]["differences"] = [difference]
    function["verdict"] = function["timing"]["verdict"]
    texts = ("id", "message", "remedy", "variable", "code", "expected", "actual", "reason", "where")
    function["cause"] = {**dict.fromkeys(texts, text), "iterations": [], "span": [5, 8, 5, 18]}
    function["findings"] = [{"rule": text, "message": text, "remedy": text, "span": [7, 8, 7, 11]}]
    function["decisions"][0].update(reason=text, became=text, construct=text)
    places = (None, [4, 11, 4, 21])
    function["errors"] = [
        {"id": text, "message": text, "remedy": text, "variable": text, "place": text, "span": span} for span in places
    ]
    rows = [[sign, 1, 2, text, [5, 8, 5, 18]] for sign in ("+", "-", "…", text)]
    function["diff"] = {"title": text, "at": at, "sentences": [text], "codes": [{"form": text, "rows": rows}]}
    function["diff"]["nodes"] = [["~", "n3", "n3", text, None], ["+", None, text, text, None]]
    series = [{"name": text, "label": text, "points": [[1, 1e-6, 1e-6, 1e-6, 3]], "ended": text}]
    function["sweep"] = swept(text, series=series, sentences=[text])
    return function


def with_hostile_graph(view: dict[str, Any], text: str) -> dict[str, Any]:
    """The same, its graph of nothing but this string."""
    graph = view["graph"]
    return {**view, "graph": {**graph, "strings": [text] * len(graph["strings"]), "text": text}}


def test_hostile_text_runs_nowhere(show: Show, collatz: dict[str, Any]) -> None:
    failures = []
    for begin in range(0, len(HOSTILE), ON_A_PAGE):
        texts = HOSTILE[begin : begin + ON_A_PAGE]
        views = [hostile_view(collatz, text, 2 * at) for at, text in enumerate(texts)]
        pairs = [
            each for view, text in zip(views, texts, strict=True) for each in (view, with_hostile_graph(view, text))
        ]
        page = show({"version": 1, "functions": pairs, "message": texts[0], "together": texts}, 1280)
        assert page.locator(".nbg-function").count() == len(pairs)
        for at in range(len(pairs)):
            page.mouse.click(*page.evaluate(MIDDLE, at))
        foreign = page.evaluate(TOUCH_EACH.replace("FOREIGN", repr(FOREIGN)))
        failures += [texts[at // 2] for at, found in enumerate(foreign) if found]
        failures += page.evaluate("window.__pwn ?? []")  # the numbers of those that ran
        if page.locator(f".nbg {FOREIGN}").count() or not page.evaluate(HARMLESS):
            failures.append(f"a page of {texts}")
        assert page.url.startswith("file:")
    assert failures == []


def doubled(v):
    w = v * 2
    return w  # noqa: RET504


def stepped(n):
    total = 0
    for i in range(n):
        total = doubled(i) + total
    return total


def many(count: int) -> list[str]:
    """So many hostile texts, all of them in turn."""
    return list(itertools.islice(itertools.cycle(HOSTILE), count))


def hostile_record() -> dict[str, Any]:
    """A real record whose every word is hostile: values, names, what was printed, notes, other functions' texts."""
    data: dict[str, Any] = json.loads(json.dumps(payload([report(stepped, 6, timing=False)])))
    record = data["functions"][0]["recording"]
    for key in ("texts", "names", "notes"):
        record[key] = many(max(len(record[key]), len(HOSTILE)))
    count = len(record["steps"])
    record["printed"] = [[step % count, text] for step, text in enumerate(HOSTILE)]
    record["owners"] += [0] * (len(record["names"]) - len(record["owners"]))
    record["result"] = HOSTILE[0]
    record["functions"] = [
        [text, first, many(len(lines)), []]
        for text, (_, first, lines, *_) in zip(HOSTILE, record["functions"], strict=False)
    ]
    return data


def test_nothing_in_the_stepper_is_markup(show: Show) -> None:
    page = show(hostile_record())
    page.locator(".nbg-step-open").click()
    forward, scrub = page.locator('[aria-label^="One step forward"]'), page.locator(".nbg-step-scrub")
    last = int(scrub.get_attribute("max") or 0)
    assert last > 10
    for _ in range(last):
        forward.click()
    assert page.locator(".nbg-step-row").count() > 0
    assert HOSTILE[0] in (page.locator(".nbg").text_content() or "")
    assert page.locator(f".nbg {FOREIGN}").count() == 0
    assert page.evaluate(HARMLESS)


def test_nothing_in_the_live_controls_is_markup(show: Show) -> None:
    kinds: list[dict[str, Any]] = [
        {"kind": "choice", "choices": HOSTILE},
        {"kind": "text"},
        {"kind": "values"},
        {"kind": "check"},
    ]
    controls = [{"name": f"{text} {i}", **kinds[i % len(kinds)]} for i, text in enumerate(HOSTILE)]
    data = json.loads(json.dumps(payload([small_report(errors=())])))
    values = {control["name"]: True if control["kind"] == "check" else HOSTILE[i] for i, control in enumerate(controls)}
    data["live"] = {"key": HOSTILE[0], "controls": controls, "values": values}
    page = show(data)
    assert page.locator(".nbg-live-field").count() == len(HOSTILE)
    assert page.locator(f".nbg {FOREIGN}").count() == 0
    assert page.evaluate(HARMLESS)


def hostile_graph() -> Graph:
    """A graph whose every word is hostile."""
    nodes = tuple(
        Node(f"n{i}", "operation", text, text, avals=(Aval((), text),), names=(text,)) for i, text in enumerate(HOSTILE)
    )
    edges = tuple(Edge(f"e{i}", f"n{i}", f"n{i + 1}", text) for i, text in enumerate(HOSTILE[1:]))
    return Graph(HOSTILE[0], nodes, edges, (Region("r0", "function", HOSTILE[1]),))


def test_a_saved_picture_runs_nothing_by_itself_in_a_page_and_in_another_picture(page: Page, tmp_path: Path) -> None:
    picture = graph_forms(hostile_graph(), BUDGET)[".svg"]()
    path = tmp_path / "graph.svg"
    path.write_bytes(picture)
    (tmp_path / "within.html").write_bytes(b"<!DOCTYPE html><meta charset=utf-8><body>" + picture)
    (tmp_path / "object.html").write_text(
        "<!DOCTYPE html><body><object data='graph.svg' type='image/svg+xml'></object>"
    )
    for name in ("graph.svg", "within.html", "object.html"):
        page.goto((tmp_path / name).as_uri())
        page.wait_for_timeout(100)
        assert page.evaluate("window.__pwn === undefined"), name
        assert page.locator("svg :is(script, foreignObject, image, use, animate, iframe)").count() == 0


@pytest.mark.parametrize("form", [".html", ".txt", ".json", ".svg"])
def test_a_file_saved_of_hostile_text_runs_nothing(page: Page, tmp_path: Path, form: str) -> None:
    reports = tuple(small_report(value=text, python_value=text) for text in HOSTILE[:3])
    path = tmp_path / f"<img src=x onerror=alert(1)>{form}"
    shown = Shown(reports if form != ".svg" else reports[:1])
    assert shown.save(path) == path
    page.goto(path.as_uri())
    page.wait_for_timeout(100)
    assert page.evaluate("window.__pwn === undefined")
