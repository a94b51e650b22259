"""What a reader chose stays through another run of the function, in a real browser: sizes and places on the screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.widgets.assets import style, widget_module

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

_MODEL = """async ([code, css, text]) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const { default: widget } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const values = { payload: JSON.parse(text), controls: [], values: {}, status: { busy: "", message: "", errors: {} } };
  const heard = [];
  const model = { get: (name) => values[name], on: (name, call) => heard.push([name, call]), off() {} };
  widget.render({ model, el: document.body });
  window.again = () => {
    values.payload = JSON.parse(text);
    for (const [name, call] of heard) if (name === "change:payload") call();
  };
}"""


def test_the_drawings_size_and_place_stay(page: Page, collatz: dict[str, Any]) -> None:
    page.evaluate(_MODEL, [widget_module(), style(), json.dumps(collatz)])
    drawing = page.locator(".nbg-drawing")
    seen = "pane => [pane.scrollLeft, pane.scrollTop, pane.firstChild.getAttribute('width')]"
    fitted = drawing.evaluate(seen)
    page.evaluate("again()")
    assert drawing.evaluate(seen) == fitted
    for _ in range(4):
        page.get_by_label("Larger (+)").click()
    drawing.evaluate("pane => { pane.scrollLeft = 40; pane.scrollTop = 120; }")
    before = drawing.evaluate(seen)
    assert before[:2] == [40, 120]
    assert before[2] != fitted[2]
    page.evaluate("again()")
    assert drawing.evaluate(seen) == before


def test_a_depth_that_is_chosen_is_seen_from_its_begin_and_a_box_that_is_opened_where_it_is(
    page: Page, collatz: dict[str, Any]
) -> None:
    page.evaluate(_MODEL, [widget_module(), style(), json.dumps(collatz)])
    drawing = page.locator(".nbg-drawing")
    for _ in range(4):
        page.get_by_label("Larger (+)").click()
    drawing.evaluate("pane => { pane.scrollTop = 500; }")
    page.get_by_role("button", name="a % 2 · ").press("Enter")
    assert drawing.evaluate("pane => pane.scrollTop") > 200
    page.get_by_label("Detail", exact=True).select_option(label="everything")
    assert drawing.evaluate("pane => pane.scrollTop") == 0
