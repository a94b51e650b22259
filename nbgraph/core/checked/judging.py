"""What can be wrong with one operation: what kind of difference it is, and what it does where Python would raise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nbgraph.core.checked.missed import missed
from nbgraph.core.checked.values import Form, Value, narrow_of, wide_of
from nbgraph.core.timing.findings import CauseId

Danger = tuple[CauseId, Any, Any]
DIVISIONS = frozenset(("floor_divide", "remainder", "true_divide", "divmod", "fmod", "mod", "divide"))


def kind_of(narrow: Any, wide: Any, form: Form, operands: Sequence[Value]) -> CauseId:
    """What kind of difference it is when two sides go apart.

    >>> form = Form((), np.dtype("int32"), np.dtype("int64"), "int")
    >>> kind_of(-(2**31), 2**31, form, ()), kind_of(2, 3, form, ())
    ('overflow', 'precision')
    """
    if form.dtype.kind in "iu":
        limits = np.iinfo(form.dtype)
        outside = np.any(np.less(wide, limits.min) | np.greater(wide, limits.max))
        return "overflow" if outside else "precision"
    if form.dtype.kind in "fc":
        lost, kept = ~np.isfinite(narrow), np.isfinite(wide)
        if np.any(lost & kept):
            largest = np.finfo(form.dtype).max
            return "overflow" if np.any(np.abs(np.where(kept, wide, 0)) > largest) else "nan"
        return "nan" if np.any(~kept & ~lost) else "precision"
    return "precision"


def newly_lost(form: Form, wide: Any, operands: Sequence[Value]) -> bool:
    """Whether a result is not finite though all that it was made from is."""
    if form.dtype is None or form.dtype.kind not in "fc" or _finite(wide):
        return False
    return all(_finite(wide_of(operand)) for operand in operands)


def _finite(value: Any) -> bool:
    if isinstance(value, int):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return kind not in "fc" or bool(np.all(np.isfinite(value)))


def dangers(equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> Iterator[Danger]:
    """What an operation is asked for that Python would refuse: an item that is not there, a division by zero."""
    name = equation.primitive.name
    if name in ("div", "rem"):
        yield from divisions(narrow, wide)
    elif (found := missed(equation, narrow, wide)) is not None:
        yield "index", found.index, found.length


def divisions(narrow: Sequence[Any], wide: Sequence[Any]) -> Iterator[Danger]:
    """A division by zero among scalars or elements."""
    if len(wide) >= 2 and bool(np.any(np.equal(wide[1], 0))):
        yield "division", wide[1], narrow[1]


__all__ = ["DIVISIONS", "dangers", "divisions", "kind_of", "narrow_of", "newly_lost"]
