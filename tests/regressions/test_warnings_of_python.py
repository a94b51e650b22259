"""Python warns of `n is 1000` once, when it compiles the user's text; what is compiled again says nothing more."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from contextlib import nullcontext

import pytest

from nbgraph.core.inspect import report
from nbgraph.core.timing import session

TEXT = "def f(n):\n    if n is 1000:\n        return 1\n    return n + 1\n"


def test_a_warning_of_the_compiler_is_not_repeated(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "warned.py"
    file.write_text(TEXT)
    spec = importlib.util.spec_from_file_location("warned", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "warned", module)
    with pytest.warns(SyntaxWarning, match='"is" with'):
        spec.loader.exec_module(module)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        made = report(module.f, 3)
    assert made.comparison is not None and made.comparison.value == 4
    assert [each for each in heard if each.category is SyntaxWarning] == []


def squared(x):
    return x * x


def heard_while_reporting() -> list[str]:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")  # what another test has heard once is heard again
        found = report(squared, 1e300)
    assert found.verdict is not None and found.verdict.equal
    assert found.anomaly is not None and "1e+300, becomes in float32" in found.anomaly.message
    return [str(each.message) for each in heard]


def test_a_number_that_does_not_fit_is_told_by_the_page_alone():
    assert heard_while_reporting() == []


def test_numpy_would_tell_of_it_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(session, "_quiet", nullcontext)
    assert "overflow encountered in cast" in heard_while_reporting()
