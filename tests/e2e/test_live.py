"""`--live`: a slider for an argument re-runs, re-times and redraws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.explorer_page import ExplorerPage
from tests.e2e.jupyter_server import JupyterServer
from tests.e2e.lesson import lesson
from tests.e2e.notebook_page import NotebookPage

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("which", ["lab", "classic"])
def test_slider_runs_again_and_redraws(which: str, request: pytest.FixtureRequest, context: BrowserContext) -> None:
    server: JupyterServer = request.getfixturevalue(which)
    path = lesson(server.folder / f"live-{which}.ipynb", "%%autograph collatz(27)", "%autograph --live")
    notebook = NotebookPage.open(context, server, path.name)
    notebook.run_all()
    assert notebook.errors() == []
    cell = notebook.find_cell("%autograph --live")
    explorer = ExplorerPage(cell)
    explorer.expect_ready()
    expect(explorer.value).to_contain_text("111")

    before = notebook.sources()
    cell.get_by_role("slider").click()
    notebook.page.keyboard.type("a b x dd")
    assert notebook.sources() == before
    notebook.page.keyboard.press("ArrowRight")
    expect(explorer.title).to_have_text("collatz(28)", timeout=10_000)
    expect(explorer.value).to_contain_text("18")

    explorer.row("3 * a + 1").hover()
    expect(explorer.lit_nodes).not_to_have_count(0)
    assert explorer.lit_nodes_are_fully_visible()
    notebook.close()
