"""A saved notebook without a kernel, an untrusted one, and an exported page: what was shown is still there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from playwright.sync_api import expect

from tests.e2e.explorer_page import ExplorerPage
from tests.e2e.jupyter_server import JupyterServer
from tests.e2e.notebook_page import NotebookPage
from tests.network import OfflineWatch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

COURSE = Path(__file__).parents[2] / "docs" / "course"
COLLATZ = "%%autograph collatz(27)"


def expect_interactive(explorer: ExplorerPage) -> None:
    explorer.expect_ready()
    explorer.row("3 * a + 1").hover()
    expect(explorer.lit_nodes).not_to_have_count(0)
    assert explorer.lit_nodes_are_fully_visible()


def test_reopened_without_a_kernel_it_is_interactive(
    saved: Path, lab_without_kernels: JupyterServer, bare_page: Page
) -> None:
    notebook = NotebookPage.open(bare_page, lab_without_kernels, saved.name, kernel=False)
    expect_interactive(ExplorerPage(notebook.find_cell(COLLATZ)))
    notebook.close(kernel=False)


def test_untrusted_it_is_readable(saved: Path, lab_without_kernels: JupyterServer, bare_page: Page) -> None:
    stranger = nbformat.read(saved, as_version=4)
    stranger.cells[-1].source += "\n# from someone else"
    nbformat.write(stranger, saved.with_name("stranger.ipynb"))
    notebook = NotebookPage.open(bare_page, lab_without_kernels, "stranger.ipynb", kernel=False)
    cell = notebook.find_cell(COLLATZ)
    expect(cell.locator(".nbg-function")).to_have_count(0)
    output = cell.locator(".jp-OutputArea-output")
    for text in ("collatz(27)", "111", "while a != 1:", "lax.while_loop", "plain Python  "):
        expect(output.get_by_text(text).first).to_be_visible()
    expect(output.get_by_text("Trust Notebook")).to_be_visible()
    assert output.get_by_alt_text("Dataflow graph of collatz").evaluate("image => image.naturalWidth") > 100
    notebook.close(kernel=False)


def test_output_of_collatz_stays_small(saved: Path) -> None:
    cell = next(cell for cell in nbformat.read(saved, as_version=4).cells if cell.source.startswith(COLLATZ))
    assert len(nbformat.v4.writes(nbformat.v4.new_notebook(cells=[cell]))) <= 100_000


def export(*notebooks: Path) -> list[Path]:
    """The notebooks as pages, made by nbconvert."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", *map(str, notebooks)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return [notebook.with_suffix(".html") for notebook in notebooks]


def test_exported_page_works_offline(saved: Path, browser: Browser, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), nothing)
    asked = []
    for page in export(nothing, saved):
        with OfflineWatch(browser.new_context()) as watch:
            tab = watch.context.new_page()
            tab.goto(page.as_uri())
            if page.stem == saved.stem:
                expect_interactive(ExplorerPage(tab.locator(".jp-Cell").filter(has_text=COLLATZ)))
        asked.append(set(watch.refused))
    # nbconvert's own template asks for MathJax and RequireJS even when there is nothing on the page.
    assert asked[1] <= asked[0]


@pytest.mark.parametrize("name", ["01_first_graph", "gallery/collatz"])
def test_a_page_of_the_course_is_alive_offline(name: str, browser: Browser) -> None:
    with OfflineWatch(browser.new_context()) as watch:
        tab = watch.context.new_page()
        tab.goto((COURSE / f"{name}.html").as_uri())
        explorer = ExplorerPage(tab.locator(".nbg-output").filter(has_text="3 * a + 1").first)
        explorer.row("3 * a + 1").hover()
        expect(explorer.lit_nodes).not_to_have_count(0)
        expect(tab.get_by_text("Kernel needed: run this cell")).to_have_count(tab.locator("[data-nbg-live]").count())
    assert watch.refused == []
