"""The first notebook, run and explored by mouse and keyboard in both front ends."""

from __future__ import annotations

import statistics

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.explorer_page import ExplorerPage
from tests.e2e.notebook_page import NotebookPage

pytestmark = pytest.mark.browser

UNTIMED = "--no-timing"
COLLATZ = "%%autograph collatz(27)"
MAPPED = ["a != 1", "a % 2", "a // 2", "3 * a", "counter + 1"]


@pytest.fixture
def collatz(notebook: NotebookPage) -> ExplorerPage:
    """The explorer of the Collatz cell, nothing lit."""
    notebook.page.keyboard.press("Escape")
    notebook.page.mouse.move(0, 0)
    explorer = ExplorerPage(notebook.find_cell(COLLATZ))
    explorer.expect_ready()
    return explorer


def test_every_call_is_shown(notebook: NotebookPage) -> None:
    for source in notebook.sources():
        if source.startswith("%%autograph"):
            line = source.splitlines()[0].removeprefix("%%autograph")
            is_timed, calls = UNTIMED not in line, line.replace(UNTIMED, "").split(";")
            cell = notebook.find_cell(source)
            for index, call in enumerate(calls):
                explorer = ExplorerPage(cell, index)
                explorer.expect_ready(is_timed=is_timed)
                expect(explorer.title).to_have_text(call.strip())


@pytest.mark.parametrize("text", MAPPED)
def test_pointing_at_source_lights_its_node_inside_the_pane(
    notebook: NotebookPage, collatz: ExplorerPage, text: str
) -> None:
    row = collatz.row(text)
    row.scroll_into_view_if_needed()
    before = notebook.scroll_position()
    row.locator(".nbg-code").hover(position={"x": 60, "y": 5})
    expect(collatz.lit_nodes_of_line(collatz.line(text))).not_to_have_count(0)
    assert collatz.lit_nodes_are_fully_visible()
    expect(collatz.lit_code).not_to_have_count(0)
    assert notebook.scroll_position() == before


def test_pointing_at_a_node_lights_its_line(collatz: ExplorerPage) -> None:
    collatz.nodes_of_line(collatz.line("a != 1")).first.hover()
    expect(collatz.lit_source).to_have_count(1)
    expect(collatz.lit_source).to_contain_text("while a != 1:")


def test_lighting_takes_less_than_50_ms(collatz: ExplorerPage) -> None:
    rows = [collatz.row(text).locator(".nbg-code") for text in MAPPED]
    assert statistics.median(collatz.hover_ms(row) for row in rows) < 50


def test_arrow_keys_move_through_the_source(notebook: NotebookPage, collatz: ExplorerPage) -> None:
    collatz.row("def collatz").click()
    lit = []
    for _ in range(3):
        notebook.page.keyboard.press("ArrowDown")
        expect(collatz.lit_source).not_to_have_count(0)
        lit.append(collatz.source.locator(".nbg-row.nbg-current").inner_text())
    assert ["counter = 0" in lit[0], "while a != 1" in lit[1], "if a % 2" in lit[2]] == [True, True, True]
    assert collatz.lit_nodes_are_fully_visible()


def test_arrow_keys_move_through_the_graph(notebook: NotebookPage, collatz: ExplorerPage) -> None:
    collatz.nodes_of_line(collatz.line("a != 1")).first.click()
    notebook.page.keyboard.press("Escape")
    lines = set()
    for _ in range(6):
        notebook.page.keyboard.press("ArrowDown")
        lines |= set(collatz.lit_source.all_inner_texts())
    assert len(lines) >= 3


@pytest.mark.parametrize("pane", ["source", "graph"])
def test_typing_in_the_output_leaves_the_cells_alone(notebook: NotebookPage, collatz: ExplorerPage, pane: str) -> None:
    before = notebook.sources()
    (collatz.row("counter = 0") if pane == "source" else collatz.nodes_of_line(collatz.line("a != 1")).first).click()
    notebook.page.keyboard.type("a b x dd")
    notebook.page.keyboard.press("Escape")
    notebook.page.keyboard.type("a b x dd")
    assert notebook.sources() == before


def test_ctrl_s_saves_while_the_focus_is_in_the_explorer(notebook: NotebookPage, collatz: ExplorerPage) -> None:
    notebook.page.evaluate("() => { window.jupyterapp.shell.currentWidget.context.model.dirty = true; }")
    collatz.row("counter = 0").click()
    notebook.page.keyboard.press("Control+s")
    notebook.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty", timeout=5_000)


def test_ctrl_z_in_the_search_field_takes_back_what_is_typed_there(
    notebook: NotebookPage, collatz: ExplorerPage
) -> None:
    before = notebook.sources()
    for _ in range(3):
        collatz.search.click()
        notebook.page.keyboard.type("3 *")
        expect(collatz.search).to_have_value("3 *")
        notebook.page.keyboard.press("Control+z")
        expect(collatz.search).not_to_have_value("3 *")
        collatz.search.fill("")
    assert notebook.sources() == before


def test_on_the_stage_source_and_graph_keep_their_room(notebook: NotebookPage, collatz: ExplorerPage) -> None:
    before = notebook.page.viewport_size
    notebook.page.set_viewport_size({"width": 1280, "height": 720})
    try:
        collatz.graph.focus()
        notebook.page.keyboard.press("f")
        expect(notebook.page.locator(".nbg-stage")).to_have_count(1)
        graph = height(collatz.graph)
        for called in ("c", "t"):
            notebook.page.keyboard.press(called)
            assert height(collatz.source.locator(".nbg-text")) > 150
        notebook.page.keyboard.press("?")
        expect(collatz.view.locator(".nbg-keys")).to_be_visible()
        assert height(collatz.graph) == graph
    finally:
        for _ in range(3):
            notebook.page.keyboard.press("Escape")
        assert before is not None
        notebook.page.set_viewport_size(before)


def height(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["height"]


def test_dark_theme_is_followed_at_once(notebook: NotebookPage, collatz: ExplorerPage) -> None:
    parts = [collatz.title, collatz.row("counter = 0").locator(".nbg-code"), collatz.timing.locator(".nbg-words")]
    light = [part.evaluate("node => getComputedStyle(node).color") for part in parts]
    assert min(collatz.contrast(part) for part in parts) >= 4.5
    notebook.set_theme("JupyterLab Dark")
    try:
        dark = [part.evaluate("node => getComputedStyle(node).color") for part in parts]
        assert all(before != after for before, after in zip(light, dark, strict=True))
        assert min(collatz.contrast(part) for part in parts) >= 4.5
    finally:
        notebook.set_theme("JupyterLab Light")
