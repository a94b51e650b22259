"""Printed code that changes an item of `*xss` or `**named` called it `arguments[1]` or `u`, names it does not have.

The habit: a helper for any number of lists, as `def deal(*hands)`, that fills them in place.
"""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nbgraph as ng


def some(*xss):
    for k in range(len(xss[0])):
        xss[1][k] = k


def mixed(a, *xss, b, **named):
    a[0] = 9
    xss[1][0] += a[0] + b[1]
    b[0] = 3
    named["u"][0] = 2
    return xss[0][0]


@pytest.mark.parametrize(
    ("function", "given", "named"),
    [
        (some, ([5, 6, 7], [1, 2, 3]), {}),
        (some, (list(range(30)), [1] * 30), {}),
        (mixed, ([5, 6], [1, 2], [4, 5]), {"b": [1, 2], "u": [1]}),
    ],
)
def test_the_printed_code_changes_them_alone(
    tmp_path: Path, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    code = ng.to_code(function, *given, **named)
    call = f"given, named = {given!r}, {named!r}\nresult = {function.__name__}(*given, **named)\n"
    show = "print(jax.tree.map(int, (given, named, result)))\n"
    (tmp_path / "alone.py").write_text(f"import jax\n{code}\n{call}{show}")
    done = subprocess.run([sys.executable, tmp_path / "alone.py"], capture_output=True, text=True, check=True)
    given, named = copy.deepcopy((given, named))
    result = function(*given, **named)
    assert done.stdout.strip() == repr((given, named, result)), code
