"""Odd functions give one located sentence or work; Python's result is kept, and the next cell is right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults.faults import QUICK, SETUP
from tests.faults.odd import LIMIT, ODDITIES, Odd
from tests.magics.kernels import Kernel


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for all oddities: what one leaves behind, the next would find."""
    with closing(Kernel()) as kernel:
        assert kernel.run(SETUP).status == "ok"
        yield kernel


@pytest.mark.parametrize("odd", [pytest.param(odd, id=odd.name) for odd in ODDITIES])
def test_an_odd_function_costs_one_sentence_at_most(kernel: Kernel, odd: Odd) -> None:
    run = kernel.run(odd.cell)
    assert run.status == ("error" if odd.says else "ok"), run.texts("error")
    shown = "".join(run.texts("display_data"))
    assert odd.shows in shown
    assert "This is a fault of nbgraph" not in shown
    assert len(run.texts("error")) == (1 if odd.says else 0)
    error = "".join(run.texts("error"))
    assert odd.says in error
    assert "Traceback" not in error
    assert "nbgraph/" not in error
    assert len(json.dumps([output["content"] for output in run.outputs], ensure_ascii=False)) < LIMIT
    healthy = kernel.run(QUICK)
    assert healthy.texts("display_data")[0].startswith("healthy(27) = 111\nSame result as plain Python: 111.")


def test_what_is_cut_off_of_prints_is_said(kernel: Kernel) -> None:
    run = kernel.run("%%autograph f(3)\ndef f(x):\n    print('a' * 10**6)\n    return x\n")
    printed = "".join(run.texts("stream"))
    assert printed.startswith("a" * 50_000 + "\n… 950,001 more characters were printed")
    assert printed.count("a" * 1000) == 50


def test_a_file_named_like_a_library_is_named(tmp_path: Path) -> None:
    """`numpy.py` beside the notebook hides NumPy, so that JAX cannot be imported."""
    (tmp_path / "numpy.py").write_text("x = 1\n")
    kernel = Kernel()
    try:
        kernel.run(f"import os; os.chdir({str(tmp_path)!r})")
        kernel.run("%load_ext nbgraph")
        for _ in range(2):
            failed = kernel.run("%%autograph f(3)\ndef f(x):\n    return x + 1\n")
            (text,) = failed.texts("error")
            assert text.startswith(
                "HiddenLibraryError: Python imports the file numpy.py in the notebook's folder for the library `numpy`"
            )
            assert str(tmp_path) not in text
        assert kernel.run("print(f(3))").texts("stream") == ["4\n"]
    finally:
        kernel.close()
