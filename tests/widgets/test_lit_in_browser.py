"""What lights on the page is what the data say: each line that owns something lights it in every pane, folded or not.

A sample of the pool's programs, each on a page of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

import nbgraph as ng
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.places import Places
from tests.programs.pool import RIGHT, load_all

if TYPE_CHECKING:
    from nbgraph.core.report import Report
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

SAMPLE = [name for name, program in load_all().items() if program.expect == RIGHT][::24]

# The lines that light something in the graph, and in the form of the code that is open, when one points at them.
LIT = """() => {
  const point = (row, type) => row.querySelector('.nbg-number').dispatchEvent(
    new PointerEvent(type, {bubbles: true, pointerType: 'mouse'}));
  const found = {graph: [], code: []};
  const view = document.querySelector('.nbg-function');
  for (const row of view.querySelectorAll('.nbg-pane-source .nbg-row')) {
    point(row, 'pointermove'); point(row, 'pointerover');
    const line = Number(row.dataset.line);
    if (view.querySelector('.nbg-drawing .nbg-lit')) found.graph.push(line);
    const rows = [...view.querySelectorAll('.nbg-pane-code .nbg-lit')].filter(each => each.offsetParent !== null);
    if (rows.length > 0) found.code.push(line);
  }
  view.dispatchEvent(new PointerEvent('pointerleave'));
  return found;
}"""
FOLD = """level => {
  const select = document.querySelector('.nbg-pane-graph .nbg-select[aria-label*="open" i], .nbg-pane-graph select');
  if (!select || ![...select.options].some(option => option.value === level)) return false;
  select.value = level;
  select.dispatchEvent(new Event('change', {bubbles: true}));
  return true;
}"""


def covered(spans: list[list[int]]) -> tuple[set[int], set[int]]:
    """The lines that a stretch begins in, and all that one lies on."""
    return {span[0] for span in spans}, {line for span in spans for line in range(span[0], span[2] + 1)}


def stretches(report: Report) -> dict[str, list[list[int]]]:
    """What of the source something in the graph, and in each form of the code, stands for."""
    places = Places.of_report(report)
    graph = report.graph
    assert graph is not None
    owners: list[Any] = [*graph.nodes, *graph.regions[1:]]
    found = {"graph": [at for each in owners if (at := places.of(each.span, *each.callers)) is not None]}
    codes = (report.general, report.specialised, *(report.forms.codes if report.forms else ()))
    for code in (each for each in codes if each is not None):
        found[code.form] = [at for link in code.mappings if (at := places.of(link.source)) is not None]
    return found


def with_calls(
    owned: dict[str, list[list[int]]], calls: Sequence[tuple[list[int], list[list[int]]]]
) -> dict[str, list[list[int]]]:
    """The same, and each place that calls a helper which owns something: it lights what the call made."""
    sites = {
        form: [site for site, inside in calls if any(each in spans for each in inside)] for form, spans in owned.items()
    }
    return {form: spans + sites[form] for form, spans in owned.items()}


@pytest.mark.parametrize("name", SAMPLE)
def test_each_line_lights_what_it_owns(name: str, show: Show) -> None:
    program = load_all()[name]
    if program.reset:
        program.reset()
    report = ng.show(program.function, *program.arguments[0], timing=False).report
    data = payload([report])
    owned = with_calls(stretches(report), data["functions"][0].get("calls", ()))
    page = show(data)
    page.locator(".nbg-drawing svg").wait_for()
    begins, lies = covered(owned["graph"])
    for level in ("", "0"):
        if level and not page.evaluate(FOLD, level):
            continue
        lit = set(page.evaluate(LIT)["graph"])
        assert begins <= lit, (level, "dark", begins - lit)
        assert lit <= lies, (level, "lit", lit - lies)
    tabs = page.locator(".nbg-pane-code [role=tab]")
    for number in range(tabs.count()):
        form = (tabs.nth(number).text_content() or "").strip()
        if (spans := next((each for key, each in owned.items() if key.lower() == form.lower()), None)) is None:
            continue
        tabs.nth(number).click()
        begins, lies = covered(spans)
        lit = set(page.evaluate(LIT)["code"])
        assert begins <= lit, (form, "dark", begins - lit)
        assert lit <= lies, (form, "lit", lit - lies)


def test_pointing_at_a_folded_box_means_the_box(show: Show, collatz: dict[str, Any]) -> None:
    page = show(collatz)
    page.locator(".nbg-drawing svg").wait_for()
    assert page.evaluate(FOLD, "0")
    page.locator(".nbg-drawing .nbg-node-folded").first.hover()
    header = next(line for line in collatz["functions"][0]["source"]["lines"] if "while" in line)
    lit = page.locator(".nbg-pane-source .nbg-row:has(.nbg-lit), .nbg-pane-source .nbg-row.nbg-lit")
    assert [row.split("\n")[-1].strip() for row in lit.all_inner_texts()] == [header.strip()]
