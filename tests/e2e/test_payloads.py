"""Hostile strings wherever a user's text can stand, in a real JupyterLab: none runs, and no request leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.jupyter_server import JupyterServer
from tests.e2e.lesson import write_notebook
from tests.e2e.notebook_page import NotebookPage
from tests.e2e.test_saved_notebook import export
from tests.network import OfflineWatch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

PAYLOADS = [item["payload"] for item in json.loads((Path(__file__).parents[1] / "data" / "payloads.json").read_text())]
EACH = 5
# Payloads call back by this name, or ask 127.0.0.1:9 for something.
RAN = """() => [window, ...[...document.querySelectorAll('iframe')].map(frame => frame.contentWindow)]
  .flatMap(place => place?.__pwn ?? [])"""
FOREIGN = ":is(script, img, iframe, style, a, form, object, embed, video, foreignObject, animate, use)"
TOUCH = """output => {
  const kinds = ['.nbg-row', '.nbg-badge', '.nbg-node', '.nbg-region', '.nbg button', '.nbg [tabindex]'];
  for (const part of new Set(kinds.flatMap(kind => [...output.querySelectorAll(kind)].slice(0, 25)))) {
    part.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
    part.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    part.focus?.();
  }
}"""


def hostile_cell(number: int, payloads: list[str]) -> str:
    """A cell with these texts in its line, default, docstring, comment, prints, data, results and error."""
    one, two, three, four, five = (payloads * EACH)[:EACH]
    return f"""\
%%autograph --no-timing f{number}(3, {one!r}); g{number}({{{two!r}: 1.0, {three!r}: 2}}); h{number}(3)
def f{number}(x, tag={two!r}):
    {three!r}
    # {" ".join(four.split())}
    kind = {one!r}
    if x > 2:
        kind = {five!r}
    print({two!r}, x, kind)
    return {{{three!r}: x + 1, 'kind': kind}}

def g{number}(table):
    return {{key: value * 2 for key, value in table.items()}}

def h{number}(x):
    assert x < 3, {four!r}
    return x
"""


def cells() -> list[str]:
    """One cell for each few payloads, and functions whose very names are payloads of each kind."""
    groups = [PAYLOADS[i : i + EACH] for i in range(0, len(PAYLOADS), EACH)]
    named = f"""\
import jax
import nbgraph as ng
for text in {PAYLOADS[::3]!r}:
    def area(x):
        while x > 1:
            x = x - 1
        return x
    area.__name__ = area.__qualname__ = text
    display(ng.show(area, jax.ShapeDtypeStruct((), "int32")))"""
    return ["%load_ext nbgraph", *(hostile_cell(i, group) for i, group in enumerate(groups)), named]


def touch_everything(page: Page, output: Locator) -> None:
    """Point at, press and open what stands in an output, as a curious reader does."""
    output.evaluate(TOUCH)
    page.mouse.move(0, 0)


def expect_nothing_runs_later(page: Page) -> None:
    """An image that is not there, or a request that fails, tells so after a while."""
    page.wait_for_timeout(200)
    assert page.evaluate(RAN) == []


def expect_nothing_ran(page: Page, output: Locator) -> None:
    assert page.evaluate(RAN) == []
    assert output.locator(f".nbg {FOREIGN}").count() == 0


def test_no_payload_runs_in_jupyterlab_or_in_the_saved_pages(
    lab: JupyterServer, lab_page: Page, lab_without_kernels: JupyterServer, bare_page: Page, browser: Browser
) -> None:
    path = lab.folder / "payloads.ipynb"
    write_notebook(path, cells())
    asked: list[str] = []
    export_window = OfflineWatch(browser.new_context())  # nbconvert's own template asks other hosts for scripts
    for context in (lab_page.context, bare_page.context, export_window.context):
        context.on("request", lambda request: asked.append(request.url))
    notebook = NotebookPage.open(lab_page, lab, path.name)
    for index in range(len(cells())):
        cell = notebook.cell(index)
        notebook.run_cell(index)
        touch_everything(notebook.page, cell)
        expect_nothing_ran(notebook.page, cell)
    # The error of each `h` is the only one; it is the last thing its cell does.
    assert all("AssertionError" in error for error in notebook.errors()), notebook.errors()
    expect_nothing_runs_later(notebook.page)
    notebook.save()
    notebook.close()

    reopened = NotebookPage.open(bare_page, lab_without_kernels, path.name, kernel=False)
    for index in range(1, len(cells())):
        cell = reopened.cell(index)
        touch_everything(reopened.page, cell)
        expect_nothing_ran(reopened.page, cell)
    expect_nothing_runs_later(reopened.page)
    reopened.close(kernel=False)

    with export_window as watch:
        exported = watch.context.new_page()
        exported.goto(export(path)[0].as_uri())
        exported.locator(".nbg").last.wait_for()
        touch_everything(exported, exported.locator("body"))
        expect_nothing_ran(exported, exported.locator("body"))
        expect_nothing_runs_later(exported)
    assert [url for url in asked if ":9/" in url] == []
