"""Compute with strings as arrays of code points: write and read numbers, search and compare.

The first `length` code points of an array are the string. The values after them do not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

CODE = np.int32  # the dtype of code points
ASCII = 128
_PREFIXES = {2: "b", 8: "o", 16: "x"}


def of_string(text: str) -> Any:
    """Return the code points of a known string, at least one."""
    return jnp.asarray(np.array([*map(ord, text)] or [0], CODE))


def written(number: Any, radix: int = 10, *, sign: bool = True) -> tuple[Any, Any]:
    """Write an integer as its digits, after a minus sign if it is negative.

    Returns:
        The code points, and their number.

    >>> codes, length = written(jnp.int32(-120))
    >>> "".join(map(chr, codes[:length]))
    '-120'
    """
    number = number if number.dtype.itemsize >= 4 else number.astype(np.int32)
    rest = _quotients(number, radix)
    digits = jnp.abs(jax.lax.rem(rest, jnp.full_like(rest, radix))).astype(CODE)
    count = jnp.maximum(jnp.sum((rest != 0).astype(CODE)), 1)
    before = (number < 0).astype(CODE) if sign else 0
    k = jnp.arange(digits.shape[0] + sign, dtype=CODE) - before
    digit = jnp.take(digits, count - 1 - k, mode="clip")
    codes = jnp.where(digit < 10, digit + 48, digit + 87) if radix > 10 else digit + 48
    return (jnp.where(k < 0, CODE(ord("-")), codes) if sign else codes), count + before


def _quotients(number: Any, radix: int) -> Any:
    """Divide an integer by each power of the radix, towards zero; the smallest integer is divided right, too."""
    most = int(np.iinfo(number.dtype).max) + 1
    powers = [1]
    while powers[-1] * radix <= most:
        powers.append(powers[-1] * radix)
    fits = powers[-1] < most
    units = jnp.asarray(np.array(powers if fits else [*powers[:-1], powers[-2]], number.dtype))
    found = jax.lax.div(jnp.broadcast_to(number, units.shape), units)
    if fits:
        return found
    again = np.array([1] * (len(powers) - 1) + [radix], number.dtype)
    return jax.lax.div(found, jnp.asarray(again))


def is_code_point(number: Any) -> Any:
    """Return whether an integer is the code point of a character."""
    return jnp.clip(number, 0, 0x10FFFF) == number


def padded(codes: Any, size: int, fill: int = 0) -> Any:
    """Return an array with exactly `size` rows, padded or cut off."""
    rows = codes.shape[0]
    if rows >= size:
        return codes if rows == size else codes[:size]
    return jax.lax.pad(codes, CODE(fill), [(0, size - rows, 0)])


def ended(codes: Any, length: Any, size: int) -> Any:
    """Return an array of `size` code points, with -1 after the string."""
    return jnp.where(jnp.arange(size) < length, padded(codes, size), CODE(-1))


def compared(left: tuple[Any, Any], right: tuple[Any, Any], compare: Callable[[Any, Any], Any]) -> Any:
    """Compare two strings by their first code points that differ; a string's end is smaller than any character."""
    size = max(left[0].shape[0], right[0].shape[0]) + 1
    one, other = ended(*left, size), ended(*right, size)
    first = jnp.argmax(one != other)
    return compare(one[first], other[first])


def same(left: tuple[Any, Any], right: tuple[Any, Any]) -> Any:
    """Return whether two strings are equal."""
    size = max(left[0].shape[0], right[0].shape[0])
    return jnp.all(ended(*left, size) == ended(*right, size))


def found(codes: Any, length: Any, part: Any, part_length: Any) -> Any:
    """Return for each position, the end included, whether a part starts there."""
    starts = jnp.arange(codes.shape[0] + 1, dtype=CODE)
    holds = starts + part_length <= length
    for k in range(part.shape[0]) if isinstance(part_length, int) and part_length <= _FEW else ():
        if k < part_length:
            holds = holds & (padded(codes[k:], len(starts), -1) == part[k])
    if isinstance(part_length, int) and part_length <= _FEW:
        return holds

    def step(k: Any, so_far: Any) -> Any:
        here = jnp.take(codes, starts + k, mode="clip")
        return so_far & ((here == part[k]) | (k >= part_length))

    return jax.lax.fori_loop(0, part.shape[0], step, holds)


_FEW = 8  # the most code points of a known part to compare without a loop


def apart(starts: Any, part_length: Any) -> Any:
    """Count the positions where a part starts that do not overlap, taken from the start."""

    def step(free: Any, k: Any) -> tuple[Any, Any]:
        takes = starts[k] & (k >= free)
        return jnp.where(takes, k + jnp.maximum(part_length, 1), free), takes

    return jnp.sum(jax.lax.scan(step, CODE(0), jnp.arange(starts.shape[0], dtype=CODE))[1]).astype(CODE)


def read(codes: Any, length: Any, radix: int) -> tuple[Any, Any]:
    """Return the integer that a string spells, and whether it spells one.

    >>> number, holds = read(of_string(" -12 "), 5, 10)
    >>> int(number), bool(holds)
    (-12, True)
    """
    if codes.shape[0] == 1:
        digit, value = _digits(codes, radix)
        return value[0].astype(int), digit[0] & (length == 1)
    k = jnp.arange(codes.shape[0])
    inside = k < length
    solid = inside & ~among(codes, str.isspace)
    start, end = jnp.argmax(solid), codes.shape[0] - jnp.argmax(solid[::-1])
    sign = (k == start) & ((codes == ord("-")) | (codes == ord("+")))
    digit, value = _digits(codes, radix)
    between = (k >= start) & (k < end)
    if radix in _PREFIXES and codes.shape[0] > 2:  # as `bin` writes it
        first = k == start + jnp.any(sign)
        prefix = first & (codes == ord("0")) & ((jnp.roll(codes, -1) | 32) == ord(_PREFIXES[radix])) & (k + 2 < end)
        sign = sign | prefix | jnp.roll(prefix, 1)
        digit = digit & ~sign
    joint = (codes == ord("_")) & between
    beside = jnp.roll(digit & between, 1) & jnp.roll(digit & between, -1)  # each underscore is between two digits
    fits = jnp.all(~between | digit | sign | (joint & beside)) & jnp.any(between & digit)

    def step(total: Any, each: Any) -> tuple[Any, None]:
        counts, one = each
        return jnp.where(counts, total * radix + one, total), None

    zero = jnp.zeros((), int)
    digits = (between & digit, value.astype(zero.dtype))
    total, _ = jax.lax.scan(step, zero, digits)
    return jnp.where(jnp.any(sign & (codes == ord("-"))), -total, total), fits


def _digits(codes: Any, radix: int) -> tuple[Any, Any]:
    """Return whether each code point is a digit, and its value."""
    if radix <= 10:
        value = codes - ord("0")
        return (value >= 0) & (value < radix), value
    lower = codes | 32  # lower-case letters and digits have this bit
    value = jnp.where(lower >= ord("a"), lower - ord("a") + 10, codes - ord("0"))
    return (value >= 0) & (value < radix) & ((codes <= ord("9")) | (codes >= ord("A"))) & (codes < ASCII), value


def among(codes: Any, holds: Callable[[str], bool]) -> Any:
    """Return for each code point whether it is an ASCII character for which `holds` is true."""
    letters = [code for code in range(ASCII) if holds(chr(code))]
    starts = [code for code in letters if code - 1 not in letters]
    ends = [code for code in letters if code + 1 not in letters]
    found = jnp.zeros(codes.shape, bool)
    for first, last in zip(starts, ends, strict=True):
        found = found | ((codes >= first) & (codes <= last) if first < last else codes == first)
    return found
