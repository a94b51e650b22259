"""The printer tried the words `warnings.warn("large")` by running them: what the page shows was warned of once more."""

from __future__ import annotations

import warnings

import nbgraph as ng


def warned(x):
    if x > 2:
        warnings.warn("large", stacklevel=1)
    return x * 2


def test_a_warning_is_not_given_while_code_is_printed():
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        ng.to_code(warned, 3)
    assert heard == []
