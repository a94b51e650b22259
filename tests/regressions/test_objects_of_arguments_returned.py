"""An argument's object is not returned: every call was given the one that the trace had made of the first."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


class Name:
    def __init__(self, text: str) -> None:
        self.text = text


def same(name: Name) -> Name:
    return name


def beside(name: Name, x: int) -> Any:
    return x + 1, [name]


def text_of(name: Name) -> str:
    return name.text


@pytest.mark.parametrize(("function", "arguments"), [(same, (Name("a"),)), (beside, (Name("a"), 2))])
def test_it_is_refused(function: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ng.NbgraphError, match="the result is a Name of the arguments") as caught:
        ng.function(function)(*arguments)
    assert '`{"text": ...}`, a dict of its values' in str(caught.value)


def test_its_values_are_returned() -> None:
    assert ng.function(text_of)(Name("a")) == "a"
