"""Labels are data: whatever is in them comes out of DOT and SVG as text that can be seen, and as nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nbgraph.core.drawing.dot import dot_text
from nbgraph.core.drawing.engines import engines, run_engine
from nbgraph.core.drawing.labels import LONGEST, quoted, visible
from nbgraph.core.drawing.layout import NAMESPACE, clean_svg
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.graph.model import HEADER, Edge, Graph, Node, Region
from nbgraph.core.one_line import cut

PAYLOADS = {
    entry["id"]: entry["payload"]
    for entry in json.loads((Path(__file__).parents[2] / "data" / "payloads.json").read_text())
}
TRICKY = {
    "dot escapes": r"\N \G \L \l \n \" \\",
    "trailing backslash": "ends in \\",
    "entity": "&lt;script&gt; &amp; &#65; &nbsp;",
    "html label": "<<b>bold</b>>",
    "quote": '"; n0 [URL="x"]; "',
    "comment": "// # /* */",
    "keyword": "subgraph",
    "port": "n0:ne",
    "empty": "",
    "bidi": "a\u202eb\u2066c\u200f",
    "zero width": "a\u200bb\u200dc\ufeffd\u00ade",
    "control": "a\x00b\x1bc\x7fd\x85e\r\n\tf",
    "separators": "a\u2028b\u2029c\u00a0d\u3000e",
    "surrogate": "a\ud800b",
    "private": "a\ue000b\U000f0000c",
    "filler": "a\u3164b\u115fc\ufe0fd",
    "accents": "größe π λ 変数",
}
HOSTILE = {**PAYLOADS, **TRICKY}


def everywhere(text: str) -> Graph:
    """A graph that says `text` wherever a graph can say anything."""
    regions = (Region("r0", "function", text), Region("r1", "while", text, "r0"))
    nodes = (
        Node("n0", "input", "input", text, names=(text,)),
        Node("n1", "operation", text, text, names=(text,), region="r1"),
        Node("n2", "output", "output", "return", names=(text,)),
    )
    edges = (Edge("e0", "n0", "n1", text), Edge("e1", "n1", "n2", f"+{text}"))
    return Graph(text, nodes, edges, regions)


def shown(text: str) -> str:
    """The text as a reader of the SVG sees it: Graphviz pads nothing, we spell out what is invisible."""
    return visible(text)


def test_all_thirty_payloads_are_here() -> None:
    assert list(PAYLOADS) == [f"p{number:02}" for number in range(1, 31)]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_label_is_only_text(name: str) -> None:
    text = HOSTILE[name]
    raw = run_engine(engines()[0], dot_text(everywhere(text)), 5)
    assert raw is not None
    picture = clean_svg(raw, text)
    root = ElementTree.fromstring(picture.text)
    elements = {element.tag.removeprefix(f"{{{NAMESPACE}}}") for element in root.iter()}
    assert elements <= {"svg", "g", "polygon", "polyline", "path", "ellipse", "text"}
    attributes = {attribute for element in root.iter() for attribute in element.attrib}
    assert not [attribute for attribute in attributes if attribute.startswith("on") or "href" in attribute]
    assert {element.get("id") for element in root.iter() if element.get("id")} == {"n0", "n1", "n2", "e0", "e1", "r1"}
    texts = [" ".join((element.text or "").split()) for element in root.iter(f"{{{NAMESPACE}}}text")]
    if text:
        # input, operation, region, whose border has less room; the name on the edge from the input is left out
        whole, short = (" ".join(shown(each).split()) for each in (text, cut(text, HEADER)))
        assert [texts.count(whole), texts.count(short)] == ([3, 3] if whole == short else [2, 1])


@pytest.mark.parametrize("name", HOSTILE)
def test_dot_text_is_visible_and_quoted(name: str) -> None:
    """Once quoted strings are taken out, a hostile label leaves the same statements as a harmless one."""
    text = dot_text(everywhere(HOSTILE[name]))
    assert all(character == "\n" or character.isprintable() for character in text)
    strings = r'"(?:[^"\\]|\\.)*"'
    # An empty name is not written on its edge, and `return` is a word of ours.
    harmless = dot_text(everywhere(HOSTILE[name] and "harmless"))
    assert re.sub(strings, "S", text) == re.sub(strings, "S", harmless)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_text_tree_shows_every_character(name: str) -> None:
    tree = text_tree(everywhere(HOSTILE[name]))
    assert all(character == "\n" or character.isprintable() for character in tree)
    assert tree.count("\n") == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb", r"a\u000Ab"),
        ("\u202e", r"\u202E"),
        ("\u200b", r"\u200B"),
        ("\ufe0f", r"\uFE0F"),
        ("\ud800", r"\uD800"),
        ("\U000e0041", r"\U000E0041"),
        ("é ü 変", "é ü 変"),
        ("x" * (LONGEST + 1), "x" * (LONGEST - 1) + "…"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_quoting_leaves_no_way_out() -> None:
    assert quoted('\\"') == '"\\\\\\""'
    assert quoted("\\") == '"\\\\"'
    assert quoted("&#34;") == '"&amp;#34;"'
    assert quoted("two", "lines") == '"two\\nlines"'
