"""Many runs of one cell, by its slider and by hand: the saved notebook and the browser's memory stay as they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.explorer_page import ExplorerPage
from tests.e2e.jupyter_server import JupyterServer
from tests.e2e.lesson import write_notebook
from tests.e2e.notebook_page import NotebookPage

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

MOVES, RUNS = 10, 20
MOST_MB = 0.3  # a run
HALVED = """\
def halved(a):
    steps = 0
    while a > 1:
        a = a // 2
        steps = steps + 1
    return steps"""
CELLS = ["%load_ext nbgraph", HALVED, "%autograph --no-timing --live a=1:1000 halved(500)"]


def heap_mb(page: Page) -> float:
    """What the page's scripts hold on to."""
    session = page.context.new_cdp_session(page)
    for _ in range(2):  # what is found to be unused only then is let go of the next time
        session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    session.detach()
    return used


def saved_size(notebook: NotebookPage, path: Path) -> int:
    notebook.save()
    return path.stat().st_size


def test_twenty_runs_grow_neither_the_notebook_nor_the_browser(lab: JupyterServer, context: BrowserContext) -> None:
    path = write_notebook(lab.folder / "reruns.ipynb", CELLS)
    notebook = NotebookPage.open(context.new_page(), lab, path.name)
    notebook.run_all()
    cell = notebook.find_cell("--live")
    slider, title = cell.get_by_role("slider"), ExplorerPage(cell).title
    size, heap = saved_size(notebook, path), heap_mb(notebook.page)

    slider.focus()
    for moved in range(1, MOVES + 1):
        notebook.page.keyboard.press("ArrowRight")
        expect(title).to_have_text(f"halved({500 + moved})", timeout=10_000)
    moved_size, moved_heap = saved_size(notebook, path), heap_mb(notebook.page)
    assert abs(moved_size - size) < 100
    assert moved_heap - heap < MOVES * MOST_MB

    for _ in range(RUNS):
        notebook.command("notebook:run-cell")
        expect(title).to_have_text("halved(500)", timeout=10_000)
        expect(slider).to_be_enabled()
    assert cell.locator(".nbg-live").count() == 1
    assert abs(saved_size(notebook, path) - size) < 100
    assert heap_mb(notebook.page) - moved_heap < RUNS * MOST_MB
    notebook.close()
