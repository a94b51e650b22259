"""Members of enumerations that a run chooses, and tuples that are None at other times, against plain Python."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


class State(enum.Enum):
    IDLE = 1
    BUSY = 2
    DONE = 3

    def after(self) -> State:
        return State.DONE


class Step(enum.Enum):
    UP = (0, 1)
    RIGHT = (1, 0)


class Word(enum.StrEnum):
    YES = "yes"
    NO = "no"


NEXT = {State.IDLE: State.BUSY, State.BUSY: State.DONE, State.DONE: State.IDLE}


def machine(n: Any) -> Any:
    state, busy = State.IDLE, 0
    while n > 0:
        if state is State.BUSY:
            busy += 1
        state = NEXT[state]
        n -= 1
    return state, state.name, state.value, busy, state == State.IDLE, state in (State.BUSY, State.DONE)


def by_match(n: Any) -> Any:
    state = State.IDLE
    while n > 0:
        match state:
            case State.IDLE | State.BUSY:
                state = State.DONE
            case State.DONE if n > 1:
                state = State.BUSY
        n -= 1
    return state


def asked(n: Any) -> Any:
    left = State.IDLE if n > 0 else State.BUSY
    right = State.IDLE if n > 1 else State.BUSY
    kinds = isinstance(left, State), type(left) is State, isinstance(left, str)
    return left is right, State.IDLE is left, left is not right, left == n, left == "IDLE", kinds


def walk(n: Any) -> Any:
    x = y = 0
    step = Step.UP
    for _ in range(n):
        dx, dy = step.value
        x, y = x + dx, y + dy
        step = Step.RIGHT if step is Step.UP else Step.UP
    return x, y, step


def by_value(n: Any) -> Any:
    return State(n % 4)


def or_none(n: Any) -> Any:
    state = None
    if n > 1:
        state = State.BUSY
    return 0 if state is None else state.value


def word(n: Any) -> Any:
    said = Word.YES if n > 1 else Word.NO
    return said, said == "yes", said.name


def told(n: Any) -> Any:
    state = State.IDLE if n > 1 else State.DONE
    print(state, repr(state), f"{state}", state.name)
    return n


def pair(n: Any) -> Any:
    if n > 1:
        return n, 2 * n
    return None


def used(n: Any) -> Any:
    found = pair(n)
    if found is None:
        return -1
    a, b = found
    return a + b + found[0] + found[-1] + len(found) + sum(found)


def unpacked(n: Any) -> Any:
    a, b = pair(n)
    return a + b


def compared(n: Any) -> Any:
    found = pair(n)
    return found == (3, 6), found != (3, 6), found is None, bool(found), isinstance(found, tuple), pair(n) or (0, 0)


def shown(n: Any) -> Any:
    found = pair(n)
    print(found, f"{found}", str(found), "%s" % (found,))  # noqa: UP031
    return 0


def looked_into(n: Any) -> Any:
    match pair(n):
        case None:
            return 0
        case (a, b):
            return a * b


def last(n: Any) -> Any:
    found = None
    while n > 0:
        found = (n, n * 0.5) if n % 2 else found
        n -= 1
    return found


PROGRAMS = [
    machine, by_match, asked, walk, by_value, or_none, word, told,
    pair, used, unpacked, compared, shown, looked_into, last,
]  # fmt: skip


def outcome(function: Callable[..., Any], value: Any, capsys: pytest.CaptureFixture[str]) -> Any:
    try:
        result = function(value)
    except Exception as error:
        return type(error), str(error)
    known = jax.tree_util.tree_map(lambda part: part.item() if isinstance(part, jax.Array) else part, result)
    return known, jax.tree_util.tree_map(type, known), capsys.readouterr().out


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_is_what_python_gives(program: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    compiled = ng.function(program)
    for value in (0, 1, 2, 3, 4):
        assert outcome(compiled, value, capsys) == outcome(program, value, capsys)


def first_pair(v: Any, target: Any) -> Any:
    i, j = 0, len(v) - 1
    while i < j:
        if v[i] + v[j] == target:
            return i, j
        if v[i] + v[j] < target:
            i += 1
        else:
            j -= 1
    return None


def test_a_search_that_may_find_nothing() -> None:
    v = np.array([1, 2, 3, 5])
    compiled = ng.function(first_pair)
    assert tuple(map(int, compiled(v, 5))) == first_pair(v, 5)
    assert compiled(v, 100) is None


def method(n: Any) -> Any:
    state = State.IDLE if n > 0 else State.BUSY
    return state.after()


def of_two_lengths(n: Any) -> Any:
    found = (n, n) if n > 0 else None
    if n > 3:
        found = (n, n, n)
    a, *_ = found
    return a


def as_list(n: Any) -> Any:
    return [n, n] if n > 0 else None


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (method, ("`after`", "State.IDLE or State.BUSY", "a function of the member")),
        (of_two_lengths, ("a tuple of 3 items", "length")),
        (as_list, ("a list of 2 items where `n > 0` is true and None where it is false", "`[]` in place of None")),
    ],
    ids=["method", "lengths", "list"],
)
def test_what_cannot_be_chosen_is_said(program: Callable[..., Any], words: tuple[str, ...]) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(2)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_inside_the_users_own_jit_they_are_no_results() -> None:
    with pytest.raises(NbgraphError, match="-1, in its place"):
        jax.jit(ng.convert(pair))(3)
    assert jax.jit(ng.convert(used))(3) == used(3)
