"""`--static` with a name that nothing has is a slip of the fingers, and says so."""

from __future__ import annotations

import pytest

CELL = "def g(k):\n    return k\ndef f(n):\n    return g(n) + 1\n"


def test_a_name_that_nothing_has_is_refused(shell):
    error = shell.run_cell(f"%%autograph --static m f(5)\n{CELL}").error_in_exec
    assert "no call has an argument `m`" in str(error)
    assert "`--static` with one of n" in str(error)


@pytest.mark.parametrize("names", ["n", "k", "n,k"])  # a helper of the cell has `k`
def test_a_name_of_a_function_of_the_cell_is_taken(shell, names):
    assert shell.run_cell(f"%%autograph -q --no-timing --static {names} f(5)\n{CELL}").success
