"""Decompose a traced integer into another one and a constant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.values.values import is_traced, type_of

WIDE = (jnp.int32, jnp.int64)  # wide enough that an index plus a few constants does not overflow
_MOST_STEPS = 8  # operations that are looked at


@dataclass(frozen=True)
class Counted:
    """A fact on a traced integer: `low <= value < high + more`."""

    value: Any
    low: int
    high: Any  # a traced integer, or an int; None where no bound is known
    more: int = 0


def steps(value: Any, *, exact: bool = False) -> Iterator[tuple[Any, int]]:
    """Yield pairs of an integer and a constant with the sum `value`, each integer in the trace that made it.

    Args:
        exact: whether `max(n, 0)` is distinct from `n`; for a length they are the same.
    """
    more = 0
    for _ in range(_MOST_STEPS):
        value = _jax.at_home(value)
        yield value, more
        if not is_traced(value) or value.dtype not in WIDE:
            return
        name, operands = _jax.made_by(value)
        match name, [number_of(operand) for operand in operands]:
            case "add", [None, int() as number]:
                value, more = operands[0], more + number
            case "add", [int() as number, None]:
                value, more = operands[1], more + number
            case "sub", [None, int() as number]:
                value, more = operands[0], more - number
            case (("max" | "maximum"), [None, 0]) if more == 0 and not exact:
                value = operands[0]
            case (("max" | "maximum"), [0, None]) if more == 0 and not exact:
                value = operands[1]
            case "convert_element_type", [None] if operands[0].dtype == jnp.int32:
                value = operands[0]
            case _:
                return


def number_of(operand: Any) -> int | None:
    known = _jax.known_number(operand)
    return int(known) if known is not None and type_of(known).dtype_kind == "i" and not np.ndim(known) else None
