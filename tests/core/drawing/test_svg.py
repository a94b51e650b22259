"""What the cleaning keeps and what it leaves out."""

from __future__ import annotations

import pytest

from nbgraph.core.drawing.layout import clean_svg


def body(inner: str, before: str = "") -> str:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    raw = f'{before}<svg {names} viewBox="0 0 10.5 20">{inner}</svg>'
    return clean_svg(raw).text.partition(' role="img">')[2].removesuffix("</svg>")


def test_the_root_says_its_natural_size() -> None:
    picture = clean_svg('<?xml version="1.0"?><svg width="1pt" viewBox="0.00 0.00 365.49 730.00"><g/></svg>', "a < b")
    assert (picture.width, picture.height) == (365.49, 730.0)
    assert picture.text == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 365.49 730" width="365.49" height="730" role="img" '
        'aria-label="a &lt; b"><g></g></svg>'
    )


@pytest.mark.parametrize(
    "inner",
    [
        "<script>x()</script>",
        "<style>*{}</style>",
        "<title>t</title>",
        "<foreignObject><text>t</text></foreignObject>",
        '<image href="x"/>',
        '<use href="#n0"/>',
        "<animate attributeName='x'/>",
        "<!-- comment -->",
        "<?pi x?>",
        '<b xmlns="http://www.w3.org/1999/xhtml">b</b>',
    ],
)
def test_anything_but_shapes_and_text_is_left_out(inner: str) -> None:
    assert body(inner) == ""


@pytest.mark.parametrize(
    "attribute",
    [
        'onload="x()"',
        'style="fill:red"',
        'href="x"',
        'xlink:href="x"',
        'id="documentElement"',
        'id="graph0"',
        'class="a&quot;b"',
        'class="A-B"',
        'fill="url(#x)"',
        'fill="url(http://127.0.0.1/)"',
        'd="M0,0;alert"',
        'data-x="1"',
        'tabindex="0"',
    ],
)
def test_attributes_off_the_list_are_left_out(attribute: str) -> None:
    assert body(f"<path {attribute}/>") == "<path></path>"


def test_shapes_text_and_our_ids_stay() -> None:
    inner = (
        '<g id="n12" class="node operation"><path fill="#ffffff" stroke-dasharray="5,2" d="M1,2C-3.5,4 5,6 7e-05,8">'
        '</path><text font-family="Helvetica,Arial,sans-serif" font-size="14.00" x="1" y="-2.5">a &lt; b &amp; c'
        "</text></g>"
    )
    assert body(inner) == inner


def test_what_a_link_holds_stays_without_the_link() -> None:
    assert body('<g><a xlink:href="javascript:x()"><text>t</text></a></g>') == "<g><text>t</text></g>"


def test_entities_are_neither_defined_nor_expanded() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY e "<script>x()</script>">]>'
    assert body("<text>t</text>", bomb) == "<text>t</text>"
    with pytest.raises(ValueError, match="broken SVG"):
        body("<text>&e;</text>", bomb)


@pytest.mark.parametrize("raw", ["", "Error: no layout", "<svg", "<svg></svg>", "<svg viewBox='0 0 1'/>"])
def test_what_is_no_picture_is_refused(raw: str) -> None:
    with pytest.raises(ValueError, match="the layout engine returned"):
        clean_svg(raw)
