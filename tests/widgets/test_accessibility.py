"""The page judged by axe-core, the rules of the Web Content Accessibility Guidelines that a program can check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.widgets.page import document_html

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# A page of its own has a heading of level one and a landmark around it; an output in a notebook must not have them.
OF_THE_HOST = ["page-has-heading-one", "region", "landmark-one-main", "heading-order"]
FINDINGS = """async ([tags, off]) => {
  const rules = Object.fromEntries(off.map(id => [id, {enabled: false}]));
  const found = await axe.run(document, {runOnly: {type: 'tag', values: tags}, rules});
  return found.violations.map(({id, impact, nodes}) => `${impact}: ${id}: ${nodes.map(node => node.html).slice(0, 3)}`);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [480, 1280])
def test_axe_finds_nothing(
    context: BrowserContext, tmp_path: Path, everything: dict[str, Any], width: int, scheme: str
) -> None:
    assert AXE.exists(), "run `npm ci` first: axe-core is one of the JavaScript tools"
    page = context.new_page()
    file = tmp_path / "page.html"
    file.write_text(document_html(everything), "utf-8")
    page.set_viewport_size({"width": width, "height": 820})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(file.as_uri())
    page.locator(".nbg").wait_for()
    page.add_script_tag(path=AXE)
    assert page.evaluate(FINDINGS, [RULES, OF_THE_HOST]) == []
