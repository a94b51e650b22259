"""A local without a value fails in Python and in the graph: one error, with the better explanation, and one verdict."""

from __future__ import annotations

import pytest

from nbgraph.core.inspect import report


def unbound_where_small(n):
    if n > 3:
        y = 1
    return y


def test_one_error_and_one_verdict():
    with pytest.raises(UnboundLocalError, match="'y'"):
        unbound_where_small(1)
    found = report(unbound_where_small, 1)
    assert [error.id for error in found.errors] == ["undefined-name"]
    assert "it gets none where `n > 3` (line 11) is false" in found.errors[0].message
    assert found.comparison.verdict.equal is True
    assert found.comparison.verdict.message.startswith("Both raise UnboundLocalError: ")
