"""Makes the pictures of `docs` from the real thing and from the course:  python -m tests.e2e.picture"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES
from tests.e2e.explorer_page import ExplorerPage
from tests.e2e.jupyter_server import jupyter_server
from tests.e2e.lesson import lesson
from tests.e2e.notebook_page import NotebookPage

DOCS = Path(__file__).parents[2] / "docs"
STEPS = 100  # in the middle of a round, at its assignment
CELL = "%%autograph collatz(27)"
TOURED = "localStorage.setItem('nbgraph-tour', 'seen')"  # a reader who has had the tour
PARTS = {"part-2.png": ("08_names", "alike"), "part-3.png": ("12_gradients", "jax.grad(square)(3.0)")}


def main() -> None:
    """Run the Collatz cell in Notebook 7; a picture with a line pointed at, one in the middle of the steps."""
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        folder = Path(home)
        lesson(folder / "picture.ipynb", CELL)
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))
        context = browser.new_context(viewport={"width": 1360, "height": 1500})
        context.add_init_script(TOURED)
        with jupyter_server("notebook", folder, folder) as server:
            notebook = NotebookPage.open(context.new_page(), server, "picture.ipynb")
            notebook.run_all()
            explorer = ExplorerPage(notebook.find_cell(CELL))
            explorer.expect_ready()
            explorer.row("counter + 1").locator(".nbg-code").hover(position={"x": 130, "y": 5})
            explorer.view.screenshot(path=DOCS / "explorer.png")
            explorer.view.locator(".nbg-step-open").click()
            for _ in range(STEPS):
                notebook.page.keyboard.press("ArrowRight")
            explorer.view.screenshot(path=DOCS / "stepper.png")
            notebook.close()
        page = browser.new_page(viewport={"width": 1136, "height": 900})
        page.add_init_script(TOURED)
        for picture, (lecture, call) in PARTS.items():
            page.goto((DOCS / "course" / f"{lecture}.html").as_uri())
            page.locator(".nbg-function").filter(has_text=call).last.screenshot(path=DOCS / picture)
        browser.close()


if __name__ == "__main__":
    main()
