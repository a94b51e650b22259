"""Strings that a call may reach are found wherever they are kept, and names of Python's own are none of them."""

from __future__ import annotations

import collections
import functools
import pathlib
import types
from typing import Any

import numpy as np
import pytest

from nbgraph.core.examine.outside import private_strings

T = "_".join(("tok", "secret"))  # no text on a page has it
S = T * 2


class Meta(type):
    KEY = T


class Kept(metaclass=Meta):
    __slots__ = ("at",)
    at: str

    @property
    def read(self) -> str:
        return S

    @classmethod
    def made(cls) -> str:
        return S

    @staticmethod
    def given() -> str:
        return S

    @functools.cached_property
    def once(self) -> str:
        return S


class Below(Kept):
    pass


slots = Kept()
slots.at = T
nested: Any = T
for _ in range(9):
    nested = [nested]


def keyword(x: int, key: str = "") -> int:
    return x


@functools.lru_cache
def cached(x: int) -> str:
    return S


PLACES: dict[str, Any] = {
    "a namespace": types.SimpleNamespace(at=T),
    "a deque": collections.deque([T]),
    "a proxy of a dict": types.MappingProxyType({"at": T}),
    "a chain of dicts": collections.ChainMap({"at": T}),
    "a partial function": functools.partial(keyword, key=T),
    "slots": slots,
    "nine lists": nested,
    "a metaclass": Kept,
    "an array": np.array([T]),
    "a path": pathlib.Path(T),
    "a function with a cache": cached,
    "a key": {T: 1},
    "behind many numbers": [*range(20_000), T],
}


@pytest.mark.parametrize("name", PLACES)
def test_a_string_is_found(name: str) -> None:
    assert {T, S} & private_strings(lambda x: x, [PLACES[name]], "f(3)", [])


@pytest.mark.parametrize("name", ["read", "made", "given", "once"])
def test_what_the_members_of_a_class_read_is_found(name: str) -> None:
    member = types.SimpleNamespace(member=vars(Kept)[name])
    assert S in private_strings(lambda x: x, [member], "f(3)", [])
    assert S in private_strings(lambda x: x, [Below], "f(3)", [])


def test_a_global_by_its_name_is_found() -> None:
    assert T in private_strings(lambda x: globals()["T"], [], "f(3)", [])


def test_names_of_pythons_own_are_not_private() -> None:
    found = private_strings(lambda x: keyword(len(np.ones(x))), [np.ones(3), 3, np.float32], "f(3)", [])
    assert found == frozenset()


def test_what_python_writes_of_a_named_tuple_is_not_private() -> None:
    """A page showed `Point(x=1.0)` as dots: a docstring is "Create new instance of Point(x, y)"."""
    point = collections.namedtuple("Point", "x y")
    found = private_strings(lambda x: x, [staticmethod(point.__new__), staticmethod(point._make)], "f(3)", [])
    assert not any("Point" in each for each in found)


def test_what_stands_in_the_cells_is_not_private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "_i12", "go.python_function(4)")
    assert "go.python_function(4)" not in private_strings(lambda x: globals()["T"], [], "f(3)", [])
