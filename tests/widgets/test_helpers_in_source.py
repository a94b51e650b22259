"""Functions that a call reaches are shown below the called one, and linked as its own lines are."""

from __future__ import annotations

import linecache
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.spans import line_name
from nbgraph.widgets.text import to_text

CELL = """\
class Counter:
    def __init__(self, start):
        self.count = start

    def add(self, by):
        self.count = self.count + doubled(by)


def step(a):
    if a % 2 == 0:
        return a // 2
    return 3 * a + 1


def unused(a):
    return a


def collatz(a):
    counter = Counter(zero())
    while a != 1:
        a = step(a)
        counter.add(1)
    return counter.count
"""
EARLIER = "# an earlier cell\ndef zero():\n    return 0\ndef doubled(x):\n    return 2 * x\n"


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """The namespace of a notebook after two cells, each function bound to its compiled form."""
    found: dict[str, Any] = {"__name__": "__main__"}
    for file, text in (("<earlier>", EARLIER), ("<cell>", CELL)):
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec"), found)
        for name, value in list(found.items()):
            if type(value).__name__ == "function":
                found[name] = ng.function(value)
    return found


@pytest.fixture(scope="module")
def shown(names: dict[str, Any]) -> dict[str, Any]:
    """What the page of `collatz(3)` shows."""
    (data,) = payload([ng.show(names["collatz"], 3, timing=False).report])["functions"]
    return data


def rows(data: dict[str, Any]) -> dict[int, str]:
    """Each line of the page by its number."""
    source = data["source"]
    starts = [(0, source["first"]), *((at, line) for at, line, *_ in source.get("helpers", ()))]
    ends = [*(at for at, _ in starts[1:]), len(source["lines"])]
    found = {}
    for (at, line), end in zip(starts, ends, strict=True):
        found |= {line + index - at: source["lines"][index] for index in range(at, end)}
    return found


def line_of(data: dict[str, Any], text: str) -> int:
    """The number of the one line with a text."""
    (found,) = (number for number, line in rows(data).items() if line.strip() == text)
    return found


def test_every_function_that_the_call_reaches_is_shown_once(shown: dict[str, Any]) -> None:
    lines = list(rows(shown).values())
    assert lines[0] == "def collatz(a):"
    for head in ("class Counter:", "def step(a):", "def zero():", "def doubled(x):"):
        assert lines.count(head) == 1
    assert "def unused(a):" not in lines
    assert [[name, file] for _, _, name, file in shown["source"]["helpers"]] == [
        ["Counter", ""],
        ["step", ""],
        ["zero", "<earlier>"],
        ["doubled", "<earlier>"],
    ]


def test_lines_have_their_own_numbers_and_no_two_the_same(shown: dict[str, Any]) -> None:
    own = {"<cell>": CELL.splitlines(), "<earlier>": EARLIER.splitlines()}
    for number, text in rows(shown).items():
        file = "<cell>" if number < 100_000 else "<earlier>"
        assert own[file][line_name(number) - 1] == text
    assert len(rows(shown)) == len(shown["source"]["lines"])


def test_what_became_of_a_helper_stands_at_its_lines(shown: dict[str, Any]) -> None:
    choice = line_of(shown, "if a % 2 == 0:")
    assert "cond" in {decision["became"] for decision in shown["decisions"] if decision["span"][0] == choice}
    made = dict(shown["made"])
    assert "mul" in made[line_of(shown, "return 3 * a + 1")]
    assert "mul" in made[line_of(shown, "a = step(a)")], "a call has what it made, too"


def test_nodes_and_forms_lead_to_a_helpers_lines(shown: dict[str, Any]) -> None:
    wanted = line_of(shown, "return 3 * a + 1")
    assert wanted in {span[0] for span in shown["graph"]["spans"]}
    for code in shown["codes"]:
        origin, linked = 0, set()
        for _, _, _, _, further, *_ in code["links"]:
            origin += further
            linked.add(origin)
        assert wanted in linked, code["form"]


def test_a_call_leads_to_what_it_made(shown: dict[str, Any]) -> None:
    inside = {site[0]: [span[0] for span in spans] for site, spans in shown["calls"]}
    assert line_of(shown, "return 3 * a + 1") in inside[line_of(shown, "a = step(a)")]
    assert line_of(shown, "return 3 * a + 1") not in inside.get(line_of(shown, "counter.add(1)"), [])


def test_steps_go_into_helpers_of_every_cell(shown: dict[str, Any]) -> None:
    run = shown["recording"]
    stepped = {run["places"][place][0] for place in run["steps"]}
    for text in ("a = step(a)", "return 3 * a + 1", "return a // 2"):
        assert line_of(shown, text) in stepped
    assert stepped <= set(rows(shown))
    assert "step" in run["functions"]


def test_text_has_the_helpers_too(names: dict[str, Any]) -> None:
    text = to_text(payload([ng.show(names["collatz"], 3, timing=False).report]))
    assert "  step:\n" in text
    assert "  zero, in <earlier>:\n" in text
    assert "   9  def step(a):" in text


def test_a_function_by_itself_has_no_helpers(names: dict[str, Any]) -> None:
    (data,) = payload([ng.show(names["step"], 3, timing=False).report])["functions"]
    assert "helpers" not in data["source"] and "calls" not in data
    assert data["source"]["first"] == 9


def test_converted_code_has_the_helpers(names: dict[str, Any]) -> None:
    converted, *_ = payload([ng.show(names["collatz"], 3, timing=False).report])["functions"][0]["codes"]
    assert converted["form"] == "converted code"
    for head in ("def collatz(a):", "def step(a):", "def zero():"):
        assert converted["lines"].count(head) == 1


def test_a_loop_calls_nothing() -> None:
    """Who points at a loop variable sees the loop's line, not all that is done in it."""

    def steps(n: int) -> int:
        count = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count += 1
        return count

    assert "calls" not in payload([ng.show(steps, 27, timing=False).report])["functions"][0]
