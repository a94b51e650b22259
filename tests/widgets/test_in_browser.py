"""The page in a real browser: what lights up, what is visible. No Jupyter; see `tests/e2e` for that."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.widgets.page import document_html, to_html
from tests.widgets.conftest import of_300_nodes
from tests.widgets.window import showing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

Payload = dict[str, Any]

INSIDE = """(inner, outer) => {
  const a = inner.getBoundingClientRect(), b = outer.getBoundingClientRect();
  const within = a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  return a.width > 0 && within;
}"""
SMALLEST_TEXT = """svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const sizes = [...svg.querySelectorAll('text')].map(text => parseFloat(getComputedStyle(text).fontSize));
  return Math.min(...sizes) * scale;
}"""
# Contrast of a text with the nearest painted background, by WCAG's formula.
CONTRAST = """element => {
  const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d');
  const channels = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = colour => {
    const linear = part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
    const [r, g, b] = channels(colour).map(part => linear(part / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const clear = node => channels(getComputedStyle(node).backgroundColor)[3] < 255;
  let behind = element;
  while (behind.parentElement && clear(behind)) behind = behind.parentElement;
  const pair = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(luminance);
  return (Math.max(...pair) + .05) / (Math.min(...pair) + .05);
}"""
# The first parts whose text has too little of it.
FAINT = f"""parts => parts.slice(0, 40).map(part => [part.innerText, ({CONTRAST})(part)])
  .filter(([, contrast]) => contrast < 4.5)"""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# How many elements change when the pointer comes over one, and how many are lit then.
CHANGED = """async element => {
  const changed = new Set(),
    lit = () => document.querySelectorAll('.nbg-lit, .nbg-near, .nbg-current').length, before = lit();
  const watch = new MutationObserver(all => all.forEach(each => changed.add(each.target)));
  watch.observe(document.body, {subtree: true, attributes: true, childList: true, characterData: true});
  element.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
  await new Promise(requestAnimationFrame);
  watch.disconnect();
  return [changed.size, before, lit()];
}"""


def source(page: Page, line: int) -> Locator:
    return page.locator(f'.nbg-pane-source .nbg-row[data-line="{line}"] .nbg-code')


@pytest.mark.parametrize("width", [480, 820, 1280])
def test_each_linked_line_lights_a_node_fully_visible_in_its_pane(show: Show, collatz: Payload, width: int) -> None:
    page = show(collatz, width)
    pane = page.locator(".nbg-drawing").element_handle()
    for line in range(2, 10):
        if line == 6:  # `else:` has no value of its own
            continue
        source(page, line).scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        source(page, line).hover()
        lit = page.locator(".nbg-node.nbg-lit")
        assert lit.count() > 0, f"line {line} lights nothing"
        assert lit.first.evaluate(INSIDE, pane), f"the node of line {line} is not in view"
        assert page.evaluate("scrollY") == before


def test_a_small_pane_scrolls_to_the_node_and_the_page_stays(show: Show, collatz: Payload) -> None:
    page = show(collatz, 1280)
    page.add_style_tag(content=".nbg .nbg-drawing { max-height: 90px; max-width: 160px; }")
    pane = page.locator(".nbg-drawing").element_handle()
    source(page, 8).hover()
    assert page.locator(".nbg-node.nbg-lit").evaluate(INSIDE, pane)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_a_node_lights_its_source_and_code(show: Show, collatz: Payload) -> None:
    page = show(collatz, 1280)
    page.locator(".nbg-node", has_text="3 * a + 1").hover()
    assert "".join(page.locator(".nbg-pane-source .nbg-segment.nbg-lit").all_inner_texts()) == "3 * a + 1"
    assert "".join(page.locator(".nbg-pane-code .nbg-segment.nbg-lit:visible").all_inner_texts()) == "3 * a + 1"


def test_keys_walk_and_letters_stay_inside(show: Show, collatz: Payload) -> None:
    page = show(collatz, 1280)
    page.evaluate("heard = []; document.addEventListener('keydown', event => heard.push(event.key))")
    source(page, 1).click()
    for key in ("Escape", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert "".join(page.locator(".nbg-segment.nbg-current").all_inner_texts()) == "a % 2"
    assert page.locator(".nbg-node.nbg-lit").all_text_contents() == ["a % 2"]
    page.keyboard.type("abxdd")
    assert page.evaluate("heard") == []


def test_a_resting_pointer_does_not_steal_the_keyboards_place(show: Show, collatz: Payload) -> None:
    page = show(collatz, 1280)
    page.add_style_tag(content=".nbg .nbg-text { max-height: 60px; }")
    source(page, 1).click()
    for _ in range(7):
        page.keyboard.press("ArrowDown")
        page.evaluate(NEXT_FRAME)  # in which what scrolled under the pointer is told to it
    assert "counter = counter + 1" in page.locator(".nbg-row.nbg-current").inner_text()


@pytest.mark.parametrize("width", [480, 820, 1280])
def test_text_of_the_drawing_is_at_least_9_px_and_the_page_never_scrolls_sideways(
    show: Show, collatz: Payload, width: int
) -> None:
    page = show(collatz, width)
    assert page.locator(".nbg-svg").evaluate(SMALLEST_TEXT) >= 8.99
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(show: Show, collatz: Payload, scheme: str) -> None:
    page = show(collatz, 1280, scheme)
    source(page, 4).hover()
    for kind in (
        "title",
        "code",
        "number",
        "badge",
        "segment",
        "pane-title",
        "tab",
        "button",
        "figure",
        "fine",
        "words",
    ):
        assert page.locator(f".nbg-{kind}:visible").evaluate_all(FAINT) == [], kind


def test_the_theme_is_followed_at_once(show: Show, collatz: Payload) -> None:
    page = show(collatz, 1280)
    paint = "element => getComputedStyle(element).fill"
    before = page.locator(".nbg-svg text").first.evaluate(paint)
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert page.locator(".nbg-svg text").first.evaluate(paint) != before


def test_lighting_300_nodes_changes_what_is_lit_and_little_else(show: Show) -> None:
    page = show(of_300_nodes(), 1280)
    for line in (2, 3, 4, 5, 7, 8, 9, 3, 5, 8):
        changed, before, lit = source(page, line).evaluate(CHANGED)
        assert lit and changed <= before + lit + 12, (line, changed, before, lit)


def test_the_same_output_twice_on_a_page(show: Show, collatz: Payload) -> None:
    page = show(document_html(collatz).replace("</body>", f"{to_html(collatz)}</body>"), 1280)
    assert page.locator(".nbg").count() == 2
    page.locator(".nbg").nth(1).locator('.nbg-row[data-line="5"] .nbg-code').first.hover()
    assert page.locator(".nbg").nth(0).locator(".nbg-lit").count() == 0
    assert page.locator(".nbg").nth(1).locator(".nbg-node.nbg-lit").count() == 1


def test_scripts_run_again_do_not_draw_twice(show: Show, collatz: Payload) -> None:
    page = show(collatz, 1280)
    page.evaluate("""() => {
      const old = document.querySelector('.nbg-output > script:not([type])');
      const again = document.createElement('script');
      again.textContent = old.textContent;
      old.replaceWith(again);
    }""")
    assert page.locator(".nbg").count() == 1


def test_without_scripts_the_text_remains(browser: Browser, tmp_path: Path, collatz: Payload) -> None:
    plain = browser.new_context(java_script_enabled=False)
    page = showing(plain.new_page(), tmp_path)(collatz)
    assert "collatz(27) = 111" in page.locator(".nbg-skeleton").inner_text()
    assert page.locator(".nbg-skeleton").is_visible()
    plain.close()
