"""Hostile text in the stepper, the live controls and saved files: none of it runs, and none asks for anything."""

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
from tests.widgets.conftest import HOSTILE, small_report

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

FOREIGN = ":is(script, img, iframe, style, a, form, object, embed, video, foreignObject, animate, use)"
HARMLESS = "window.__pwn === undefined && document.body?.dataset.pwn === undefined"


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
