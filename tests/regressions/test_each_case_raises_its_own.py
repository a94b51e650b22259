"""Where every kind that a value may be raises, each run raises what Python raises for its kind."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


@ng.function
def beyond_a_pair(x: Any) -> Any:
    r = (x, 2 * x) if x > 0 else None
    return r[2]


def test_none_raises_what_none_raises() -> None:
    for x in (1, -1):
        with pytest.raises((TypeError, IndexError)) as expected:
            beyond_a_pair.python_function(x)
        with pytest.raises((TypeError, IndexError)) as found:
            beyond_a_pair(x)
        assert type(found.value) is type(expected.value)
        assert str(expected.value) in str(found.value)
