"""Every error says which part is wrong, and its remedy, applied as the message says it, works."""

from __future__ import annotations

import ast
import re
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from nbgraph.core.inspect import report
from nbgraph.core.worker.reports import report as in_worker
from tests.docs.errors import docstrings, page
from tests.docs.pages import DOCS
from tests.quality import faults
from tests.remedies.cases import Case, every_case

CASES = every_case()
REPORTED = {"graph-failed", "python-failed", "worker-ended"}  # a plain call raises the exception itself
PRINTED = "no-pure-jax"  # by `ng.to_code`, and never raised
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def of_worker(function: Any, *arguments: Any) -> Any:
    """The report that a worker makes."""
    return in_worker(function, arguments)


OF_A_FOLDER = "hidden-library"  # no program's: tests/faults puts a file where Python looks


def raised_by(case: Case) -> NbgraphError:
    """The error that the wrong program ends in."""
    if case.error in REPORTED:
        found: list[NbgraphError] = []
        shown = of_worker if case.error == "worker-ended" else report
        case.wrong.result(lambda function: lambda *arguments: found.extend(shown(function, *arguments).errors))
        return next(error for error in found if error.id == case.error)
    with pytest.raises(NbgraphError) as caught:
        case.wrong.result(ng.function)
    return caught.value


def test_every_error_has_a_case() -> None:
    assert {case.error for case in CASES} | {PRINTED, OF_A_FOLDER} == set(docstrings())
    assert len(CASES) >= 110


def test_the_page_of_errors_is_current_and_shows_each_once() -> None:
    """Regenerate it with `python -m tests.docs.errors docs/errors.md`."""
    shown = [case.error for case in CASES if case.is_on_page]
    assert sorted([*shown, PRINTED, OF_A_FOLDER]) == sorted(docstrings())
    assert (DOCS / "errors.md").read_text() == page()


def test_what_cannot_be_written_down_is_passed_instead() -> None:
    weights = jnp.linspace(0.0, 1.0, 1000)
    code = ng.to_code(lambda price: (price * weights).sum(), 4.0)
    assert code.startswith("# No pure JAX code: `weights`, an array of 1000 elements from outside")
    given = ng.to_code(lambda price, weights: (price * weights).sum(), 4.0, weights)
    assert not given.startswith("#")


@each_case
def test_the_message_says_what_is_wrong_and_where(case: Case) -> None:
    error = raised_by(case)
    assert error.id == case.error, error
    assert (error.span.line if error.span is not None else 0) == case.line, error
    for words in case.says:
        assert words in error.message, error
    assert faults(error) == []


@each_case
def test_the_remedy_stands_in_the_mended_program(case: Case) -> None:
    remedy = raised_by(case).remedy
    assert (remedy == "") == (case.words == "none"), remedy
    if case.words:
        assert case.words == "none" or case.words in remedy
    else:
        quoted = re.findall(r"`([^`]+)`", remedy)
        assert any(stands_in(code, case.mended.text) for code in quoted), remedy


@each_case
def test_the_mended_program_gives_what_python_gives(case: Case) -> None:
    ours = case.mended.result(ng.function)
    assert np.array_equal(ours, ast.literal_eval(case.gives)) if case.gives else same(ours, case.mended.result())


def stands_in(code: str, text: str) -> bool:
    """Whether code stands in a text, `...` for anything on the line; comments are no part of it.

    >>> stands_in("g(x, b=...)", "y = g(x, b=2)"), stands_in("n // 2", "y = n / 2")
    (True, False)
    """
    lines = [line.partition("  # ")[0] for line in text.splitlines()]
    pattern = ".*".join(map(re.escape, code.split("...")))
    return any(re.search(rf"(?<![\w.]){pattern}(?!\w)", line) for line in lines)


def same(ours: Any, expected: Any) -> bool:
    """Whether two results have the same structure and the same values."""
    leaves, tree = jax.tree_util.tree_flatten(ours)
    others, other = jax.tree_util.tree_flatten(expected)
    return tree == other and all(map(_same_leaf, leaves, others))


def _same_leaf(a: Any, b: Any) -> bool:
    if isinstance(a, str) or isinstance(b, str):
        return bool(a == b)
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-5, equal_nan=True))
