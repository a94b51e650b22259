"""Our `dataclass` gives a class what Python's own gives it."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from nbgraph.core import records
from nbgraph.core.timing.parts import Phases
from nbgraph.core.worker.patches import attributes

OPTIONS: list[dict[str, bool]] = [
    {},
    {"frozen": True},
    {"eq": False},
    {"slots": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "eq": False, "repr": False},
]


def made(dataclass: Callable[..., Any], options: dict[str, bool]) -> list[Any]:
    """A class with every kind of field that we use, one without fields, one that inherits, one with its own methods."""

    class Point:
        x: int
        _set: float = 1.5
        names: list[str] = dataclasses.field(default_factory=lambda: ["a"])
        seen: Any = dataclasses.field(default=None, repr=False, compare=False)
        made: list[int] = dataclasses.field(default_factory=list, init=False, compare=False)
        kind: ClassVar[str] = "point"

    class Empty:
        pass

    class Own:
        x: int
        y: int = 0

        def __post_init__(self) -> None:
            object.__setattr__(self, "y", self.x + 1)

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return True

    base = dataclass(**options)(Point)

    class Further(base):  # type: ignore[misc,valid-type]
        z: str = "z"

    return [base, dataclass(**options)(Empty), dataclass(**options)(Further), dataclass(**options)(Own)]


def told(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except Exception as error:
        return type(error), str(error)


def questions(cls: Any, values: tuple[Any, ...]) -> list[Any]:
    one, other = cls(*values), cls(*values)
    unlike = cls(*values[:-1], 7) if values else 3
    return [
        cls.__repr__ is object.__repr__ or repr(one),
        *(each == one for each in (other, unlike, 3)),
        cls.__hash__ is object.__hash__ or told(lambda: hash(one) == hash(other)),
        type(told(lambda: setattr(one, "x", 9))),  # raised; Python has other words with slots
        type(told(lambda: delattr(one, "x"))),
        told(lambda: hasattr(one, "x")),
        told(lambda: dataclasses.replace(other, x=5).x),
        told(lambda: dataclasses.asdict(other)),
        told(lambda: cls(1, 2, 3, 4, 5, 6, 7)),
        told(lambda: cls(unknown=1)),
        told(lambda: copy.deepcopy(other).x),
        [(each.name, each.compare, each.init) for each in dataclasses.fields(cls)],
        cls.__match_args__,
    ]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_same_as_pythons_own(options: dict[str, bool]) -> None:
    ours, pythons = made(records.dataclass, options), made(dataclasses.dataclass, options)
    for values, our, python in zip([(1, 2.5, ("b",)), (), (1, 2.5, ("b",)), (4,)], ours, pythons, strict=True):
        assert questions(our, values) == questions(python, values)


@records.dataclass(frozen=True, slots=True)
class Sent:
    x: int
    y: list[int] = records.field(default_factory=list)


def test_pickled_without_dict() -> None:
    assert pickle.loads(pickle.dumps(Sent(3, [4]))) == Sent(3, [4])
    assert copy.deepcopy(Sent(3)) == Sent(3)


def test_methods_are_not_the_users() -> None:
    Phases()
    found = attributes([sys.modules[Phases.__module__]], ())
    assert [owner for owner in found if ":" in owner] == []
