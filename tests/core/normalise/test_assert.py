"""`assert` before and after: the message is made only if it is needed."""

from __future__ import annotations

import pytest

from tests.core.normalise.shown import normalised

CASES = {
    "assert a < b, f'no {a}'": "ng.assert_(a < b, lambda: f'no {a}')",
    "assert a": "ng.assert_(a)",
    "if p:\n    assert a, 'no'": "if p:\n    ng.assert_(a, lambda: 'no')",
}


@pytest.mark.parametrize(("before", "after"), CASES.items(), ids=CASES.keys())
def test_assert(before: str, after: str) -> None:
    assert normalised(before) == after
