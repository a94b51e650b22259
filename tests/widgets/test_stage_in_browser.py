"""The stage in a real browser: one function on the whole screen, at the size of a small projector."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.show import Shown
from tests.widgets.test_stepper_in_browser import collatz

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SHOWN = """() => Object.fromEntries([...document.querySelectorAll('.nbg-pane, .nbg-stepper')]
  .map(each => [each.className.split(' ').at(-1), each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0)
  .map(([name, { left, top, right, bottom }]) => [name, [left, top, right, bottom]]))"""
LIT = """() => {
  const pane = document.querySelector('.nbg-drawing').getBoundingClientRect();
  const lit = document.querySelectorAll('.nbg-svg .nbg-step-along, .nbg-svg .nbg-step-value');
  const isSeen = (box) =>
    box.bottom > pane.top && box.top < pane.bottom && box.right > pane.left && box.left < pane.right;
  return [...lit].some(each => isSeen(each.getBoundingClientRect()));
}"""
TEXT = """svg => Math.min(...[...svg.querySelectorAll('text')].map(each => parseFloat(getComputedStyle(each).fontSize)))
  * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"""
WHOLE = """() => {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.querySelector('.nbg-drawing');
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
}"""
BORDERS = "all => all.map(each => each.textContent)"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collatz(3) with its steps and its times."""
    return Shown((report(collatz, 3),)).save(tmp_path_factory.mktemp("stage") / "page.html")


def opened(page: Page, file: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(file.as_uri())


def test_it_shows_source_and_graph_beside_each_other_and_the_steps_below(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    page.locator(".nbg-pane-source .nbg-row").first.focus()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement?.classList.contains('nbg-stage')")
    shown = page.evaluate(SHOWN)
    assert shown.keys() == {"nbg-pane-source", "nbg-pane-graph", "nbg-stepper"}
    source, graph, steps = shown["nbg-pane-source"], shown["nbg-pane-graph"], shown["nbg-stepper"]
    assert source[2] <= graph[0] and abs(source[1] - graph[1]) < 1
    assert steps[1] >= graph[3] and steps[3] <= 720
    assert steps[1] - graph[3] < 60 and steps[1] - source[3] < 60, "the panes take all the room above the steps"
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    assert page.locator(".nbg-svg").evaluate(TEXT) >= 13.9

    page.keyboard.press("c")
    assert "nbg-pane-code" in page.evaluate(SHOWN)
    page.keyboard.press("t")
    assert "nbg-pane-timing" in page.evaluate(SHOWN)
    page.keyboard.press("c")
    page.keyboard.press("t")
    assert page.evaluate(SHOWN).keys() == {"nbg-pane-source", "nbg-pane-graph", "nbg-stepper"}

    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement === null && !document.querySelector('.nbg-stage')")
    assert "nbg-pane-timing" in page.evaluate(SHOWN)
    assert page.locator(".nbg-projector").count() == 0


def test_what_a_step_lights_is_on_screen(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    page.get_by_role("button", name="Stage").click()
    page.get_by_role("slider", name="Step").focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(LIT)


def search(items: Any, target: Any) -> Any:
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == target:
            return middle
        if items[middle] > target:
            high = middle - 1
        else:
            low = middle + 1
    return -1


def test_while_it_is_stepped_through_in_the_page_a_wide_graph_is_beside_the_source(page: Page, tmp_path: Path) -> None:
    opened(page, Shown((report(search, [1, 3, 5, 7, 9], 7),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Step through").click()
    page.get_by_role("slider", name="Step").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(f"({LIT})()")
    shown = page.evaluate(SHOWN)
    source, graph = shown["nbg-pane-source"], shown["nbg-pane-graph"]
    assert source[2] <= graph[0] and abs(source[1] - graph[1]) < 1
    assert page.evaluate("scrollY") == 0 and graph[1] < 720 / 2


def test_a_wide_graph_is_first_seen_where_the_call_begins(page: Page, tmp_path: Path) -> None:
    opened(page, Shown((report(search, [1, 3, 5, 7, 9], 7, timing=False),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Stage").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.wait_for_function(LIT)


def test_its_text_is_as_large_when_a_box_was_opened_before(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    page.get_by_label("Detail", exact=True).select_option(label="everything")
    page.get_by_role("button", name="Stage").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.wait_for_function(f"({TEXT})(document.querySelector('.nbg-svg')) >= 13.9")


def test_the_button_leaves_it_and_so_does_the_browser_itself(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    button = page.get_by_role("button", name="Stage")
    button.click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function("!document.querySelector('.nbg-stage')")
    button.click()
    page.wait_for_function("document.fullscreenElement !== null")
    button.click()
    page.wait_for_function("document.fullscreenElement === null && !document.querySelector('.nbg-stage')")


def test_a_letter_that_is_typed_is_a_letter(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    search = page.locator(".nbg-pane-graph input").first
    search.fill("")
    search.press("f")
    assert search.input_value() == "f"
    assert page.locator(".nbg-stage").count() == 0


def test_the_values_are_as_large_where_the_host_has_a_size_for_tables(page: Page, page_file: Path) -> None:
    opened(page, page_file)
    page.add_style_tag(content=".jp-RenderedHTMLCommon table { font-size: 13px }")
    page.evaluate("document.body.classList.add('jp-RenderedHTMLCommon')")
    page.get_by_role("button", name="Stage").click()
    caption = page.get_by_text("Variables after this step")
    assert float(caption.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) >= 14


def count_up(n: int) -> list[int]:
    found = []
    for i in range(n):
        found.append(i * 1000)
    return found


def product_of(n: int) -> int:
    product = 1
    for k in range(1, n + 1):
        product = product * k
    return product


@pytest.mark.parametrize(("function", "argument"), [(count_up, 60), (product_of, 40)])
def test_a_long_value_and_a_long_verdict_leave_the_panes_their_room(
    page: Page, tmp_path: Path, function: Any, argument: int
) -> None:
    opened(page, Shown((report(function, argument, timing=False),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Stage").click()
    top, bottom = page.locator(".nbg-pane-graph").evaluate(
        "each => { const { top, bottom } = each.getBoundingClientRect(); return [top, bottom]; }"
    )
    assert bottom - top >= 320 and bottom <= 720
    verdict = page.locator(".nbg-staged > .nbg-verdict")
    assert all(verdict.evaluate_all("all => all.map(each => each.scrollHeight <= each.clientHeight)")), "a line is cut"
    assert page.locator(".nbg-title").evaluate("each => each.scrollWidth <= each.clientWidth + 1")


def test_under_a_verdict_with_its_cause_the_picture_is_whole(page: Page, tmp_path: Path) -> None:
    staged(page, tmp_path, product_of, 20)
    assert page.locator(".nbg-staged .nbg-sides").is_visible()
    assert page.locator(".nbg-svg").evaluate(TEXT) >= 13.9


def scaled(w: Any, b: Any, x: Any, y: Any) -> Any:
    return (x @ w + b - y) * 2


def test_each_value_of_a_step_takes_one_line(page: Page, tmp_path: Path) -> None:
    arrays = [jnp.linspace(0.1, 3.3, 8), jnp.linspace(0.3, 4.4, 8), jnp.eye(8) / 3, jnp.linspace(0.7, 5.5, 8)]
    opened(page, Shown((report(scaled, *arrays, timing=False),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Stage").click()
    height = "each => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize)"
    for selector in (".nbg-step-chip", ".nbg-step-table td"):
        assert all(high < 2.6 for high in page.locator(selector).evaluate_all(f"all => all.map({height})")), selector


def paid(total: Any, coins: Any) -> Any:
    used = 0
    for coin in coins:
        while total >= coin:
            total -= coin
            used += 1
    return used


def test_beside_what_an_iteration_began_with_the_values_of_both_are_whole(page: Page, tmp_path: Path) -> None:
    opened(page, Shown((report(paid, 87, [50, 20, 10, 5, 2, 1], timing=False),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Stage").click()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.locator(".nbg-step-table thead th:visible").count() == 4
    assert page.locator(".nbg-step-values").evaluate("each => each.scrollWidth <= each.clientWidth")


def misfit(x: Any, y: Any) -> Any:
    for _ in range(3):
        x = x * 2
    return x + y


def test_the_steps_do_not_repeat_what_an_error_in_the_source_says(page: Page, tmp_path: Path) -> None:
    """On a stage there is no room for it below them, and it was cut; off the stage it stands there."""
    file = Shown((report(misfit, np.ones(3), np.ones(4), timing=False),)).save(tmp_path / "page.html")
    opened(page, file)
    page.locator(".nbg-step-open").click()
    assert page.locator(".nbg-stepper .nbg-note").first.is_visible()
    page.get_by_role("button", name="Stage").click()
    assert page.locator(".nbg-error").first.is_visible()
    assert page.locator(".nbg-stepper .nbg-note:visible").count() == 0


COVERED = """() => {
  const map = document.querySelector('.nbg-map:not([hidden]) svg')?.getBoundingClientRect();
  const lit = [...document.querySelectorAll('.nbg-svg .nbg-step-now')].map(each => each.getBoundingClientRect());
  const pane = document.querySelector('.nbg-drawing').getBoundingClientRect();
  const isSeen = ({ left, top, right, bottom }) =>
    left >= pane.left && right <= pane.right + 1 && top >= pane.top && bottom <= pane.bottom + 1 &&
    !(map && right > map.left && left < map.right && bottom + 16 > map.top && top < map.bottom);
  return map !== undefined && lit.length > 0 && !lit.some(isSeen);
}"""


def test_what_a_step_lights_does_not_lie_under_the_map(page: Page, tmp_path: Path) -> None:
    opened(page, Shown((report(search, [1, 3, 5, 7, 11, 13], 11, timing=False),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Stage").click()
    page.get_by_role("slider", name="Step").focus()
    for step in range(12):
        page.wait_for_timeout(100)  # where it stands is known once the panes have their sizes
        assert not page.evaluate(COVERED), step
        page.keyboard.press("ArrowRight")


def primes(n: int) -> list[int]:
    is_prime = [True] * (n + 1)
    found = []
    for i in range(2, n + 1):
        if is_prime[i]:
            found.append(i)
            for j in range(i * i, n + 1, i):
                is_prime[j] = False
    return found


def staged(page: Page, tmp_path: Path, function: Any, *arguments: Any) -> None:
    opened(page, Shown((report(function, *arguments, timing=False),)).save(tmp_path / "page.html"))
    page.get_by_role("button", name="Stage").click()
    page.wait_for_function(f"document.querySelector('.nbg-stage') && ({WHOLE})()")


def test_a_sieve_is_seen_whole_with_both_loops_and_its_test(page: Page, tmp_path: Path) -> None:
    staged(page, tmp_path, primes, 30)
    assert page.locator(".nbg-svg").evaluate(TEXT) >= 13.9
    borders = page.locator(".nbg-svg .nbg-border-name").evaluate_all(BORDERS)
    assert sorted(borders) == ["False", "True", "for i in range(2, n + 1)", "for j"]
    assert page.locator(".nbg-svg .nbg-node-test").get_by_text("is_prime[i]").count() == 1
    # Each branch has the arrow of the test.
    assert page.locator(".nbg-svg .nbg-edge-control").count() == 2


def test_what_a_sketch_leaves_out_is_said_and_shown_where_it_says(page: Page, tmp_path: Path) -> None:
    opened(page, Shown((report(primes, 30, timing=False),)).save(tmp_path / "page.html"))
    said = page.locator(".nbg-graph-said")
    assert said.text_content() == ""
    page.get_by_role("button", name="Stage").click()
    said.get_by_text("Sketch without ").wait_for()
    drawn = page.locator(".nbg-svg .nbg-node").count()
    page.get_by_label("Detail", exact=True).select_option(label="everything")
    page.wait_for_function("!document.querySelector('.nbg-graph-said').textContent.includes('Sketch')")
    assert page.locator(".nbg-svg .nbg-node").count() > drawn


def test_a_box_that_is_opened_on_the_stage_shows_what_is_in_it(page: Page, tmp_path: Path) -> None:
    staged(page, tmp_path, primes, 30)
    inner = page.locator(".nbg-svg .nbg-node-folded")
    inner.get_by_text("is_prime").click()
    page.wait_for_function("!document.querySelector('.nbg-svg .nbg-node-folded')")
    assert page.locator(".nbg-svg").get_by_text("is_prime[j] = False").count() == 1


def test_the_page_has_its_own_picture_again_when_the_stage_is_left(page: Page, tmp_path: Path) -> None:
    staged(page, tmp_path, primes, 30)
    page.get_by_role("button", name="Stage").click()
    page.wait_for_function("!document.querySelector('.nbg-stage')")
    page.wait_for_function("document.querySelectorAll('.nbg-svg .nbg-region').length === 7")
    assert page.locator(".nbg-svg .nbg-node-checks").count() > 0


def test_a_conditional_in_a_loop_is_seen_whole(page: Page, tmp_path: Path) -> None:
    staged(page, tmp_path, collatz, 27)
    assert page.locator(".nbg-svg").evaluate(TEXT) >= 13.9
    assert {"True", "False"} < {*page.locator(".nbg-svg .nbg-border-name").evaluate_all(BORDERS)}
    assert page.locator(".nbg-svg").get_by_text("3 * a + 1").count() == 1


def test_what_a_reader_has_opened_is_open_on_the_stage(page: Page, tmp_path: Path) -> None:
    opened(page, Shown((report(primes, 30, timing=False),)).save(tmp_path / "page.html"))
    page.get_by_label("Detail", exact=True).select_option(label="operations")
    count = page.locator(".nbg-svg .nbg-node").count()
    page.get_by_role("button", name="Stage").click()
    page.wait_for_function("document.fullscreenElement !== null")
    assert page.locator(".nbg-svg .nbg-node").count() == count


@pytest.mark.parametrize("width", [480, 900])
def test_in_a_narrow_page_a_wide_picture_is_a_sketch_that_can_be_read(page: Page, tmp_path: Path, width: int) -> None:
    """A student's window beside the lecture: a corner of the whole tells nothing."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(Shown((report(primes, 30, timing=False),)).save(tmp_path / "page.html").as_uri())
    page.wait_for_function(WHOLE)
    assert page.locator(".nbg-svg").evaluate(TEXT) > 8.99
    assert (page.locator(".nbg-graph-said").text_content() or "").startswith("Sketch without ")
    assert "for j" in page.locator(".nbg-svg .nbg-border-name").evaluate_all(BORDERS)
    detail = page.get_by_label("Detail", exact=True)
    for level in ("everything", "idea"):
        detail.select_option(label=level)
        page.wait_for_function(f"({WHOLE})() === {str(level == 'idea').lower()}")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function("!document.querySelector('.nbg-graph-said').textContent.includes('Sketch')")


def settled() -> int:
    total = 0
    for i in range(10):
        total = total + i
    return total


def test_a_note_on_the_run_is_seen(page: Page, tmp_path: Path) -> None:
    staged(page, tmp_path, settled)
    assert page.locator(".nbg-staged > .nbg-note").get_by_text("nothing left to compute").is_visible()
