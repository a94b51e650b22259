"""What NumPy gives as a view of an array shows its changes; what it gives as a copy does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError
from nbgraph.core.staging.aliasing.audit import AliasError

VIEWS: dict[str, Callable[[Any], Any]] = {
    "new axis": lambda m: m[None],
    "expand_dims": lambda m: np.expand_dims(m, 0),
    "there and back": lambda m: m[None].squeeze(),
    "broadcast_to": lambda m: np.broadcast_to(m[0], (2, 3)),
    "split": lambda m: np.split(m, 2)[0],
    "hsplit": lambda m: np.hsplit(m, 3)[0],
    "diagonal": np.diagonal,
    "diag": np.diag,
    "column": lambda m: m[:, 0],
    "reversed": lambda m: m[::-1],
    "ravel": lambda m: m.ravel(),
    "astype of a view": lambda m: m.astype(float, copy=False),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_view_read_after_a_change_is_refused(view: Callable[[Any], Any]) -> None:
    def changed(m, x):
        part = view(m)
        m[0, 0] = x
        return part

    expected = changed(np.ones((2, 3)), 7.0)
    assert 7.0 in expected  # Python shows the change
    with pytest.raises(AliasError):
        ng.function(changed)(np.ones((2, 3)), 7.0)


COPIES: dict[str, Callable[[Any], Any]] = {
    "repeat": lambda v: np.repeat(v[None], 2, axis=0),
    "tile": lambda v: np.tile(v, (2, 1)),
    "stack": lambda v: np.stack([v, v]),
    "outer": lambda v: np.outer(v, v),
    "differences": lambda v: v[:, None] - v[None, :],
    "vstack": lambda v: np.vstack([v, v]),
    "one in vstack": lambda v: np.vstack([v])[0],
    "one in concatenate": lambda v: np.concatenate([v]),
    "array of a list": lambda v: np.array([v])[0],
    "meshgrid": lambda v: np.meshgrid(v, v)[0],
    "full": lambda v: np.full(3, v),
    "flatten": lambda v: v.flatten(),
    "astype": lambda v: v.astype(float),
    "repeat once": lambda v: v.repeat(1),
}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_stays_what_it_was(copy: Callable[[Any], Any]) -> None:
    def changed(v, x):
        part = copy(v)
        v[0] = x
        return part

    assert np.array_equal(ng.function(changed)(np.ones(3), 7.0), changed(np.ones(3), 7.0))


def test_fill_with_a_run_time_value_is_refused_with_a_remedy_that_works() -> None:
    def filled(x):
        v = np.zeros(3)
        v.fill(x)
        return v

    def assigned(x):
        v = np.zeros(3)
        v[...] = x
        return v

    with pytest.raises(StagingError, match="`fill` changes its array in place") as caught:
        ng.function(filled)(2.0)
    assert caught.value.span is not None
    assert caught.value.span.line == filled.__code__.co_firstlineno + 2
    assert "v[...] = x" in str(caught.value)
    assert np.array_equal(ng.function(assigned)(2.0), filled(2.0))
