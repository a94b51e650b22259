"""Items of an array selected by a run-time mask, `a[a > 0]`: their number is known only at run time."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partialmethod
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import surely_same
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.capacity import Capacity
from nbgraph.core.staging.lists.list_ import List, listed
from nbgraph.core.staging.lists.queries import is_traced_index
from nbgraph.core.staging.trace.recorder import refusal
from nbgraph.core.staging.values.values import is_dynamic, is_traced, type_of

_REMEDY = "`sum`, `mean`, `max`, `len`, `for` or arithmetic; or `jnp.where(mask, a, ...)`, which keeps the size of `a`"


class Selection:
    """The items of an array selected by a mask. Reductions and arithmetic use the whole array and the mask."""

    __slots__ = ("mask", "values")
    __array_ufunc__ = None  # so that NumPy leaves operators to this class
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Any, mask: Any) -> None:
        self.values = values  # all items of the array
        self.mask = mask  # which items are selected; its shape is that of the array's first axes

    @property
    def shape(self) -> tuple[Any, ...]:
        """The number of items, a traced int32 scalar, and the shape of an item."""
        return (jnp.sum(self.mask).astype(jnp.int32), *self.values.shape[self.mask.ndim :])

    @property
    def size(self) -> Any:
        count, *item = self.shape
        return count * int(np.prod(item)) if item else count

    @property
    def ndim(self) -> int:
        return 1 + self.values.ndim - self.mask.ndim  # type: ignore[no-any-return]

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    @property
    def where(self) -> Any:
        """The mask, reshaped to broadcast with the items."""
        return self.mask.reshape(self.mask.shape + (1,) * (self.ndim - 1))

    def compact(self) -> Growing:
        """Return the selected items at the front of a buffer."""
        mask = self.mask.ravel()
        rows = self.values.reshape(mask.shape + self.values.shape[self.mask.ndim :])
        capacity = Capacity(mask.size, None, least=0, most=mask.size)
        return Growing(rows[jnp.argsort(~mask, stable=True)], self.shape[0], capacity)

    def listed(self) -> List:
        return listed(self.compact())

    def along(self, axis: Any) -> tuple[Any, bool]:
        """Return the array's axes for an axis of the selection, and whether these are the mask's.

        Raises:
            StagingError: there are several axes.
        """
        if axis is None:
            return None, True
        if not isinstance(axis, int) or not -self.ndim <= axis < self.ndim:
            self.refuse(f"a reduction along the axes `{axis}`")
        leading = self.mask.ndim
        return (tuple(range(leading)), True) if axis % self.ndim == 0 else (axis % self.ndim + leading - 1, False)

    def filled(self) -> Selection:
        """Replace each item that is not selected with a selected one, so that a function cannot fail on it."""
        if not self.values.size:
            return self
        flat = self.values.reshape((-1, *self.values.shape[self.mask.ndim :]))
        return Selection(jnp.where(self.where, self.values, flat[jnp.argmax(self.mask)]), self.mask)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, Selection) and index.dtype == np.bool_ and index.ndim == 1:
            mask, (values, chosen) = aligned(self, index)
            return Selection(values, mask & chosen)
        if isinstance(index, slice):
            return self._cut(index)
        if isinstance(index, tuple) and _is_whole(index[:1]) and all(isinstance(each, slice | int) for each in index):
            return Selection(self.values[(slice(None),) * self.mask.ndim + index[1:]], self.mask)
        if isinstance(index, tuple) and isinstance(index[0], int):
            return self[index[0]][index[1:]]
        is_one = (is_dynamic(index) or is_traced_index(index)) and not getattr(index, "shape", None)
        if isinstance(index, tuple) or not is_one:
            self.refuse("this index")
        found = self.compact()
        return found.row(found.position(index, "index is out of bounds for axis 0"))

    def _cut(self, cut: slice) -> Selection:
        if cut.step not in (None, 1):
            self.refuse("a slice with a step")
        found = self.compact()
        start, stop = (_bound(each, found.length) for each in (cut.start, cut.stop))
        k = jnp.arange(found.capacity.size)
        inside = found.valid() if start is None else found.valid() & (k >= start)
        return Selection(found.buffers, inside if stop is None else inside & (k < stop))

    def refuse(self, what: str, remedy: str = _REMEDY) -> NoReturn:
        """Refuse an operation that needs an array of known size."""
        raise refusal(
            f"how many items this array has is only known at run time, and {what} needs an array of a fixed size",
            remedy,
        )

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        self.refuse("an assignment to its items")

    def __iter__(self) -> NoReturn:
        self.refuse("this")

    def __len__(self) -> NoReturn:
        self.refuse("this")

    def __bool__(self) -> NoReturn:
        self.refuse("a truth value")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not any(hasattr(kind, name) for kind in (np.ndarray, jax.Array)):
            raise AttributeError(f"'ndarray' object has no attribute {name!r}")
        self.refuse(f"`{name}`")

    def __repr__(self) -> str:
        return "<array of run-time length>"


jax.tree_util.register_pytree_with_keys(
    Selection,
    lambda value: (((".values", value.values), (".mask", value.mask)), None),
    lambda _, children: Selection(*children),
)
Selection.__name__ = "ndarray"  # Python's own messages name the class


def _is_whole(first: tuple[Any, ...]) -> bool:
    return any(isinstance(cut, slice) and cut.start is cut.stop is cut.step is None for cut in first)


def _bound(index: Any, length: Any) -> Any:
    return jnp.where(index < 0, index + length, index) if index is not None else None


def at_chosen(array: Any, index: Any) -> Selection | None:
    """Return the items of an array selected by a mask, or at selected indices; None for another index."""
    places = index if isinstance(index, tuple) else (index,)
    if isinstance(index, tuple) and len(places) > 1 and all(isinstance(each, slice | int) for each in places[1:]):
        rows = selected(array, places[0])  # `m[mask, 0]`
        return None if rows is None else Selection(rows.values[(slice(None),) * rows.mask.ndim + places[1:]], rows.mask)
    if not places or not all(isinstance(each, Selection) and each.dtype.kind in "iu" for each in places):
        return selected(array, index)
    return each_by(lambda *known: jnp.asarray(array)[known], *places, total=True)


def selected(array: Any, mask: Any) -> Selection | None:
    """Return the items of an array selected by a run-time mask; None if the index is no such mask."""
    if isinstance(mask, Selection):
        mask.refuse("an index")
    if not is_traced(mask) or type_of(mask).dtype_kind != "b" or not mask.ndim or isinstance(array, List):
        return None
    array = jnp.copy(array)  # the items stay what they are where the array changes later
    for axis, (size, chosen) in enumerate(zip(array.shape, mask.shape, strict=False)):
        if size != chosen:
            raise IndexError(
                f"boolean index did not match indexed array along axis {axis}; size of axis is {size} but size of "
                f"corresponding boolean axis is {chosen}"
            )
    return Selection(array, mask) if mask.ndim <= array.ndim else None


def aligned(*operands: Any) -> tuple[Any, list[Any]]:
    """Return a mask and the operands of an elementwise operation, selections as whole arrays."""
    chosen = [each for each in operands if isinstance(each, Selection)]
    first = chosen[0]
    for each in operands:
        if not isinstance(each, Selection) and np.ndim(each) >= first.ndim:
            first.refuse("an operation with another array")
    if all(_is_beside(first, each) for each in chosen[1:]):
        return first.mask, [each.values if isinstance(each, Selection) else each for each in operands]
    found = [each.compact() for each in chosen]
    length = found[0].length
    for each in found[1:]:
        effects.raise_unless(
            jnp.stack([each.length == length, each.length == 1, length == 1]).any(),
            ValueError("operands could not be broadcast together"),
        )
        length = jnp.where(length == 1, each.length, length)
    k = jnp.arange(max(each.capacity.size for each in found))
    rows = [each.buffers[jnp.where(each.length == 1, 0, jnp.minimum(k, each.capacity.size - 1))] for each in found]
    waiting = iter(rows)
    return k < length, [next(waiting) if isinstance(each, Selection) else each for each in operands]


def _is_beside(one: Selection, other: Selection) -> bool:
    return one.mask.shape == other.mask.shape and surely_same(one.mask, other.mask)


def each_by(function: Callable[..., Any], *operands: Any, total: bool = False) -> Selection:
    """Apply a function elementwise to the selected items.

    Args:
        total: whether it is defined for all numbers, so that items not selected need no replacement.
    """
    if not total:
        operands = tuple(each.filled() if isinstance(each, Selection) else each for each in operands)
    mask, parts = aligned(*operands)
    return Selection(function(*parts), mask)


def put(place: Selection, chosen: Selection) -> Any:
    """Return an array with its selected items replaced by other selected items, as many at run time."""
    array = place.values
    if _is_beside(place, chosen):
        return jnp.where(place.where, chosen.values.astype(array.dtype), array)
    found = chosen.compact()
    same = jnp.stack([found.length == place.shape[0], found.length == 1]).any()
    effects.raise_unless(same, ValueError("NumPy boolean array indexing assignment cannot assign these input values"))
    k = jnp.where(found.length == 1, 0, jnp.maximum(jnp.cumsum(place.mask.ravel()) - 1, 0)).reshape(place.mask.shape)
    return jnp.where(place.where, found.buffers[jnp.minimum(k, found.capacity.size - 1)].astype(array.dtype), array)


_TOTAL = ("add", "sub", "mul", "pow", "and_", "or_", "xor", "lt", "le", "gt", "ge", "eq", "ne")
_PARTIAL = ("truediv", "floordiv", "mod")
_IN_PLACE = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor")


def _each(value: Selection, function: Callable[..., Any]) -> Selection:
    return each_by(function, value, total=True)


def _operators() -> None:
    def binary(function: Callable[..., Any], *, total: bool, turned: bool) -> Callable[..., Any]:
        def run(one: Selection, other: Any) -> Any:
            if not (isinstance(other, Selection) or is_dynamic(other)):
                return NotImplemented
            root = function is operator.pow and (turned or not isinstance(other, int) or other < 0)
            return each_by(function, *((other, one) if turned else (one, other)), total=total and not root)

        return run

    for name in (*_TOTAL, *_PARTIAL):
        function, total = getattr(operator, name), name in _TOTAL
        setattr(Selection, f"__{name.rstrip('_')}__", binary(function, total=total, turned=False))
        if name not in ("lt", "le", "gt", "ge", "eq", "ne"):
            setattr(Selection, f"__r{name.rstrip('_')}__", binary(function, total=total, turned=True))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(Selection, f"__{name}__", partialmethod(_each, getattr(operator, name)))
    for name in ("matmul", "rmatmul"):
        setattr(Selection, f"__{name}__", lambda value, _: value.refuse("`@`"))
    for name in _IN_PLACE:
        setattr(Selection, f"__i{name}__", lambda value, _: value.refuse("`+=`", "`p = p + 1` for `p += 1`"))


_operators()
