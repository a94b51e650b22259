"""Calls in another process: it gets what the notebook has at this moment, and what comes back is right."""

from __future__ import annotations

import dataclasses
import importlib
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError, use_cell_names
from nbgraph.core.worker.calls import call
from nbgraph.core.worker.jobs import CannotTravelError, Job, packed
from nbgraph.core.worker.keeper import Keeper
from nbgraph.core.worker.prints import Once
from nbgraph.core.worker.process import StoppedError
from nbgraph.core.worker.reports import report

HERE = "tests.core.worker.remote"


@pytest.fixture(scope="module")
def keeper() -> Iterator[Keeper]:
    """One worker for the module: it takes a second to start."""
    keeper = Keeper()
    yield keeper
    keeper.close()


@pytest.fixture
def helpers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module of the user's, on disk."""
    (tmp_path / "users_helpers.py").write_text("FACTOR = 2\n\ndef scale(x):\n    return x * FACTOR\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("users_helpers")
    del sys.modules["users_helpers"]


def here(job: Job, keeper: Keeper, **options: Any) -> Any:
    """A call that must not fall back to this process."""
    return call(job, on_fallback=pytest.fail, using=keeper, **options)


def test_a_call_runs_in_another_process_and_keeps_it(keeper: Keeper) -> None:
    first, second = (here(Job(f"{HERE}:process"), keeper) for _ in range(2))
    assert first == second == keeper.start().pid


def test_a_result_is_told_before_it_is_measured_and_none_that_differs(keeper: Keeper) -> None:
    def told(x: int) -> dict[str, str]:
        def squared(x: int) -> int:
            return x * x

        steps: dict[str, str] = {}
        report(squared, (x,), using=keeper, on_step=steps.__setitem__)
        return steps

    steps = told(3)
    assert (steps["the function was traced"], steps["the times were measured"]) == ("", "squared(3) = 9")
    assert steps["the run was recorded"] == "squared(3) = 9"
    assert set(told(99_999).values()) == {""}  # 32 bits do not hold it


def test_the_type_of_none_travels(keeper: Keeper) -> None:
    """JAX takes None apart, and pickle writes its type as a call of two parts."""
    assert here(Job(f"{HERE}:same", (type(None),)), keeper) is type(None)


def test_jax_knows_the_objects_of_a_class_of_the_users_over_there(keeper: Keeper) -> None:
    @jax.tree_util.register_dataclass
    @dataclasses.dataclass
    class Particle:
        place: float
        mass: float

    for given in (Particle(1.0, 2.0), Particle(3.0, 3.0)):  # the class is known there the second time
        assert here(Job(f"{HERE}:parts", (given,)), keeper) == (given, [".place", ".mass"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("error", [False, True])
def test_a_process_that_a_call_forks_does_not_answer(keeper: Keeper, error: bool) -> None:
    pid = here(Job(f"{HERE}:process"), keeper)
    assert here(Job(f"{HERE}:forks", (error,)), keeper) == pid
    assert here(Job(f"{HERE}:same", (7,)), keeper) == 7


def test_what_a_call_prints_appears_here(keeper: Keeper, capsys: pytest.CaptureFixture[str]) -> None:
    here(Job(f"{HERE}:prints", ("grün\n", "no end")), keeper)
    assert capsys.readouterr() == ("grün\nno end", "to stderr\n")


def test_news_arrive_before_the_result(keeper: Keeper) -> None:
    news: list[Any] = []
    assert here(Job(f"{HERE}:tells", (3,), tells=True), keeper, on_news=lambda *items: news.append(items)) == 3
    assert news == [(0, "step"), (1, "step"), (2, "step")]


def test_an_answer_that_nobody_waited_for_is_not_that_of_the_next_call(keeper: Keeper) -> None:
    def unreadable(*news: Any) -> None:
        raise ValueError("unreadable")

    with pytest.raises(ValueError, match="unreadable"):
        here(Job(f"{HERE}:tells", (3,), tells=True), keeper, on_news=unreadable)
    assert here(Job(f"{HERE}:same", ("mine",)), keeper) == "mine"


def test_an_error_comes_back_with_where_it_arose(keeper: Keeper) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        here(Job(f"{HERE}:fails"), keeper)
    assert "in fails" in str(caught.value.__cause__)


LONGEST, MODE = 3, "all"
UNSENDABLE: Any = threading.Lock()


def test_code_asks_for_no_name_in_annotations_and_defaults(keeper: Keeper) -> None:
    def halved(x: np.int64, most: Any = LONGEST, *, kind: UNSENDABLE = MODE) -> Sequence[Any]:
        found: threading.Thread | None = x // 2
        return [found, most]

    made = report(halved, (np.int64(6),), using=keeper, timing=False).pure_jax
    assert made is not None
    assert made.text == ng.to_code(halved, np.int64(6))
    assert made.text.startswith("def halved(x, most=3, *, kind='all'):\n")


def test_a_module_of_the_users_travels_as_it_is_now(keeper: Keeper, helpers: ModuleType) -> None:
    def f(x: Any) -> Any:
        return helpers.scale(x)

    values = [report(f, (3,), using=keeper, timing=False).value]
    helpers.FACTOR = 5  # type: ignore[attr-defined]
    values.append(report(f, (3,), using=keeper, timing=False).value)
    assert values == [6, 15]


def test_settings_of_jax_hold_over_there_too(keeper: Keeper) -> None:
    def f(x: Any) -> Any:
        return x + 2**40

    with jax.enable_x64(True):
        wide = report(f, (1,), using=keeper, timing=False)
    assert (wide.value, wide.static) == (2**40 + 1, ())
    assert report(f, (1,), using=keeper, timing=False).static == ("x",)  # too large for 32 bits: known while tracing


def test_places_are_named_as_the_host_names_them(keeper: Keeper) -> None:
    def f(x: Any) -> Any:
        return undefined  # type: ignore[name-defined]  # noqa: F821

    use_cell_names(lambda file: "Cell In[7]" if file == __file__ else None)
    try:
        errors = report(f, (1,), using=keeper, timing=False).errors
        assert "Cell In[7], line" in str(errors[0])
    finally:
        use_cell_names(None)


class Money:
    def __init__(self, amount: int) -> None:
        self.amount = amount

    def __eq__(self, other: object) -> bool:
        return type(other) is Money and other.amount == self.amount

    def __hash__(self) -> int:
        return hash(self.amount)


@pytest.mark.parametrize(
    "value",
    [3, 2.5, 1 + 2j, "text", None, (1, [2, {"a": 3}]), np.arange(3), range(4), Money(5), float("inf")],
    ids=lambda value: type(value).__name__,
)
def test_values_come_back_as_they_are(keeper: Keeper, value: Any) -> None:
    back = here(Job(f"{HERE}:same", (value,)), keeper)
    assert type(back) is type(value)
    assert np.array_equal(back, value) if isinstance(value, np.ndarray) else back == value


def test_jax_arrays_and_keys_travel(keeper: Keeper) -> None:
    array, key = here(Job(f"{HERE}:same", ((jnp.arange(3.0), jax.random.key(7)),)), keeper)
    assert (type(array), array.dtype) == (type(jnp.zeros(1)), jnp.float32)
    assert jnp.array_equal(jax.random.key_data(key), jax.random.key_data(jax.random.key(7)))


def test_compiled_functions_that_call_each_other_travel(keeper: Keeper) -> None:
    found = report(ng.function(even, static_argnames="n"), (7,), using=keeper, timing=False)
    assert (found.value, found.python_value, found.errors) == (False, False, ())


def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


@ng.function(static_argnames="n")
def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)


lock = threading.Lock()


def needs_a_lock(x: Any) -> Any:
    with lock:
        return x + 1


def asks_this_process(x: Any) -> Any:
    return globals()["offset"] + x


offset = 40


@pytest.mark.parametrize(
    ("function", "value", "reason"),
    [
        (needs_a_lock, 4, "because `lock` cannot be sent"),
        (asks_this_process, 43, "because the function uses `globals`"),
    ],
)
def test_what_cannot_travel_runs_here_and_says_why(keeper: Keeper, function: Any, value: int, reason: str) -> None:
    found = report(function, (3,), using=keeper, timing=False)
    assert found.python_value == value
    assert reason in found.notes[0]


def test_a_tracer_that_leaked_is_named() -> None:
    leaked: list[Any] = []
    jax.jit(lambda x: leaked.append(x))(1)
    with pytest.raises(CannotTravelError, match="abstract value"):
        packed(Job(f"{HERE}:same", (leaked,)))


def test_an_end_between_two_calls_is_not_noticed(keeper: Keeper) -> None:
    before = keeper.start().pid
    assert here(Job(f"{HERE}:lives_on_for", (0.1,)), keeper) is None
    threading.Event().wait(0.3)
    assert here(Job(f"{HERE}:process"), keeper) != before


def test_an_end_during_a_call_is_an_error_with_a_place(keeper: Keeper) -> None:
    def f(x: Any) -> Any:
        import os

        os._exit(4)

    found = report(f, (1,), using=keeper, timing=False)
    assert [error.id for error in found.errors] == ["worker-ended"]
    assert "exit code 4" in str(found.errors[0])
    assert isinstance(found.errors[0], NbgraphError)
    assert found.errors[0].span is not None


def test_memory_can_be_limited() -> None:
    small = Keeper(memory=4 * 10**9)
    try:
        with pytest.raises(MemoryError):
            here(Job(f"{HERE}:takes", (5 * 10**9,)), small)
    finally:
        small.close()


def test_a_call_that_nobody_waits_for_can_be_stopped_and_makes_way(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nbgraph.core.worker.process.PATIENCE", 30)  # a busy machine is slow to notice
    first = keeper.start().pid
    heard: list[Any] = []
    stop, runs = threading.Event(), threading.Event()

    def background() -> None:
        try:
            here(Job(f"{HERE}:sleeps", (60.0,), tells=True), keeper, on_news=runs.set, stop=stop)
        except BaseException as error:
            heard.append(type(error))

    thread = threading.Thread(target=background)
    thread.start()
    assert runs.wait(60)
    assert here(Job(f"{HERE}:same", (7,)), keeper) == 7  # long before the other would have ended
    thread.join(10)
    assert (heard, stop.is_set()) == ([StoppedError], True)
    assert here(Job(f"{HERE}:process"), keeper) == first  # Python code that sleeps notices
    with pytest.raises(StoppedError):
        here(Job(f"{HERE}:process"), keeper, stop=stop)  # it is set already: nothing runs


def test_what_a_call_prints_can_be_kept(keeper: Keeper, capsys: pytest.CaptureFixture[str]) -> None:
    kept: list[tuple[str, str]] = []
    here(Job(f"{HERE}:prints", ("a\n",)), keeper, on_print=lambda stream, text: kept.append((stream, text)))
    assert sorted(kept) == [("stderr", "to stderr\n"), ("stdout", "a\n")]
    assert capsys.readouterr() == ("", "")


def test_what_every_run_of_a_call_prints_appears_once(keeper: Keeper, capsys: pytest.CaptureFixture[str]) -> None:
    def loud(n: int) -> int:
        for i in range(n):
            print("i is", i)
        print("no line end", end="")
        return n

    assert report(loud, (2,), using=keeper).errors == ()
    assert capsys.readouterr().out == "i is 0\ni is 1\nno line end"


def test_what_only_one_run_prints_is_not_kept_back() -> None:
    heard: list[str] = []
    once = Once(lambda stream, text: heard.append(text))
    for run in (["a\n", "b\n"], ["a\n"], ["a\nb\n"], ["a\n", "c\n"], ["a\nb\nd\n"]):
        for text in run:
            once("stdout", text)
        once.step()
        heard.append("|")
    assert heard == ["a\n", "b\n", "|", "a\n", "|", "|", "a\nc\n", "|", "a\nb\nd\n", "|"]


def test_a_worker_that_ran_out_of_memory_is_replaced_for_the_next_cell() -> None:
    """What it has filled may be held by caches, and by frames of the error."""

    def eats(x: int) -> Any:
        raise MemoryError(f"Unable to allocate {x} GiB")

    def adds(x: int) -> int:
        return x + 1

    keeper = Keeper()
    try:
        assert report(adds, (1,), using=keeper, timing=False).value == 2
        first = keeper.begin().pid
        assert keeper.begin().pid == first
        assert "MemoryError" in report(eats, (3,), using=keeper, timing=False).errors[0].message
        assert keeper.start().pid == first  # the page of this cell is still drawn there
        assert keeper.begin().pid != first
        assert report(adds, (1,), using=keeper, timing=False).value == 2
    finally:
        keeper.close()
