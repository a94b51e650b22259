"""What lights on the page is what the data say, in a real browser; `test_lit.py` has many more programs without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.widgets.lighting import IN_BROWSER, form_of, misled, payload_of

if TYPE_CHECKING:
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

# The lines that light something in the graph, and in the form of the code that is open, when one points at them.
LIT = """() => {
  const point = (row, type) => row.querySelector('.nbg-number').dispatchEvent(
    new PointerEvent(type, {bubbles: true, pointerType: 'mouse'}));
  const found = {graph: [], code: []};
  const view = document.querySelector('.nbg-function');
  for (const row of view.querySelectorAll('.nbg-pane-source .nbg-row')) {
    point(row, 'pointermove'); point(row, 'pointerover');
    const line = Number(row.dataset.line);
    if (view.querySelector('.nbg-drawing .nbg-lit')) found.graph.push(line);
    const rows = [...view.querySelectorAll('.nbg-pane-code .nbg-lit')].filter(each => each.offsetParent !== null);
    if (rows.length > 0) found.code.push(line);
  }
  view.dispatchEvent(new PointerEvent('pointerleave'));
  return found;
}"""
FOLD = """level => {
  const select = document.querySelector('.nbg-pane-graph .nbg-select[aria-label*="open" i], .nbg-pane-graph select');
  if (!select || ![...select.options].some(option => option.value === level)) return false;
  select.value = level;
  select.dispatchEvent(new Event('change', {bubbles: true}));
  return true;
}"""


@pytest.mark.parametrize("name", IN_BROWSER)
def test_each_line_lights_what_it_owns(name: str, show: Show) -> None:
    data, owned = payload_of(name)
    page = show(data)
    page.locator(".nbg-drawing svg").wait_for()
    for level in ("", "closed"):
        if not level or page.evaluate(FOLD, level):
            assert misled(f"graph {level}", owned["graph"], page.evaluate(LIT)["graph"]) == []
    tabs = page.locator(".nbg-pane-code [role=tab]")
    for number in range(tabs.count()):
        form = (tabs.nth(number).text_content() or "").strip()
        if (spans := form_of(owned, form)) is not None:
            tabs.nth(number).click()
            assert misled(form, spans, page.evaluate(LIT)["code"]) == []


def test_pointing_at_a_folded_box_means_the_box(show: Show, collatz: dict[str, Any]) -> None:
    page = show(collatz)
    page.locator(".nbg-drawing svg").wait_for()
    assert page.evaluate(FOLD, "closed")
    page.locator(".nbg-drawing .nbg-node-folded").first.hover()
    header = next(line for line in collatz["functions"][0]["source"]["lines"] if "while" in line)
    lit = page.locator(".nbg-pane-source .nbg-row:has(.nbg-lit), .nbg-pane-source .nbg-row.nbg-lit")
    assert [row.split("\n")[-1].strip() for row in lit.all_inner_texts()] == [header.strip()]
