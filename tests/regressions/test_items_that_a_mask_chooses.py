"""The remedy for items that a mask chooses, whose number is only known at run time, gives what Python gives."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng

X = np.array([-1.0, 2.0, 4.0])
POINTS = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 4.0]])


def returning(expression: str) -> Callable[..., Any]:
    """A function that returns the expression."""
    text, file = f"def f(x, y=None):\n    return {expression}\n", f"<{expression}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"np": np}
    exec(compile(text, file, "exec"), names)
    return names["f"]


@pytest.mark.parametrize(
    ("chosen", "arguments"),
    [
        ("x[x > 0].mean()", (X,)),
        ("np.sum(x[x > 0])", (X,)),
        ("len(x[x > 0])", (X,)),
        ("x[y > 0].mean(axis=0)", (POINTS, X)),
        ("np.std(x[y > 0], axis=0)", (POINTS, X)),
    ],
)
def test_the_remedy_gives_the_same(chosen: str, arguments: tuple[Any, ...]) -> None:
    f = returning(chosen)
    with pytest.raises(ng.NbgraphError) as raised:
        ng.function(f)(*arguments)
    instead = re.findall("`(.*?)`", raised.value.remedy or "")[0]
    g = returning(instead)
    wanted = np.asarray(f(*arguments))
    for found in (g(*arguments), ng.function(g)(*arguments)):
        np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-6)
