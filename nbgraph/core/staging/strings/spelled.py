"""Define strings of run-time characters as values: for branches, loops and Python's operations.

Examples are binary digits that a loop collects, `str(n)[::-1]`, and a Caesar cipher. A string chosen among known ones
is an enumerated value; one that is only printed or returned keeps placeholders for its numbers. Where code asks for
more, or where a string grows in a loop, its characters are spelled out: code points in a buffer, of which the first
`length` are the string. The code of lists in buffers makes it grow, shrink and join.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.placeholders import TextOfTracedError, spelled_out
from nbgraph.core.staging.enumerated.values import ChosenText, is_chosen
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.capacity import Capacity, ListCapacityError, check_capacity
from nbgraph.core.staging.lists.contents import UnknownLengthError
from nbgraph.core.staging.lists.queries import is_traced_index, known_slice, plain_index, run_time_slice
from nbgraph.core.staging.sequences.sequences import Items
from nbgraph.core.staging.strings import codes
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.implications import opposite
from nbgraph.core.staging.values.kinds import Kind, register
from nbgraph.core.staging.values.values import is_traced, type_of


class Spelled:
    """A string as code points in a buffer."""

    __slots__ = ("growing",)

    def __init__(self, growing: Growing) -> None:
        self.growing = growing  # the code points, int32

    @classmethod
    def of(cls, text: str) -> Spelled:
        """Make the buffer of a known string."""
        return cls.first(codes.of_string(text), len(text))

    @classmethod
    def first(cls, buffer: Any, length: Any, least: int = 0) -> Spelled:
        """Make a string of the first code points of an array.

        Args:
            length: their number, known or a traced int32.
            least: a lower bound of their number.
        """
        size = buffer.shape[0]
        if is_traced(length):
            return cls(Growing(buffer, length, Capacity(size, None, least=least, most=size)))
        return cls(Growing(buffer, None, Capacity.exactly(length, size)))

    @property
    def length(self) -> Any:
        """The number of characters: an int where it is known at trace time, else a traced int32 scalar."""
        return self.growing.length

    @property
    def pair(self) -> tuple[Any, Any]:
        """Return the code points, and how many of them are the string."""
        return self.growing.buffers, self.growing.length

    def require(self, holds: Any, error: Exception) -> None:
        """Raise an exception at run time where `holds` is false."""
        effects.raise_unless(holds, error)

    def each(self, change: Callable[[Any], Any]) -> Spelled:
        """Return the string with its code points replaced by `change`."""
        return Spelled(replace(self.growing.copied(), buffers=change(self.growing.buffers)))

    # Reading.

    def __getitem__(self, index: Any) -> Spelled:
        index, growing = plain_index(index), self.growing
        if not isinstance(index, slice):
            if is_traced(index) and type_of(index).dtype_kind not in "iub":
                raise TypeError("string indices must be integers, not 'float'")
            place = growing.position(index, "string index out of range")
            return Spelled.first(growing.row(place)[None], 1)
        known = growing.capacity.length is not None and not is_traced_index(index)
        found = known_slice(growing, index) if known else run_time_slice(growing, index)
        return Spelled.of("") if found is None else Spelled(found)

    def __len__(self) -> int:
        if self.growing.capacity.length is None:
            raise UnknownLengthError(
                "the length of this string is only known at run time, and here Python needs its characters now",
                remedy="a `for` statement over it, `len`, `in` or an index; or return the string",
            )
        return self.growing.capacity.length

    def __iter__(self) -> Iterator[Spelled]:
        return (self[k] for k in range(len(self)))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __hash__(self) -> NoReturn:
        raise TextOfTracedError(
            "this string is only known at run time, and it is looked up here in a place that must know it",
            remedy='`if s == "a": ... elif s == "b": ...`; or `ord(s)`, a number, as the index of a list',
        )

    def __int__(self) -> NoReturn:
        self.__hash__()

    __float__ = __index__ = __complex__ = __int__

    # Operators.

    def __add__(self, other: Any) -> Any:
        other = spelled(other)
        return concatenated(self, other) if isinstance(other, Spelled) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        other = spelled(other)
        return concatenated(other, self) if isinstance(other, Spelled) else NotImplemented

    def __mul__(self, times: Any) -> Any:
        if is_traced(times) and type_of(times).dtype_kind not in "iub":
            return "" * 0.5  # type: ignore[operator]  # Python's error
        if not is_traced(times):
            "" * times
        return repeated(self, plain_index(times))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> Any:
        other = spelled(other)
        return codes.same(self.pair, other.pair) if isinstance(other, Spelled) else False

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    # Conversion to a Python string.

    def __repr__(self) -> str:
        return "<string of run-time length>"


jax.tree_util.register_pytree_with_keys(  # the user's name for the buffer is that of the string
    Spelled, lambda text: ((("", text.growing),), None), lambda _, children: Spelled(*children)
)
Spelled.__name__ = "str"  # Python's own messages name the class


def _order(compare: Callable[[Any, Any], Any]) -> Callable[[Spelled, Any], Any]:
    def ordered(self: Spelled, other: Any) -> Any:
        other = spelled(other)
        return codes.compared(self.pair, other.pair, compare) if isinstance(other, Spelled) else NotImplemented

    return ordered


for _compare in (operator.lt, operator.le, operator.gt, operator.ge):
    setattr(Spelled, f"__{_compare.__name__}__", _order(_compare))


def concatenated(left: Spelled, right: Spelled) -> Spelled:
    """Join two strings; characters are added in place to a buffer in the state of a loop."""
    a, b = left.growing, right.growing
    keeper, other = (b, a) if b.capacity.fixed and not a.capacity.fixed else (a, b)
    size = keeper.capacity.size if keeper.capacity.fixed else a.capacity.size + b.capacity.size
    length = a.length + b.length
    if keeper.capacity.fixed and keeper.capacity.checked:
        check_capacity(length <= size, length - 1, "string")
    known = length if isinstance(length, int) else None
    least, most = keeper.capacity.least + max(other.capacity.least, 0), keeper.capacity.most + other.capacity.most
    capacity = replace(keeper.capacity, size=size).between(least, most, known)
    return Spelled(Growing(_behind(a, b, size), None if known is not None else length, capacity))


def _behind(a: Growing, b: Growing, size: int) -> Any:
    """Return the code points of two strings in one buffer; its rest is arbitrary."""
    if isinstance(a.length, int):
        return codes.padded(jnp.concatenate([a.buffers[: a.length], b.buffers]), size)
    if isinstance(b.length, int):
        b = b.sized(max(b.length, 1))
    fits = a.capacity.fixed and isinstance(b.length, int) and b.capacity.size <= size
    rows = size if fits else a.capacity.size + b.capacity.size
    start = a.length.astype(np.uint32)  # JAX would count a negative one from the end
    return codes.padded(jax.lax.dynamic_update_slice(codes.padded(a.buffers, rows), b.buffers, (start,)), size)


def repeated(text: Spelled, times: Any) -> Spelled:
    """Repeat a string a known or traced number of times."""
    growing = text.growing
    if not is_traced(times) and growing.capacity.length is not None:
        return Spelled.first(
            jnp.tile(growing.buffers[: len(text)], max(times, 0) + (times <= 0)), len(text) * max(times, 0)
        )
    length = jnp.asarray(growing.length * jnp.maximum(times, 0), codes.CODE)
    size = growing.capacity.size * max(times, 1) if not is_traced(times) else _rows(growing.capacity.size)
    if is_traced(times):
        check_capacity(length <= size, length - 1, "string")
    k = jnp.arange(size, dtype=codes.CODE) % jnp.maximum(growing.length, 1)
    return Spelled.first(jnp.take(growing.buffers, k, mode="clip"), length)


def _rows(least: int) -> int:
    """Return the initial capacity of a string of unbounded length."""
    scope = context.here().effects
    if scope is None or scope.rows is None:
        raise ListCapacityError(
            "the length of this string is only known at run time, and nothing says how long it may become",
            remedy="call the function through `ng.function`, which makes room itself",
        )
    return max(scope.rows, least)


def chosen_by(position: Any, texts: Sequence[str | Spelled]) -> Spelled:
    """Return the string at a traced position."""
    if len(texts) == 1:
        return spelled(texts[0])  # type: ignore[no-any-return]
    known = [text for text in texts if isinstance(text, str)]
    if len(known) == len(texts):
        return _known_by(position, known)
    each = [spelled(text) for text in texts]
    size = max(text.growing.capacity.size for text in each)
    table = jnp.stack([codes.padded(text.growing.buffers, size) for text in each])
    lengths = jnp.stack([jnp.asarray(text.length, codes.CODE) for text in each])
    least = min(max(text.growing.capacity.least, 0) for text in each)
    return Spelled.first(table[position], lengths[position], least)


def _known_by(position: Any, texts: Sequence[str]) -> Spelled:
    """Return the known string at a traced position, from one table."""
    lengths = [len(text) for text in texts]
    table = np.array([[*map(ord, text.ljust(max(*lengths, 1), "\0"))] for text in texts], codes.CODE)
    length = lengths[0] if len(set(lengths)) == 1 else jnp.asarray(np.array(lengths, codes.CODE))[position]
    return Spelled.first(jnp.asarray(table)[position], length, min(lengths))


class Characters(Items):
    """The sequence of a string's characters."""

    def item(self, k: Any, row: Any) -> Any:
        code = row if self.rows is not None else self.growing.row(k)
        return Spelled.first(code[None], 1)


class SpelledKind(Kind):
    """Strings in buffers: immutable values like numbers, with a list's capacity."""

    by_value = True

    def truth(self, value: Spelled) -> Any:
        return value.length > 0

    def described(self, value: Spelled) -> str:
        return "a string of run-time length"

    def buffers(self, value: Spelled) -> Growing:
        return value.growing

    def with_buffers(self, value: Spelled, growing: Growing) -> Spelled:
        return Spelled(growing)

    def adopted(self, value: Any) -> Any:
        return spelled(value)

    def sequence(self, value: Spelled) -> Characters:
        return Characters(value.growing)

    def version(self, function: Any) -> Callable[..., Any] | None:
        owner = getattr(function, "__self__", None)
        if isinstance(owner, str):  # a method of a known string with this one as an argument
            return getattr(spelled(owner), function.__name__)  # type: ignore[no-any-return]
        return VERSIONS.get(function) if isinstance(function, Hashable) else None

    def finished(self, value: Spelled) -> Any:
        buffer, length = value.pair
        if is_traced(buffer) or np.ndim(buffer) != 1:
            raise UnknownLengthError(
                "the result is a string that is only known at run time, and a graph inside another one, or under a"
                " transformation of JAX's, gives arrays only",
                remedy="call the function through `ng.function`, alone",
            )
        return "".join(map(chr, np.asarray(buffer)[: int(length)]))


register(Spelled, SpelledKind())
VERSIONS: dict[Any, Callable[..., Any]] = {}
"""The functions that replace builtins and operators for such a string; `methods` fills it."""


def spelled(value: Any) -> Any:
    """Return a string of any type as its characters in a buffer; any other value unchanged."""
    if isinstance(value, Spelled) or not isinstance(value, str | ChosenText):
        return value
    return spelled_out(value) if is_chosen(value) else Spelled.of(str.__str__(value))
