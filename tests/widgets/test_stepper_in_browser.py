"""Stepping through a real run in a real browser: by keyboard, by hand and by itself, and legible from the last row."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.show import Shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TOO_SMALL = """root => [...root.querySelectorAll('*')].flatMap(element => {
  const texts = [...element.childNodes].filter(node => node.nodeType === 3 && node.textContent.trim());
  if (texts.length === 0 || !element.checkVisibility()) return [];
  const svg = element.closest('svg.nbg-svg');
  const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  const size = parseFloat(getComputedStyle(element).fontSize) * scale;
  return size < 13.9 ? [`${texts[0].textContent} ${size}`] : [];
})"""
INSIDE = """(inner, outer) => {
  const a = inner.getBoundingClientRect(), b = outer.getBoundingClientRect();
  const inWidth = a.left >= b.left - 1 && a.right <= b.right + 1;
  return a.width > 0 && inWidth && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
}"""

OVER_CODE = """() => [...document.querySelectorAll('.nbg-step-chips')].flatMap(chips => {
  const row = chips.parentElement, code = row.querySelector('.nbg-code').getBoundingClientRect();
  const pane = row.closest('.nbg-text').getBoundingClientRect();
  return [...chips.children].filter(chip => {
    const box = chip.getBoundingClientRect();
    const inHeight = box.top < code.bottom - 1 && box.bottom > code.top + 1;
    const over = box.left < code.right && box.right > code.left && inHeight;
    return over || box.left < pane.left || box.right > pane.right;
  }).map(chip => `${row.textContent} at ${innerWidth}`);
})"""


def collatz(a: int) -> int:
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collatz(3) as a page: seven rounds."""
    shown = Shown((report(collatz, 3, timing=False),))
    return shown.save(tmp_path_factory.mktemp("steps") / "page.html")


def opened(page: Page, file: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 820})
    page.goto(file.as_uri())
    page.get_by_role("button", name="Step through").click()


def words(page: Page) -> str:
    return page.locator(".nbg-step-words").inner_text()


def here(page: Page) -> str:
    return page.locator(".nbg-pane-source .nbg-step-here .nbg-code").inner_text().strip()


def test_keys_and_hand_show_line_node_branch_and_values(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    drawing = page.locator(".nbg-drawing").element_handle()
    while "3 * a + 1" not in here(page):
        before = words(page)
        page.keyboard.press("ArrowRight")
        assert words(page) != before
    assert "iteration 1 of 7" in words(page) and "a = 3 → 10" in words(page)
    nodes = page.locator(".nbg-node.nbg-step-now")
    assert "3 * a + 1" in " ".join(nodes.all_text_contents())
    assert all(node.evaluate(INSIDE, drawing) for node in nodes.all())
    taken = page.locator(".nbg-region.nbg-step-taken")
    assert [id for id in taken.evaluate_all("all => all.map(each => each.className.baseVal)") if "branch" in id]
    row = page.locator(".nbg-stepper tbody tr").filter(has_text="a").first
    assert row.locator("td").all_inner_texts()[-2:] == ["10", "10"]

    page.keyboard.press("ArrowLeft")
    assert "3 * a + 1" not in here(page)
    page.keyboard.press("Shift+ArrowRight")
    assert "iteration 2 of 7" in words(page)
    scrub = page.get_by_role("slider", name="Step")
    scrub.evaluate("(slider) => { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }")
    assert "return counter" in here(page)
    page.get_by_role("button", name="First step").click()
    assert words(page).startswith("step 1 of ")
    page.keyboard.press("Escape")
    assert page.locator(".nbg-step-here, .nbg-step-now, .nbg-step-taken").count() == 0


def test_it_plays_to_the_end_and_is_legible_in_projector_mode(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    page.get_by_role("button", name="Projector").click()
    for variable in ("code-font-size", "content-font-size1"):  # of Jupyter: cells and text around the explorers
        assert (
            page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--jp-{variable}')") == "18px"
        )
    page.get_by_role("slider", name="Step").focus()
    assert page.locator(".nbg").evaluate(TOO_SMALL) == []
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play or pause").click()
    page.wait_for_function("document.querySelector('.nbg-step-here')?.textContent.includes('return counter')")
    page.get_by_role("button", name="Play or pause").filter(has_text="▶ Play").wait_for()
    assert page.locator(".nbg").evaluate(TOO_SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_what_a_line_did_stands_beside_or_under_it_never_over_it(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    under = page.locator(".nbg-step-under")
    for width, has_room in ((1280, True), (380, False)):
        page.set_viewport_size({"width": width, "height": 820})
        page.get_by_role("button", name="First step").click()
        page.get_by_role("slider", name="Step").focus()
        found, heights = 0, []
        while not words(page).startswith("step 20 of "):
            page.keyboard.press("ArrowRight")
            page.evaluate("() => new Promise(requestAnimationFrame)")
            assert page.evaluate(OVER_CODE) == []
            found += under.count()
            heights.append(page.locator(".nbg-pane-source").bounding_box()["height"])  # type: ignore[index]
        assert has_room or found > 0
        assert heights == sorted(heights), "the page does not jump"


def halved(x: int) -> int:
    if x % 2 == 0:
        return x // 2
    return 3 * x + 1


def by_calls(a: int) -> int:
    counter = 0
    while a != 1:
        a = halved(a)
        counter = counter + 1
    return counter


def test_a_called_function_is_gone_into_below_the_source(page: Page, tmp_path: Path) -> None:
    shown = Shown((report(by_calls, 3, timing=False),))
    opened(page, shown.save(tmp_path / "calls.html"))
    source = page.locator(".nbg-pane-source")
    for width in (1280, 480):
        page.set_viewport_size({"width": width, "height": 820})
        page.get_by_role("button", name="First step").click()
        page.get_by_role("slider", name="Step").focus()
        heights = []
        while "3 * x + 1" not in here(page):
            page.keyboard.press("ArrowRight")
            page.evaluate("() => new Promise(requestAnimationFrame)")
            assert page.evaluate(OVER_CODE) == []
            heights.append(source.bounding_box()["height"])  # type: ignore[index]
        assert max(heights) - min(heights) < 30, "its text is there before it is gone into"
        assert "in halved, called from line" in words(page)
        assert "a = halved(a)" in source.locator(".nbg-step-waits").inner_text()
        assert source.locator(".nbg-step-here").evaluate(INSIDE, source.element_handle())
        page.keyboard.press("ArrowRight")
        assert "a = halved(a)" in here(page) and "a = 3 → 10" in words(page)
    count = int(page.get_by_role("slider", name="Step").get_attribute("max") or 0)
    page.get_by_role("button", name="Into calls").click()
    assert int(page.get_by_role("slider", name="Step").get_attribute("max") or 0) == 24 < count
    while "return counter" not in here(page):
        page.keyboard.press("ArrowRight")
        assert "halved, called" not in words(page)
