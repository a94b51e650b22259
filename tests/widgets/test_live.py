"""Controls, and what moving them does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import ipywidgets
import numpy as np
import pytest

from nbgraph.core.worker.process import StoppedError
from nbgraph.widgets import hosts
from nbgraph.widgets.controls import control, suited
from nbgraph.widgets.live import Live, close_all, interact, live
from nbgraph.widgets.newest import Debounced, Newest
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.graph import Answer, left_out
from nbgraph.widgets.rerun import OLD_TIMES, in_worker
from tests.widgets.conftest import small_report
from tests.widgets.huge import huge_live


def f(x: int, y: float = 2.0) -> float:
    return x + y


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    close_all()
    ipywidgets.Widget.close_all()


def fake_run(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], stop: threading.Event | None) -> Any:
    if args[:1] == (13,):
        raise ZeroDivisionError("unlucky")
    return Answer(payload([small_report(graph=None, value=function(*args, **kwargs))]))


def shown(live: Live) -> tuple[str, str | None]:
    return live.explorer.status["message"], live.explorer.payload["functions"][0]["value"]


def test_moving_a_control_runs_again_in_the_same_explorer() -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    explorer = box.explorer
    assert [data["kind"] for data in explorer.controls] == ["slider"]
    assert (explorer.values, shown(box)) == ({"x": 27}, ("", "29.0"))
    explorer.values = {"x": 40}
    assert shown(box) == ("", "42.0")
    assert box.explorer is explorer


def test_a_failing_run_keeps_the_last_result() -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    box.explorer.values = {"x": 13}
    assert shown(box) == ("f(x=13) failed; the last result is kept. ZeroDivisionError: unlucky", "29.0")
    box.explorer.values = {"x": 14}
    assert shown(box) == ("", "16.0")


def test_value_and_picture_come_first_and_the_times_of_the_values_before_are_called_so() -> None:
    seen: list[Any] = []
    acts: list[bool] = []

    def part(sentence: str | None) -> Any:
        def run(function: Any, args: Any, kwargs: Any, stop: Any, headed: Any = lambda heading: None) -> Any:
            headed(f"heading {args[0]}")
            (found,) = fake_run(function, args, kwargs, stop).data["functions"]
            timing = sentence and {"sentences": [f"{sentence} {args[0]}"]}
            return Answer({"functions": [{**found, "timing": timing, "verdict": {"equal": True}}]}, acts=bool(acts))

        return run

    def see(change: dict[str, Any]) -> None:
        (found,) = change["new"]["functions"]
        seen.append((found["value"], found["timing"] and found["timing"]["sentences"]))

    box = live(f, {"x": (1, 100)}, (27,), run=part("measured"), quick=part(None))
    box.explorer.observe(see, names="payload")
    box.explorer.observe(lambda change: seen.append(change["new"]["heading"]), names="status")
    box.explorer.values = {"x": 40}
    assert seen == [None, "heading 40", ("42.0", [OLD_TIMES]), ("42.0", ["measured 40"]), None]
    seen.clear()
    acts.append(True)  # outside of the process, where each run does it again
    box.explorer.values = {"x": 50}
    box.explorer.values = {"x": 60}
    assert list(filter(None, seen)) == ["heading 50", ("52.0", None), ("62.0", ["measured 60"])]


def test_a_bad_field_is_named_and_nothing_runs() -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    box.explorer.values = {"x": 400}
    assert box.explorer.status["errors"] == {"x": "it goes from 1 to 100"}
    assert shown(box) == ("", "29.0")


def test_it_is_measured_when_the_hand_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nbgraph.widgets.live.LONG_REST", 1.0)
    ran: list[str] = []

    def part(name: str) -> Any:
        def run(function: Any, args: tuple[Any, ...], *rest: Any) -> Any:
            ran.append(f"{name} {args[0]}")
            return fake_run(function, args, {}, None)

        return run

    async def move() -> None:
        box = live(f, {"x": (1, 100)}, (27,), run=part("measured"), quick=part("quick"))
        for x in (40, 50):
            box.explorer.values = {"x": x}
            await until(lambda x=x: shown(box)[1] == f"{x + 2.0}")
        await until(lambda: not box.explorer.status["busy"])

    asyncio.run(asyncio.wait_for(move(), 20))
    assert ran == ["measured 27", "quick 40", "quick 50", "measured 50"]


class Page:
    """A page over a live explorer, which sends what it likes."""

    def __init__(self, box: Live) -> None:
        self.explorer = box.explorer

    def sends(self, **state: Any) -> dict[str, Any]:
        message = {"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []}
        self.explorer._handle_msg(message)
        return self.explorer.status


def test_a_page_can_set_the_values_of_the_controls() -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    assert Page(box).sends(values={"x": 40})["errors"] == {}
    assert shown(box) == ("", "42.0")


@pytest.mark.parametrize(
    "name", ["payload", "status", "controls", "key", "_esm", "_css", "layout", "_model_name", "no"]
)
def test_a_page_can_set_nothing_else(name: str) -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    before = {key: value for key, value in box.explorer.get_state().items() if key != "status"}
    said = Page(box).sends(**{name: {"version": 1, "functions": [], "busy": "", "said": 0}})
    assert said["message"] == "A page can set the values of the controls here, and nothing else."
    assert {key: value for key, value in box.explorer.get_state().items() if key != "status"} == before
    assert shown(box)[1] == "29.0"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (float("nan"), "a number is missing here"),
        (float("inf"), "a number is missing here"),
        ("1e999", "a number is missing here"),
        ("", "a number is missing here"),
        (None, "a number is missing here"),
        (True, "a number is missing here"),
        (1.5, "a whole number is needed here"),
        (10**200, "it goes from 1 to 100"),
        (10**400, "this is too long: 10,000 characters at most"),
        ("9" * 20_000, "this is too long: 10,000 characters at most"),
        (list(range(10**5)), "this is nothing that a field can hold"),
        ({"x": 1}, "this is nothing that a field can hold"),
    ],
)
def test_an_odd_number_gets_a_sentence(content: Any, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    said = Page(box).sends(values={"x": content})
    assert said["errors"] == {"x": words}
    assert shown(box)[1] == "29.0"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("values", [None, "x", [1], {"y_unknown": 3}, {"x": 3, "__class__": 1}, {"": 1}])
def test_values_of_no_control_are_refused(values: Any) -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    assert Page(box).sends(values=values)["message"].startswith("A page can set the values of the controls")
    assert set(box.explorer.values) == {"x"}


def g(flag: bool, mode: str, name: str, row: list[int]) -> str:
    return f"{flag} {mode} {name} {row}"


@pytest.mark.parametrize(
    "content", [float("nan"), "1e999", "", None, 3, "]", "[" * 5000, "[1e999]", [1], {}, "9**9**9"]
)
@pytest.mark.parametrize("name", ["flag", "mode", "name", "row"])
def test_an_odd_content_is_taken_or_named(name: str, content: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever arrives, the next good content is run."""
    box = live(g, {"mode": ["up", "down"]}, (True, "up", "ada", [1, 2]), run=fake_run)
    said = Page(box).sends(values={name: content})
    assert said["errors"].keys() <= {name}
    assert capsys.readouterr() == ("", "")
    good = {"flag": False, "mode": "down", "name": "bob", "row": "[3]"}
    assert Page(box).sends(values=good)["errors"] == {}
    assert shown(box) == ("", "'False down bob [3]'")


@pytest.mark.parametrize("state", [None, "x", 3, [1]])
def test_a_message_that_is_none_is_left_alone(state: Any) -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    box.explorer.set_state(state)
    box.explorer._handle_custom_msg(state, [])
    assert shown(box) == ("", "29.0")


def test_the_same_mistake_twice_is_answered_twice() -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    answers: list[Any] = []
    box.explorer.observe(answers.append, names="status")
    box.explorer.values = {"x": 400}
    box.explorer.values = {"x": 500}
    assert [answer["new"]["errors"] for answer in answers] == [{"x": "it goes from 1 to 100"}] * 2


def test_a_page_of_it_is_complete_without_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    box = live(f, {"x": (1, 100)}, (27,), run=fake_run)
    bundle = box._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"].startswith("Controls (kernel needed): x = 27\n")
    assert f'data-nbg-live="{box.explorer.key}"' in bundle["text/html"]
    monkeypatch.setenv("VSCODE_PID", "1")  # there a widget lives only where it is displayed
    assert "application/vnd.jupyter.widget-view+json" in box._repr_mimebundle_()


def instances() -> int:
    return len(ipywidgets.widgets.widget._instances)


def test_a_cell_that_runs_again_takes_over_its_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    run = {"metadata": {"cellId": "cell-1"}, "header": {"msg_id": "run-0"}}
    monkeypatch.setattr(hosts, "_request", lambda: run)
    first = live(f, {"x": (1, 100)}, (1,), run=fake_run)
    pages, before = set(), instances()
    for number in range(20):
        run["header"] = {"msg_id": f"run-{number + 1}"}
        last = live(f, {"x": (1, 100)}, (27,), run=fake_run)
        pages.add(len(last._repr_mimebundle_()["text/html"]))
    assert (instances(), len(pages), last.explorer is first.explorer) == (before, 1, True)
    calls = []
    last._run = lambda *call: calls.append(call) or fake_run(*call)  # type: ignore[method-assign]
    last.explorer.values = {"x": 5}
    assert (shown(last)[1], len(calls)) == ("7.0", 1)
    second = live(f, {"x": (1, 100)}, (3,), run=fake_run)  # in the same run of the cell
    assert second.explorer is not last.explorer


def test_quick_moves_run_once() -> None:
    ran = []

    async def drag() -> None:
        rest = Debounced(lambda: ran.append("run"), 0.01)
        for _ in range(5):
            rest()
        await asyncio.sleep(0.05)

    asyncio.run(drag())
    assert ran == ["run"]


def test_newer_work_stops_older_work_and_only_it_is_heard() -> None:
    heard: list[Any] = []

    def endless(stop: threading.Event) -> None:
        stop.wait()
        raise StoppedError

    async def both() -> None:
        newest = Newest()
        newest(endless, lambda *outcome: heard.append(outcome))
        newest(lambda stop: "newer", lambda *outcome: heard.append(outcome))
        while not heard:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.02)

    asyncio.run(both())
    assert heard == [("newer", None)]


def test_an_endless_run_is_stopped_and_the_next_one_runs() -> None:
    stopped = threading.Event()

    def run(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], stop: threading.Event | None) -> Any:
        if args[0] != 7:
            return fake_run(function, args, kwargs, stop)
        assert stop is not None
        stop.wait()
        stopped.set()
        raise StoppedError

    async def both() -> None:
        box = live(f, {"x": (1, 100)}, (27,), run=run)
        box.explorer._handle_custom_msg({"stop": True}, [])
        assert shown(box) == ("", "29.0"), "there was nothing to stop"
        box.explorer.values = {"x": 7}
        await until(lambda: box.explorer.status["busy"])
        box.explorer._handle_custom_msg({"stop": True}, [])
        await until(stopped.is_set)
        assert shown(box) == ("f(x=7) was stopped; the last result is kept.", "29.0")
        box.explorer.values = {"x": 8}
        await until(lambda: shown(box) == ("", "10.0"))

    asyncio.run(asyncio.wait_for(both(), 10))


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_work_that_makes_way_goes_on_afterwards() -> None:
    heard: list[Any] = []
    tries: list[threading.Event] = []

    def work(stop: threading.Event) -> str:
        tries.append(stop)
        if len(tries) == 1:
            stop.set()  # as a cell's own call does
            raise StoppedError
        return "done"

    Newest()(work, lambda *outcome: heard.append(outcome))
    assert (heard, len(tries)) == ([("done", None)], 2)


def test_it_runs_in_the_worker_with_layout_and_prints_below() -> None:
    def shout(x: int) -> int:
        print("loud")
        return x + 1

    answer = in_worker(timing=False, view=("graph",))(shout, (1,), {}, None)
    function = answer.data["functions"][0]
    assert answer.graphs == (None,)
    assert (function["title"], function["value"], function["codes"]) == ("shout(1)", "2", [])
    assert function["graph"]["tiles"]
    assert "It printed: loud" in function["notes"][-1]


def test_the_worker_tells_a_heading_before_the_run_is_recorded_where_the_result_is_pythons() -> None:
    def headings(function: Any, *args: Any) -> list[Any]:
        told: list[Any] = []
        in_worker(timing=False)(function, args, {}, None, told.append)
        return [(heading["title"], heading["value"], heading["verdict"]["equal"]) for heading in told]

    def square(x: int) -> int:
        return x * x

    assert headings(square, 3) == [("square(3)", "9", True)]
    assert headings(square, 99_999) == []  # 32 bits do not hold it: the page says so where it explains it


class Kernel:
    """A live explorer over a graph that its page holds a part of, and what it answers."""

    def __init__(self, length: int) -> None:
        self.live = huge_live(length)
        self.missing = left_out(self.live.payload["functions"][0]["graph"])
        self.answers: list[dict[str, Any]] = []
        self.live._asked._send = self.answers.append

    def ask(self, **changed: Any) -> dict[str, Any]:
        question = {"ask": "q", "of": 1, "function": 0, "regions": self.missing[:1], **changed}
        self.live.explorer._handle_custom_msg(question, [])
        return self.answers[-1] if self.answers else {}


@pytest.fixture(scope="module")
def huge() -> Kernel:
    return Kernel(3000)


def test_a_region_that_is_not_in_the_page_is_asked_of_the_kernel(huge: Kernel) -> None:
    assert huge.live.payload["functions"][0]["graph"]["of"] == 1
    answer = huge.ask(ask="a7")
    assert (answer["answer"], answer["graph"]["of"], answer["graph"]["total"]) == ("a7", 1, 3000)
    assert [tile[0] for tile in answer["graph"]["tiles"]] == huge.missing[:1]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"of": 2}, "The function ran again meanwhile; ask again."),
        ({"function": 1}, "The function ran again meanwhile; ask again."),
        ({"regions": [10**30]}, "What is in it is too much for one picture: more than 300 boxes."),
    ],
)
def test_a_question_without_an_answer_is_told_why(huge: Kernel, question: dict[str, Any], words: str) -> None:
    assert huge.ask(**question) == {"answer": "q", "error": words}


@pytest.mark.parametrize(
    "question",
    [
        {"regions": []},
        {"regions": ["1"]},
        {"function": -1},
        {"of": True},
        {"ask": 7},
        {"regions": "r1"},
        {"regions": [1] * 2000},
        {"ask": "q" * 2000},
    ],
)
def test_what_is_no_question_is_left_alone(huge: Kernel, question: dict[str, Any]) -> None:
    huge.answers.clear()
    assert huge.ask(**question) == {}


def test_a_page_that_holds_everything_names_no_kernel() -> None:
    assert "of" not in Kernel(30).live.payload["functions"][0]["graph"]


def test_an_argument_without_a_range_gets_the_field_that_suits_it() -> None:
    def g(n: int, rate: float, flag: bool, name: str, items: list[int], table: Any, key: Any) -> int:
        return n

    box = live(g, {}, (1, 0.5, True, "a", [1, 2], np.ones((2, 2), np.float32), print), run=fake_run)
    kinds = ["number", "number", "check", "text", "values", "values"]
    assert [data["kind"] for data in box.explorer.controls] == kinds
    assert box.explorer.values["table"] == "[[1.0, 1.0], [1.0, 1.0]]"


def test_a_control_for_no_argument_is_refused() -> None:
    with pytest.raises(TypeError, match="f has no argument `z`; it has x, y"):
        interact(f, z=(1, 2))


def test_an_argument_without_a_value_is_named() -> None:
    with pytest.raises(TypeError, match="f needs a value for `x`"):
        interact(f, y=(0.0, 1.0))


@pytest.mark.parametrize("value", [object(), None, (), (2, 1), np.array(["a"], object)])
def test_what_suits_no_control_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        control("x", value)


def test_a_slider_with_a_step_and_one_over_decades() -> None:
    made = control("x", (0.0, 1.0, 0.25))
    assert (made.bounds, made.start, made.log) == ((0.0, 1.0, 0.25), 0.5, False)
    assert control("x", (1e-3, 10.0)).log
    assert control("x", (1e-3, 10.0)).start == pytest.approx(0.1)


def test_choices_are_given_back_as_they_are() -> None:
    made = control("mode", {"up": 1, "down": (2, 3)}, (2, 3))
    assert (made.shown, made.value("up"), made.to_json()["choices"]) == ("down", 1, ["up", "down"])
    assert control("n", [1, 2, 4], 4).shown == "4"
    with pytest.raises(ValueError, match="choose one"):
        made.value("sideways")


@pytest.mark.parametrize(
    ("start", "text", "value"),
    [
        ([1, 2], "[3, 4, 5]", [3, 4, 5]),
        ((1, 2), "(3, 4)", (3, 4)),
        (np.array([1.0, 2.0], np.float32), "[3, 4]", np.array([3, 4], np.float32)),
        (np.array([[1, 2]], np.int8), "[[3], [4]]", np.array([[3], [4]], np.int8)),
    ],
)
def test_a_text_is_read_as_what_the_argument_was(start: Any, text: str, value: Any) -> None:
    made = suited("x", start)
    assert made is not None
    found = made.value(text)
    assert type(found) is type(value)
    assert np.array_equal(found, value)
    assert getattr(found, "dtype", None) == getattr(value, "dtype", None)


@pytest.mark.parametrize(
    "text", ["[1, 2", "__import__('os').getcwd()", "['a']", "open", "", "[[1], [2, 3]]", "[1.5, 2]", "(" * 500]
)
def test_a_text_that_is_no_array_of_the_type_says_why(text: str) -> None:
    made = suited("x", np.array([1, 2], np.int32))
    assert made is not None
    with pytest.raises(ValueError, match=r"\w+ \w+ \w+"):
        made.value(text)
