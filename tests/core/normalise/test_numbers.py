"""What no truth value can be stands in converted code as it was typed."""

from __future__ import annotations

from typing import Any

import nbgraph as ng


def escapes(x: Any, y: Any) -> Any:
    c, n = complex(x, y), 0
    z = 0j
    while z.real * z.real + z.imag * z.imag < 4 and n < 9:
        z = z * z + c
        n += 1
    return n, +z


def may_be_truth(x: Any) -> Any:
    t = x > 1

    def change() -> None:
        nonlocal t
        t = x > 2

    change()
    return +t, x.real


def test_a_number_s_part_is_plain() -> None:
    text = ng.to_code(escapes)
    assert "z.real * z.real + z.imag * z.imag" in text and "+z" in text
    assert ng.function(escapes)(0.3, 0.5)[0] == escapes(0.3, 0.5)[0] == 9


def test_what_may_be_a_truth_value_is_asked_for() -> None:
    text = ng.to_code(may_be_truth)
    assert "ng.counted('+', t)" in text and "ng.call(getattr, x, 'real')" in text
    assert ng.function(may_be_truth)(3) == may_be_truth(3) == (1, 3)
