"""The explorer in Chromium: from its HTML to a page one can use, pointing, and what a re-run leaves behind.

Targets: ready in 300 ms, lit within one frame (16.7 ms), under 0.3 MB kept for each re-run, an output of 150 kB.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import nbgraph as ng
from bench.figure import Figure
from bench.programs import collatz
from nbgraph.widgets.page import to_html
from tests.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES
from tests.widgets.conftest import of_300_nodes

if TYPE_CHECKING:
    from playwright.sync_api import Page

RERUNS = 20
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
POINT = """() => [...document.querySelectorAll('.nbg-pane-source .nbg-code')].map(row => {
  const start = performance.now();
  row.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
  document.body.getBoundingClientRect();
  return performance.now() - start;
})"""


def figures() -> list[Figure]:
    """Milliseconds, and megabytes of JavaScript's heap after a collection."""
    html = ng.show(collatz, 27)._repr_mimebundle_()["text/html"]
    with _page() as page:
        page.evaluate(ARRIVE, html)
        before = _heap(page)
        ready = [page.evaluate(ARRIVE, html) for _ in range(RERUNS)]
        kept = (_heap(page) - before) / RERUNS
        pointing = page.evaluate(POINT)
        page.evaluate(ARRIVE, to_html(of_300_nodes()))
        among_many = page.evaluate(POINT)
    return [
        Figure("output of collatz(27)", len(html.encode()) / 1000, "kB", 150.0),
        Figure("explorer ready, median", statistics.median(ready), "ms", 300.0),
        Figure("explorer ready, slowest", max(ready), "ms", 300.0),
        Figure("pointing at a line, slowest", max(pointing), "ms", 16.7),
        Figure("pointing at a line, 300 nodes, median", statistics.median(among_many), "ms", 16.7),
        Figure("pointing at a line, 300 nodes, slowest", max(among_many), "ms", 16.7),
        Figure("heap kept for each re-run", kept / 1e6, "MB", 0.3),
    ]


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
