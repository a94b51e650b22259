"""The explorer in Chromium: from its HTML to a page one can use, pointing, and what a re-run leaves behind.

Targets: ready in 300 ms, lit within one frame (16.7 ms), a step in 50 ms, a region of a picture of 300 nodes opened in
300 ms, under 0.3 MB kept for each re-run, an output of 100 kB, fifteen explorers ready in 5 s; in JupyterLab, a
slider's new value in 300 ms.
"""

from __future__ import annotations

import json
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbgraph as ng
from bench.figure import Figure
from bench.first_cell import CELL
from bench.programs import collatz
from nbgraph.widgets.page import to_html
from tests.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES
from tests.e2e.jupyter_server import jupyter_server
from tests.e2e.notebook_page import NotebookPage
from tests.widgets.conftest import of_300_nodes

if TYPE_CHECKING:
    from playwright.sync_api import Page

RERUNS = 20
MANY = 15
SLIDES = 6
# As a notebook does it: the old output goes, the new one's scripts are run.
ARRIVE = """async html => {
  document.querySelector('#output')?.remove();
  const output = Object.assign(document.createElement('div'), {id: 'output'});
  document.body.append(output);
  const start = performance.now();
  output.append(document.createRange().createContextualFragment(html));
  while (!output.querySelector('.nbg-status')) await new Promise(requestAnimationFrame);
  output.getBoundingClientRect();
  return performance.now() - start;
}"""
# As a host does it that opens a notebook: the outputs of all cells come at once.
ALL = """async htmls => {
  const start = performance.now();
  const outputs = htmls.map(html => {
    const output = document.createElement('div');
    output.append(document.createRange().createContextualFragment(html));
    document.body.append(output);
    return output;
  });
  while (outputs.some(each => !each.querySelector('.nbg-status'))) await new Promise(requestAnimationFrame);
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""
POINT = """() => [...document.querySelectorAll('.nbg-pane-source .nbg-code')].map(row => {
  const start = performance.now();
  row.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
  document.body.getBoundingClientRect();
  return performance.now() - start;
})"""
# Folded regions are opened one after the other, the first one each time.
OPEN = """() => {
  const folded = () => document.querySelectorAll('.nbg-drawing [aria-expanded=false]');
  const times = [];
  while (folded().length && times.length < 40) {
    const start = performance.now();
    (folded()[0].querySelector('.nbg-handle') ?? folded()[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return [times, document.querySelectorAll('.nbg-node').length];
}"""
STEP = """() => {
  document.querySelector('.nbg-step-open').click();
  const forward = document.querySelector('[aria-label^="One step forward"]');
  const scrub = document.querySelector('.nbg-step-scrub'), times = [];
  while (Number(scrub.value) < Number(scrub.max)) {
    const start = performance.now();
    forward.click();
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times;
}"""


# From each key to the first frame after it that shows another call; calls side by side may have the same value.
WATCH = """() => {
  const shown = () => document.querySelector('.nbg-title')?.textContent;
  window.slid = [];
  document.addEventListener('keydown', () => {
    const [start, before] = [performance.now(), shown()];
    const look = () => shown() === before ? requestAnimationFrame(look) : window.slid.push(performance.now() - start);
    look();
  }, true);
}"""
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
SLIDER_CELLS = ("%load_ext nbgraph", "%%autograph --live a=1:1000 collatz(27)\ndef collatz(a):" + CELL)


def blocks(n: Any) -> Any:
    """Eight loops one after the other, each with a branch: nearly 300 nodes when all is open."""
    s = n
    for _ in range(8):  # known: the loops stand in the graph one by one
        for j in range(n):
            if j % 3 == 0:  # noqa: SIM108
                s = s + j * 2 - n // 5 + abs(s % 7 - 3)
            else:
                s = s - 3 * j + (s // 4) * 2 - n
    return s


def figures() -> list[Figure]:
    """Milliseconds, and megabytes of JavaScript's heap after a collection."""
    html = ng.show(collatz, 27)._repr_mimebundle_()["text/html"]
    with _page() as page:
        page.evaluate(ARRIVE, html)
        before = _heap(page)
        ready = [page.evaluate(ARRIVE, html) for _ in range(RERUNS)]
        kept = (_heap(page) - before) / RERUNS
        pointing = page.evaluate(POINT)
        steps = page.evaluate(STEP)
        page.evaluate(ARRIVE, ng.show(blocks, 5)._repr_mimebundle_()["text/html"])
        opened, nodes = page.evaluate(OPEN)
        page.evaluate(ARRIVE, to_html(of_300_nodes()))
        among_many = page.evaluate(POINT)
        page.reload()
        opened_at_once = page.evaluate(ALL, [html] * MANY)
    slid = _slid()
    return [
        Figure(f"a slider's new value, median of {len(slid)}", statistics.median(slid), "ms", 300.0),
        Figure("output of collatz(27)", len(html.encode()) / 1000, "kB", 100.0),
        Figure("explorer ready, median", statistics.median(ready), "ms", 300.0),
        Figure("explorer ready, slowest", max(ready), "ms", 300.0),
        Figure(f"{MANY} explorers ready", opened_at_once, "ms", 5000.0),
        Figure("pointing at a line, slowest", max(pointing), "ms", 16.7),
        Figure("pointing at a line, 300 nodes, median", statistics.median(among_many), "ms", 16.7),
        Figure("pointing at a line, 300 nodes, slowest", max(among_many), "ms", 16.7),
        Figure(f"one of {len(steps)} steps, median", statistics.median(steps), "ms", 50.0),
        Figure(f"one of {len(steps)} steps, slowest", max(steps), "ms", 50.0),
        Figure(f"opening one of {len(opened)} regions, {nodes} nodes at last, slowest", max(opened), "ms", 300.0),
        Figure("heap kept for each re-run", kept / 1e6, "MB", 0.3),
    ]


def _slid() -> list[float]:
    """Milliseconds from a key on the slider of a live cell to its new value, in JupyterLab."""
    home, folder = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp())
    about: dict[str, Any] = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**about, "source": text, "id": f"c{number}"} for number, text in enumerate(SLIDER_CELLS)]
    (folder / "slider.ipynb").write_text(
        json.dumps({"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5})
    )
    with jupyter_server("lab", home, folder) as server, _page() as page:
        notebook = NotebookPage.open(page, server, "slider.ipynb")
        for number in range(len(SLIDER_CELLS)):
            notebook.run_cell(number)
        page.evaluate(WATCH)
        notebook.cell(1).get_by_role("slider").focus()
        for _ in range(SLIDES):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(3000)  # the hand rests: all of it is drawn
        return list(page.evaluate("() => window.slid"))


@contextmanager
def _page() -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    path = next(found for name in CHROMIUM_NAMES if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))
        yield browser.new_page(viewport={"width": 1280, "height": 900})
        browser.close()


def _heap(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "JSHeapUsedSize"))
