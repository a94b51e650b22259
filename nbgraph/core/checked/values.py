"""Hold a value twice: as the graph computes it, and in wide numbers.

Python numbers do not overflow and have sixteen digits, so the wide side of a scalar integer is a Python integer, and
that of a `float32` a `float64`. What a program asks for by name, such as `uint32` or `int8`, is meant that way: its
wide side is as narrow as the other.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from nbgraph.core.keys import is_key_type
from nbgraph.core.records import dataclass, field
from nbgraph.core.timing.findings import CauseId

CLOSE = 1e-5  # relative; a value this far off has lost a hundred times what one operation rounds away


class Pair:
    """A value with a narrow and a wide side."""

    __slots__ = ("event", "narrow", "origins", "wide")

    def __init__(self, narrow: Any, wide: Any, event: Event | None = None, origins: Any = None) -> None:
        self.narrow, self.wide = narrow, wide  # what the graph computes, and what Python would have
        self.event = event  # where the two first differed; None while they are equal up to rounding
        self.origins = origins  # for each element which infinity or nan the graph's side comes from, if any


class Cell:
    __slots__ = ("content",)

    def __init__(self, content: Any) -> None:
        self.content = content


Value = int | bool | Pair
"""An integer or a truth value that both sides agree on stands for itself."""

PLAIN = frozenset((int, bool))


def narrow_of(value: Value) -> Any:
    return value.narrow if value.__class__ is Pair else value


def wide_of(value: Value) -> Any:
    return value.wide if value.__class__ is Pair else value


def event_of(value: Value) -> Event | None:
    """Return the operation where the two sides first differ; None if they do not."""
    return value.event if value.__class__ is Pair else None


def origins_of(value: Value) -> Any:
    """Return the label of each element; None without labels (see `checked.origins`)."""
    return value.origins if value.__class__ is Pair else None


@dataclass(frozen=True)
class Form:
    """How the interpreter holds values of one type."""

    shape: tuple[int, ...]  # the shape
    dtype: Any  # the graph's element type; None for what NumPy has no array of, e.g. random keys.
    wide: Any  # the element type of the wide side
    plain: str = ""  # "int" or "bool" for scalars that are held as Python's; "" for arrays and other scalars

    @classmethod
    def of(cls, aval: Any) -> Form:
        if is_key_type(aval.dtype):
            return cls(aval.shape, None, None)
        dtype = np.dtype(aval.dtype)
        if aval.shape == () and dtype.kind == "b":
            return cls((), dtype, dtype, "bool")
        if aval.shape == () and dtype == _default_integer():
            return cls((), dtype, np.dtype(np.int64), "int")
        return cls(aval.shape, dtype, wider(dtype))

    @property
    def low(self) -> int:
        return int(np.iinfo(self.dtype).min)

    @property
    def high(self) -> int:
        return int(np.iinfo(self.dtype).max)

    def narrowed(self, value: Any) -> Any:
        if self.dtype is None:
            return value
        if self.plain == "int":
            return (int(value) - self.low & (1 << 8 * self.dtype.itemsize) - 1) + self.low
        if self.plain == "bool":
            return bool(value)
        return _array(value, self.dtype, self.shape)

    def widened(self, value: Any) -> Any:
        if self.dtype is None:
            return value
        if self.plain:
            return bool(value) if self.plain == "bool" else int(value)
        return _array(value, self.wide, self.shape)


def _array(value: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
    array = np.asarray(value)
    with np.errstate(over="ignore"):  # 1e39 is inf in float32: the watch says so
        array = array if array.dtype == dtype else array.astype(dtype)
    return array[()] if shape == () else array


def _default_integer() -> Any:
    return np.dtype(np.int64 if jax.config.jax_enable_x64 else np.int32)  # type: ignore[attr-defined]


def wider(dtype: Any) -> Any:
    """Return the wide side's element type for one of the graph's."""
    if dtype == np.int32 and _default_integer() == np.int32:
        return np.dtype(np.int64)
    return np.dtype({"float32": "float64", "complex64": "complex128"}.get(dtype.name, dtype))


def apart(narrow: Any, wide: Any) -> bool:
    """Return whether two sides differ by more than rounding.

    >>> apart(np.float32(0.1), 0.1), apart(np.float32(0.0), 1e-9), apart(3, 3), apart(np.float32("inf"), 1e60)
    (False, True, False, True)
    """
    if narrow is wide:
        return False
    kind = getattr(narrow, "dtype", None)
    if kind is None or (kind.kind not in "fc" and kind.name != "bfloat16"):
        return bool(np.any(narrow != wide))
    if np.shape(narrow) == () and kind.kind == "f":
        ours, theirs = float(narrow), float(wide)
        return not (ours == theirs or abs(ours - theirs) <= CLOSE * abs(theirs) or (ours != ours and theirs != theirs))
    return not bool(np.all(np.isclose(narrow.astype(np.asarray(wide).dtype), wide, CLOSE, 0, equal_nan=True)))


def joined(narrow: Any, wide: Any, event: Event | None, origins: Any = None) -> Value:
    if event is None and origins is None and narrow.__class__ in PLAIN and narrow == wide:
        return wide  # type: ignore[no-any-return]
    return Pair(narrow, wide, event, origins)


@dataclass(eq=False)
class Event:
    """An operation whose result differs from Python's."""

    kind: CauseId  # what went wrong
    order: int  # its number in the run
    equation: Any  # the operation; None for an argument that the graph cannot hold
    inside: Any  # the equation of the user's line that the operation belongs to, where it is a library's
    # of the loops around, outermost first, the loop's equation and the iteration, counted from 1
    iterations: tuple[tuple[Any, int], ...]
    expected: Any  # Python's value, or what was asked for
    actual: Any  # the graph's value
    argument: int = -1  # the position of that argument
    # the later operations on it in the same iteration: equation, Python's value and the graph's
    later: list[tuple[Any, Any, Any]] = field(default_factory=list)
    settled: bool = False  # whether no more of these are wanted
    after: int = 0  # how many infinities and nans there were before it

    @property
    def dtype(self) -> Any:
        return getattr(self.actual, "dtype", None)
