"""Arguments and results of which nobody can make a copy: Python runs once on the very ones, and its result is shown."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from nbgraph.core.executor.as_typed import as_typed
from nbgraph.core.inspect import report
from nbgraph.core.timing.session import Outliving
from nbgraph.core.worker.keeper import Keeper
from nbgraph.core.worker.reports import report as report_elsewhere

pytestmark = pytest.mark.filterwarnings("ignore:Python iterable type 'generator'")  # JAX's, of what is no container


def add(a, b):
    return a + b


def total(items):
    found = 0
    for item in items:
        found = add(found, item)
    return found


seen: list[int] = []


class Box:
    def __init__(self, value):
        self.value = value
        self.lock = threading.Lock()

    def __repr__(self):
        return f"Box({self.value})"


def boxed(x):
    seen.append(x)
    return Box(len(seen))


def shared(x):
    seen.append(x)
    return [seen, threading.Lock()]


def test_a_generator_is_used_up_by_plain_python_alone() -> None:
    found = report(total, (n * n for n in range(4)))
    assert found.python_value == total(n * n for n in range(4))
    assert [error.message for error in found.errors] == [
        "the argument `items` of `total` is a generator, an object that no graph can take as it is"
    ]
    python, eager, _ = found.comparison.baselines
    assert python.sample is eager.sample is None
    assert python.note.startswith("not timed: it ran once")


def test_the_state_is_put_back_though_the_result_cannot_be_copied() -> None:
    with as_typed(boxed):
        state = Outliving(boxed)
        box = boxed(1)
        assert (repr(state.put_back(box)), seen) == ("Box(1)", [])


def test_a_result_that_shares_the_state_stays_what_it_is() -> None:
    state, before = Outliving(shared), len(seen)
    result: Any = state.put_back(shared(5))
    assert result[0][before:] == [5]
    seen.clear()


def box_with_lock(x):
    return Box(x)


@pytest.fixture(scope="module")
def keeper():
    keeper = Keeper()
    yield keeper
    keeper.close()


def test_a_result_that_cannot_be_sent_is_shown_as_text(keeper: Keeper) -> None:
    found = report_elsewhere(box_with_lock, (3,), using=keeper, timing=False)
    assert found.python_value is None
    assert found.shown_python_value == "Box(3)"


def test_an_argument_that_cannot_be_sent_is_named(keeper: Keeper) -> None:
    found = report_elsewhere(total, ((n for n in range(3)),), using=keeper, timing=False)
    assert found.python_value == 3
    assert any("an argument of type `generator` cannot be sent" in note for note in found.notes)
