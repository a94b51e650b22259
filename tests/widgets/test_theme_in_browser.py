"""Light or dark as the page around is, whatever the system's setting."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Frame, Page, expect

from nbgraph.core.drawing.palette import COLOURS
from nbgraph.widgets.page import document_html, to_html

if TYPE_CHECKING:
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

LIGHT, DARK = (f"rgb({int(c[1:3], 16)}, {int(c[3:5], 16)}, {int(c[5:7], 16)})" for c in COLOURS["paper"])
SWITCH = "colour => { document.body.style.background = colour; }"


def expect_ground(place: Page | Frame, colour: str) -> None:
    expect(place.locator(".nbg").first).to_have_css("background-color", colour)


def test_the_ground_decides_and_not_the_system(collatz: dict[str, Any], page: Page, show: Show) -> None:
    fragment, document = to_html(collatz), document_html(collatz)
    framed = f'<iframe srcdoc="{html.escape(document)}"></iframe>'
    pages = {
        "white": f'<body style="background: white">{fragment}',
        "unpainted": f"<body>{fragment}",
        "both": f'<meta name="color-scheme" content="light dark"><body>{fragment}',
        "named": f'<body data-theme="light" style="background: black">{fragment}',
        "framed": f'<body style="background: oklch(100% 0 0)">{framed}',
        "alone": document,
    }
    page.emulate_media(color_scheme="dark")
    for name, text in pages.items():
        show(f"<!DOCTYPE html>{text}" if name != "alone" else text)
        place = page.frames[1] if name == "framed" else page
        expect_ground(place, DARK if name in ("both", "alone") else LIGHT)
        if name in ("white", "framed"):
            page.evaluate(SWITCH, "#101010")
            expect_ground(place, DARK)
            page.emulate_media(color_scheme="light")
            expect_ground(place, DARK)
            page.evaluate(SWITCH, "#fefefe")
            expect_ground(place, LIGHT)
            page.emulate_media(color_scheme="dark")
            expect_ground(place, LIGHT)
        if name == "framed":
            expect(place.locator("body")).to_have_css("background-color", LIGHT)
    page.emulate_media(color_scheme="light")
    expect_ground(page, LIGHT)


def test_a_theme_is_read_from_inside_a_shadow_root(collatz: dict[str, Any], show: Show) -> None:
    host = '<div id="host"></div>'
    page = show(f'<!DOCTYPE html><body style="background: white">{to_html(collatz)}{host}', scheme="dark")
    page.locator(".nbg-status").first.wait_for()
    # As marimo does with a widget: its style and its element stand in a shadow root.
    page.evaluate("""() => {
      const root = document.getElementById('host').attachShadow({mode: 'open'});
      const output = document.querySelector('.nbg-output');
      root.append(document.querySelector('body > style').cloneNode(true), output.querySelector('.nbg'));
    }""")
    page.evaluate(SWITCH, "#000000")
    expect_ground(page, DARK)
    page.evaluate(SWITCH, "#ffffff")
    expect_ground(page, LIGHT)


COLOUR = "(part, name) => getComputedStyle(part)[name]"


def test_forced_colours_are_followed_against_the_host_s_theme(collatz: dict[str, Any], page: Page, show: Show) -> None:
    light = 'data-jp-theme-light="true" style="--jp-layout-color0: white; --jp-content-font-color1: black"'
    page.emulate_media(color_scheme="dark", forced_colors="active")
    show(f"<!DOCTYPE html><body {light}>{to_html(collatz)}")
    expect_ground(page, "rgb(0, 0, 0)")
    dim, bright = (f"rgb({int(c[1:3], 16)}, {int(c[3:5], 16)}, {int(c[5:7], 16)})" for c in COLOURS["muted"])
    assert dim != bright
    assert page.locator(".nbg-line").first.evaluate(COLOUR, "stroke") == bright
    assert page.locator(".nbg-node-operation .nbg-shape").first.evaluate(COLOUR, "fill") == "rgb(0, 0, 0)"
    # What is measured has its own colours; the rest has edges where it is lit, and only there.
    grounds = [part.evaluate(COLOUR, "backgroundColor") for part in page.locator(".nbg-phase-bar > div").all()]
    assert "rgb(0, 0, 0)" not in grounds
    rows = page.locator(".nbg-pane-source .nbg-row")
    rows.nth(6).locator(".nbg-code").hover()
    expect(rows.nth(6)).to_have_class(re.compile("nbg-lit"))
    edges = [rows.nth(row).evaluate(COLOUR, "borderLeftColor") for row in (5, 6)]
    assert edges[0] == "rgb(0, 0, 0)" != edges[1]
