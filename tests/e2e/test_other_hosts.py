"""marimo and MyST-NB: the explorer stands there, works, and asks no other host for anything."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from playwright.sync_api import expect

import nbgraph as ng
from tests.network import OfflineWatch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, FrameLocator, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
PATIENCE = 60
NOTEBOOK = """\
import marimo

app = marimo.App(width="full")


@app.cell
def _():
    import nbgraph as ng
    return (ng,)


@app.cell
def _(ng):
    def collatz(a):
        counter = 0
        while a != 1:
            if a % 2 == 0:
                a = a // 2
            else:
                a = 3 * a + 1
            counter = counter + 1
        return counter

    ng.show(collatz, 27)
    return (collatz,)


@app.cell
def _(collatz, ng):
    ng.interact(collatz, 27, a=(1, 1000))
    return
"""


def collatz(a: Any) -> Any:
    counter = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        counter = counter + 1
    return counter


def expect_pointing_lights(place: Page | Frame | FrameLocator, text: str) -> None:
    """Pointing at a row of the source lights nodes of the graph."""
    expect(place.locator(".nbg-function").first).to_be_visible(timeout=PATIENCE * 1000)
    place.locator(".nbg-pane-source .nbg-row").filter(has_text=text).first.hover()
    expect(place.locator(".nbg-node.nbg-lit").first).to_be_visible()


@contextmanager
def marimo_app(folder: Path) -> Iterator[str]:
    """The notebook above as an app of its own; the address."""
    (folder / "notebook.py").write_text(NOTEBOOK)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "marimo", "run", "notebook.py", "--headless", "--no-token"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        address = f"http://127.0.0.1:{port}/"
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"marimo did not start:\n{log.read_text()[-2000:]}") from None
                time.sleep(0.1)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=10)


def test_marimo_shows_the_explorer_and_moves_its_controls(browser: Browser, tmp_path: Path) -> None:
    pytest.importorskip("marimo")
    context = browser.new_context(color_scheme="dark")  # the app's own theme is light
    with marimo_app(tmp_path) as address, OfflineWatch(context) as watch:
        page = watch.context.new_page()
        page.goto(address)
        expect_pointing_lights(page.frame_locator("iframe").first, "3 * a + 1")
        page.wait_for_function("""() => {
            const frame = document.querySelector("iframe");
            const body = frame.contentDocument.body;
            return Math.abs(frame.clientHeight - body.offsetHeight) <= 2 && body.querySelector(".nbg") !== null;
        }""")  # marimo lets a frame grow only, and the text before the explorer is longer
        slider = page.get_by_role("slider")
        expect(slider).to_be_enabled(timeout=PATIENCE * 1000)
        slider.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".nbg-title", has_text="collatz(28)")).to_be_visible(timeout=30_000)
        for place in (page.frame_locator("iframe").first, page):
            expect(place.locator(".nbg").first).to_have_css("background-color", "rgb(255, 255, 255)")
    assert watch.refused == []


def test_a_page_made_by_myst_nb_works_offline(browser: Browser, tmp_path: Path) -> None:
    pytest.importorskip("myst_nb")
    data = ng.show(collatz, 27)._repr_mimebundle_()
    cell = nbformat.v4.new_code_cell("ng.show(collatz, 27)", outputs=[nbformat.v4.new_output("display_data", data)])
    nbformat.write(
        nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A graph"), cell]), tmp_path / "index.ipynb"
    )
    (tmp_path / "conf.py").write_text('extensions = ["myst_nb"]\nnb_execution_mode = "off"\nhtml_theme = "basic"\n')
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(tmp_path), str(tmp_path / "out")]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    with OfflineWatch(browser.new_context()) as watch:
        page = watch.context.new_page()
        page.goto((tmp_path / "out" / "index.html").as_uri())
        expect_pointing_lights(page, "3 * a + 1")
    assert [url for url in watch.refused if "mathjax" not in url and "requirejs" not in url] == []
