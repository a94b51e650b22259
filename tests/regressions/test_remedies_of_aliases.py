"""A helper is named in the remedy of a changed alias only where one changes the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.audit import AliasError


def put(items: Any, x: Any) -> None:
    items[0] = x


def by_a_helper(v: Any, x: Any) -> Any:
    put(v, x)
    return v


def by_a_view(v: Any, x: Any) -> Any:
    part = v[:2]
    part += x
    return v


def by_one_name(v: Any, x: Any) -> Any:
    v[:2] += x
    return v


@pytest.mark.parametrize(("program", "has_helper"), [(by_a_helper, True), (by_a_view, False)])
def test_a_helper_is_named_where_there_is_one(program: Any, has_helper: bool) -> None:
    with pytest.raises(AliasError) as raised:
        ng.function(program)(np.zeros(3), 7.0)
    assert ("`return items` last in `put`" in str(raised.value.remedy)) is has_helper


def test_one_name_gives_what_the_view_does() -> None:
    found = ng.function(by_one_name)(np.zeros(3), 7.0)
    np.testing.assert_array_equal(found, by_a_view(np.zeros(3), 7.0))
