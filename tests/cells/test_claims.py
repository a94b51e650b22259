"""Each claim is false of a page that lies: a story that is true, with one thing changed."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from tests.cells.claims import CLAIMS
from tests.cells.notebook import Plain, Seen
from tests.cells.page import Data, Shown
from tests.cells.stories import Cell
from tests.magics.kernels import Run

CELL = Cell(
    """%%autograph f(3)
def h(x):
    print(x)
    return x * x

def f(n):
    return h(n) + 1
"""
)
PAGE: Data = {
    "title": "f(3)",
    "value": "10",
    "pythonValue": "10",
    "source": {"first": 2, "lines": CELL.text.splitlines()[1:]},
    "verdict": {"equal": True, "message": "Same result as plain Python: 10.", "reference": "python"},
    "timing": {
        "sentences": ["The graph loses at this input: plain Python is 10x faster."],
        "baselines": [
            {"name": "python", "error": None, "sample": {"n": 100, "median": 1e-6}},
            {"name": "graph", "error": None, "sample": {"n": 100, "median": 1e-5}},
        ],
    },
    "recording": {
        "steps": [0, 1, 2, 3, 4],
        "places": [[6, []], [7, []], [2, []], [3, []], [4, []]],
        "names": ["n", "x"],
        "texts": ["3", "4"],
        "values": [],
        "more": [0, 0, 0, 2, 1, 0],
        "python": [],
        "calls": [2, 1, 2],
        "functions": ["h"],
        "ways": [[0, 0, -1], [1, 7, 0]],
        "notes": [],
    },
    "errors": [],
}


@pytest.fixture(scope="module")
def plain():
    process = Plain()
    process.ask(new=True)
    answer = process.ask(cell=CELL.body, calls=list(CELL.calls))
    answer["calls"][0]["by_hand"] = process.ask(by_hand=0)["outcome"]
    yield answer
    process.close()


def seen(plain: Data, *, text: str = "f(3) = 10\nSame result as plain Python: 10.") -> Seen:
    outputs = [
        {"msg_type": "stream", "content": {"name": "stdout", "text": "3\n"}},
        {"msg_type": "display_data", "content": {"data": {"text/html": "nbg-packed", "text/plain": text}}},
    ]
    typed = Run({"status": "ok"}, [{"msg_type": "execute_result", "content": {"data": {"text/plain": "10"}}}])
    typed.outputs.append(outputs[0])
    found = Seen(CELL, Run({"status": "ok"}, copy.deepcopy(outputs)), copy.deepcopy(plain))
    found.payloads = [{"functions": [copy.deepcopy(PAGE)]}]
    found.clocks[0] = [({"median": 1e-6}, {"median": 1.1e-6})]
    found.typed[0] = typed
    return found


def test_every_claim_is_true_of_a_true_page(plain):
    assert [fault for claim in CLAIMS.values() for fault in claim(seen(plain))] == []


@pytest.mark.parametrize("steps", [[0, 1, 2], [0, 2, 3], [0]])  # where a line calls, its step is behind the call
def test_a_record_that_says_where_it_ends_may_end_there(plain, steps):
    page = seen(plain)
    recording(steps, "The record ends early: the run was watched for 500 ms.")(page)
    assert list(CLAIMS["steps"](page)) == []


def test_what_is_true_of_a_run_on_numpy_copies_is_no_lie(plain):
    page = seen(plain)
    on_copies()(page)
    assert [*CLAIMS["same"](page), *CLAIMS["python_value"](page), *CLAIMS["status"](page)] == []


def change(**changes: object) -> Callable[[Seen], None]:
    return lambda page: page.payloads[0]["functions"][0].update(changes)


def verdict(message: str, **changes: object) -> Callable[[Seen], None]:
    return change(verdict={**PAGE["verdict"], "message": message, **changes})


def python_row(**changes: object) -> Callable[[Seen], None]:
    row = {**PAGE["timing"]["baselines"][0], **changes}
    return change(timing={**PAGE["timing"], "baselines": [row, PAGE["timing"]["baselines"][1]]})


def recording(steps: list[int], note: str) -> Callable[[Seen], None]:
    return change(recording={**PAGE["recording"], "steps": steps, "notes": [note]})


def status(reply: Data, *tracebacks: str) -> Callable[[Seen], None]:
    def changed(page: Seen) -> None:
        page.run.reply = reply
        page.run.outputs += [{"msg_type": "error", "content": {"traceback": [text]}} for text in tracebacks]

    return changed


def shows(kind: str, **content: object) -> Callable[[Seen], None]:
    return lambda page: page.run.outputs.append({"msg_type": kind, "content": content})


def text(said: str) -> Callable[[Seen], None]:
    return lambda page: page.run.outputs[1]["content"]["data"].update({"text/plain": said})


def clocks(median: float) -> Callable[[Seen], None]:
    return lambda page: page.clocks.update({0: [({"median": median}, {"median": 1e-6})]})


_IMMUTABLE = [["TypeError", "Exception"], "JAX arrays are immutable"]
_COPIES: Data = {"is_none": False, "value": "[1., 2.]", "repr": "array([1., 2.])", "error": None, "printed": ""}
_ON_COPIES = "Same result as Python on NumPy copies of `v`. JAX arrays cannot be assigned to in Python."


def on_copies(
    value: str = "[1., 2.]",
    message: str = _ON_COPIES,
    reference: str = "copies",
    python: str | None = None,
    copies: Data | None = _COPIES,
    *,
    equal: bool = True,
) -> Callable[[Seen], None]:
    """The page of a call that assigns to items of a JAX array, which Python cannot run."""

    def changed(page: Seen) -> None:
        told = {"equal": equal, "message": message, "reference": reference}
        change(value=value, pythonValue=python, verdict=told)(page)
        outcome = {**page.plain["calls"][0]["outcome"], "value": None, "repr": None, "error": _IMMUTABLE}
        page.plain["calls"][0].update(outcome=outcome, copies=copies)

    return changed


FAILED = {"status": "error", "ename": "TypeError", "evalue": "_report() misses an argument"}
LIES = [
    ("status", status(FAILED)),
    ("calls", change(title="g(3)")),
    ("python_value", change(pythonValue="11")),
    ("python_value", change(pythonValue="10.0")),
    ("same", change(value="11")),
    ("same", change(value=None)),
    ("same", verdict("Not the same result as plain Python: result differs.", equal=False)),
    ("same", verdict("Both raise ValueError: no")),
    ("same", verdict("Same result as the converted code run op by op: 10.", reference="eager")),
    ("same", on_copies(value="[1., 3.]")),
    ("same", on_copies(message="Same result as plain Python: [1., 2.].")),
    ("same", on_copies(reference="python")),
    ("same", on_copies(equal=False)),
    ("same", on_copies(copies=None)),
    ("python_value", on_copies(python="[1., 2.]")),
    ("who_raises", verdict("Not the same: plain Python raises ValueError: no; the graph gives a result.", equal=False)),
    ("who_raises", python_row(error="TypeError: no")),
    ("state", lambda page: page.plain["calls"][0]["later"].update(value="11")),
    ("changes", change(notes=["This call changes `h`. The change ends with the call: the notebook keeps it."])),
    ("changes", lambda page: page.plain["calls"][0].update(changed=["total"])),
    ("sentence", verdict("Same result as plain Python: 11.")),
    ("headline", text("f(3)\nSame result as plain Python: 10.")),
    ("headline", text("f(3) = 11\n")),
    ("clock", clocks(3.1e-6)),
    ("clock", clocks(0.3e-6)),
    ("winner", change(timing={**PAGE["timing"], "sentences": ["The graph is 4x faster than plain Python."]})),
    ("winner", change(timing={**PAGE["timing"], "sentences": ["plain Python is 100x faster."]})),
    ("source", change(source={"first": 7, "lines": CELL.text.splitlines()[6:]})),
    ("steps", change(recording={**PAGE["recording"], "steps": [0]})),
    ("steps", change(recording=None)),
    ("steps", recording([0, 1, 3], "The record ends early: the run was watched for 500 ms.")),
    ("steps", recording([], "The record ends early: plain Python, watched line by line, did not end within 500 ms.")),
    ("values", change(recording={**PAGE["recording"], "texts": ["4"]})),
    ("values", change(recording={**PAGE["recording"], "python": [2, 1, 1]})),
    ("values", change(recording={**PAGE["recording"], "more": [0, 0, 0, 2, 1, 0, 3, 0, 0]})),
    ("values", change(recording={**PAGE["recording"], "steps": [0, 1, 2, 4, 3]})),
    ("values", change(recording={**PAGE["recording"], "functions": ["f"]})),
    ("printed", shows("stream", name="stdout", text="3\n")),
    ("printed", shows("stream", name="stderr", text="UserWarning")),
    ("displayed", shows("execute_result", data={"text/plain": "7"})),
    ("as_typed", lambda page: page.typed.update({0: Run({"status": "ok"}, [])})),
    ("as_typed", lambda page: page.typed.update({0: Run(FAILED, [])})),
    ("traceback", status(FAILED, "File /somewhere/nbgraph/magics/autograph.py:102")),
    ("traceback", status(FAILED, "ValueError", "ValueError")),
    ("traceback", change(notes=["A part is missing. This is a fault of nbgraph, not of your code."])),
    ("private", text(f"f(3) = 10 {__import__('sys').prefix}")),
    ("private", text("f(3) = 10" + " " * 500_000)),
]


@pytest.mark.parametrize(("claim", "lie"), LIES)
def test_a_lie_is_found(plain, claim, lie):
    page = seen(plain)
    lie(page)
    page.__dict__.pop("shown", None)
    assert list(CLAIMS[claim](page)) != []


def test_every_claim_is_tried():
    assert {claim for claim, _ in LIES} == set(CLAIMS)


def test_a_page_is_read_as_a_browser_reads_it():
    from nbgraph.widgets.page import to_html
    from tests.cells.page import payload

    assert payload(to_html({"version": 1, "functions": []})) == {"version": 1, "functions": []}
    assert Shown(PAGE).lines == [6, 7, 2, 3, 4]
