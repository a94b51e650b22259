"""The forms of the code and the gutter in a real browser: explanations, the view with the source, paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

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

# Of each row: whether its text stays in the pane, how far each further line of it begins from the first character that
# is to be seen, in characters, and how far its number and its words in the gutter are from its first line.
WRAPPED = """panes => panes.flatMap(pane => [...pane.querySelectorAll('.nbg-row')].map(row => {
  const range = document.createRange(), code = row.querySelector('.nbg-code'), text = code.textContent;
  range.selectNodeContents(code);
  const boxes = [...range.getClientRects()].filter(box => box.width > 0);
  const one = getComputedStyle(code), probe = document.createElement('span');
  probe.textContent = 'x'.repeat(100);
  probe.style = 'position: absolute; white-space: pre; text-indent: 0';
  code.append(probe);
  const character = probe.getBoundingClientRect().width / 100; probe.remove();
  const indent = (text.length - text.trimStart().length) * character;
  const tops = [...new Set(boxes.map(box => Math.round(box.top)))];
  const begin = top => Math.min(...boxes.filter(box => Math.round(box.top) === top).map(box => box.left));
  const [first, ...begins] = tops.map(begin);
  const beside = [...row.querySelectorAll('.nbg-number, .nbg-badge')].map(each => each.getBoundingClientRect());
  const height = parseFloat(one.lineHeight);
  return {
    inside: boxes.every(box => box.right <= pane.getBoundingClientRect().right),
    hang: begins.map(left => Math.round((left - first - indent) / character)),
    beside: beside.every(box => boxes.length === 0 || box.top < boxes[0].top + height),
  };
}))"""


@pytest.fixture
def narrow(page: Page, show: Show, collatz: dict[str, Any]) -> Page:
    """Collatz with a long form of code, in a narrow window."""
    collatz["functions"][0]["codes"].append(JAXPR)
    page.set_viewport_size({"width": 480, "height": 700})
    return show(collatz)


def test_explanations_come_to_pointer_and_keys_and_stay_in_the_window(narrow: Page) -> None:
    page = narrow
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


def test_with_the_source_it_is_linked_scrolls_alone_and_prints_whole(narrow: Page) -> None:
    page = narrow
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


def test_long_lines_go_on_below_with_a_hanging_indent_and_stay_linked(narrow: Page) -> None:
    page = narrow
    panes = page.locator(".nbg-pane .nbg-text:visible")
    for width, further in ((380, 2), (480, 4), (1280, 4)):
        page.set_viewport_size({"width": width, "height": 700})
        rows = panes.evaluate_all(WRAPPED)
        assert all(row["inside"] and row["beside"] for row in rows), width
        hangs = [hang for row in rows for hang in row["hang"]]
        assert hangs and set(hangs) == {further}, (width, hangs)
        assert max(panes.evaluate_all("panes => panes.map(pane => pane.scrollWidth - pane.clientWidth)")) <= 0
    page.set_viewport_size({"width": 480, "height": 700})
    # What stands in the further line of `lax.cond(...)` is linked as what stands in the first.
    row = page.locator(".nbg-pane-code .nbg-panel:not([hidden]) .nbg-row", has_text="lax.cond")
    row.get_by_text("lambda").last.hover()
    assert page.locator(".nbg-pane-source .nbg-row.nbg-lit").count() == 1
    page.emulate_media(media="print")
    rows = panes.evaluate_all(WRAPPED)
    assert all(row["inside"] and row["beside"] for row in rows)


def test_the_blanks_of_texts_are_seen(show: Show, collatz: dict[str, Any]) -> None:
    function = collatz["functions"][0]
    function["value"], function["title"] = "'total     12'", "receipt('a    b')"
    function["timing"]["verdict"]["message"] = "Same result as plain Python: 'total     12'."
    page = show(collatz)
    assert page.locator(".nbg-value").inner_text() == "= 'total     12'"
    assert page.locator(".nbg-title").inner_text() == "receipt('a    b')"
    assert "'total     12'" in page.locator(".nbg-pane-timing .nbg-verdict").inner_text()


def test_a_long_first_word_stays_beside_its_number(page: Page, show: Show, collatz: dict[str, Any]) -> None:
    line = " " * 20 + "jnp_logical_and" + "_of_values" * 8
    form = {"form": "jaxpr", "lines": [line], "tokens": [[]], "links": [], "words": {}}
    collatz["functions"][0]["codes"] = [form]
    page.set_viewport_size({"width": 480, "height": 700})
    show(collatz)
    row = page.locator(".nbg-pane-code .nbg-row").first
    assert row.locator(".nbg-code").inner_text() == line
    (found,) = page.locator(".nbg-pane-code").evaluate_all(WRAPPED)[:1]
    assert found["beside"]
    first = row.evaluate("""row => {
      const range = document.createRange(); range.selectNodeContents(row.querySelector('.nbg-code'));
      const number = row.querySelector('.nbg-number').getBoundingClientRect();
      const box = [...range.getClientRects()].filter(each => each.width > 200)[0];
      return Math.abs(box.top - number.top);
    }""")
    assert first < 8
