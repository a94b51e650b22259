"""`%autograph --live`: the controls in both front ends, and what remains of them without a kernel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.explorer_page import ExplorerPage
from tests.e2e.jupyter_server import JupyterServer
from tests.e2e.notebook_page import NotebookPage
from tests.e2e.test_payloads import FOREIGN, RAN

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LIVE = "%autograph --live"
OUTPUTS = "() => document.querySelectorAll('.nbg-live').length"


def test_without_a_kernel_the_controls_say_so(
    lesson_in_lab: NotebookPage, lab_page: Page, lab_without_kernels: JupyterServer, bare_page: Page
) -> None:
    notebook = lesson_in_lab
    cell = notebook.find_cell(LIVE)
    expect(cell.get_by_role("slider")).to_be_enabled()
    sizes = [len(str(notebook.outputs()))]
    for _ in range(3):
        notebook.run_cell(notebook.index_of(LIVE))
        expect(cell.get_by_role("slider")).to_be_enabled()
        sizes.append(len(str(notebook.outputs())))
    assert notebook.page.evaluate(OUTPUTS) == 1
    assert max(sizes) - min(sizes) < 2_000  # the digits of the timings
    notebook.save()

    reopened = NotebookPage.open(bare_page, lab_without_kernels, "lab.ipynb", kernel=False)
    cell = reopened.find_cell(LIVE)
    ExplorerPage(cell).expect_ready()
    expect(cell.get_by_role("slider")).to_be_disabled()
    expect(cell.get_by_role("slider")).to_have_value("27")
    expect(cell.locator(".nbg-live-status")).to_contain_text("Kernel needed")
    expect(cell.locator(".jp-OutputArea-output")).to_have_count(1)
    reopened.close(kernel=False)


HUGE = f"""import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from tests.widgets.huge import huge_live
huge_live()"""


def test_a_region_of_a_huge_graph_is_opened_by_the_kernel(
    lesson_in_lab: NotebookPage, lab_page: Page, lab_without_kernels: JupyterServer, bare_page: Page
) -> None:
    notebook = lesson_in_lab
    cell = notebook.run(HUGE)
    graph = ExplorerPage(cell).graph
    said = cell.locator(".nbg-graph-said")
    expect(cell.get_by_role("slider")).to_be_enabled()
    expect(said).to_contain_text("of 10,000 folded into")
    graph.locator(".nbg-node-folded .nbg-handle").first.click()  # in the page
    missing = graph.locator("[aria-label*='asked of the kernel']")
    before, boxes = missing.count(), graph.locator(".nbg-node").count()
    assert before > 10
    missing.first.click()
    expect(missing).to_have_count(before - 1)
    assert graph.locator(".nbg-node").count() == boxes + 5  # six operations in the place of one box
    here = graph.locator(":focus")
    expect(here).to_have_attribute("aria-expanded", "true")
    while "asked of the kernel" not in (here.get_attribute("aria-label") or ""):
        notebook.page.keyboard.press("ArrowDown")
    notebook.page.keyboard.press("Enter")
    expect(missing).to_have_count(before - 2)
    assert graph.locator(".nbg-node").count() == boxes + 10
    expect(here).to_have_attribute("aria-expanded", "true")
    assert (notebook.page.evaluate(RAN), graph.locator(FOREIGN).count()) == ([], 0)
    notebook.save()

    reopened = NotebookPage.open(bare_page, lab_without_kernels, "lab.ipynb", kernel=False)
    cell = reopened.find_cell("huge_live")
    cell.locator(".nbg-node-folded .nbg-handle").first.click()
    cell.locator("[aria-label*='asked of the kernel'] .nbg-handle").first.click()
    expect(cell.locator(".nbg-graph-said")).to_contain_text("Kernel needed")
    reopened.close(kernel=False)


def test_slider_runs_again_and_redraws_until_the_kernel_stops(notebook: NotebookPage) -> None:
    cell = notebook.find_cell(LIVE)
    explorer = ExplorerPage(cell)
    explorer.expect_ready()
    expect(explorer.value).to_contain_text("111")
    slider = cell.get_by_role("slider")
    expect(slider).to_be_enabled()
    waiting = cell.locator(".nbg-live[data-waits]")

    before = notebook.sources()
    slider.focus()
    notebook.page.keyboard.type("a b x dd")
    assert notebook.sources() == before
    notebook.page.keyboard.press("ArrowRight")
    expect(cell.locator(".nbg-live-status")).to_contain_text("Updating")
    expect(explorer.title).to_have_text("collatz(28)", timeout=10_000)
    expect(explorer.value).to_contain_text("18")
    expect(waiting).to_have_count(0, timeout=10_000)  # the value comes first
    expect(explorer.title).to_have_text("collatz(28)")
    expect(slider).to_be_focused()

    number = cell.get_by_role("spinbutton")
    number.fill("5000")
    expect(cell.get_by_role("alert")).to_have_text("it goes from 1 to 1000")
    expect(explorer.title).to_have_text("collatz(28)")
    number.fill("29")
    expect(explorer.title).to_have_text("collatz(29)", timeout=10_000)
    expect(waiting).to_have_count(0, timeout=10_000)
    expect(cell.get_by_role("alert")).to_be_empty()

    explorer.row("3 * a + 1").hover()
    expect(explorer.lit_nodes).not_to_have_count(0)
    assert explorer.lit_nodes_are_fully_visible()

    notebook.shut_down()
    slider.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(cell.locator(".nbg-live-status")).to_contain_text("Kernel needed")
    expect(slider).to_be_disabled()
    expect(explorer.title).to_have_text("collatz(29)")
