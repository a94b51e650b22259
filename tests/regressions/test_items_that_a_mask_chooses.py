"""Items that a mask chooses, whose number is only known at run time, give what Python gives."""

from __future__ import annotations

import linecache
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
        ("x[y > 0][:, 1]", (POINTS, X)),
        ("x[x > 2][0]", (POINTS,)),
        ("x[x > 0] + y[y < 3]", (X, X)),
        ("x[x > 0][-1:]", (X,)),
        ("np.median(x[x > 9])", (X,)),
        ("x[np.where(x > 2)]", (POINTS,)),
    ],
)
@pytest.mark.filterwarnings("ignore:Mean of empty slice:RuntimeWarning", "ignore:invalid value:RuntimeWarning")
def test_it_is_pythons(chosen: str, arguments: tuple[Any, ...]) -> None:
    f = returning(chosen)
    np.testing.assert_allclose(np.asarray(ng.function(f)(*arguments)), np.asarray(f(*arguments)), rtol=1e-6)


@pytest.mark.parametrize("chosen", ["x[x > 9].max()", "x[x > 9][0]", "x[x > 0] + y[y < 9]"])
def test_what_python_raises_is_raised(chosen: str) -> None:
    f = returning(chosen)
    with pytest.raises(Exception) as wanted:
        f(X, X)
    with pytest.raises(wanted.type):
        ng.function(f)(X, X)
