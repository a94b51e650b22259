"""The page judged by axe-core, the rules of the Web Content Accessibility Guidelines that a program can check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.show import Shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.widgets.window import Show

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
def test_axe_finds_nothing(show: Show, everything: dict[str, Any], width: int, scheme: str) -> None:
    assert AXE.exists(), "run `npm ci` first: axe-core is one of the JavaScript tools"
    page = show(everything, width, scheme)
    page.locator(".nbg").wait_for()
    page.add_script_tag(path=AXE)
    assert page.evaluate(FINDINGS, [RULES, OF_THE_HOST]) == []


def collatz(a: int) -> int:
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def square_root(x: float) -> float:
    assert x >= 0, f"no square root of {x}"
    guess = x
    while abs(guess * guess - x) > 1e-4:
        guess = (guess + x / guess) / 2
    return guess


def test_axe_finds_nothing_while_a_run_is_stepped_through_and_beside_an_error(page: Page, tmp_path: Path) -> None:
    shown = Shown((report(collatz, 3, timing=False), report(square_root, -2.0, timing=False)))
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1280, "height": 820})
    page.goto(shown.save(tmp_path / "page.html").as_uri())
    for opener in page.locator(".nbg-step-open").all():
        opener.click()
        for _ in range(4):
            page.keyboard.press("ArrowRight")
    assert page.locator(".nbg-step-here").count() == 2
    assert page.locator(".nbg-text > .nbg-error").count() > 0
    # Closed boxes with two lines of words.
    page.get_by_role("button", name="body").first.press("Enter")
    page.add_script_tag(path=AXE)
    assert page.evaluate(FINDINGS, [RULES, OF_THE_HOST]) == []


def test_the_theme_is_the_host_s_not_the_system_s(show: Show, everything: dict[str, Any]) -> None:
    """Classes and attributes as Jupyter, VS Code, Colab and Sphinx document them."""
    page = show(everything)
    page.locator(".nbg").wait_for()
    hosts = [
        ("body.dataset.jpThemeLight = 'true'", "light"),
        ("body.dataset.jpThemeLight = 'false'", "dark"),
        ("body.className = 'vscode-light'", "light"),
        ("body.className = 'vscode-dark'", "dark"),
        ("body.className = 'vscode-high-contrast'", "dark"),
        ("body.className = 'vscode-high-contrast vscode-high-contrast-light'", "light"),
        ("documentElement.setAttribute('theme', 'dark')", "dark"),
        ("documentElement.setAttribute('theme', 'light')", "light"),
        ("documentElement.dataset.theme = 'dark'", "dark"),
        ("documentElement.dataset.theme = 'light'", "light"),
    ]
    for mark, theme in hosts:
        page.emulate_media(color_scheme="dark" if theme == "light" else "light")
        page.evaluate(
            """() => {
              delete document.body.dataset.jpThemeLight;
              document.body.className = '';
              document.documentElement.removeAttribute('theme');
              delete document.documentElement.dataset.theme;
            }"""
        )
        page.evaluate(f"() => {{ document.{mark}; }}")
        assert page.locator(".nbg").evaluate("root => getComputedStyle(root).colorScheme") == theme, mark
