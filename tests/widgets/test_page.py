"""The self-contained output, without a browser."""

from __future__ import annotations

import json
import random
import re
from contextlib import closing
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from nbgraph.core import inspect
from nbgraph.core.codegen.source_map import GeneratedCode, Mapping
from nbgraph.core.drawing.layout import NAMESPACE
from nbgraph.core.report import Report
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.widgets.page import document_html, packed, to_html
from nbgraph.widgets.payload import payload
from nbgraph.widgets.text import to_text
from scripts.course.page import unpacked
from tests.core.graph.test_simplify import chain
from tests.magics.kernels import Kernel
from tests.widgets.conftest import small_report

Payload = dict[str, Any]

STILL = ["div", "p", "em", "pre", "p", "img", "pre"]


class Outline(HTMLParser):
    """The elements a browser would see, and the text of each kind."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags:
            tag = self.tags[-1][0]
            self.texts[tag] = self.texts.get(tag, "") + data


def test_its_first_child_is_readable_text(collatz: Payload) -> None:
    outline = Outline(to_html(collatz))
    assert [tag for tag, _ in outline.tags] == ["div", *STILL, "script", "script"]
    assert "collatz(27) = 111" in outline.texts["pre"]
    assert "while a != 1" in outline.texts["pre"]


def test_without_scripts_there_are_picture_code_times_and_how_to_trust(collatz: Payload) -> None:
    outline = Outline(to_html(collatz))
    (address,) = (attributes["src"] or "" for tag, attributes in outline.tags if tag == "img")
    kind, _, picture = address.partition(",")
    assert kind == "data:image/svg+xml"
    root = ElementTree.fromstring(unquote(picture))
    assert {"a", "counter", "a != 1", "return counter"} <= {text.text for text in root.iter(f"{{{NAMESPACE}}}text")}
    assert "lax.while_loop" in outline.texts["pre"] and "plain Python  " in outline.texts["pre"]
    assert "jupyter trust" in outline.texts["em"]


def test_a_guess_comes_before_the_still_view(collatz: Payload) -> None:
    collatz["functions"][0]["predict"] = True
    assert [tag for tag, _ in Outline(to_html(collatz)).tags] == ["div", *STILL[:4], "script", "script"]


def test_it_is_the_same_for_the_same_payload(collatz: Payload) -> None:
    assert to_html(collatz) == to_html(json.loads(json.dumps(collatz)))


def test_text_leaves_durations_out(collatz: Payload) -> None:
    text = to_text(collatz)
    collatz["functions"][0]["timing"]["phases"]["compile"] *= 7
    collatz["functions"][0]["timing"]["sentences"] = ["Other sentences."]
    assert to_text(collatz) == text
    assert "while a != 1:" in text and "# while" in text
    assert "Same result as plain Python: 111." in text


def test_hostile_text_stays_text_in_the_markup(collatz: Payload, hostile: str) -> None:
    function = collatz["functions"][0]
    function.update(title=hostile, value=hostile)
    function["source"]["lines"][0] = hostile
    function["graph"]["text"] = function["graph"]["strings"][2] = hostile
    outline = Outline(document_html(collatz))
    page = ["html", "head", "meta", "meta", "meta", "title", "style", "body"]
    assert [tag for tag, _ in outline.tags] == [*page, "div", *STILL, "script", "script"]
    assert not any(name.startswith("on") for _, attributes in outline.tags for name in attributes)


def test_packed_data_reads_back_exactly(hostile: str) -> None:
    data = json.dumps({"a": hostile, "b": "\ud800"})
    text = packed(data)
    assert unpacked(text)["data"] == data
    assert not set(text) & set("<>&\"'\\$`/\n")


COLLATZ = """
def collatz(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter
"""


def test_a_notebook_keeps_less_than_100_kilobytes_of_a_small_program() -> None:
    """All that its cell shows, in each language; 2.5 kilobytes are spare."""
    with closing(Kernel()) as kernel:
        kernel.run("%load_ext nbgraph")
        for lang in ("en", "de", "zh"):
            (output,) = kernel.run(f"%%autograph --lang {lang} collatz(27){COLLATZ}").outputs
            shown = output["content"]["data"]
            assert shown.keys() == {"text/html", "text/plain"}
            assert len(json.dumps(shown, ensure_ascii=False).encode()) < 97_500, lang


def test_an_output_with_a_lone_surrogate_can_be_written(collatz: Payload) -> None:
    collatz["functions"][0]["title"] = "f('\ud800')"
    assert document_html(collatz).encode("utf-8")


def long_report(lines: int) -> Report:
    """A function of so many lines, no two alike, each with two operations and linked in its code by each expression."""
    chance = random.Random(7)
    names = [f"{letter}{number}" for letter in "abcdefghij" for number in range(10)]
    body = [
        f"    {chance.choice(names)} = {chance.choice(names)} * {chance.uniform(0, 99):.3f} + {chance.choice(names)}"
        for _ in range(lines)
    ]
    text = ["def f(a0):", *body]
    mappings = [
        Mapping(*(Span(file, number, match.start(), number, match.end()) for file in ("converted code", "cell")))
        for number, line in enumerate(text, 1)
        for match in [*re.finditer(r"\S.*", line), *re.finditer(r"[\w.]+", line)]
    ]
    code = GeneratedCode("converted code", "\n".join(text) + "\n", tuple(mappings))
    whole = small_report(
        converted_code=code,
        pure_jax=replace(code, form="pure JAX"),
        graph=chain(2 * lines),
        decisions=(),
        errors=(),
    )
    return replace(whole, source=SourceText("cell", tuple(text)), span=Span("cell", 1, 0, lines + 1, len(text[-1])))


def test_a_function_of_four_thousand_lines_is_less_than_half_a_megabyte() -> None:
    data = payload([long_report(4000)])
    (function,) = data["functions"]
    assert all(len(code["lines"]) == len(function["source"]["lines"]) == 4001 for code in function["codes"])
    assert len(to_html(data).encode()) + len(to_text(data).encode()) < 400_000
    assert "  … 3601 more lines\n" in to_text(data)
    assert to_text(data, longest=None).count(" * ") == 4000


def test_the_text_says_once_what_became_of_a_line_and_what_is_refused():
    def bubble(xs):
        for i in range(3):
            for j in range(2 - i):
                if xs[j] > xs[j + 1]:
                    xs[j], xs[j + 1] = xs[j + 1], xs[j]
        return xs

    def drawn(n):
        return n * random.random()

    assert "# unrolled\n" in to_text(payload([inspect.report(bubble, [3, 2, 1], timing=False)]))
    assert "unrolled, unrolled" not in to_text(payload([inspect.report(bubble, [3, 2, 1], timing=False)]))
    assert to_text(payload([inspect.report(drawn, 3, timing=False)])).count("a random number is drawn once") == 2
