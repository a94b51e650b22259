"""Names that printed code makes up do not fetch what the user's module has under the same names."""

from __future__ import annotations

import nbgraph as ng


def k(x):
    return x


state = object()  # nothing that could be written down
loop_body = [1, 2, 3]


def countdown(n):
    total = 0
    for i in range(n, 0, -1):
        n = n + 5
        total += i * n
    return total


def test_only_what_the_code_reads_stands_before_it() -> None:
    text = ng.to_code(countdown, 4)
    assert "def k(" not in text
    assert "loop_body = [" not in text
    assert "object" not in text
