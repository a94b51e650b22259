"""A dict argument whose keys are of several kinds: JAX sorts keys, and its own error said neither which nor where."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import CallError
from tests.programs import oracle


def total(d: Any, n: Any = 1) -> Any:
    return sum(d.values()) * n


@pytest.mark.parametrize("d", [{1: 2, "a": 3}, {None: 1, 2: 3}, {"inner": [{(1, 2): 3, "x": 4}]}])
def test_it_is_refused_with_its_name(d: Any) -> None:
    for call in (lambda: ng.function(total)(d, 2), lambda: ng.function(total)(n=2, d=d), lambda: ng.to_code(total, d)):
        with pytest.raises(CallError, match="keys of a dict in `d` cannot be sorted") as raised:
            call()
        assert oracle.fault(raised.value, "bad-call") == ""
        assert raised.value.span is not None
        assert "def total" in str(raised.value)
