"""The forms of the code and the gutter in a real browser: explanations, the view with the source, paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.widgets.page import document_html

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

IN_WINDOW = """element => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""
HIDDEN_PARTS = "pane => [pane.scrollWidth - pane.clientWidth, pane.scrollHeight - pane.clientHeight]"
JAXPR = {
    "form": "jaxpr",
    "lines": [
        "{ lambda ; a:i32[]. let",
        *[f"    c{line}:bool[] = ne a {line}:i32[]{' ' * 90}end" for line in range(60)],
    ],
    "tokens": [[], *[[15 + len(str(line)), 2, 6] for line in range(60)]],
    "links": [[2, 4, 0, 26, 3, 10, 0, 6], *([1, 4, 0, 26, 0, 10, 0, 6] for _ in range(59))],
    "words": {"ne": "Different, element by element. " * 6},
}


@pytest.fixture
def page(context: BrowserContext, tmp_path: Path, collatz: dict[str, Any]) -> Page:
    """Collatz with a long form of code, in a narrow window."""
    collatz["functions"][0]["codes"].append(JAXPR)
    file = tmp_path / "page.html"
    file.write_text(document_html(collatz), "utf-8")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"script error: {error}"))
    page.set_viewport_size({"width": 480, "height": 700})
    page.goto(file.as_uri())
    return page


def test_explanations_come_to_pointer_and_keys_and_stay_in_the_window(page: Page) -> None:
    tip = page.get_by_role("tooltip")
    page.locator(".nbg-badge", has_text="while").hover()
    tip.wait_for()
    assert "a loop of the graph" in tip.inner_text()
    tip.hover()
    page.wait_for_timeout(400)
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert tip.count() == 0
    page.get_by_role("tab", name="jaxpr").click()
    page.locator(".nbg-panel:not([hidden]) .nbg-row").nth(1).click(position={"x": 10, "y": 5})
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        if tip.count():
            break
    assert tip.inner_text().startswith("Different")
    assert tip.evaluate(IN_WINDOW)
    page.keyboard.press("ArrowDown")
    assert tip.count() == 0


def test_with_the_source_it_is_linked_scrolls_alone_and_prints_whole(page: Page) -> None:
    page.get_by_role("tab", name="jaxpr").click()
    page.get_by_role("button", name="with source").click()
    mixed = page.locator(".nbg-mixed")
    while_line = mixed.locator('.nbg-block[data-line="3"]')
    assert while_line.locator(".nbg-made").count() == 60
    before = page.evaluate("scrollY")
    page.locator('.nbg-pane-source .nbg-row[data-line="8"] .nbg-code').hover()
    assert mixed.locator(".nbg-block.nbg-lit").get_attribute("data-line") == "8"
    assert mixed.evaluate("pane => pane.scrollTop") > 0
    assert page.evaluate("scrollY") == before
    page.emulate_media(media="print")
    assert max(mixed.evaluate(HIDDEN_PARTS)) <= 0
    assert while_line.evaluate("block => getComputedStyle(block).breakInside") == "avoid"
